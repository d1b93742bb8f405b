import { runInEngine } from '../../../dev/engine/engine.mts';
import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import {
	additionalDataOf,
	credentialFor,
	runNode,
	runOn,
	workflowOf,
} from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { watchLog } from '../../support/node-log.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

afterEach(() => jest.restoreAllMocks());

test.each([
	[
		'property',
		{ resource: 'property', operation: 'create', name: '={{ $json.email }}' },
		'propertyId',
	],
	[
		'flow',
		{
			resource: 'flow',
			operation: 'create',
			flowName: '={{ $json.email }}',
			specifySteps: 'json',
			stepsJson: '["step-identity"]',
		},
		'flowId',
	],
	[
		'rentReport',
		{ resource: 'rentReport', operation: 'submit', firstName: '={{ $json.email }}', rentPaid: '1' },
		'id',
	],
])('the message has the identifiers of each operation: %s', async (_, parameters, identifier) => {
	const sandbox = await newSandbox();
	sandbox.addFault({ match: ({ rawBody }) => rawBody.includes(emailOf(2)), status: 500 });
	const { error } = await runOn(sandbox, { parameters, rows: applicants(3) });
	expect(error?.description).toMatch(
		new RegExp(
			`\\nDone before the stop \\(2\\):\\nRow 1 \\('${emailOf(0)}'\\): ${identifier} '.+'\\nRow 2 \\('${emailOf(1)}'\\): ${identifier} '.+'\\n`,
		),
	);
});

test('cancelling the execution stops it, and the message says what was done', async () => {
	const sandbox = await newSandbox();
	let cancel = () => {};
	let sent = 0;
	sandbox.addFault({
		match: ({ operation }) => {
			if (operation === 'sendScreeningWithFlow' && ++sent === 4) cancel();
			return false;
		},
		status: 500,
	});
	const { error } = await runOn(sandbox, {
		parameters: { ...sendByColumns, options: { maxConcurrency: 1 } },
		rows: applicants(50),
		onStart: (stop) => {
			cancel = stop;
		},
	});
	expect(error?.message).toContain('The execution was cancelled');
	const reported = sandbox.screenings.filter(({ userId }) => error?.description?.includes(userId));
	const uncertain = /may have been accepted/i.test(`${error?.message} ${error?.description}`);
	expect(sandbox.screenings.length - reported.length).toBeLessThanOrEqual(uncertain ? 1 : 0);
	expect(reported.length).toBeGreaterThanOrEqual(3);
	expect(sandbox.requestsOf('sendScreeningWithFlow').length).toBeLessThanOrEqual(5);
});

describe('the outcome of the first request', () => {
	test.each([
		['an answer other than 200', { status: 422, body: {} }],
		['a 200 without userId', { status: 200, body: {} }],
		['an error of the service', { status: 503, body: {} }],
	])('%s: nothing else starts, however many may go at once', async (_, fault) => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(0), ...fault });
		const { error } = await runOn(sandbox, { rows: applicants(100) });
		expect(error?.message).toContain('[item 0]');
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(1);
		expect(sandbox.screenings).toEqual([]);
	});

	test('where errors are continued on, the others follow', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(0), status: 422, body: {} });
		const { items } = await runOn(sandbox, {
			rows: applicants(100),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items).toHaveLength(100);
		expect(sandbox.screenings).toHaveLength(99);
	});

	test('a 429: the others wait with it', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ status: 429, body: {}, headers: { 'Retry-After': '0.2' }, times: 1 });
		await runOn(sandbox, { rows: applicants(60) });
		const [first, second] = sandbox.requestsOf('sendScreeningWithFlow');
		expect([first, second].map((request) => request?.rawBody.includes(emailOf(0)))).toEqual([
			true,
			true,
		]);
		expect(sandbox.screenings).toHaveLength(60);
	});
});

