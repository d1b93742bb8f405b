import type { SheetRow } from '../../../nodes/RentalScreening/request/columns.ts';
import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import { mapColumns, planMapping } from '../../../nodes/RentalScreening/request/mapping.ts';
import { propertyFields as property } from '../../../nodes/RentalScreening/resources/property.ts';
import { rentReportFields as rentReport } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { sendFields as send } from '../../../nodes/RentalScreening/resources/screening.ts';

describe('mapColumns', () => {
	const pairs = (names: readonly string[], fields: readonly ApiField[]) =>
		Object.fromEntries(
			mapColumns(
				names.map((name) => ({ name })),
				fields,
			).mapped.map(({ field, own, synonyms }) => [
				field.name,
				[...own, ...synonyms].map(({ name }) => name),
			]),
		);

	test("a landlord's sheet as it is", () => {
		const sheet = [
			'#',
			'First Name',
			'Surname',
			'E-mail',
			'Cell Phone',
			'Unit',
			'Property ID',
			'Notes',
		];
		expect(pairs(sheet, send)).toEqual({
			firstName: ['First Name'],
			lastName: ['Surname'],
			email: ['E-mail'],
			phone: ['Cell Phone'],
			propertyId: ['Property ID'],
		});
	});

	test('an address in any of its forms', () => {
		const sheet = ['address.city', 'Address Street', 'State', 'address_postal_code', 'Country'];
		expect(pairs(sheet, rentReport)).toEqual({
			city: ['address.city'],
			street: ['Address Street'],
			provinceState: ['State'],
			postalCode: ['address_postal_code'],
			country: ['Country'],
		});
	});

	test('columns of one field: its own name first, then in the order of the sheet', () => {
		expect(pairs(['Mobile', 'Phone', 'Cell', 'PHONE'], send)).toEqual({
			phone: ['Phone', 'PHONE', 'Mobile', 'Cell'],
		});
	});

	test('only keys of the address are looked up within it', () => {
		const row = { address: { city: 'X', 'Postal Code': 'Y', name: 'Home', rent: 1 } };
		expect(planMapping([row], property).mapped.map(({ field }) => field.name)).toEqual([
			'city',
			'postalCode',
		]);
	});

	test('a synonym never takes a column with the own name of another field', () => {
		const fields: ApiField[] = [
			{ name: 'rentAmount', label: 'Rent Amount', type: 'string' },
			{ name: 'rent', label: 'Rent', type: 'integer' },
		];
		expect(pairs(['Rent', 'Rent Amount'], fields)).toEqual({
			rent: ['Rent'],
			rentAmount: ['Rent Amount'],
		});
	});

	test('a synonym that two fields claim means neither', () => {
		const fields: ApiField[] = [
			{ name: 'rentAmount', label: 'Rent Amount', type: 'string' },
			{ name: 'rent', label: 'Rent', type: 'integer' },
		];
		expect(pairs(['Monthly Rent'], fields)).toEqual({});
	});

	test('fields with names that every object knows have no listed names', () => {
		const fields: ApiField[] = [{ name: 'constructor', label: 'Constructor', type: 'string' }];
		expect(pairs(['Constructor', '__proto__'], fields)).toEqual({ constructor: ['Constructor'] });
	});
});

describe('a column of full names', () => {
	const fullNameIn = (row: object, fields: readonly ApiField[]) =>
		planMapping([row as SheetRow], fields).fullName?.name;

	test.each(['Name', 'full_name', 'Tenant Name', 'APPLICANT'])(
		'%s is noticed where first and last name are asked for and one has no column',
		(name) => {
			expect(fullNameIn({ [name]: 'Ann Lee' }, send)).toBe(name);
			expect(fullNameIn({ [name]: 'Ann Lee', 'First Name': 'Ann' }, rentReport)).toBe(name);
			expect(fullNameIn({ [name]: 'Ann', First: 'Ann', Last: 'Lee' }, send)).toBeUndefined();
			expect(fullNameIn({ [name]: '12 Elm Street' }, property)).toBeUndefined();
			expect(fullNameIn({ address: { [name]: 'Ann Lee' } }, rentReport)).toBeUndefined();
		},
	);
});
