import type { INodeParameters } from 'n8n-workflow';

import type { Disruption } from '../../../dev/sandbox/index.mts';
import {
	createApplicants,
	getByRow,
	listSends,
	listStatuses,
	sendByColumns,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import { ON_ERROR, retrying, runOn, watchLog } from '../../support/engine.mts';
import { fastClock, useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rule 8: a try of Retry On Fail takes over what the tries before it did, and tries only what may do better.

const newSandbox = useSandbox();
useFastTime();

afterEach(() => jest.restoreAllMocks());

const NOW = { 'Retry-After': '0' };

test.each<[string, number, number, INodeParameters, Disruption?]>([
	['POST', 422, 1, sendByColumns],
	['POST', 500, 1, sendByColumns],
	// Each try pauses ten times.
	['POST', 429, 33, sendByColumns, { headers: NOW }],
	['GET', 404, 3, getByRow],
	// Each try asks four times.
	['GET', 500, 12, getByRow, { headers: NOW }],
])(
	'a %s answered %d is sent %d times in three tries',
	async (_, status, times, parameters, more = {}) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status, ...more });
		const rows = [{ ...createApplicants(1)[0], userId: 'user-x' }];
		const { error } = await runOn(sandbox, { parameters, rows, settings: retrying });
		expect(error).toBeDefined();
		const requests = sandbox.requests.filter(({ operation }) => operation !== 'login');
		expect(requests).toHaveLength(times);
	},
);

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
	const sandbox = await newSandbox({ clock: fastClock });
	sandbox.disrupt({ applicant: toEmail(1), status: 422, latencyMs: 2000 });
	const late = { userId: 'late', message: 'Sent' };
	sandbox.disrupt({ applicant: toEmail(2), body: late, latencyMs: 6000 });
	const { error } = await runOn(sandbox, { rows: createApplicants(3), settings: retrying });
	expect(error?.message).toContain('(422)');
	expect(error?.description).toContain(sandbox.screenings[0]!.userId);
	expect(error?.description).toContain("userId 'late'");
	expect(listSends(sandbox)).toHaveLength(3);
});

test.each([
	['after the last row is refused', 'stopWorkflow', 2, 'off', 2],
	['after the first row is refused', 'continueRegularOutput', 0, 'off', 2],
	['after the first row is refused', 'continueErrorOutput', 0, 'off', 2],
	// n8n tries a node again whose first item has an error, also one of an earlier node.
	['for an error of an earlier node', 'stopWorkflow', -1, 'due', 3],
] as const)(
	'every ID is in the log before the next try %s, On Error = %s',
	async (_, onError, refused, updateRows, accepted) => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		sandbox.disrupt({ applicant: toEmail(refused), status: 422 });
		await runOn(sandbox, {
			parameters: { ...sendDueRows, updateRows, options: { maxConcurrency: 1 } },
			rows: createApplicants(3, updateRows === 'due' ? { 0: { error: 'of an earlier step' } } : {}),
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
	const outcome = await runOn(sandbox, {
		parameters: { ...sendDueRows, options: { maxConcurrency: 1 } },
		rows: createApplicants(2, { 0: { error: 'of an earlier step' } }),
		settings: { ...retrying, maxTries: 2 },
	});
	expect(listStatuses(outcome)).toEqual(['sent', 'not sent']);
	expect(outcome.rows[0]!.userId).toBe(sandbox.screenings[0]!.userId);
	expect(sandbox.screenings).toHaveLength(1);
});
