import {
	applicants,
	emailOf,
	sendByColumns,
	sendByExpressions,
} from '../../support/applicants.mts';
import { credentialFor, runNode, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

test('a column that the whole sheet lacks is named once', async () => {
	const sandbox = await newSandbox();
	const rows = applicants(20);
	for (const row of rows) delete row.phone;
	const { error } = await runOn(sandbox, { rows });
	expect(sandbox.requests).toEqual([]);
	expect(error?.message).toBe(
		"Nothing was sent. No phone column found. Name one 'Phone', 'Mobile' or 'Mobile Phone' [item 0]",
	);
});

test('an invalid row is found even if n8n passes the items in batches', async () => {
	const sandbox = await newSandbox();
	const { error } = await runOn(sandbox, {
		parameters: {
			...sendByExpressions,
			requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } },
		},
		rows: applicants(9, { 8: { email: 'x' } }),
	});
	expect(sandbox.requests).toEqual([]);
	expect(error?.message).toBe(
		"Nothing was sent. Row 9 ('x'): 'Email' must be an email address, such as name@example.com [item 8]",
	);
});

test('more bad items than a message has room for are all in the description', async () => {
	const sandbox = await newSandbox();
	const bad = {
		1: { email: 'x' },
		3: { phone: '' },
		5: { email: 'y', phone: '' },
		6: { phone: ['1'] },
	};
	const { error } = await runOn(sandbox, { rows: applicants(8, bad) });
	const lines = [
		"Row 2 ('Nathan Smith 1'), column 'email': must be an email address, such as name@example.com",
		"Row 4 ('Nathan Smith 3'), column 'phone': is empty",
		"Row 6 ('Nathan Smith 5'), column 'email': must be an email address, such as name@example.com, column 'phone': is empty",
		"Row 7 ('Nathan Smith 6'), column 'phone': must be a phone number, such as +14165550100",
	];
	expect(error?.message).toBe(
		`Nothing was sent. ${lines.slice(0, 3).join('; ')}; and 1 more [item 1]`,
	);
	expect(error?.description).toBe(`${lines.join(';\n')}.\nFix the values above and run again.`);
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
		// A request sent in spite of the error would arrive before this one.
		await runNode({ ...run, parameters: sendByColumns, rows: applicants(25).slice(20) });
		expect(sandbox.screenings.map(({ email }) => email)).toEqual(
			[20, 21, 22, 23, 24].map((index) => emailOf(index)),
		);
	},
);

test('3,000 invalid rows are checked once, not once for each of them', async () => {
	const sandbox = await newSandbox();
	const { error } = await runOn(sandbox, {
		rows: applicants(3_000).map((row) => ({ ...row, phone: 'none' })),
	});
	expect(error?.message).toMatch(/^Nothing was sent\. Rows 1–3000, column 'phone':/);
	expect(sandbox.requests).toEqual([]);
});
