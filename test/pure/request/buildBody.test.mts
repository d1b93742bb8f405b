import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import { buildBody } from '../../../nodes/RentalScreening/request/buildBody.ts';

const STATUSES = ['ACCOUNT_STATUS_UNSPECIFIED', 'ACCOUNT_STATUS_IN_GOOD_STANDING'];

const FIELDS: readonly ApiField[] = [
	{ name: 'name', type: 'string', required: true },
	{ name: 'email', type: 'string', required: true, shape: 'email' },
	{ name: 'phone', type: 'string', shape: 'phoneWithPlus' },
	{ name: 'rent', type: 'integer' },
	{ name: 'amountPastDue', type: 'number' },
	{ name: 'leaseStartDate', type: 'string' },
	{ name: 'accountStatus', type: 'string', oneOf: STATUSES },
	{ name: 'street', type: 'string', within: 'address' },
	{ name: 'city', type: 'string', within: 'address' },
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
	const { body, problems } = buildBody(values, FIELDS);
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
	expect(buildBody(values, FIELDS)).toEqual({ body: { ...LEAST, rent: 0 }, problems: [] });
});

test('one problem per field, in the order of the fields', () => {
	const values = {
		email: 'ann.example.com',
		phone: 14165550100,
		rent: '$2,100',
		amountPastDue: 'none',
		leaseStartDate: new Date(Number.NaN),
		accountStatus: 'in good standing',
		street: ['1 King St'],
		city: 'Toronto',
	};
	expect(buildBody(values, FIELDS)).toEqual({
		body: { address: { city: 'Toronto' } },
		problems: [
			{ field: 'name', problem: 'is missing: fill it in' },
			{ field: 'email', problem: 'must be an e-mail address, such as name@example.com' },
			{
				field: 'phone',
				problem: 'must start with + and the country code, such as +14165550100',
			},
			{
				field: 'rent',
				problem: 'must be a whole number without currency sign or thousands mark, such as 2100',
			},
			{
				field: 'amountPastDue',
				problem: 'must be a number without currency sign or thousands mark, such as 2100.5',
			},
			{ field: 'leaseStartDate', problem: 'must be a date that exists, such as 2025-01-31' },
			{ field: 'accountStatus', problem: `must be one of ${STATUSES.join(', ')}` },
			{ field: 'address.street', problem: 'must be a single text, not a list or an object' },
		],
	});
});

test('a required value of blanks is missing', () => {
	expect(buildBody({ ...LEAST, name: ' \u00a0 ' }, FIELDS).problems).toEqual([
		{ field: 'name', problem: 'is missing: fill it in' },
	]);
});

test.each(STATUSES)('%s is matched without regard to case, and only as a whole', (status) => {
	const take = (accountStatus: string) => buildBody({ ...LEAST, accountStatus }, FIELDS);
	expect(take(status.toLowerCase()).body['accountStatus']).toBe(status);
	expect(take(status.slice(0, -1)).problems).toHaveLength(1);
	expect(take(status.replace('ACCOUNT_STATUS_', '')).problems).toHaveLength(1);
});

test('values of other names never reach the body', () => {
	const values = JSON.parse('{"__proto__": {"x": 1}, "constructor": "x", "ssn": "123"}');
	expect(buildBody({ ...LEAST, ...values }, FIELDS).body).toEqual(LEAST);
	expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
});

test('whatever comes: no throw, no empty text, listed keys only, words that n8n asks for', () => {
	const names = FIELDS.map(({ name }) => name);
	const cell = fc.oneof(
		fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true }),
		fc.string(),
		fc.constantFrom('ann@example.com', '+1416', 12, 0, '', ...STATUSES),
	);
	const values = fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor'), cell);
	fc.assert(
		fc.property(values, (given) => {
			const { body, problems } = buildBody(given, FIELDS);
			const { address, ...top } = body;
			expect(address).not.toEqual({});
			for (const [key, value] of [...Object.entries(top), ...Object.entries(address ?? {})]) {
				expect(names).toContain(key);
				expect(value).not.toBe('');
			}
			expect(new Set(problems.map(({ field }) => field)).size).toBe(problems.length);
			for (const { problem } of problems) {
				expect(problem).not.toMatch(/\b(error|problem|failure|mistake|password|token)\b/i);
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
				const { body } = buildBody({ ...LEAST, ...given }, FIELDS);
				const { address, ...top } = body;
				const flat = { ...top, ...(typeof address === 'object' ? address : {}) };
				expect(buildBody(flat, FIELDS).body).toEqual(body);
			},
		),
	);
});
