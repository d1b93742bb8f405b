import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runOn } from '../support/engine.mts';
import { useSandbox } from '../support/use-sandbox.mts';
import { nodeOf, readWorkflowFile } from '../support/workflow-file.mts';

// The workflows that ship, as far as n8n's engine runs them here.

const newSandbox = useSandbox();

/** The workflows that mark rows before they send them, each with the filter that chooses the rows. */
const CLAIMING: ReadonlyArray<[workflow: string, filter: string, send: string]> = [
	['a-living-google-sheet', 'Rows to send', 'Send screenings'],
];

/** Headers as the node writes them, and as the user's sheet may have them beside. */
const HEADERS = ['userId', 'screeningStatus', 'screeningNote', 'sentAt'];
const DOUBLES = ['User ID', 'user\u2014id', 'Screening_Status', 'screening status\u200b'];
const FITTING = [
	...['E-mail', 'Email Address', 'Applicant Email', 'Phone', 'Cell', 'Mobile Number'],
	...['First Name', 'Surname', 'last'],
];
const MORE_HEADERS = [
	...DOUBLES,
	...FITTING,
	...['Email of the owner', 'Mail', 'Phone notes', 'Home Phone', 'Name', 'Remark', 'Property ID'],
];
const DUE = ['', ' ', 'not sent', 'Not_Sent'];
const DONE = ['sent', 'Sent ', 'refused', 'maybe sent', 'maybe_sent', 'ma ybe'];
/** The node itself would send these: the workflow leaves them to a person. */
const KEPT = ['sending', 'SENDING', 'to do', 'resent', 'sent?', false, true, 0, 1, '#N/A'];
const IDS = ['', '  ', '-', '\u2013', 'n/a', 'N/A', '0', 0, false, 'FALSE', '#N/A', '#REF!', '#x'];
const CELLS = ['', ' ', '\u200b', false, 'false', true, 'x', 'a@example.com', '+14165550101', 5];

const cellOf = (header: string): fc.Arbitrary<string | number | boolean> => {
	if (/user/i.test(header)) return fc.constantFrom(...IDS, 'u-1', 17);
	if (/status/i.test(header)) {
		return fc.oneof(fc.constantFrom(...DUE), fc.constantFrom(...DONE, ...KEPT));
	}
	return fc.constantFrom(...CELLS);
};

const sheets: fc.Arbitrary<IDataObject[]> = fc
	.uniqueArray(fc.constantFrom(...MORE_HEADERS), { maxLength: 6 })
	.chain((more) => {
		const headers = [...HEADERS, ...more];
		const row = fc.record(Object.fromEntries(headers.map((header) => [header, cellOf(header)])));
		return fc.array(row, { minLength: 1, maxLength: 8 });
	})
	.map((rows) => rows.map((row, index) => ({ row_number: index + 2, ...row })));

describe.each(CLAIMING)("workflows/%s.json: '%s'", (file, filterName, sendName) => {
	const workflow = readWorkflowFile(file);
	const { conditions } = nodeOf(workflow, filterName).parameters['conditions'] as unknown as {
		conditions: Array<{ leftValue: string }>;
	};
	const expressions = conditions.map(({ leftValue }) => /^=\{\{(.*)\}\}$/s.exec(leftValue)![1]!);
	const passes = (row: IDataObject) =>
		expressions.every((expression) => runInNewContext(`(${expression})`, { $json: row }) === true);
	const { parameters } = nodeOf(workflow, sendName) as { parameters: INodeParameters };

	test('passes exactly the new rows and those not sent, which the node sends, so that no row stays marked', async () => {
		const sandbox = await newSandbox();
		const send = async (rows: IDataObject[]) => {
			if (rows.length === 0) return [];
			const outcome = await runOn(sandbox, {
				parameters: { ...parameters, propertyId: sandbox.propertyId },
				rows,
			});
			if (outcome.error) throw outcome.error;
			return outcome.items.map(({ json }) => json);
		};
		let passed = 0;
		let left = 0;
		await fc.assert(
			fc.asyncProperty(sheets, async (rows) => {
				const chosen = rows.filter(passes);
				const numbers = (items: IDataObject[]) => items.map((row) => row['row_number']);
				passed += chosen.length;
				// The mark stands in the sheet, and the node gets the row as it was read before.
				const outcomes = await send(chosen);
				expect(numbers(outcomes)).toEqual(numbers(chosen));
				for (const outcome of outcomes) expect(outcome['screeningStatus']).toMatch(/sent|refused/);

				// Two columns of one name: the mark could stand in the one and the outcome in the other.
				const isTwice = Object.keys(rows[0]!).some((name) => DOUBLES.includes(name));
				// Where no column fits a field, the node names what is missing for each row that it gets.
				const fits = Object.keys(rows[0]!).some((name) => FITTING.includes(name));
				if (isTwice || !fits) return expect(chosen).toEqual([]);
				const others = rows.filter(
					(row) => !passes(row) && !(KEPT as unknown[]).includes(row['screeningStatus']),
				);
				left += others.length;
				// What comes out of them is told about an ID that the node did not write.
				const told = numbers(await send(others));
				const unsent = others.filter((row) => told.includes(row['row_number']));
				for (const { userId } of unsent) expect(['u-1', 17, '#x']).toContain(userId);
			}),
		);
		expect(passed).toBeGreaterThan(20);
		expect(left).toBeGreaterThan(20);
	});
});
