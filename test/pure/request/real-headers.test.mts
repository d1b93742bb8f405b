import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { findColumns } from '../../../nodes/RentalScreening/request/columns.ts';
import { withFullName } from '../../../nodes/RentalScreening/request/names.ts';

const file = join(import.meta.dirname, 'real-headers.txt');
const sheets = readFileSync(file, 'utf8')
	.trim()
	.split('\n')
	.map((line) => {
		const [screening = '', rentReport = '', header = ''] = line.split(' | ');
		return { screening, rentReport, header };
	});

/** The columns of a sheet, with what is chosen as in the file. */
function find(operation: Operation, header: string, choices = '') {
	const { fields = [] } = operation;
	const chosen = choices.split('; ').map((choice) => choice.split('=') as [string, string]);
	const given = withFullName(fields).flatMap(({ name, label }) =>
		chosen.filter(([chosenLabel]) => chosenLabel === label).map(([, column]) => [name, column]),
	);
	const cells = header.split(',').map((name) => [name, 'x']);
	const row = { row_number: 2, ...Object.fromEntries(cells) } as Record<string, unknown>;
	return findColumns([row], fields, operation, Object.fromEntries(given));
}

const OTHERS = /landlord|owner|emergency|guarantor|spouse|employer|kin|secondary|contact_/i;

test.each(
	sheets.flatMap(({ header, screening, rentReport }) => [
		{ header, expected: screening, operation: sendScreening },
		{ header, expected: rentReport, operation: submitRentReport },
	]),
)('as a $operation.label, $expected: $header', ({ header, expected, operation }) => {
	const { columns, question } = find(operation, header);
	if (expected === 'reads') {
		expect(question).toBeUndefined();
		for (const { name } of columns.values()) expect(name).not.toMatch(OTHERS);
		return;
	}
	expect(question).toContain(expected === '-' ? 'There is no column for' : "under 'Columns'");
	if (expected !== '-') expect(find(operation, header, expected).question).toBeUndefined();
});

test.each([
	['screening', 33, 47],
	['rentReport', 29, 38],
] as const)(
	'as a %s, %i of the %i sheets that have the data are read without a question',
	(name, read, all) => {
		const expected = sheets.map((sheet) => sheet[name]).filter((one) => one !== '-');
		expect([expected.filter((one) => one === 'reads').length, expected.length]).toEqual([
			read,
			all,
		]);
	},
);
