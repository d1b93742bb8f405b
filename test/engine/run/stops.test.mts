import type { Disruption, Sandbox } from '../../../dev/sandbox/index.mts';
import {
	createApplicants,
	getByRow,
	listSends,
	listStatuses,
	sendByColumns,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import { createCancel, runOn, watchLog } from '../../support/engine.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import { fastClock, useFastTime } from '../../support/fast-time.mts';
import { useSandbox, waitUntilArrived } from '../../support/use-sandbox.mts';

// Rules 3 and 4: where a run stops, in which order its items come out, and what is left when it is cancelled.

const newSandbox = useSandbox();
// What was done may wait two seconds for the log.
useFastTime();

afterEach(() => jest.restoreAllMocks());

test.each([422, 500])(
	'under Stop, no row starts after one that is answered %d; the error lists the IDs, and nothing is logged',
	async (status) => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		sandbox.disrupt({ applicant: toEmail(1), status });
		const parameters = { ...sendByColumns, options: { maxConcurrency: 1 } };
		const { error } = await runOn(sandbox, { parameters, rows: createApplicants(9) });
		expect(listSends(sandbox)).toHaveLength(2);
		expect(error?.message).toMatch(new RegExp(`^Row 2 .*\\(${status}\\).* \\[item 1\\]$`));
		expect(error?.description).toContain(sandbox.screenings[0]!.userId);
		expect(warn).not.toHaveBeenCalled();
	},
);

const look = "={{ $('Sheet').item.json.row }}";

test('rows that are answered in any order come out in input order, linked', async () => {
	const sandbox = await newSandbox({ clock: fastClock });
	const all = [...Array(20).keys()];
	for (const index of all) {
		sandbox.disrupt({ applicant: toEmail(index), latencyMs: 1000 * ((index * 7) % 20) });
	}
	const { rows, looked } = await runOn(sandbox, { rows: createApplicants(20), look });
	const userIds = new Map(sandbox.screenings.map(({ email, userId }) => [email, userId]));
	expect(rows.map(({ userId }) => userId)).toEqual(all.map((row) => userIds.get(toEmail(row))));
	expect(looked).toEqual(all);
});

test('with Only Complete there is no item for a 404 and for incomplete results; other failures and the links stay', async () => {
	const sandbox = await newSandbox();
	const add = (checkComplete: boolean) =>
		sandbox.addApplicant({ screening: {}, user: { checkComplete } });
	const refused = add(true);
	sandbox.disrupt({ applicant: refused, status: 422 });
	const userIds = [add(false), add(true), 'unknown', add(true), refused];
	const rows = userIds.map((userId, row) => ({ row, userId }));
	const settings = { onError: 'continueErrorOutput' } as const;
	for (const [onlyComplete, linked, failed] of [
		[true, [1, 3], [4]],
		[false, [0, 1, 3], [2, 4]],
	] as const) {
		const parameters = { ...getByRow, options: { onlyComplete } };
		const outcome = await runOn(sandbox, { parameters, rows, look, settings });
		expect([outcome.looked, outcome.lookedAtErrors]).toEqual([linked, failed]);
	}
	const stopping = { ...getByRow, options: { onlyComplete: true } };
	const outcome = await runOn(sandbox, { parameters: stopping, rows: rows.slice(0, 4) });
	expect(outcome.error).toBeUndefined();
});

test('with Execute Once only the first item is looked at', async () => {
	const sandbox = await newSandbox();
	const rows = createApplicants(3, { 1: { email: 'not looked at' } });
	const { items, error } = await runOn(sandbox, { rows, settings: { executeOnce: true } });
	expect([items.length, error, listSends(sandbox).length]).toEqual([1, undefined, 1]);
});

/** Longer than a test may take. */
const NO_ANSWER = { latencyMs: 10 * 60_000 };
const UNCLEAR = ['maybe sent', 'sent', 'sent'];
const DUE = ['sent', 'sent', 'sent'];
const ofBen = { applicant: toEmail(1), times: 1 };
const LOGIN: Disruption = { operation: 'login', times: 1, ...NO_ANSWER };
const LOGGED_OUT = [
	{ ...ofBen, status: 401 },
	{ ...LOGIN, skip: 1 },
];
const LIMITED = { ...ofBen, status: 429, headers: { 'Retry-After': '299' } };
const logins = (sandbox: Sandbox) => sandbox.listRequests('login').length;
const isLimited = (sandbox: Sandbox) => listSends(sandbox)[1]?.status === 429;

test.each<[string, (sandbox: Sandbox) => boolean, Disruption[], number, string[]]>([
	['while a login hangs', (one) => logins(one) === 1, [LOGIN], 0, DUE],
	['with a request in flight', (one) => listSends(one).length === 1, [NO_ANSWER], 1, UNCLEAR],
	['in the login after a 401', (one) => logins(one) === 2, LOGGED_OUT, 2, DUE],
	['in a pause', isLimited, [LIMITED], 2, DUE],
])(
	'a run that is cancelled %s ends at once, logs every ID, and the next run knows what may have been accepted',
	async (_, isTime, faults, sends, statuses) => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		const ends = faults.map((fault) => sandbox.disrupt(fault));
		const { now, onStart } = createCancel();
		const parameters = { ...sendDueRows, options: { maxConcurrency: 1 } };
		const spec = { parameters, rows: createApplicants(3) };
		const running = runOn(sandbox, { ...spec, onStart });
		await eventually(() => isTime(sandbox));
		await waitUntilArrived(sandbox);
		now();
		expect((await running).error?.message).toContain('The execution was cancelled');
		expect(listSends(sandbox)).toHaveLength(sends);
		if (sends > 0) await eventually(() => warn.mock.calls.length > 0);
		for (const { userId } of sandbox.screenings)
			expect(warn.mock.calls.join()).toMatch(RegExp(`was cancelled[^]*${userId}`));
		for (const end of ends) end();
		expect(listStatuses(await runOn(sandbox, spec))).toEqual(statuses);
	},
);
