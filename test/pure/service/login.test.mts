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

describe('whether it may pass by itself', () => {
	const dropped = () => {
		throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
	};
	test.each<[string, () => unknown, boolean]>([
		['400', refusedWith(400), false],
		['401', refusedWith(401), false],
		['403', refusedWith(403), false],
		['423', refusedWith(423), false],
		['404', refusedWith(404), false],
		['307', refusedWith(307), false],
		['429', refusedWith(429), true],
		['500', refusedWith(500), true],
		['503', refusedWith(503), true],
		['a dropped connection', dropped, true],
		['a 200 that is cut', refusedWith(200), true],
		['no accessToken', () => ({}), false],
		['accessToken: null', () => ({ accessToken: null }), false],
		['a list', () => [], false],
		['nothing', () => '', false],
		['a web page', () => '<html>', false],
	])('%s', async (_, answer, passing) => {
		expect((await failureOf(answer)).passing).toBe(passing);
	});
});

const CREDENTIAL = "the credential 'Rental Screening API'";
const CHECK_LOGIN = `Check username and password in ${CREDENTIAL}`;
const CHECK_ADDRESS = `Check 'Base URL' in ${CREDENTIAL}`;
const LOCKED = 'The account may be locked or have no access to the API. Ask your provider.';
const WEB_SITE = `The address may be that of a website instead of the service. ${CHECK_ADDRESS}.`;

test.each<[string, () => unknown, string]>([
	['400', refusedWith(400), `The service did not accept the login (400). ${CHECK_LOGIN}.`],
	[
		'401',
		refusedWith(401),
		`The service refused the login (401). ${CHECK_LOGIN}. It was not retried.`,
	],
	['403', refusedWith(403), `The service does not let this account log in (403). ${LOCKED}`],
	['423', refusedWith(423), `The service does not let this account log in (423). ${LOCKED}`],
	['404', refusedWith(404), `There is no login at this address (404). ${CHECK_ADDRESS}.`],
	[
		'300',
		refusedWith(300),
		`The service redirects the login to another address (300). Username and password are not sent there. ${CHECK_ADDRESS}: enter the final address.`,
	],
	[
		'429',
		refusedWith(429),
		'The service asks to wait before the next login (429). Try again in a few minutes.',
	],
	['503', refusedWith(503), 'The service cannot process logins now (503). Try again later.'],
	[
		'a 200 that is cut',
		refusedWith(200),
		`Could not log in: its answer was cut off or unreadable. ${CHECK_ADDRESS}, or try again later.`,
	],
	[
		'no token',
		() => ({ accessToken: '' }),
		`The service accepted the login but its answer is incomplete. Its answer holds no usable 'accessToken'. ${CHECK_ADDRESS}, or ask your provider.`,
	],
	['a web page', () => '<html>', `The login was answered with a web page. ${WEB_SITE}`],
	['nothing', () => null, `The login was answered with something other than JSON. ${WEB_SITE}`],
	['text', () => 'Hello', `The login was answered with something other than JSON. ${WEB_SITE}`],
])('says in plain words what happened and how to fix it: %s', async (_, answer, message) => {
	expect((await failureOf(answer)).message).toBe(message);
});

test('keeps how long the service asks to wait', async () => {
	const headers = { 'retry-after': '7' };
	const failure = await failureOf(() => {
		throw Object.assign(new Error('429'), { response: { status: 429, headers } });
	});
	expect(failure.headers).toMatchObject(headers);
});

test('what the service says is shown, secrets that it echoes are not', async () => {
	const said = await failureOf(refusedWith(403, { message: 'Account closed. Since May.' }));
	expect(said.message).toContain('The service says: Account closed. Since May. The account');
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

test('loginFailureIn tells failures of the same words apart', async () => {
	const asking = (seconds: string) =>
		failureOf(() => {
			const headers = { 'retry-after': seconds };
			throw Object.assign(new Error('429'), { response: { status: 429, headers } });
		});
	const [first, second] = [await asking('400'), await asking('1')];
	for (const failure of [first, second])
		expect(loginFailureIn(new Error(failure.message, { cause: failure }))).toBe(failure);
});

test.each(['a', 'Bearer abc', 'eyJ0.e30.x-_~+/=', 'x'.repeat(5000)])(
	'%j is a token and returned as it is',
	async (accessToken) => {
		const { helpers } = serviceStub(() => ({ accessToken }));
		expect(await login(helpers, account)).toBe(accessToken);
	},
);

test.each(['', '   ', 'tok\u20ACen', 'to\nken', 7])('%j is no token', async (accessToken) => {
	expect((await failureOf(() => ({ accessToken }))).message).toContain("no usable 'accessToken'");
});

test('loginFailureIn finds it behind what n8n wraps around it', async () => {
	const failure = await failureOf(refusedWith(401));
	const wrapped = new Error('outer', { cause: new Error('inner', { cause: failure }) });
	expect(loginFailureIn(failure)).toBe(failure);
	expect(loginFailureIn(wrapped)).toBe(failure);
	for (const other of [undefined, 'text', new Error('x'), { cause: failure }]) {
		expect(loginFailureIn(other)).toBeUndefined();
	}
	const within = (causes: number) =>
		Array.from({ length: causes }).reduce<Error>((cause) => new Error('x', { cause }), failure);
	expect(loginFailureIn(within(5))).toBe(failure);
	expect(loginFailureIn(within(6))).toBeUndefined();
});

test('accountOf trims what people paste, but not the password', () => {
	expect(accountOf({ baseUrl: ' https://a.example/ ', username: ' me ', password: ' x ' })).toEqual(
		{ baseUrl: 'https://a.example', username: 'me', password: ' x ' },
	);
	expect(() => accountOf({ baseUrl: 'http://a.example' })).toThrow('must start with https://');
});
