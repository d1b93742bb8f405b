import { readFileSync } from 'node:fs';
import fc from 'fast-check';

import { capitalize, toWords } from '../../../nodes/RentalScreening/core/text.ts';
import { readApplicant } from '../../../nodes/RentalScreening/results/applicant.ts';
import { formatForReport, isFigure } from '../../../nodes/RentalScreening/results/cells.ts';
import { ROW_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import {
	RESULT_OUTPUTS,
	ROW_OUTPUTS,
	shapeResult,
} from '../../../nodes/RentalScreening/results/outputs.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report.ts';
import { readText } from '../../../dev/repository.mts';
import { createBareAnswer, createFullAnswer, SSN } from './answers.mts';
import { anyAnswer, HOSTILE_TEXTS, withEveryLeaf, withEveryText } from './wild.mts';

const OUTPUTS = RESULT_OUTPUTS.map(({ value }) => String(value));
const COLUMN_NAMES = ROW_COLUMNS.map(({ name }) => name);

const shape = (output: string, answer: unknown = createFullAnswer(), fields = ['creditScore']) =>
	shapeResult(output, readApplicant(answer, 'usr-1'), fields);

/** The spreadsheet row of an answer whose screening and user are changed. */
function rowWith(change: { screening?: object; user?: object }) {
	const { screening, user } = createFullAnswer();
	Object.assign(screening, change.screening);
	Object.assign(user, change.user);
	return shape('row', { screening, user }).json;
}

test('a spreadsheet row holds everything about an applicant', () => {
	const expected = readFileSync(new URL('full-row.json', import.meta.url), 'utf8');
	expect(`${JSON.stringify(shape('row').json, null, '\t')}\n`).toBe(expected);
	expect(Object.keys(shape('row').json)).toEqual(COLUMN_NAMES);
});

test('a report shows the columns of its sections, each behind its name', () => {
	const applicant = readApplicant(createFullAnswer(), 'usr-1');
	const { text } = buildReport(applicant);
	const shown = ROW_COLUMNS.filter(({ section }) => section !== undefined);
	for (const { name, format, read } of shown) {
		const label = capitalize(toWords(name)).replace(/ id$/, ' ID');
		expect(text).toContain(`\n${label}: ${formatForReport(format, read(applicant))}\n`);
	}
	expect(shown.length).toBeGreaterThan(20);
});

test('the docs list the columns in the order of a row', () => {
	const [, section = ''] = readText('docs/results.md').split(/^## Columns$/m);
	const rows = section.split(/^## /m)[0]!.matchAll(/^\| (`.*?) \|/gm);
	const listed = [...rows].flatMap(([, names]) => names!.match(/\w+/g));
	expect(listed).toEqual(COLUMN_NAMES);
});

test('a spreadsheet row has the same columns for an applicant without data, empty ones as null', () => {
	const { json } = shape('row', createBareAnswer());
	expect(Object.keys(json)).toEqual(COLUMN_NAMES);
	const filled = Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
	const { id: screeningId, rent } = createBareAnswer().screening;
	const who = { userId: 'usr-1', firstName: 'Sam', email: 'sam@example.com' };
	expect(filled).toEqual({ ...who, checkComplete: false, rent, screeningId });
});

test('the simplified output has at most ten columns of the row, and the selected ones are in its order', () => {
	const row = shape('row').json;
	const { json } = shape('simplified');
	expect(Object.keys(json).length).toBeLessThanOrEqual(10);
	expect(row).toMatchObject(json);
	const select = (fields: string[]) => Object.keys(shape('selectedFields', undefined, fields).json);
	expect(select([])).toEqual(['userId']);
	expect(select(['rent', 'lastName', 'userId'])).toEqual(['userId', 'lastName', 'rent']);
	expect(select(COLUMN_NAMES)).toEqual(COLUMN_NAMES);
	expect([...ROW_OUTPUTS, 'raw', 'report'].sort()).toEqual([...OUTPUTS].sort());
});

test('the raw output is the answer itself with its SSN masked', () => {
	const given = createFullAnswer();
	Object.assign(given.screening, { notInTheContract: [{ deep: null }] });
	const expected = structuredClone(given);
	expected.user.employmentDetails!.identity!.ssn = '***-**-6789';
	expect(shape('raw', given)).toStrictEqual({ json: expected });
});

test('the report output has the fields of an email, then the whole row, and is a file', () => {
	const { fileName, ...email } = buildReport(readApplicant(createFullAnswer(), 'usr-1'));
	const { json, ...file } = shape('report');
	expect(file).toEqual({ fileName });
	expect(Object.entries(json)).toEqual(Object.entries({ ...email, ...shape('row').json }));
});

test.each(OUTPUTS)('output %s never holds the SSN', (output) => {
	for (const form of [SSN, '123456789', '123 - 45 - 6789', '123–45–6789', '123\u00AD45/6789']) {
		const answer = withEveryLeaf(createFullAnswer(), (leaf) =>
			typeof leaf === 'number' || leaf === SSN ? leaf : `x ${form}`,
		);
		Object.assign(answer.user, { other: form, applicantSsn: 123456789 });
		answer.screening.redFlags!.push({ ssn: form }, { value: 123456789 }, { name: form });
		const shown = JSON.stringify(shape(output, answer));
		expect(shown.replace(/[^\d"]/g, '')).not.toContain('123456789');
	}
});

test('every output takes an answer of any shape, and does not change it', () => {
	fc.assert(
		fc.property(anyAnswer(), (answer) => {
			const before = structuredClone(answer);
			for (const output of OUTPUTS) {
				const { json } = shape(output, answer, COLUMN_NAMES);
				for (const { name, format } of output === 'raw' ? [] : ROW_COLUMNS) {
					const cell = json[name];
					const type = isFigure(format) ? 'number' : format === 'boolean' ? format : 'string';
					if (cell !== null && cell !== undefined) expect(typeof cell).toBe(type);
				}
			}
			expect(answer).toStrictEqual(before);
		}),
	);
});

test.each(Object.entries(HOSTILE_TEXTS))(
	'no spreadsheet runs or breaks the cells of a row: %s',
	(_, hostile) => {
		const { json } = shape('row', withEveryText(createFullAnswer(), hostile));
		for (const [name, cell] of Object.entries(json)) {
			if (!name.endsWith('Id')) expect(String(cell)).not.toMatch(/^\s*[=+\-@]|[\r\n\v\f\u2028]/);
		}
	},
);

test.each([
	['in parts', { line1: '1 Main St', state: 'TX', postalCode: '78701' }, '1 Main St, TX 78701'],
	['with gaps', { line1: ' 1 Main\nSt ', line2: '', city: null, country: 'US' }, '1 Main St, US'],
	['as text', '1 Main St, Austin', '1 Main St, Austin'],
	['without parts', {}, null],
	['as an empty list', [], null],
])('an address %s is on one line of a row', (_, currentAddress, expected) => {
	expect(rowWith({ user: { currentAddress } }).currentAddress).toBe(expected);
});

const REVIEWS = [{ cleanliness: 5 }, { cleanliness: 4 }, { paysRentOnTime: 'often' }];
const [OLD, NEW] = ['2026-01-01', '2026-02-01'];
const CREDIT = { date: '2026-02-02', type: 'CREDIT', amount: 1 };

test.each<[string, screening: object, row: object]>([
	[
		'averages reviews where they have figures',
		{ landlordReviews: REVIEWS },
		{ landlordReviewCount: 3, averageCleanliness: 4.5, averagePaysRentOnTime: null },
	],
	['counts no reviews that are no list', { landlordReviews: {} }, { landlordReviewCount: null }],
	['counts no empty flags', { redFlags: [null, ''] }, { redFlagCount: 0, redFlags: null }],
	[
		'has no count of flags that are not there',
		{ redFlags: null, greenFlags: undefined },
		{ redFlagCount: null, greenFlagCount: null },
	],
])('a row %s', (_, screening, row) => {
	expect(rowWith({ screening })).toMatchObject(row);
});

test.each<[percent: number | null, rent: number, monthlyIncome: number | undefined]>([
	[33.6, 2100, 6250],
	[0, 0, 6250],
	[null, 2100, 0],
	[null, 2100, -6250],
	[null, 2100, undefined],
	[null, 1e308, 1e-308],
])('the share of income is %s for a rent of %s and an income of %s', (percent, rent, income) => {
	const screening = { rent, monthlyIncome: income };
	expect(rowWith({ screening })).toMatchObject({ rentToIncomePercent: percent });
});

test.each([
	['the newest by date', [{ date: OLD }, { date: NEW, amount: 2 }, { date: OLD }], 2],
	['a payment, not money that came back', [CREDIT, { date: OLD, type: 'DEBIT', amount: 2 }], 2],
	['a dated one before undated ones', [{ date: 'soon' }, { date: OLD, amount: 3 }], 3],
	['none where all came back', [CREDIT], null],
])('the last rent payment is %s', (_, rentTransactions, amount) => {
	expect(rowWith({ screening: { rentTransactions } }).lastRentPaymentAmount).toBe(amount);
});
