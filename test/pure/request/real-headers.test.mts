import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createPreparer } from '../../../nodes/RentalScreening/request/check.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { createColumnReader } from '../../../nodes/RentalScreening/request/columnReader.ts';
import { APPLICANT_FIRST, TENANT_FIRST } from '../../../nodes/RentalScreening/request/headers.ts';
import { createItem } from '../../support/item-inputs.mts';

// real-headers.txt has header lines of public rental lists and forms and, below each, what its columns become. The file
// is written by hand or, with WRITE_HEADERS=1, by this test; read the difference as a landlord would.

const FILE = join(import.meta.dirname, 'real-headers.txt');

const OPERATIONS = [
	{ title: 'Screening: Send', operation: sendScreening, roles: APPLICANT_FIRST },
	{ title: 'Rent Report: Submit', operation: submitRentReport, roles: TENANT_FIRST },
	{ title: 'Property: Create', operation: createProperty, roles: createProperty.roles! },
];

/** Cells that no two columns share, as people fill them: of two names. */
function createCell(index: number): string {
	const letters = String.fromCharCode(97 + (index % 26)).repeat(2 + Math.floor(index / 26));
	return `A${letters} B${letters}`;
}

/** Which fields each column becomes, and what the sheet has no column for. */
function readHeader(header: string) {
	const columns = header.split(',');
	const row = Object.fromEntries(
		columns.map((column, index) => [
			column,
			column === 'Timestamp' ? '11/26/2026 10:15:00' : createCell(index),
		]),
	);
	const item = createItem({ mappingMode: 'autoMapInputData', propertyId: 'p-1' }, row);
	const read = OPERATIONS.map(({ operation, roles }) => {
		const reader = createColumnReader([item], operation.fields!, { roles });
		return operation.fields!.map((field) => ({ field, input: reader.read(item, field) }));
	});
	const table = columns.map((column) => [
		column,
		...read.map((inputs) => {
			const fitting = inputs.filter(
				({ input: { source, problem } }) =>
					source.column === column || problem?.text.includes(`'${column}'`),
			);
			const labels = fitting.map(
				({ field, input }) =>
					`${field.label}${input.source.column === undefined ? ' (if they agree)' : ''}`,
			);
			return labels.join(' and ') || '-';
		}),
	]);
	const missing = OPERATIONS.flatMap(({ title, operation }) => {
		const { problems } = createPreparer(operation, [item])(item);
		const columnless = problems.filter(({ scope }) => scope === 'sheet');
		return columnless.map(({ text }) => `  ${title}: ${text.split('. ')[0]!}`);
	});
	return { table, missing };
}

/** The header line and its table, as the file has them. */
function write(header: string): string {
	const { table, missing } = readHeader(header);
	const rows = [['column', ...OPERATIONS.map(({ title }) => title)], ...table];
	const widths = rows[0]!.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
	const lines = rows.map(
		(row) => `  ${row.map((cell, index) => cell.padEnd(widths[index]!)).join('  ')}`,
	);
	return [header, ...lines.map((line) => line.trimEnd()), ...missing].join('\n');
}

const blocks = readFileSync(FILE, 'utf8').trim().split('\n\n');

test.each(blocks.map((block) => [block.split('\n')[0]!, block] as const))('%s', (header, block) => {
	expect(write(header)).toBe(block);
});

test('the file has the headers of all sheets that were collected', () => {
	expect(blocks).toHaveLength(74);
	if (process.env.WRITE_HEADERS === '1') {
		const written = blocks.map((block) => write(block.split('\n')[0]!));
		writeFileSync(FILE, `${written.join('\n\n')}\n`);
	}
});
