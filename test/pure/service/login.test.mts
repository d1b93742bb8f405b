import { accountOf } from '../../../nodes/RentalScreening/service/account.ts';
import { login } from '../../../nodes/RentalScreening/service/login.ts';
import {
	LoginFailure,
	loginFailureIn,
} from '../../../nodes/RentalScreening/service/loginFailure.ts';
import { refusedWith, serviceStub } from '../../support/service-stub.mts';

const account = {
	baseUrl: 'https://api.example.com',
	username: 'landlord@example.com',
	password: 'Hunter-2-Secret',
};

async function failureOf(answer: () => unknown): Promise<LoginFailure> {
	const thrown: unknown = await login(serviceStub(answer).helpers, account).catch(
		(it: unknown) => it,
	);
	expect(thrown).toBeInstanceOf(LoginFailure);
	return thrown as LoginFailure;
}

test('asks once, follows no redirect, and gives the token', async () => {
	const { asked, helpers } = serviceStub(() => ({ accessToken: 'token-7', more: true }));
	expect(await login(helpers, account)).toBe('token-7');
	expect(asked).toEqual([
		{
			method: 'POST',
			baseURL: 'https://api.example.com',
			url: '/v1/auth/login',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			body: { username: 'landlord@example.com', password: 'Hunter-2-Secret' },
			disableFollowRedirect: true,
			timeout: expect.any(Number) as unknown,
		},
	]);
});

describe('what kind of failure it is', () => {
	const dropped = () => {
		throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
	};
	test.each<[string, () => unknown, 'refused' | 'passing' | 'lasting']>([
		['400', refusedWith(400), 'refused'],
		['401', refusedWith(401), 'refused'],
		['403', refusedWith(403), 'refused'],
		['423', refusedWith(423), 'refused'],
		['404', refusedWith(404), 'lasting'],
		['307', refusedWith(307), 'lasting'],
		['429', refusedWith(429), 'passing'],
		['500', refusedWith(500), 'passing'],
		['503', refusedWith(503), 'passing'],
		['a dropped connection', dropped, 'passing'],
		['a 200 that is cut', refusedWith(200), 'passing'],
		['no accessToken', () => ({}), 'lasting'],
		['accessToken: null', () => ({ accessToken: null }), 'lasting'],
		['a list', () => [], 'lasting'],
		['nothing', () => '', 'lasting'],
		['a web page', () => '<html>', 'lasting'],
	])('%s', async (_, answer, kind) => {
		const { refused, passing } = await failureOf(answer);
		expect({ refused, passing }).toEqual({
			refused: kind === 'refused',
			passing: kind === 'passing',
		});
	});
});

test('says in plain words what happened and how to fix it', async () => {
	expect(await failureOf(refusedWith(401))).toMatchObject({
		message:
			"The service refused the login (401). Check username and password in the credential 'Rental Screening API'. It was not retried.",
	});
	expect(await failureOf(refusedWith(200))).toMatchObject({
		happened: 'Could not log in: its answer was cut off or unreadable',
	});
});

test('what the service says is shown, secrets that it echoes are not', async () => {
	const said = await failureOf(refusedWith(403, { message: 'Account closed.' }));
	expect(said.message).toContain('The service says: Account closed. ');
	const echo = `${account.password} of ${account.username}`;
	const failure = await failureOf(refusedWith(403, { message: `Not ${echo}` }));
	expect(failure.message).toContain('The service says: Not [redacted] of [redacted]. ');
});

test('a failure carries no answer that n8n would take as a reason to try again', async () => {
	const failure = await failureOf(refusedWith(401));
	expect(failure).not.toHaveProperty('response');
	expect(failure.cause).toBeUndefined();
	expect(JSON.stringify({ ...failure })).not.toContain(account.password);
});

test('loginFailureIn finds it behind what n8n wraps around it', async () => {
	const failure = await failureOf(refusedWith(401));
	const wrapped = new Error('outer', { cause: new Error('inner', { cause: failure }) });
	expect(loginFailureIn(failure)).toBe(failure);
	expect(loginFailureIn(wrapped)).toBe(failure);
	for (const other of [undefined, 'text', new Error('x'), { cause: failure }]) {
		expect(loginFailureIn(other)).toBeUndefined();
	}
});

test('accountOf trims what people paste, but not the password', () => {
	expect(accountOf({ baseUrl: ' https://a.example/ ', username: ' me ', password: ' x ' })).toEqual(
		{ baseUrl: 'https://a.example', username: 'me', password: ' x ' },
	);
	expect(() => accountOf({ baseUrl: 'http://a.example' })).toThrow('must start with https://');
});
