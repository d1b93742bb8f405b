import { applicants, sendByColumns } from '../../support/applicants.mts';
import { busyCredentialFor, credentialFor, runNode, runOn } from '../../support/engine.mts';
import { BODIES, startWireService } from '../../support/wire-service.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

test('10 at once allowed, 429 above: 300 items all succeed, each sent once, and the concurrency settles', async () => {
	const sandbox = await newSandbox({ maxInFlight: 10, retryAfterSeconds: 0.05, latencyMs: 150 });
	const { items, error } = await runOn(sandbox, { rows: applicants(300) });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(300);
	expect(new Set(sandbox.screenings.map(({ email }) => email)).size).toBe(300);
	expect(sandbox.screenings).toHaveLength(300);
	const statuses = sandbox.requestsOf('sendScreeningWithFlow').map(({ status }) => status);
	expect(statuses).toContain(429);
	expect(statuses.slice(-150)).not.toContain(429);
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'after too many 429s the node stops trying, for all items together (%s)',
	async (onError) => {
		const sandbox = await newSandbox();
		sandbox.addFault({ status: 429, body: {}, headers: { 'Retry-After': '0' } });
		const { error, items } = await runOn(sandbox, {
			parameters: { ...sendByColumns, options: { maxConcurrency: 1 } },
			rows: applicants(30),
			settings: { onError },
		});
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(11);
		const reported = error?.message ?? (items[0]!.json.error as { message: string }).message;
		expect(reported).toBe(
			"Row 1 ('Nathan Smith 0'): The service answers that there are too many requests (429) [item 0]",
		);
		if (onError === 'continueRegularOutput') {
			expect(items[29]!.json.error).toMatchObject({
				message:
					"Row 30 ('Nathan Smith 29'): Not sent. The service answers that there are too many requests (429) [item 29]",
			});
		}
	},
);

describe('a POST whose answer is lost', () => {
	test.each([
		[
			'a reset after the service acted',
			{ reset: 'after' as const },
			'the connection was cut before an answer came',
		],
		[
			'a reset before the service acted',
			{ reset: 'before' as const },
			'the connection was cut before an answer came',
		],
		['a time-out', { latencyMs: 60_000 }, 'no answer came in time'],
		[
			'a 502',
			{ status: 502, text: '<html>Bad gateway</html>' },
			'The service could not process the request (502)',
		],
		['a web page', { text: '<!doctype html><p>Hello' }, 'The service answered with a web page'],
		['a 200 without userId', { omit: ['userId'] }, "The service answered without 'userId'"],
	])(
		'%s: it is not repeated, and the message says that it may have been accepted',
		async (_, fault, cause) => {
			const sandbox = await newSandbox();
			sandbox.addFault({ operation: 'sendScreeningWithFlow', ...fault });
			// Only the late answer is to meet the time-out, and a busy machine is to read the request before.
			const timeout = 'latencyMs' in fault ? 5_000 : 60_000;
			const { error } = await runOn(sandbox, {
				parameters: { ...sendByColumns, requestOptions: { timeout } },
				rows: applicants(1),
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			});
			expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(1);
			expect(error?.message).toContain(cause);
			expect(error?.message).toMatch(/The screening may have been accepted \[item 0\]$/);
			expect(error?.description).toContain('Look in the dashboard of the service');
		},
	);
});

test('a GET whose answer is lost is asked for again: two resets and then an answer', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ operation: 'listSteps', reset: 'before', times: 2 });
	const { items } = await runOn(sandbox, {
		parameters: { resource: 'flow', operation: 'getSteps', returnAll: true },
	});
	expect(items.length).toBeGreaterThan(1);
	expect(sandbox.requestsOf('listSteps')).toHaveLength(3);
});

test('a connection that is never made is tried again, as the service cannot have acted', async () => {
	const sandbox = await newSandbox();
	const credential = credentialFor(sandbox, sandbox.tokensIssued[0] ?? 'some');
	await sandbox.close();
	const { error } = await runNode({ credential, parameters: sendByColumns, rows: applicants(1) });
	expect(error?.message).toBe('The service could not be reached: nothing answers at that address');
	expect(error?.message).not.toContain('may have been accepted');
});

test('an uncertain request stays uncertain where n8n cannot read the credential any more', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ operation: 'sendScreeningWithFlow', status: 500, body: { message: 'Oops' } });
	const asked = () => sandbox.requestsOf('sendScreeningWithFlow').length;
	const credential = busyCredentialFor(sandbox, () => asked() > 0);
	const { errorItems } = await runNode({
		credential,
		parameters: sendByColumns,
		rows: applicants(1),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(errorItems[0]!.json.error).toEqual({
		message:
			'The service could not process the request (500): Oops. The screening may have been accepted [item 0]',
		description: expect.any(String) as unknown,
		status: 500,
		mayHaveBeenAccepted: true,
	});
});

describe('what n8n never sent is not "maybe sent"', () => {
	const updating = { ...sendByColumns, updateRows: true, options: { maxConcurrency: 1 } };
	const CAUSE = 'n8n did not send the request: its log may say why';

	test('where it cannot read the credential from the third row on', async () => {
		const sandbox = await newSandbox();
		const credential = busyCredentialFor(sandbox, () => sandbox.screenings.length === 2);
		const { items } = await runNode({ credential, parameters: updating, rows: applicants(3) });
		expect(items.map(({ json }) => json.screeningStatus)).toEqual(['sent', 'sent', 'not sent']);
		expect(items[2]!.json.screeningNote).toContain(CAUSE);
	});

	test('where it cannot store the token: the node fails, and no row changes', async () => {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox);
		credential.preAuthentication = () => Promise.reject(new Error('Database is busy'));
		const { items, error } = await runNode({
			credential,
			parameters: updating,
			rows: applicants(3),
		});
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toContain(CAUSE);
	});

	test.each([-5, 'soon', '5 s', '1e4', 1.5])('where its timeout is %p', async (timeout) => {
		const sandbox = await newSandbox();
		const { items } = await runOn(sandbox, {
			parameters: { ...updating, requestOptions: { timeout } },
			rows: applicants(2),
		});
		expect(sandbox.requests).toEqual([]);
		for (const { json } of items) {
			expect(json.screeningStatus).toBe('not sent');
			expect(json.screeningNote).toContain("'Timeout' must be a number of milliseconds");
		}
	});
});

describe('an answer that this process cannot handle', () => {
	const DEPTH = 20_000;

	test.each([
		['as deep as no list is', '[]', `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`, 'sent'],
		['with a number that is too long for an ID', '12345678901234567890', '[]', 'maybe sent'],
	])('%s: sent once, and the next run knows', async (_, id, more, status) => {
		const body = `{"userId":${id === '[]' ? '"user-1"' : id},"more":${more}}`;
		const replyTo = (__: string, kind: keyof typeof BODIES) =>
			kind === 'POST' ? { body } : { body: BODIES[kind] };
		const service = await startWireService({}, { kind: 'POST', replyTo });
		const account = { baseUrl: service.baseUrl, username: `deep ${status}`, password: 'p4ssw0rd' };
		const statuses: unknown[] = [];
		for (let run = 0; run < 2; run++) {
			const parameters = { ...sendByColumns, updateRows: true };
			const credential = credentialFor(account);
			const { items } = await runNode({ credential, parameters, rows: applicants(1) });
			statuses.push(items[0]!.json.screeningStatus);
		}
		await service.close();
		expect(service.read.POST).toBe(1);
		expect(statuses).toEqual([status, status]);
	});
});
