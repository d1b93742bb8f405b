import { applicants, sendByColumns, sendByExpressions } from '../../support/applicants.mts';
import { credentialFor, ON_ERROR, retrying, runNode, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

describe.each(ON_ERROR)('wrong password, On Error = %s', (onError) => {
	test('100 items with an expired token: one login attempt in all, and no secret is saved', async () => {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox, 'expired');
		credential.stored.password = 'Hunter-2-Secret';
		const { error, items, errorItems, saved } = await runNode({
			credential,
			parameters: sendByExpressions,
			rows: applicants(100),
			settings: { ...retrying, onError },
		});
		expect(sandbox.requestsOf('login')).toHaveLength(1);
		expect(sandbox.screenings).toEqual([]);
		const reported = error?.message ?? (items[0] ?? errorItems[0])!.json.error;
		expect(JSON.stringify(reported)).toContain('The service refused the login (401)');
		if (onError !== 'stopWorkflow') expect([...items, ...errorItems]).toHaveLength(100);
		expect(saved).not.toMatch(/(?<!username and )password|token|Hunter-2-Secret|expired/i);
	});
});

test.each(['', 'expired'])(
	'after the account was unlocked the next run logs in at once, token %j',
	async (token) => {
		const sandbox = await newSandbox();
		const unlock = sandbox.addFault({ operation: 'login', status: 423, body: {} });
		const credential = credentialFor(sandbox, token);
		const runOnce = async () =>
			await runNode({ credential, parameters: sendByColumns, rows: applicants(3) });
		expect((await runOnce()).error?.message).toContain('(423)');
		expect((await runOnce()).error?.message).toContain('(423)');
		unlock();
		expect((await runOnce()).items).toHaveLength(3);
		expect(sandbox.requestsOf('login').map(({ status }) => status)).toEqual([423, 423, 200]);
	},
);

test('cancelled while the login of an expired token is refused: the next run logs in at once', async () => {
	const sandbox = await newSandbox();
	const credential = credentialFor(sandbox, 'expired');
	const logIn = jest.spyOn(credential, 'preAuthentication');
	let cancel = () => {};
	const unlock = sandbox.addFault({
		operation: 'login',
		match: () => {
			cancel();
			return true;
		},
		status: 423,
		body: {},
	});
	const { error } = await runNode({
		credential,
		parameters: sendByColumns,
		rows: applicants(3),
		onStart: (stop) => {
			cancel = stop;
		},
	});
	expect(error?.message).toContain('The execution was cancelled before this item was done');
	await Promise.allSettled(logIn.mock.results.map(({ value }) => value as Promise<unknown>));
	unlock();
	const { items } = await runNode({ credential, parameters: sendByColumns, rows: applicants(3) });
	expect(items).toHaveLength(3);
	expect(sandbox.requestsOf('login').map(({ status }) => status)).toEqual([423, 200]);
});

test('a refused login of an expired token does not start a burst of attempts', async () => {
	const sandbox = await newSandbox({ latencyMs: 5 });
	const credential = credentialFor(sandbox);
	let answered = 0;
	sandbox.addFault({
		match: () => {
			answered += 1;
			if (answered === 21) {
				sandbox.revokeTokens();
				sandbox.addFault({ operation: 'login', status: 401, body: {} });
			}
			return false;
		},
		status: 500,
	});
	const { errorItems, items } = await runNode({
		credential,
		parameters: { ...sendByColumns, options: { maxConcurrency: 10 } },
		rows: applicants(60),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(sandbox.requestsOf('login').map(({ status }) => status)).toEqual([200, 401]);
	expect(items.length + errorItems.length).toBe(60);
	expect(sandbox.screenings).toHaveLength(items.length);
});

describe('a credential that is edited after its token was given out', () => {
	test('the token does not go to another address: the next run logs in there', async () => {
		const [before, after] = [await newSandbox(), await newSandbox()];
		const credential = credentialFor(before);
		await runNode({ credential, parameters: sendByColumns, rows: applicants(1) });
		credential.stored.baseUrl = after.baseUrl;
		const { items } = await runNode({ credential, parameters: sendByColumns, rows: applicants(3) });
		expect(items).toHaveLength(3);
		expect(after.requestsOf('login')).toHaveLength(1);
		const sentThere = after.requests.map(({ headers }) => headers.authorization);
		expect(sentThere).not.toContain(before.tokensIssued[0]);
	});

	test.each([
		['username', 'somebody@else.example'],
		['password', 'a wrong one'],
	])('another %s is tried at once, and not sent with the old token', async (field, value) => {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox);
		await runNode({ credential, parameters: sendByColumns, rows: applicants(1) });
		credential.stored[field] = value;
		const { error } = await runNode({ credential, parameters: sendByColumns, rows: applicants(9) });
		expect(error?.message).toBe('The service refused the login (401)');
		// n8n's editor would add `[item 0]`, as if that item were the reason.
		expect(error?.context?.itemIndex).toBeUndefined();
		expect(sandbox.requestsOf('login').map(({ status }) => status)).toEqual([200, 401]);
		expect(sandbox.screenings).toHaveLength(1);
	});
});

describe.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'a login that is not possible now, 100 items, On Error = %s',
	(onError) => {
		test('is tried as often as for one item', async () => {
			const sandbox = await newSandbox();
			sandbox.addFault({ operation: 'login', status: 503, body: {} });
			const { items, error } = await runOn(sandbox, {
				rows: applicants(100),
				settings: { onError },
			});
			expect(sandbox.requestsOf('login')).toHaveLength(4);
			expect(sandbox.requestsOf('sendScreeningWithFlow')).toEqual([]);
			if (onError === 'stopWorkflow') expect(error?.message).toContain('(503)');
			else expect(items).toHaveLength(100);
		});

		test('an access that is refused though it is new ends it for all', async () => {
			const sandbox = await newSandbox();
			sandbox.addFault({ operation: 'sendScreeningWithFlow', status: 401, body: {} });
			const { items } = await runOn(sandbox, {
				rows: applicants(100),
				settings: { ...retrying, onError },
			});
			expect(sandbox.requestsOf('login')).toHaveLength(2);
			expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(2);
			if (onError === 'continueRegularOutput') {
				expect(items).toHaveLength(100);
				expect(JSON.stringify(items[99])).toContain('Not sent. The service refused access (401)');
			}
		});
	},
);
