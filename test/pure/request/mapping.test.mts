import type { SheetRow } from '../../../nodes/RentalScreening/request/columns.ts';
import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import {
	columnUse,
	mapColumns,
	planMapping,
} from '../../../nodes/RentalScreening/request/mapping.ts';
import { operations } from './operations.mts';

const { property, rentReport, send } = operations;

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

describe('columnUse', () => {
	const use = (row: object, fields: readonly ApiField[]) =>
		columnUse(planMapping([row as SheetRow], fields));

	test('says which column is used for which field, and which are ignored', () => {
		const row = { 'E-mail': 'a', Unit: '4B', ' Mobile ': '1', Phone: '2', Notes: '' };
		expect(use(row, send)).toEqual({
			used: [
				{ column: 'E-mail', label: 'Email' },
				{ column: 'Phone', label: 'Phone' },
				{ column: 'Mobile', label: 'Phone' },
			],
			ignored: ['Unit', 'Notes'],
		});
	});

	test('an address object is used where any of its keys is', () => {
		expect(use({ Address: { City: 'X', lat: 1 }, name: 'A' }, property)).toEqual({
			used: [
				{ column: 'name', label: 'Name' },
				{ column: 'Address.City', label: 'City' },
			],
			ignored: ['Address.lat'],
		});
		expect(use({ Address: '1 King St' }, property).ignored).toEqual(['Address']);
	});

	test.each(['Name', 'full_name', 'Tenant Name', 'APPLICANT'])(
		'%s is said to need splitting where first and last name are asked for',
		(name) => {
			const remark = `Column '${name}' is not used. Split it into 'First Name' and 'Last Name'`;
			expect(use({ [name]: 'Ann Lee' }, send)).toEqual({ used: [], ignored: [name], remark });
			expect(use({ [name]: 'Ann Lee', 'First Name': 'Ann' }, rentReport).remark).toBe(remark);
			expect(use({ [name]: 'Ann', First: 'Ann', Last: 'Lee' }, send)).not.toHaveProperty('remark');
			expect(use({ [name]: '12 Elm Street' }, property)).not.toHaveProperty('remark');
		},
	);
});
