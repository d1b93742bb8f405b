import type { INodeParameters } from 'n8n-workflow';

import type { Disruption } from '../../../dev/sandbox/index.mts';
import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import {
	createApplicants,
	getByRow,
	listSends,
	sendByColumns,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import {
	createBusyCredential,
	ON_ERROR,
	retrying,
	runNode,
	runOn,
	watchLog,
} from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rule 7: a try of Retry On Fail takes over what the tries before it did, and tries only what may do better.

const newSandbox = useSandbox();
useFastTime();

afterEach(() => jest.restoreAllMocks());

const NOW = { 'Retry-After': '0' };

test.each<[string, Disruption, number, INodeParameters]>([
	['POST', { status: 301 }, 3, sendByColumns],
	['POST', { status: 422 }, 1, sendByColumns],
	['GET', { status: 301 }, 3, getByRow],
	['GET', { status: 404 }, 3, getByRow],
	// Each try asks four times.
	['GET', { status: 500, headers: NOW }, 12, getByRow],
])('a %s answered %j is sent %d times in three tries', async (_, answer, times, parameters) => {
	const sandbox = await newSandbox();
	sandbox.disrupt(answer);
	const rows = [{ ...createApplicants(1)[0], userId: 'user-x' }];
	const { error } = await runOn(sandbox, { parameters, rows, settings: retrying });
	expect(error).toBeDefined();
	const { length } = sandbox.requests.filter(({ operation }) => operation !== 'login');
	expect(length).toBe(times);
});

test.each(ON_ERROR)(
	'the next try logs in after a login that may work later, On Error = %s',
	async (onError) => {
		const sandbox = await newSandbox();
		// One try asks for it, and three times more.
		sandbox.disrupt({ operation: 'login', status: 503, headers: NOW, times: 4 });
		const settings = { ...retrying, onError, maxTries: 2 };
		const { errorItems, error } = await runOn(sandbox, { rows: createApplicants(3), settings });
		expect([error, errorItems]).toEqual([undefined, []]);
		expect(listSends(sandbox)).toHaveLength(3);
		expect(sandbox.listRequests('login')).toHaveLength(5);
	},
);

test('the error of the last try lists what all tries did, also after the item at which the run stops', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock });
	sandbox.disrupt({ applicant: toEmail(1), status: 422, latencyMs: 1 });
	const late = { userId: 'late', message: 'Sent' };
	sandbox.disrupt({ applicant: toEmail(2), status: 200, body: late, latencyMs: 2 });
	const running = runOn(sandbox, { rows: createApplicants(3), settings: retrying });
	await clock.untilWaits(2);
	clock.advance(1);
	await eventually(() => listSends(sandbox)[1]?.status === 422);
	clock.advance(1);
	const { error } = await running;
	expect(error?.message).toContain('(422)');
	expect(error?.description).toContain(sandbox.screenings[0]!.userId);
	expect(error?.description).toContain("userId 'late'");
	expect(listSends(sandbox)).toHaveLength(3);
});

test.each([
	['stopWorkflow', 2, 'off', 2],
	['continueRegularOutput', 0, 'off', 2],
	['continueErrorOutput', 0, 'off', 2],
	['stopWorkflow', -1, 'due', 3],
] as const)(
	'every ID is in the log if n8n fails between two tries, On Error = %s, row %d refused, Update Rows %s',
	async (onError, refused, updateRows, accepted) => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		sandbox.disrupt({ applicant: toEmail(refused), status: 425 });
		const sends = onError === 'stopWorkflow' ? 3 : 4;
		// n8n tries a node again whose first item has an error, also one of an earlier node.
		const change = updateRows === 'due' ? { 0: { error: 'of an earlier step' } } : {};
		await runNode({
			credential: createBusyCredential(sandbox, () => listSends(sandbox).length === sends),
			parameters: { ...sendDueRows, updateRows, options: { maxConcurrency: 1 } },
			rows: createApplicants(3, change),
			settings: { ...retrying, maxTries: 2, onError },
		});
		expect(sandbox.screenings).toHaveLength(accepted);
		const [[logged]] = warn.mock.calls as [[string]];
		expect(logged).toMatch(/^Rental Screening is tried again\. Before that:/);
		for (const { userId } of sandbox.screenings) expect(logged).toContain(userId);
	},
);

test('rows keep what the try before did where the account is refused in each', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ applicant: toEmail(1), status: 401 });
	const { error, items } = await runOn(sandbox, {
		parameters: { ...sendDueRows, updateRows: 'due', options: { maxConcurrency: 1 } },
		rows: createApplicants(2, { 0: { error: 'of an earlier step' } }),
		settings: { ...retrying, maxTries: 2 },
	});
	expect(error).toBeUndefined();
	const { userId } = sandbox.screenings[0]!;
	expect(items.map(({ json }) => [json.userId, json.screeningStatus])).toEqual([
		[userId, 'sent'],
		[null, 'not sent'],
	]);
	expect(sandbox.screenings).toHaveLength(1);
});

test('a run that succeeds logs nothing', async () => {
	const warn = watchLog();
	const sandbox = await newSandbox();
	await runOn(sandbox, { rows: createApplicants(3), settings: { ...retrying, maxTries: 2 } });
	expect(sandbox.screenings).toHaveLength(3);
	expect(warn).not.toHaveBeenCalled();
});
