import type { Fault, Sandbox } from '../../../dev/sandbox/index.mts';
import { credentialFor, runNode, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const getSteps = { resource: 'flow', operation: 'getSteps' };

/** Words that n8n's guidelines or our own keep out of run-time messages. */
const FORBIDDEN = /\b(error|problem|failure|mistake|token)\b/i;

const askedOf = (sandbox: Sandbox) =>
	sandbox.requests.map(({ operation, status }) => `${operation} ${status}`);

describe('a token', () => {
	test('is fetched once, stored, and sent as it is', async () => {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox);

		const { error } = await runNode({ credential, parameters: getSteps, rows: [{}, {}, {}] });

		expect(error).toBeUndefined();
		const [token] = sandbox.tokensIssued;
		expect(credential).toMatchObject({ writes: 1, stored: { accessToken: token } });
		const [login, ...others] = sandbox.requests;
		expect(login).toMatchObject({
			operation: 'login',
			method: 'POST',
			url: '/v1/auth/login',
			body: { username: sandbox.username, password: sandbox.password },
			headers: { accept: 'application/json', 'content-type': 'application/json' },
			violations: [],
		});
		expect(login!.headers).not.toHaveProperty('authorization');
		expect(others.map(({ headers }) => headers['authorization'])).toEqual([token, token, token]);
	});

	test('that is stored is used again, without a login', async () => {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox);
		await runNode({ credential, parameters: getSteps });
		await runNode({ credential, parameters: getSteps });
		expect(askedOf(sandbox)).toEqual(['login 200', 'listSteps 200', 'listSteps 200']);
	});

	test('that was refused is replaced by one new login, and the request succeeds', async () => {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox, 'expired-long-ago');

		const { error, items } = await runNode({ credential, parameters: getSteps });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(8);
		expect(askedOf(sandbox)).toEqual(['listSteps 401', 'login 200', 'listSteps 200']);
		expect(credential.stored.accessToken).toBe(sandbox.tokensIssued[0]);
	});

	test('that is refused though it is new: the request is not sent a third time', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'listSteps', status: 401, body: { message: 'Not yours' } });

		const { error } = await runNode({
			credential: credentialFor(sandbox, 'expired-long-ago'),
			parameters: getSteps,
		});

		expect(askedOf(sandbox)).toEqual(['listSteps 401', 'login 200', 'listSteps 401']);
		expect(error?.message).toBe('The service refused access (401): Not yours');
		expect(error?.description).toMatch(/^A new login was refused as well\. Test the credential/);
	});
});

describe('a login without access says why, once', () => {
	const checkAddress = "Check 'Base URL' in the credential 'Rental Screening API'";
	const checkFields = "Check username and password in the credential 'Rental Screening API'";

	async function logIn(prepare: (sandbox: Sandbox) => Partial<Sandbox>) {
		const sandbox = await newSandbox();
		const credential = credentialFor({ ...sandbox, ...prepare(sandbox) });
		const { error, saved } = await runNode({ credential, parameters: getSteps });
		return { sandbox, error, saved, reported: `${error?.message} ${error?.description}` };
	}

	test('wrong password', async () => {
		const password = 'Hunter-2-Secret';
		const { sandbox, error, saved, reported } = await logIn(() => ({ password }));
		expect(error?.message).toBe('The service refused the login (401)');
		expect(error?.description).toBe(
			`The service says: Invalid credentials. ${checkFields}. It was not retried.`,
		);
		expect(reported).not.toMatch(FORBIDDEN);
		expect(saved).not.toContain(password);
		expect(askedOf(sandbox)).toEqual(['login 401']);
	});

	test.each<[answer: string, attempts: number, fault: Fault, message: string, hint: string]>([
		[
			'a web page',
			1,
			{ text: '<!DOCTYPE html><title>Welcome</title>' },
			'The login was answered with a web page',
			checkAddress,
		],
		[
			'text',
			1,
			{ text: 'OK', headers: { 'content-type': 'text/plain' } },
			'The login was answered with something other than JSON',
			checkAddress,
		],
		[
			'no accessToken',
			1,
			{ omit: ['accessToken'] },
			'The service accepted the login but gave no access',
			checkAddress,
		],
		[
			'an empty accessToken',
			1,
			{ body: { accessToken: '' } },
			'The service accepted the login but gave no access',
			checkAddress,
		],
		[
			'400',
			1,
			{ status: 400, body: { error: 'Malformed' } },
			'The service did not accept the login (400)',
			`The service says: Malformed. ${checkFields}`,
		],
		[
			'403',
			1,
			{ status: 403, body: { errors: [{ detail: 'No API access' }] } },
			'The service does not let this account log in (403)',
			'The service says: No API access. The account may be locked',
		],
		[
			'404',
			1,
			{ status: 404 },
			'There is no login at this address (404)',
			`The service says: Not Found. ${checkAddress}`,
		],
		[
			'423',
			1,
			{ status: 423, text: '' },
			'The service does not let this account log in (423)',
			'The account may be locked',
		],
		[
			'429',
			4,
			{ status: 429 },
			'The service asks to wait before the next login (429)',
			'Try again in a few minutes',
		],
		[
			'500',
			4,
			{ status: 500, text: '<html>Oops</html>' },
			'The service cannot process logins now (500)',
			'Try again later',
		],
		[
			'a connection that is cut',
			4,
			{ reset: 'before' },
			'Could not log in: the connection was cut before an answer came',
			checkAddress,
		],
	])('%s, attempts: %i', async (_, attempts, fault, message, hint) => {
		const { sandbox, error, saved, reported } = await logIn(({ addFault }) => {
			addFault({ ...fault, operation: 'login' });
			return {};
		});
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(hint);
		expect(reported).not.toMatch(FORBIDDEN);
		expect(saved).not.toContain(sandbox.password);
		expect(sandbox.requests.map(({ operation }) => operation)).toEqual(
			Array(attempts).fill('login'),
		);
	});

	test('nothing there', async () => {
		const gone = await newSandbox();
		await gone.close();
		const { error, reported } = await logIn(() => ({ baseUrl: gone.baseUrl }));
		expect(error?.message).toBe('Could not log in: nothing answers at that address');
		expect(error?.description).toContain(checkAddress);
		expect(reported).not.toMatch(FORBIDDEN);
	});

	test('a failure that passes is retried', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'login', status: 503, times: 1 });
		const { error } = await runOn(sandbox, { parameters: getSteps });
		expect(error).toBeUndefined();
		expect(askedOf(sandbox)).toEqual(['login 503', 'login 200', 'listSteps 200']);
	});
});