test.each([1, 5])(
	'cancelled while it logs in: nothing is sent, and no row may have been accepted (%i at once)',
	async (maxConcurrency) => {
		const sandbox = await newSandbox();
		let cancel = () => {};
		sandbox.addFault({
			operation: 'login',
			match: () => {
				cancel();
				return false;
			},
			status: 500,
		});
		const { error } = await runNode({
			credential: credentialFor(sandbox),
			parameters: { ...sendByColumns, options: { maxConcurrency } },
			rows: applicants(3),
			onStart: (stop) => {
				cancel = stop;
			},
		});
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toEqual([]);
		expect(error?.message).toContain('The execution was cancelled before this item was done');
		const { items } = await runNode({
			credential: credentialFor(sandbox),
			parameters: sendByColumns,
			rows: applicants(3),
		});
		expect(items).toHaveLength(3);
		expect(sandbox.screenings).toHaveLength(3);
	},
);

/** Longer than a test may take. */
const NO_ANSWER = { latencyMs: 10 * 60_000 };

test.each([1, 5])(
	'cancelled while a login hangs: the run ends at once (%i at once)',
	async (maxConcurrency) => {
		const sandbox = await newSandbox();
		let cancel = () => {};
		sandbox.addFault({ operation: 'login', match: () => (cancel(), true), ...NO_ANSWER });
		const { error } = await runOn(sandbox, {
			parameters: { ...sendByColumns, options: { maxConcurrency } },
			rows: applicants(3),
			onStart: (stop) => {
				cancel = stop;
			},
		});
		expect(error?.message).toContain('The execution was cancelled before this item was done');
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toEqual([]);
	},
);

test('cancelled while the login after a 401 hangs: the run ends, and the log has every ID', async () => {
	const warn = watchLog();
	const sandbox = await newSandbox();
	let cancel = () => {};
	sandbox.addFault({ applicant: emailOf(2), status: 401 });
	sandbox.addFault({
		operation: 'login',
		match: () => {
			if (sandbox.requestsOf('login').length === 1) return false;
			cancel();
			return true;
		},
		...NO_ANSWER,
	});
	const { error } = await runOn(sandbox, {
		parameters: { ...sendByColumns, options: { maxConcurrency: 1 } },
		rows: applicants(3),
		onStart: (stop) => {
			cancel = stop;
		},
	});
	expect(error?.message).toContain('The execution was cancelled');
	await eventually(() => warn.mock.calls.length > 0);
	expect(sandbox.screenings).toHaveLength(2);
	for (const { userId } of sandbox.screenings) expect(warn.mock.calls.join()).toContain(userId);
});

test('cancelled during the login after a 401: a later run sends that row', async () => {
	const sandbox = await newSandbox();
	let cancel = () => {};
	const accept = sandbox.addFault({ applicant: emailOf(1), status: 401 });
	sandbox.addFault({
		operation: 'login',
		match: () => {
			if (sandbox.requestsOf('login').length === 2) cancel();
			return false;
		},
		status: 500,
	});
	await runOn(sandbox, {
		parameters: { ...sendByColumns, options: { maxConcurrency: 1 } },
		rows: applicants(2),
		onStart: (stop) => {
			cancel = stop;
		},
	});
	expect(sandbox.requestsOf('login')).toHaveLength(2);
	expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(2);
	accept();
	cancel = () => {};
	const { error } = await runOn(sandbox, { rows: applicants(2).slice(1) });
	expect(error).toBeUndefined();
	expect(sandbox.screenings.map(({ email }) => email)).toEqual([emailOf(0), emailOf(1)]);
});

test('an answer that n8n makes itself, without a login, ends the node', async () => {
	const sandbox = await newSandbox();
	const credential = credentialFor(sandbox);
	const additionalData = additionalDataOf(credential);
	Object.assign(additionalData, { evalLlmMockHandler: mocked });
	const workflow = workflowOf({ credential, parameters: sendByColumns, rows: applicants(1) });
	const run = await runInEngine({ workflow, start: 'Sheet', additionalData });
	expect(JSON.stringify(run.data.resultData.runData)).toContain('mocked-7');
	expect(sandbox.requestsOf('sendScreeningWithFlow')).toEqual([]);
});

/** How n8n's evaluations answer in the place of a service. */
async function mocked() {
	return await Promise.resolve({ body: { userId: 'mocked-7' }, headers: {}, statusCode: 200 });
}
