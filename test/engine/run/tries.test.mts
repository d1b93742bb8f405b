import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { busyCredentialFor, ON_ERROR, retrying, runNode, runOn } from '../../support/engine.mts';
import { watchLog } from '../../support/node-log.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

afterEach(() => jest.restoreAllMocks());

/** A login that may succeed later is asked for once, and three times more. */
const LOGINS_OF_A_TRY = 4;

/** How often the screening of each of the three applicants was asked for. */
const triesOf = (sandbox: Sandbox) =>
	[0, 1, 2].map(
		(index) =>
			sandbox
				.requestsOf('sendScreeningWithFlow')
				.filter(({ rawBody }) => rawBody.includes(emailOf(index))).length,
	);

describe.each(ON_ERROR)('Retry On Fail, On Error = %s', (onError) => {
	test('what is done is not asked for again, and comes out as it was', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(1), status: 425, times: 1 });
		const { items, errorItems, error } = await runOn(sandbox, {
			rows: applicants(3),
			settings: { ...retrying, onError },
		});
		expect(error).toBeUndefined();
		expect(errorItems).toEqual([]);
		expect(triesOf(sandbox)).toEqual([1, 2, 1]);
		expect(items.map(({ json }) => Object.keys(json).sort())).toEqual(
			Array.from({ length: 3 }, () => ['message', 'userId']),
		);
	});

	test.each([0, 1])(
		'item %d is tried as often as the node says, and no other again',
		async (failing) => {
			const sandbox = await newSandbox();
			sandbox.addFault({ applicant: emailOf(failing), status: 425 });
			await runOn(sandbox, {
				rows: applicants(3),
				settings: { ...retrying, onError, maxTries: 2 },
			});
			const tries = triesOf(sandbox);
			expect(tries.splice(failing, 1)).toEqual([2]);
			const once = onError === 'stopWorkflow' ? expect.not.arrayContaining([2]) : [1, 1];
			expect(tries).toEqual(once);
		},
	);

	test('a login that failed does not hold up the next try', async () => {
		const sandbox = await newSandbox();
		const headers = { 'Retry-After': '0' };
		sandbox.addFault({ operation: 'login', status: 503, headers, times: LOGINS_OF_A_TRY });
		const { errorItems, error } = await runOn(sandbox, {
			rows: applicants(3),
			settings: { ...retrying, onError, maxTries: 2 },
		});
		expect(error).toBeUndefined();
		expect(errorItems).toEqual([]);
		expect(triesOf(sandbox)).toEqual([1, 1, 1]);
		expect(sandbox.requestsOf('login')).toHaveLength(LOGINS_OF_A_TRY + 1);
	});
});

test('On Error = Stop: nothing else starts before the next try of an item that failed', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ applicant: emailOf(0), status: 425, times: 1 });
	const { items } = await runOn(sandbox, {
		parameters: sendByColumns,
		rows: applicants(3),
		settings: { ...retrying, waitBetweenTries: 300 },
	});
	expect(items).toHaveLength(3);
	const [first, second] = sandbox.requestsOf('sendScreeningWithFlow');
	expect(second!.rawBody).toContain(emailOf(0));
	expect(second!.startedAt - first!.startedAt).toBeGreaterThanOrEqual(299);
});

test('the run waits between its own tries', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ applicant: emailOf(0), status: 425, times: 1 });
	await runOn(sandbox, {
		parameters: sendByColumns,
		rows: applicants(1),
		settings: { ...retrying, onError: 'continueRegularOutput', waitBetweenTries: 300 },
	});
	const [first, second] = sandbox.requestsOf('sendScreeningWithFlow');
	expect(second!.startedAt - first!.startedAt).toBeGreaterThanOrEqual(299);
});

test.each([
	['continueRegularOutput', 'none', false],
	['continueErrorOutput', 'none', false],
	// n8n takes a column of the sheet for an error, whatever On Error says.
	['stopWorkflow', '+14165550100', true],
] as const)(
	'cancelled while n8n waits to try again because the first row is an error, On Error = %s: the log has every ID',
	async (onError, phone, updateRows) => {
		const warn = watchLog();
		const waitBetweenTries = 1234;
		let cancel = () => {};
		const { setTimeout: wait } = globalThis;
		const waiting = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
			callback: () => void,
			milliseconds?: number,
		) => {
			if (milliseconds !== waitBetweenTries) return wait(callback, milliseconds);
			cancel();
			return wait(callback, 0);
		}) as typeof setTimeout);
		const sandbox = await newSandbox();
		await runOn(sandbox, {
			parameters: { ...sendByColumns, updateRows },
			rows: applicants(3, { 0: { phone, error: '' } }),
			settings: { ...retrying, waitBetweenTries, onError },
			onStart: (stop) => {
				cancel = stop;
			},
		});
		waiting.mockRestore();
		const logged = warn.mock.calls.map(([message]) => message).join('\n');
		expect(sandbox.screenings).toHaveLength(phone === 'none' ? 2 : 3);
		for (const { userId } of sandbox.screenings) expect(logged).toContain(userId);
		expect(warn).toHaveBeenCalledTimes(1);
	},
);

test.each([
	['stopWorkflow', 2, false, 2],
	['continueRegularOutput', 0, false, 2],
	['continueErrorOutput', 0, false, 2],
	['stopWorkflow', -1, true, 3],
] as const)(
	'n8n fails before the next try reaches the node, On Error = %s, row %d refused, Update Rows %s: the log has every ID',
	async (onError, refused, updateRows, accepted) => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(refused), status: 425 });
		const sends = onError === 'stopWorkflow' ? 3 : 4;
		const asked = () => sandbox.requestsOf('sendScreeningWithFlow').length;
		const credential = busyCredentialFor(sandbox, () => asked() === sends);
		await runNode({
			credential,
			parameters: { ...sendByColumns, updateRows, options: { maxConcurrency: 1 } },
			rows: applicants(3, updateRows ? { 0: { error: 'of an earlier step' } } : {}),
			settings: { ...retrying, maxTries: 2, onError },
		});
		expect(sandbox.screenings).toHaveLength(accepted);
		const [[logged]] = warn.mock.calls as [[string]];
		expect(logged).toMatch(/^Rental Screening is tried again\. Done before the stop/);
		for (const { userId } of sandbox.screenings) expect(logged).toContain(userId);
		expect(warn).toHaveBeenCalledTimes(1);
	},
);
