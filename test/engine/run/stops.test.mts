import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

test('On Error = Stop: nothing starts after the first failure, and every userId given out is told', async () => {
	const sandbox = await newSandbox();
	const isAfterItem5 = ({ rawBody }: { rawBody: string }) =>
		Number(/applicant(\d+)@/.exec(rawBody)?.[1]) > 5;
	sandbox.addFault({ match: isAfterItem5, latencyMs: 1000 });
	sandbox.addFault({ applicant: emailOf(5), status: 500, body: { message: 'Out of order' } });
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: { ...sendByColumns, options: { maxConcurrency: 4 } },
		rows: applicants(100),
	});
	const sends = sandbox.requestsOf('sendScreeningWithFlow');
	// Items 0 to 5, and the three that were under way beside item 5.
	expect(sends.length).toBeLessThanOrEqual(9);
	expect(error?.message).toBe(
		"Row 6 ('Nathan Smith 5'): The service could not process the request (500): Out of order. The screening may have been accepted [item 5]",
	);
	expect(error?.context?.itemIndex).toBe(5);
	expect(sandbox.screenings.length).toBeGreaterThanOrEqual(5);
	for (const { userId, email } of sandbox.screenings) {
		const index = Number(/\d+/.exec(email)![0]);
		expect(error?.description).toContain(
			`\nRow ${index + 1} ('Nathan Smith ${index}'): userId '${userId}'`,
		);
	}
	expect(error?.description).toMatch(
		/\nMay have been accepted, look them up before you send them again: Rows? 6$/,
	);
});

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
])('the identifiers of each operation are told: %s', async (_, parameters, identifier) => {
	const sandbox = await newSandbox();
	sandbox.addFault({ match: ({ rawBody }) => rawBody.includes(emailOf(2)), status: 500 });
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters,
		rows: applicants(3),
	});
	expect(error?.description).toMatch(
		new RegExp(
			`\\nDone before the stop \\(2\\):\\nRow 1 \\('${emailOf(0)}'\\): ${identifier} '.+'\\nRow 2 \\('${emailOf(1)}'\\): ${identifier} '.+'\\n`,
		),
	);
});

test('cancelling the execution stops it and tells what was done', async () => {
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
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: { ...sendByColumns, options: { maxConcurrency: 1 } },
		rows: applicants(50),
		onStart: (stop) => {
			cancel = stop;
		},
	});
	expect(error?.message).toContain('The execution was cancelled');
	const toldOf = sandbox.screenings.filter(({ userId }) => error?.description?.includes(userId));
	const uncertain = /may have been accepted/i.test(`${error?.message} ${error?.description}`);
	expect(sandbox.screenings.length - toldOf.length).toBeLessThanOrEqual(uncertain ? 1 : 0);
	expect(toldOf.length).toBeGreaterThanOrEqual(3);
	expect(sandbox.requestsOf('sendScreeningWithFlow').length).toBeLessThanOrEqual(5);
});

describe('what comes of the first request', () => {
	test.each([
		['an answer other than 200', { status: 422, body: {} }],
		['a 200 without userId', { status: 200, body: {} }],
		['an error of the service', { status: 503, body: {} }],
	])('%s: nothing else starts, however many may go at once', async (_, fault) => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(0), ...fault });
		const { error } = await runNode({
			credential: credentialFor(sandbox),
			parameters: sendByColumns,
			rows: applicants(100),
		});
		expect(error?.message).toContain('[item 0]');
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(1);
		expect(sandbox.screenings).toEqual([]);
	});

	test('where errors are continued on, the others follow', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(0), status: 422, body: {} });
		const { items } = await runNode({
			credential: credentialFor(sandbox),
			parameters: sendByColumns,
			rows: applicants(100),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items).toHaveLength(100);
		expect(sandbox.screenings).toHaveLength(99);
	});

	test('a 429: the others wait with it', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ status: 429, body: {}, headers: { 'Retry-After': '0.2' }, times: 1 });
		await runNode({
			credential: credentialFor(sandbox),
			parameters: sendByColumns,
			rows: applicants(60),
		});
		const [first, second] = sandbox.requestsOf('sendScreeningWithFlow');
		expect([first, second].map((request) => request?.rawBody.includes(emailOf(0)))).toEqual([
			true,
			true,
		]);
		expect(sandbox.screenings).toHaveLength(60);
	});
});

test('n8n keeps nothing of a run that is over: it no longer listens for the cancellation', async () => {
	const listening = new Set<unknown>();
	const { addEventListener, removeEventListener } = AbortSignal.prototype;
	const adding = jest.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
		this: AbortSignal,
		...args
	) {
		if (String(args[1]).includes('logSummary')) listening.add(args[1]);
		addEventListener.apply(this, args);
	});
	const removing = jest
		.spyOn(AbortSignal.prototype, 'removeEventListener')
		.mockImplementation(function (this: AbortSignal, ...args) {
			listening.delete(args[1]);
			removeEventListener.apply(this, args);
		});
	const heard = () => adding.mock.calls.filter(([, it]) => String(it).includes('logSummary'));
	const sandbox = await newSandbox();
	const run = { parameters: sendByColumns, rows: applicants(3) };
	await runNode({ ...run, credential: credentialFor(sandbox) });
	sandbox.addFault({ applicant: emailOf(1), status: 422 });
	const retryOnFail = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
		const settings = { onError, ...retryOnFail };
		await runNode({ ...run, credential: credentialFor(sandbox), settings });
	}
	expect(heard()).toHaveLength(3);
	expect(listening.size).toBe(0);
	adding.mockRestore();
	removing.mockRestore();
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
