import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import { sendFields } from '../../../nodes/RentalScreening/resources/screening.ts';
import { sendWithFlowFields } from '../../../nodes/RentalScreening/resources/screening.ts';
import { buildRequest } from '../../../nodes/RentalScreening/request/body.ts';

const STATUSES = [
	{ name: 'In Good Standing', value: 'ACCOUNT_STATUS_IN_GOOD_STANDING' },
	{ name: 'Unspecified', value: 'ACCOUNT_STATUS_UNSPECIFIED' },
];

const FIELDS: readonly ApiField[] = [
	{ name: 'name', label: 'Name', type: 'string', required: true },
	{ name: 'email', label: 'Email', type: 'string', required: true, shape: 'email' },
	{ name: 'phone', label: 'Phone', type: 'string', shape: 'phoneWithPlus' },
	{ name: 'rent', label: 'Rent', type: 'integer' },
	{ name: 'amountPastDue', label: 'Amount Past Due', type: 'number' },
	{ name: 'leaseStartDate', label: 'Lease Start Date', type: 'string', shape: 'date' },
	{ name: 'accountStatus', label: 'Account Status', type: 'string', oneOf: STATUSES },
	{ name: 'street', label: 'Street', type: 'string', within: 'address' },
	{ name: 'city', label: 'City', type: 'string', within: 'address' },
];
const LEAST = { name: 'Maple 12', email: 'ann@example.com' };

test('converts, checks, nests and keeps the order of the fields', () => {
	const values = {
		city: ' Toronto ',
		accountStatus: ' account_status_in_good_standing ',
		street: '1 King St',
		leaseStartDate: DateTime.utc(2025, 1, 31),
		amountPastDue: '12.50',
		rent: '2100',
		phone: '+1 416 555-0100',
		...LEAST,
	};
	const { body, problems } = buildRequest(values, FIELDS);
	expect(problems).toEqual([]);
	expect(JSON.stringify(body)).toBe(
		JSON.stringify({
			name: 'Maple 12',
			email: 'ann@example.com',
			phone: '+14165550100',
			rent: 2100,
			amountPastDue: 12.5,
			leaseStartDate: '2025-01-31',
			accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
			address: { street: '1 King St', city: 'Toronto' },
		}),
	);
});

test('leaves empty values out, the address around them included; 0 is a value', () => {
	const values = {
		...LEAST,
		phone: '',
		rent: 0,
		amountPastDue: null,
		street: ' ',
		city: undefined,
	};
	expect(buildRequest(values, FIELDS)).toEqual({
		body: { ...LEAST, rent: 0 },
		problems: [],
		who: 'Maple 12',
	});
});

test('one problem per field, in the order of the fields', () => {
	const values = {
		email: 'ann.example.com',
		phone: 14165550100,
		rent: '$2,100',
		amountPastDue: 'none',
		leaseStartDate: new Date(Number.NaN),
		accountStatus: 'good',
		street: ['1 King St'],
		city: 'Toronto',
	};
	expect(buildRequest(values, FIELDS)).toEqual({
		body: { address: { city: 'Toronto' } },
		problems: [
			{ field: 'name', label: 'Name', text: 'is empty' },
			{
				field: 'email',
				label: 'Email',
				text: 'must be an email address, such as name@example.com',
			},
			{
				field: 'phone',
				label: 'Phone',
				text: "must start with + and the country code, such as +14165550100, or set the option 'Country Code'",
			},
			{
				field: 'rent',
				label: 'Rent',
				text: 'must be a whole number without currency sign or thousands separator, such as 2100',
			},
			{
				field: 'amountPastDue',
				label: 'Amount Past Due',
				text: 'must be a number without currency sign or thousands separator, such as 2100.5',
			},
			{
				field: 'leaseStartDate',
				label: 'Lease Start Date',
				text: 'must be a date that exists, such as 2026-01-31',
			},
			{
				field: 'accountStatus',
				label: 'Account Status',
				text: "must be one of 'In Good Standing' or 'Unspecified'",
			},
			{
				field: 'address.street',
				label: 'Street',
				text: 'must be a single text, not a list or an object',
			},
		],
		who: 'ann.example.com',
	});
});

test('a required value of blanks is missing', () => {
	expect(buildRequest({ ...LEAST, name: ' \u00a0 ' }, FIELDS).problems).toEqual([
		{ field: 'name', label: 'Name', text: 'is empty' },
	]);
});

