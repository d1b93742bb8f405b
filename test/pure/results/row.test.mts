import fc from 'fast-check';

import { isFigure } from '../../../nodes/RentalScreening/results/cells.ts';
import type { ScreeningData } from '../../../nodes/RentalScreening/results/values.ts';
import { ROW_COLUMNS, SIMPLIFIED_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import { outputNamed, shapeResults } from '../../../nodes/RentalScreening/results/outputs.ts';
import { bareAnswer, fullAnswer } from './answers.mts';
import { anyAnswer } from './wild.mts';

const COLUMN_NAMES = ROW_COLUMNS.map(({ name }) => name);

/** The one row of an output. */
function shaped(output: string, answer: ScreeningData, userId: string, fields: string[] = []) {
	const [item] = shapeResults(answer, outputNamed(output)!, { userId, fields, includeSsn: false });
	return item!.json;
}

const row = (answer: ScreeningData, userId = 'usr-9') => shaped('row', answer, userId);

/** A row of an answer whose screening and user are changed. */
function rowWith(change: { screening?: object; user?: object }) {
	const { screening, user } = fullAnswer();
	return row({
		screening: { ...screening, ...change.screening },
		user: { ...user, ...change.user },
	} as ScreeningData);
}

describe('the spreadsheet row', () => {
	test('holds everything about an applicant in one flat row', () => {
		expect(row(fullAnswer(), 'usr-asked-for')).toStrictEqual({
			userId: 'usr-asked-for',
			firstName: 'Jane',
			lastName: 'Doe',
			email: 'jane.doe@example.com',
			phoneNumber: '+14165550100',
			dateOfBirth: '1991-07-14',
			checkComplete: true,
			serviceScore: 81.5,
			creditScore: 712,
			rent: 2100,
			monthlyIncome: 6250,
			rentToIncomePercent: 33.6,
			monthlyDebt: 480.25,
			totalDebt: 11200,
			debtLimit: 18000,
			employer: 'Example Bridges Inc.',
			employerAddress: '1 King Street West, Toronto, ON, CA',
			jobTitle: 'Structural engineer',
			employmentStatus: 'FULL_TIME',
			employeeType: 'PERMANENT',
			startDate: '2021-04-12',
			minimumMonthsOfEmployment: 58,
			weeklyHours: 37,
			income: 6250,
			incomeType: 'SALARY',
			annualIncome: 75000,
			hourlyIncome: 38.46,
			netHourlyRate: 29.1,
			payCycle: 'BI_WEEKLY',
			currentAddress: '88 Harbour Street, Unit 1204, Toronto, ON M5J 0B7, CA',
			greenFlagCount: 3,
			greenFlags: 'Income is stable; Rent has been paid every month; No collections',
			redFlagCount: 2,
			redFlags: 'One rent payment was 6 days late; NSF: bank name First Example Bank, fee 48',
			landlordReviewCount: 2,
			averageWouldRentToThemAgain: 4.5,
			averagePaysRentOnTime: 4.5,
			averageCleanliness: 4.5,
			averageDidNotDamageProperty: 5,
			lastRentPaymentDate: '2026-02-01',
			lastRentPaymentAmount: 1950,
			lastRentPaymentCurrency: 'CAD',
			lastRentPaymentDescription: 'E-TRANSFER RENT 88 HARBOUR ST',
			averageMonthlyIncome: 6225,
			averageMonthlySpending: 4874.88,
			averageMonthlyBalance: 3650.4,
			updatedAt: '2026-03-01T14:22:05.000Z',
			screeningId: 'scr-7d41',
			checkType: 'CHECK_TYPE_DEEP_CHECK',
		});
	});

	test('has the same columns in the same order for an applicant without any data yet', () => {
		const shown = row(bareAnswer());
		expect(Object.keys(shown)).toEqual(COLUMN_NAMES);
		const filled = Object.entries(shown).filter(([, value]) => value !== null);
		expect(Object.fromEntries(filled)).toEqual({
			userId: 'usr-9',
			firstName: 'Sam',
			email: 'sam@example.com',
			checkComplete: false,
			rent: 2100,
			screeningId: 'scr-9',
		});
	});

	test('names each column once', () => {
		expect(new Set(COLUMN_NAMES).size).toBe(COLUMN_NAMES.length);
	});

	test('has no percentage beyond what a number can be', () => {
		const shown = rowWith({ screening: { rent: 1e308, monthlyIncome: 1e-308 } });
		expect(shown.rentToIncomePercent).toBeNull();
	});

	test.each([
		[
			{ line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' },
			'1 Main St, Austin, TX 78701',
		],
		[{ line1: ' 1 Main\nSt ', line2: '', city: null, country: 'US' }, '1 Main St, US'],
		['1 Main St, Austin', '1 Main St, Austin'],
		[{}, null],
		[[], null],
		[undefined, null],
	])('puts the address %j on one line', (currentAddress, expected) => {
		expect(rowWith({ user: { currentAddress } }).currentAddress).toBe(expected);
	});

	test('has a count of 0 for an empty list of flags or reviews, and none without a list', () => {
		const counts = { greenFlagCount: 0, redFlagCount: 0, landlordReviewCount: 0 };
		const empty = { greenFlags: [], redFlags: [null, '', ' '], landlordReviews: [] };
		expect(rowWith({ screening: empty })).toMatchObject({
			...counts,
			greenFlags: null,
			redFlags: null,
		});
		const absent = { greenFlags: undefined, redFlags: null, landlordReviews: {} };
		expect(rowWith({ screening: absent })).toMatchObject(
			Object.fromEntries(Object.keys(counts).map((name) => [name, null])),
		);
	});

	test('averages only the ratings that were given', () => {
		const landlordReviews = [{ cleanliness: 5 }, { cleanliness: 4 }, { paysRentOnTime: 'often' }];
		expect(rowWith({ screening: { landlordReviews } })).toMatchObject({
			landlordReviewCount: 3,
			averageCleanliness: 4.5,
			averagePaysRentOnTime: null,
		});
	});

	test.each([
		[
			'the newest by date',
			[
				{ date: '2026-01-01', amount: 1 },
				{ date: '2026-02-01', amount: 2 },
				{ date: '2025-12-01', amount: 3 },
			],
			2,
		],
		[
			'a payment, not money that came back',
			[
				{ date: '2026-02-02', type: 'CREDIT', amount: 1 },
				{ date: '2026-02-01', type: 'DEBIT', amount: 2 },
			],
			2,
		],
		[
			'a dated one before undated ones',
			[{ amount: 1 }, { date: 'soon', amount: 2 }, { date: '2020-01-01', amount: 3 }],
			3,
		],
		['the first where none has a date', [{ amount: 1 }, { amount: 2 }], 1],
		['none where there is none', [], null],
		['none where all came back', [{ date: '2026-02-02', type: 'CREDIT', amount: 1 }], null],
	])('takes as last rent payment %s', (_, rentTransactions, amount) => {
		expect(rowWith({ screening: { rentTransactions } }).lastRentPaymentAmount).toBe(amount);
	});

	test('converts values of another type to that of their column, or leaves them out', () => {
		const shown = rowWith({
			screening: { creditScore: '712', serviceScore: 'high', rent: [2100], totalDebt: '1e999' },
			user: { checkComplete: 'true', firstName: 7, lastName: { a: 1 }, phoneNumber: 14165550100 },
		});
		expect(shown).toMatchObject({
			creditScore: 712,
			serviceScore: null,
			rent: null,
			totalDebt: null,
			checkComplete: true,
			firstName: '7',
			lastName: null,
			phoneNumber: '14165550100',
		});
	});

	test('says that the screening is not complete unless the service says that it is', () => {
		for (const checkComplete of [false, 'false', null, undefined, 'yes', 1]) {
			expect(rowWith({ user: { checkComplete } }).checkComplete).toBe(false);
		}
		expect(row({} as ScreeningData).checkComplete).toBe(false);
	});

	test('is a flat row of its columns for an answer of any shape', () => {
		fc.assert(
			fc.property(anyAnswer(), (answer) => {
				const shown: Record<string, unknown> = row(answer);
				expect(Object.keys(shown)).toEqual(COLUMN_NAMES);
				for (const column of ROW_COLUMNS) {
					const { name, format } = column;
					const type = format === 'boolean' ? format : isFigure(column) ? 'number' : 'string';
					if (shown[name] !== null) expect(typeof shown[name]).toBe(type);
				}
			}),
			{ numRuns: 200 },
		);
	});
});

test('the simplified row has at most ten columns, as n8n asks, of the spreadsheet row', () => {
	const simplified = shaped('simplified', fullAnswer(), 'usr-1');
	expect(Object.keys(simplified)).toEqual(SIMPLIFIED_COLUMNS.map(({ name }) => name));
	expect(SIMPLIFIED_COLUMNS).toHaveLength(10);
	expect(row(fullAnswer(), 'usr-1')).toMatchObject(simplified);
});

test.each([
	[[], { userId: 'usr-1' }],
	[['creditScore'], { userId: 'usr-1', creditScore: 712 }],
	[['rent', 'lastName', 'userId'], { userId: 'usr-1', lastName: 'Doe', rent: 2100 }],
	[COLUMN_NAMES, row(fullAnswer(), 'usr-1')],
])('selected fields are the columns %j after the user ID', (fields, expected) => {
	const shown = shaped('selectedFields', fullAnswer(), 'usr-1', fields);
	expect(Object.entries(shown)).toEqual(Object.entries(expected));
});
