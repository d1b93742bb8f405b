import { applicants, emailOf, getByRow, sendByColumns } from '../../support/applicants.mts';
import { runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const look = "={{ $('Sheet').item.json.row }}";

test.each([
	['all at once', {}],
	[
		'in batches by n8n',
		{ requestOptions: { batching: { batch: { batchSize: 4, batchInterval: 1 } } } },
	],
])('answers in random order, %s: output in input order, linked', async (_, extra) => {
	const sandbox = await newSandbox();
	for (let index = 0; index < 20; index++) {
		sandbox.addFault({ applicant: emailOf(index), latencyMs: (index * 7) % 20 });
	}
	const { items, looked } = await runOn(sandbox, {
		parameters: { ...sendByColumns, ...extra },
		rows: applicants(20),
		look,
	});
	const userIds = new Map(sandbox.screenings.map(({ email, userId }) => [email, userId]));
	expect(items.map(({ json }) => json.userId)).toEqual(
		Array.from({ length: 20 }, (_entry, index) => userIds.get(emailOf(index))),
	);
	expect(looked).toEqual(Array.from({ length: 20 }, (_entry, index) => index));
});

test('one input giving several outputs, or none, stays linked', async () => {
	const sandbox = await newSandbox();
	const withFlags = (count: number) =>
		sandbox.addApplicant({
			screening: { greenFlags: Array.from({ length: count }, (_, flag) => `Flag ${flag}`) },
			user: { checkComplete: true },
		});
	const rows = [2, 0, 3].map((count, row) => ({ row, userId: withFlags(count) }));
	const { looked, items } = await runOn(sandbox, {
		parameters: { ...getByRow, output: 'flags' },
		rows,
		look,
	});
	expect(looked).toEqual([0, 0, 2, 2, 2]);
	expect(items.map(({ json }) => json.text)).toEqual([
		'Flag 0',
		'Flag 1',
		'Flag 0',
		'Flag 1',
		'Flag 2',
	]);
});

test.each(['stopWorkflow', 'continueErrorOutput'] as const)(
	'with Execute Once only the first item is sent, and the run ends (%s)',
	async (onError) => {
		const sandbox = await newSandbox();
		sandbox.addFault({ status: 422, body: {} });
		const { error, errorItems } = await runOn(sandbox, {
			rows: applicants(3, { 1: { email: 'not looked at' } }),
			settings: { executeOnce: true, onError },
		});
		const reported = error?.message ?? (errorItems[0]!.json.error as { message: string }).message;
		expect(reported).toBe('The service did not accept the values (422) [item 0]');
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(1);
	},
);