test('a required field may say what to do when it is empty', () => {
	for (const [fields, thing] of [
		[sendFields, 'property'],
		[sendWithFlowFields, 'flow'],
	] as const) {
		expect(buildRequest({ [`${thing}Id`]: ' ' }, fields).problems).toContainEqual({
			field: `${thing}Id`,
			label: thing === 'flow' ? 'Flow ID' : 'Property ID',
			text: `is empty: create the ${thing} once and enter the ID that you get`,
		});
	}
});

describe('fields of which at least one is needed', () => {
	const groups = [{ label: 'amount', fields: ['rent', 'amountPastDue'] }];
	const build = (values: object) =>
		buildRequest({ ...LEAST, ...values }, FIELDS, { groups }).problems;

	test.each([{ rent: 1 }, { amountPastDue: 0 }, { rent: '5', amountPastDue: '' }])(
		'%j do',
		(values) => expect(build(values)).toEqual([]),
	);

	test('none of them is one problem', () => {
		expect(build({ rent: ' ' })).toEqual([
			{
				field: 'rent',
				label: 'Rent',
				text: "is empty, like 'Amount Past Due': fill in at least one of them",
			},
		]);
	});

	test('one that cannot be sent is not called empty', () => {
		expect(build({ amountPastDue: 'x' })).toEqual([
			expect.objectContaining({ field: 'amountPastDue', text: expect.stringMatching(/^must be/) }),
		]);
	});
});

describe('who it is about', () => {
	const who = (values: object) => buildRequest({ ...values }, FIELDS).who;

	test.each<[object, string | undefined]>([
		[{ firstName: ' Amara ', lastName: 'Okonkwo', name: 'A', email: 'a@b.c' }, 'Amara Okonkwo'],
		[{ firstName: '', lastName: 'Okonkwo' }, 'Okonkwo'],
		[{ firstName: 'Amara' }, 'Amara'],
		[{ name: '12 Elm  Street\n4', email: 'a@b.c' }, '12 Elm Street 4'],
		[{ email: 'not an email', phone: 'x' }, 'not an email'],
		[{ firstName: 'x'.repeat(500) }, 'x'.repeat(60)],
		[{ firstName: '{{ $json.x }}', email: 'a@b.c' }, 'a@b.c'],
		[{ firstName: {}, name: [] }, undefined],
		[{}, undefined],
	])('%j: %s', (values, expected) => expect(who(values)).toBe(expected));
});

test('values of other names never reach the body', () => {
	const values = JSON.parse('{"__proto__": {"x": 1}, "constructor": "x", "ssn": "123"}');
	expect(buildRequest({ ...LEAST, ...values }, FIELDS).body).toEqual(LEAST);
	expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
});

test('for any values: no throw, no empty text, listed keys only, words that n8n asks for', () => {
	const names = FIELDS.map(({ name }) => name);
	const cell = fc.oneof(
		fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true }),
		fc.string(),
		fc.constantFrom('ann@example.com', '+1416', 12, 0, '', ...STATUSES.map(({ name }) => name)),
	);
	const values = fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor'), cell);
	fc.assert(
		fc.property(values, (given) => {
			const { body, problems } = buildRequest(given, FIELDS);
			const { address, ...top } = body;
			expect(address).not.toEqual({});
			for (const [key, value] of [...Object.entries(top), ...Object.entries(address ?? {})]) {
				expect(names).toContain(key);
				expect(value).not.toBe('');
			}
			expect(new Set(problems.map(({ field }) => field)).size).toBe(problems.length);
			for (const { text } of problems) {
				expect(text).not.toMatch(/\b(error|problem|failure|mistake|password|token)\b/i);
			}
		}),
		{ numRuns: 500 },
	);
});

test('what was built builds the same again', () => {
	const cell = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.date());
	fc.assert(
		fc.property(
			fc.dictionary(fc.constantFrom('rent', 'amountPastDue', 'city', 'street'), cell),
			(given) => {
				const { body } = buildRequest({ ...LEAST, ...given }, FIELDS);
				const { address, ...top } = body;
				const flat = { ...top, ...(typeof address === 'object' ? address : {}) };
				expect(buildRequest(flat, FIELDS).body).toEqual(body);
			},
		),
	);
});
