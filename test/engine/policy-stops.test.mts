import { applicants, emailOf, sendByColumns } from '../support/applicants.mts';
import { credentialFor, runNode } from '../support/engine.mts';
import { useSandbox } from '../support/use-sandbox.mts';

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
		'[Item 5] The service was not able to do it (500): Out of order. The screening may have been accepted',
	);
	expect(error?.context?.itemIndex).toBe(5);
	expect(sandbox.screenings.length).toBeGreaterThanOrEqual(5);
	for (const { userId, email } of sandbox.screenings) {
		const index = Number(/\d+/.exec(email)![0]);
		expect(error?.description).toContain(`[Item ${index}] userId '${userId}'`);
	}
	expect(error?.description).toContain('[Item 5] may have been accepted');
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
		{ resource: 'rentReport', operation: 'submit', firstName: '={{ $json.email }}' },
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
		new RegExp(`\\[Item 0\\] ${identifier} '.+'\\n\\[Item 1\\] ${identifier} '`),
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
	const uncertain = /may have been accepted/.test(`${error?.message} ${error?.description}`);
	expect(sandbox.screenings.length - toldOf.length).toBeLessThanOrEqual(uncertain ? 1 : 0);
	expect(toldOf.length).toBeGreaterThanOrEqual(3);
	expect(sandbox.requestsOf('sendScreeningWithFlow').length).toBeLessThanOrEqual(5);
});
