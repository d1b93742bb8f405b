import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

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
