import { readFileSync } from 'node:fs';
import fc from 'fast-check';

import { readContract } from '../../../dev/contract.mts';
import { readApplicant } from '../../../nodes/RentalScreening/results/applicant.ts';
import * as columns from '../../../nodes/RentalScreening/results/columns.ts';
import { RESULT_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report.ts';
import { createBareAnswer, createFullAnswer, SSN } from './answers.mts';
import { anyAnswer, HOSTILE, withEveryText } from './wild.mts';

const WHO = { userId: 'usr-1', firstName: 'Jane', lastName: 'Doe' };
const choice = { fields: ['creditScore', 'jobTitle'] };
const COLUMN_NAMES = columns.ROW_COLUMNS.map(({ name }) => name);
const FORMATS = new Map<string, string>(
	Object.values(columns).flatMap((list) => list.map(({ name, format }) => [name, format])),
);
const LISTS = ['flags', 'landlordReviews', 'monthlyData', 'rentTransactions', 'rentals'];

const shape = (output: string, answer = createFullAnswer(), change = {}) => {
	const found = RESULT_OUTPUTS.find(({ value }) => value === output)!;
	return found.shape(readApplicant(answer, 'usr-1'), { ...choice, ...change });
};

const shapeRows = (output: string, answer = createFullAnswer(), change = {}) =>
	shape(output, answer, change).map(({ json }) => json);

/** The spreadsheet row of an answer whose screening and user are changed. */
function rowWith(change: { screening?: object; user?: object }) {
	const { screening, user } = createFullAnswer();
	Object.assign(screening, change.screening);
	Object.assign(user, change.user);
	return shapeRows('row', { screening, user })[0]!;
}

test.each(RESULT_OUTPUTS)('output $value never holds the SSN, but in an ID', ({ value }) => {
	const forms = [SSN, '123456789', '123 - 45 - 6789', '123−45−6789', '123\u00AD45/6789'];
	for (const form of forms) {
		const answer = withEveryText(createFullAnswer(), (text, path) =>
			text === SSN || path.at(-1) === 'id' ? text : `x ${form}`,
		);
		Object.assign(answer.user, { other: form, applicantSsn: 123456789 });
		answer.screening.redFlags!.push({ ssn: form }, { value: 123456789 }, { name: form });
		const shown = JSON.stringify(shape(value, answer));
		expect(shown.replace(/[^\d"]/g, '')).not.toContain('123456789');
	}
});

test.each(RESULT_OUTPUTS)(
	'output $value takes an answer of any shape, and does not change it',
	({ value }) => {
		fc.assert(
			fc.property(anyAnswer(), (answer) => {
				const before = structuredClone(answer);
				const cells = shapeRows(value, answer).flatMap(Object.entries);
				for (const [name, cell] of value === 'raw' ? [] : cells) {
					const format = FORMATS.get(name) ?? 'text';
					const types: Record<string, string> = {
						amount: 'number',
						number: 'number',
						boolean: 'boolean',
					};
					const type = types[format] ?? 'string';
					if (cell !== null) expect(typeof cell).toBe(type);
				}
				expect(answer).toStrictEqual(before);
			}),
		);
	},
);

test.each(HOSTILE)('every output has cells that no spreadsheet runs or breaks: %j', (hostile) => {
	const answer = withEveryText(createFullAnswer(), () => hostile);
	for (const { value } of RESULT_OUTPUTS.filter((output) => output.value !== 'raw')) {
		for (const row of shapeRows(value, answer)) {
			// The HTML and the text of a report are no cells, and an ID is as the service gave it.
			const cells = Object.entries(row).filter(([name]) => !/^(html|text|id)$|Id$/.test(name));
			for (const [, cell] of cells)
				expect(String(cell)).not.toMatch(/^\s*[=+\-@]|[\r\n\v\f\u0085\u2028\u2029]/);
		}
	}
});

test('an output is one row where Update Rows can write it', () => {
	const written = RESULT_OUTPUTS.filter(({ rowColumns }) => rowColumns);
	expect(written.map(({ value }) => value)).toEqual(['selectedFields', 'simplified', 'row']);
	for (const { value, rowColumns } of written) {
		const names = rowColumns!(choice.fields).map(({ name }) => name);
		for (const answer of [createFullAnswer(), createBareAnswer()])
			expect(shapeRows(value, answer).map(Object.keys)).toEqual([names]);
	}
});

test('output raw is the answer itself, its SSN masked unless it is asked for', () => {
	const given = createFullAnswer();
	Object.assign(given.screening, { notInTheContract: [{ deep: null }] });
	const expected = structuredClone(given);
	expected.user.employmentDetails!.identity!.ssn = '***-**-6789';
	expect(shape('raw', given)).toStrictEqual([{ json: expected }]);
	expect(shape('raw', given, { unmasked: given })).toStrictEqual([{ json: given }]);
});

test('output report has the fields of an email, then the whole row, and is a file', () => {
	const { fileName, ...email } = buildReport(readApplicant(createFullAnswer(), 'usr-1'));
	const [{ json, ...file }] = shape('report') as [ReturnType<typeof shape>[number]];
	expect(file).toEqual({ fileName });
	expect(Object.entries(json)).toEqual(Object.entries({ ...email, ...shapeRows('row')[0] }));
});

const { schemas } = readContract().components;
type Schema = (typeof schemas)[string];
const resolved = (schema: Schema): Schema =>
	schema.$ref === undefined ? schema : schemas[schema.$ref.replace('#/components/schemas/', '')]!;

test.each(LISTS)('the list %s has the person in front, then the fields of the contract', (name) => {
	const rows = shapeRows(name);
	expect(rows.length).toBeGreaterThan(1);
	for (const row of rows) expect(Object.entries(row).slice(0, 3)).toEqual(Object.entries(WHO));
	// Nor has an object in place of the list any rows.
	for (const part of [{}, { [name]: { a: {} }, redFlags: { a: {} } }])
		expect(shapeRows(name, { screening: part, user: part } as never)).toEqual([]);
	const lists = { ...schemas['Screening']?.properties, ...schemas['User']?.properties };
	// Flags are of two lists of the contract.
	const fields =
		name in lists
			? Object.keys(resolved(lists[name]!.items!).properties ?? {})
			: ['kind', 'text', 'details'];
	expect(Object.keys(rows[0]!).slice(3).sort()).toEqual(fields.sort());
});

test('lists keep the order of the service, have green flags before red, and null for what is not given', () => {
	const flags = shapeRows('flags').map(({ kind, text, details }) => [kind, text, details]);
	expect(flags.slice(2)).toEqual([
		['green', 'No collections', null],
		['red', 'One rent payment was 6 days late', 'type LATE_PAYMENT, count 1'],
		['red', 'NSF: bank name First Example Bank, fee 48', 'bank name First Example Bank, fee 48'],
	]);
	const address = expect.stringMatching(/^12 Maple Street, /);
	const rental = { id: 'rental-2', landlordEmail: null, address };
	expect(shapeRows('rentals')[1]).toMatchObject(rental);
	expect(shapeRows('landlordReviews')[1]).toMatchObject({ phone: null, cleanliness: 5 });
});

test('a spreadsheet row holds everything about an applicant', () => {
	const expected = readFileSync(new URL('full-row.json', import.meta.url), 'utf8');
	expect(`${JSON.stringify(shapeRows('row')[0], null, '\t')}\n`).toBe(expected);
});

test('a spreadsheet row has the same columns in the same order for an applicant without data', () => {
	const [row] = shapeRows('row', createBareAnswer());
	expect(Object.keys(row!)).toEqual([...new Set(COLUMN_NAMES)]);
	const filled = Object.fromEntries(Object.entries(row!).filter(([, value]) => value !== null));
	const { id: screeningId, rent } = createBareAnswer().screening;
	const who = { userId: 'usr-1', firstName: 'Sam', email: 'sam@example.com' };
	expect(filled).toEqual({ ...who, checkComplete: false, rent, screeningId });
});

test.each([
	[{ line1: '1 Main St', state: 'TX', postalCode: '78701' }, '1 Main St, TX 78701'],
	[{ line1: ' 1 Main\nSt ', line2: '', city: null, country: 'US' }, '1 Main St, US'],
	['1 Main St, Austin', '1 Main St, Austin'],
	[{}, null],
	[[], null],
])('a spreadsheet row has the address %j on one line', (currentAddress, expected) => {
	expect(rowWith({ user: { currentAddress } }).currentAddress).toBe(expected);
});

test('a spreadsheet row counts what is in a list, and nothing without a list', () => {
	const empty = { greenFlags: [], redFlags: [null, '', ' '], landlordReviews: [] };
	const counts = { greenFlagCount: 0, redFlagCount: 0, landlordReviewCount: 0, redFlags: null };
	expect(rowWith({ screening: empty })).toMatchObject(counts);
	const absent = { greenFlags: undefined, redFlags: null, landlordReviews: {} };
	const none = Object.fromEntries(Object.keys(counts).map((name) => [name, null]));
	expect(rowWith({ screening: absent })).toMatchObject(none);
	const landlordReviews = [{ cleanliness: 5 }, { cleanliness: 4 }, { paysRentOnTime: 'often' }];
	const averages = { averageCleanliness: 4.5, averagePaysRentOnTime: null };
	expect(rowWith({ screening: { landlordReviews } })).toMatchObject(averages);
});

const [OLD, NEW] = ['2026-01-01', '2026-02-01'];
const CREDIT = { date: '2026-02-02', type: 'CREDIT', amount: 1 };
test.each([
	['the newest by date', [{ date: OLD }, { date: NEW, amount: 2 }, { date: OLD }], 2],
	['a payment, not money that came back', [CREDIT, { date: OLD, type: 'DEBIT', amount: 2 }], 2],
	['a dated one before undated ones', [{ date: 'soon' }, { date: OLD, amount: 3 }], 3],
	['the first where none has a date', [{ amount: 1 }, { amount: 2 }], 1],
	['none where all came back', [CREDIT], null],
])('the last rent payment is %s', (_, rentTransactions, amount) => {
	expect(rowWith({ screening: { rentTransactions } }).lastRentPaymentAmount).toBe(amount);
});

test('a value of another type is converted to that of its column, or left out', () => {
	const screening = { creditScore: '712', serviceScore: 'high', rent: [2100], totalDebt: '1e9' };
	const user = { firstName: 7, lastName: { a: 1 }, phoneNumber: 14165550100 };
	expect(rowWith({ screening, user })).toMatchObject({
		...{ creditScore: 712, serviceScore: null, rent: null, totalDebt: null },
		...{ firstName: '7', lastName: null, phoneNumber: '14165550100' },
	});
	const tiny = { rent: 1e308, monthlyIncome: 1e-308 };
	expect(rowWith({ screening: tiny }).rentToIncomePercent).toBeNull();
});

test('a screening is complete only if the service says so', () => {
	const given = [true, 'true', false, 'false', null, undefined, 'yes', 1];
	const said = given.map((checkComplete) => rowWith({ user: { checkComplete } }).checkComplete);
	expect(said).toEqual([true, true, ...Array<boolean>(6).fill(false)]);
});

test('selected fields are the columns in their own order, after the user ID', () => {
	const selected = (fields: string[]) =>
		Object.entries(shapeRows('selectedFields', createFullAnswer(), { fields })[0]!);
	expect(selected([])).toEqual([['userId', 'usr-1']]);
	const { userId, lastName, rent } = shapeRows('row')[0]!;
	const wanted = Object.entries({ userId, lastName, rent });
	expect(selected(['rent', 'lastName', 'userId'])).toEqual(wanted);
	expect(selected(COLUMN_NAMES)).toEqual(Object.entries(shapeRows('row')[0]!));
});
