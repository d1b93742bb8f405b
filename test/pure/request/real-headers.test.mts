import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { findColumns } from '../../../nodes/RentalScreening/request/columns.ts';
import { withFullName } from '../../../nodes/RentalScreening/request/names.ts';

// real-headers.txt has header lines of public rental lists and forms, one a line, behind what becomes of it as a screening
// and as a rent report: `reads`, the columns that have to be dragged (`Email=Tenant Email`), or `-` if the data are not
// there.

const lines = readFileSync(join(import.meta.dirname, 'real-headers.txt'), 'utf8')
	.trim()
	.split('\n');
const sheets = lines.map((line) => {
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

test('of the sheets that have the data, most are read without a question', () => {
	const count = (name: 'screening' | 'rentReport') => {
		const withData = sheets.filter((sheet) => sheet[name] !== '-');
		return [withData.filter((sheet) => sheet[name] === 'reads').length, withData.length];
	};
	expect([count('screening'), count('rentReport')]).toEqual([
		[33, 47],
		[29, 38],
	]);
});
