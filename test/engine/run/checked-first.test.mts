import { applicants, emailOf, sendByColumns, sendByExpressions } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const withTwoBadRows = applicants(100, { 50: { email: 'not an address' }, 70: { phone: '' } });

describe.each([
	['by expressions', sendByExpressions],
	['by columns', sendByColumns],
])('100 items %s, two of them bad', (_, parameters) => {
	test('On Error = Stop: nothing is sent and the error names every bad item and field', async () => {
		const sandbox = await newSandbox();
		const { error } = await runNode({
			credential: credentialFor(sandbox),
			parameters,
			rows: withTwoBadRows,
		});
		expect(sandbox.requests).toEqual([]);
		expect(error?.message).toMatch(/^Nothing was sent/);
		expect(error?.message).toMatch(/\[Item 50\] 'email' .*such as/);
		expect(error?.message).toMatch(/\[Item 70\] 'phone' is missing/);
		expect(error?.description).toMatch(/nothing has reached the service/);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'On Error = %s: the good ones go, each bad one comes out as a linked error item',
		async (onError) => {
			const sandbox = await newSandbox();
			const { items, errorItems } = await runNode({
				credential: credentialFor(sandbox),
				parameters,
				rows: withTwoBadRows,
				settings: { onError },
			});
			expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(98);
			const all = [...items, ...errorItems];
			const bad = all.filter(({ json }) => json.error !== undefined);
			expect(bad.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 50 }, { item: 70 }]);
			expect(bad[1]!.json.error).toMatchObject({
				message: "Not sent: 'phone' is missing: fill it in [item 70]",
			});
			expect(all.filter(({ json }) => json.userId !== undefined)).toHaveLength(98);
		},
	);
});

test('a column that the whole sheet lacks is named once', async () => {
	const sandbox = await newSandbox();
	const rows = applicants(20);
	for (const row of rows) delete row.phone;
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: sendByColumns,
		rows,
	});
	expect(sandbox.requests).toEqual([]);
	expect(error?.message).toBe(
		"Nothing was sent. [All 20 items] 'phone' has no column in the input: name one 'phone' or 'Mobile' or 'Mobile Phone'",
	);
});

test('a wrong row is found even when n8n hands over the items in batches', async () => {
	const sandbox = await newSandbox();
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: {
			...sendByExpressions,
			requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } },
		},
		rows: applicants(9, { 8: { email: 'x' } }),
	});
	expect(sandbox.requests).toEqual([]);
	expect(error?.message).toContain("'email' [item 8]");
});

test('more bad items than a message has room for are all in the description', async () => {
	const sandbox = await newSandbox();
	const bad = {
		1: { email: 'x' },
		3: { phone: '' },
		5: { email: 'y', phone: '' },
		6: { phone: ['1'] },
	};
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: sendByColumns,
		rows: applicants(8, bad),
	});
	expect(error?.message).toMatch(
		/^Nothing was sent\. \[Item 1\].+; \[Item 3\].+; \[Item 5\].+; and 1 more$/,
	);
	expect(error?.description).toMatch(
		/\[Item 1\].+;\n\[Item 3\].+;\n\[Item 5\].+;\n\[Item 6\].+\.\nCorrect/,
	);
});

test.each(['options', 'requestOptions'])(
	'an expression in %s that n8n refuses for one item: nothing is sent behind its back',
	async (parameter) => {
		const sandbox = await newSandbox();
		const refused = "={{ $json.row === 7 ? $('Nowhere').first().json.n : 5 }}";
		const run = { credential: credentialFor(sandbox), rows: applicants(20) };
		const { error } = await runNode({
			...run,
			parameters: { ...sendByColumns, [parameter]: { timeout: refused, maxConcurrency: refused } },
		});
		expect(error?.message).toContain("Referenced node doesn't exist");
		// Whatever went on behind the error would arrive before this does.
		await runNode({ ...run, parameters: sendByColumns, rows: applicants(25).slice(20) });
		expect(sandbox.screenings.map(({ email }) => email)).toEqual(
			[20, 21, 22, 23, 24].map((index) => emailOf(index)),
		);
	},
);
