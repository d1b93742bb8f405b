import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import { normaliseColumnName } from '../../../nodes/RentalScreening/request/columns.ts';
import { planMapping } from '../../../nodes/RentalScreening/request/mapping.ts';
import {
	FULL_NAMES,
	SYNONYMS,
	synonymsOf,
} from '../../../nodes/RentalScreening/request/synonyms.ts';
import { propertyFields } from '../../../nodes/RentalScreening/resources/property.ts';
import { rentReportFields } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { sendFields } from '../../../nodes/RentalScreening/resources/screening.ts';
import { nodeOperations } from '../../support/operations.mts';

/** The fields that a column of this name means in an operation. */
function meaningOf(name: string, fields: readonly ApiField[]): string[] {
	return planMapping([{ [name]: 'x' }], fields).mapped.map(({ field }) => field.name);
}

const allNames = nodeOperations.flatMap(({ id, fields }) =>
	fields.flatMap((field) =>
		[field.name, field.label, ...synonymsOf(field)].map((name) => ({ id, fields, field, name })),
	),
);

test.each(allNames)('$id: "$name" means $field.name', ({ fields, field, name }) => {
	for (const spelling of [
		name,
		name.toUpperCase(),
		` ${name.toLowerCase()} `,
		name.replaceAll(' ', '_'),
	]) {
		expect(meaningOf(spelling, fields)).toEqual([field.name]);
	}
	if (field.within !== undefined) {
		expect(meaningOf(`${field.within} ${name}`, fields)).toEqual([field.name]);
	}
});

test('every list belongs to a field and names nothing twice', () => {
	const fieldNames = new Set(
		nodeOperations.flatMap(({ fields }) => fields.map(({ name }) => name)),
	);
	for (const [name, synonyms] of Object.entries(SYNONYMS)) {
		expect(fieldNames).toContain(name);
		const normalised = [name, ...synonyms].map(normaliseColumnName);
		expect(new Set(normalised).size).toBe(normalised.length);
	}
});

test.each([
	'Address',
	'Mail',
	'Paid',
	'Past Due',
	'Status',
	'Start Date',
	'End Date',
	'Home Phone',
	'Work Phone',
	'Landlord Email',
	'Emergency Contact Phone',
	'Unit',
	'Notes',
	'ID',
	'',
	' ',
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
])('"%s" means nothing in any operation', (name) => {
	for (const { fields } of nodeOperations) expect(meaningOf(name, fields)).toEqual([]);
});

test('the meaning of a name depends on the operation', () => {
	expect(meaningOf('Rent', propertyFields)).toEqual(['rent']);
	expect(meaningOf('Rent', rentReportFields)).toEqual(['rentAmount']);
	expect(meaningOf('Rent Amount', propertyFields)).toEqual(['rent']);
	expect(meaningOf('Rent', sendFields)).toEqual([]);
	expect(meaningOf('Full Address', propertyFields)).toEqual(['fullAddress']);
	expect(meaningOf('Full Address', rentReportFields)).toEqual([]);
});

test('a full name means no field of a person', () => {
	for (const fields of [sendFields, rentReportFields]) {
		for (const name of FULL_NAMES) expect(meaningOf(name, fields)).toEqual([]);
	}
});
