import fc from 'fast-check';

import { readContract } from '../../../dev/schemas/files.mts';
import * as lists from '../../../nodes/RentalScreening/results/lists.ts';
import type { ScreeningData } from '../../../nodes/RentalScreening/results/loose.ts';
import { bareAnswer, fullAnswer, SSN } from './answers.mts';
import { anyAnswer, HOSTILE, withEveryText } from './wild.mts';

const ALL = Object.entries(lists);
const WHO = { userId: 'usr-0b6d2c1e', firstName: 'Jane', lastName: 'Doe' };
const fieldsOf = (schema: string) =>
	Object.keys(readContract().components.schemas[schema]?.properties ?? {});

describe('the lists', () => {
	it('are the five that there are', () => {
		expect(Object.keys(lists).sort()).toEqual([
			'flags',
			'landlordReviews',
			'monthlyData',
			'rentTransactions',
			'rentals',
		]);
	});

	it.each(ALL)('%s has whose row it is in front', (_, list) => {
		const rows = list(fullAnswer(), 'usr-asked-for');
		expect(rows.length).toBeGreaterThan(1);
		for (const row of rows) {
			expect(Object.entries(row).slice(0, 3)).toEqual([
				['userId', 'usr-asked-for'],
				['firstName', 'Jane'],
				['lastName', 'Doe'],
			]);
		}
	});

	it.each(ALL)('%s gives no row for an applicant without elements', (_, list) => {
		expect(list(bareAnswer())).toEqual([]);
		expect(list({ screening: {}, user: {} })).toEqual([]);
	});

	it.each([
		['landlordReviews', lists.landlordReviews, 'LandlordReview'],
		['monthlyData', lists.monthlyData, 'MonthlyDatum'],
		['rentTransactions', lists.rentTransactions, 'RentTransaction'],
	] as const)('%s has a column for each field of the contract', (_, list, schema) => {
		const [row] = list(fullAnswer()) as object[];
		expect(Object.keys(row!).slice(3).sort()).toEqual(fieldsOf(schema).sort());
	});

	it('rentals has a column for each field of the contract and of the address', () => {
		const [row] = lists.rentals(fullAnswer());
		const fields = fieldsOf('Rental').filter((field) => field !== 'address');
		expect(Object.keys(row!).slice(3).sort()).toEqual(
			[...fields, ...fieldsOf('StructuredAddress')].sort(),
		);
	});

	it('landlordReviews keeps the service order and fills what is not given with null', () => {
		expect(lists.landlordReviews(fullAnswer())[1]).toStrictEqual({
			...WHO,
			email: 'leasing@harbourview.example.com',
			phone: null,
			wouldRentToThemAgain: 4,
			paysRentOnTime: 4,
			cleanliness: 5,
			didNotDamageProperty: 5,
			additionalDetails: null,
		});
	});

	it('rentals has the address in columns', () => {
		expect(lists.rentals(fullAnswer())[1]).toStrictEqual({
			...WHO,
			id: 'rental-2',
			start: '2020-01-01',
			rentAmount: 1400,
			reasonForMoving: 'New job',
			landlordName: 'M. Okafor',
			landlordEmail: null,
			landlordPhone: '+14165550142',
			line1: '12 Maple Street',
			line2: null,
			city: 'Hamilton',
			state: 'ON',
			postalCode: 'L8P 1A1',
			country: null,
		});
	});

	it('flags puts green before red, each with its kind, its text and what else it holds', () => {
		expect(lists.flags(fullAnswer()).slice(2)).toStrictEqual([
			{ ...WHO, kind: 'green', text: 'No collections' },
			{
				...WHO,
				kind: 'red',
				text: 'One rent payment was 6 days late',
				type: 'LATE_PAYMENT',
				count: 1,
			},
			{ ...WHO, kind: 'red', text: 'NSF', bankName: 'First Example Bank', bankFee: 48 },
		]);
	});

	it('flags keeps its own columns where a flag has fields of their names', () => {
		const answer = bareAnswer();
		answer.screening.redFlags = [
			{
				message: 'Said',
				text: 'other',
				kind: 'severe',
				userId: 'usr-other',
				empty: null,
				list: [1, 2],
				deep: { a: { b: 1 } },
			},
		];
		expect(lists.flags(answer)).toStrictEqual([
			{
				userId: 'usr-9',
				firstName: 'Sam',
				lastName: null,
				kind: 'red',
				text: 'Said',
				flagText: 'other',
				flagKind: 'severe',
				flagUserId: 'usr-other',
				list: '[1,2]',
				deepA: '{"b":1}',
			},
		]);
	});

	it('flags keeps its columns in front of a field that is named like an index', () => {
		const answer = bareAnswer();
		answer.screening.redFlags = [{ title: 'Late', 0: 'first', 17: 2 }];
		expect(Object.entries(lists.flags(answer)[0]!).slice(3)).toEqual([
			['kind', 'red'],
			['text', 'Late'],
			['flag0', 'first'],
			['flag17', 2],
		]);
	});

	it('flags lets no name of a field through that a spreadsheet could run', () => {
		const answer = bareAnswer();
		answer.screening.redFlags = [JSON.parse('{"title":"x","=1+1":"=2+2","__proto__":{"x":1}}')];
		expect(lists.flags(answer)[0]).toMatchObject({ "'=1+1": "'=2+2" });
	});

	it.each(HOSTILE)('let no text through that a spreadsheet could run: %j', (hostile) => {
		const answer = withEveryText(fullAnswer(), () => hostile);
		const texts = ALL.flatMap(([, list]): object[] => list(answer))
			.flatMap((row) => Object.values(row))
			.filter((value) => typeof value === 'string');
		expect(texts.length).toBeGreaterThan(100);
		for (const text of texts) expect(text).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
	});

	it.each(ALL)('%s never holds the SSN', (_, list) => {
		const answer = withEveryText(fullAnswer(), (text) => (text === SSN ? text : `x ${SSN}`));
		answer.screening.redFlags!.push({ ssn: SSN });
		expect(JSON.stringify(list(answer))).not.toMatch(/123-?45-?6789/);
	});

	it.each(ALL)('%s gives flat rows for an answer of any shape', (_, list) => {
		fc.assert(
			fc.property(anyAnswer(), (answer: ScreeningData) => {
				for (const row of list(answer)) {
					expect(Object.keys(row).slice(0, 3)).toEqual(['userId', 'firstName', 'lastName']);
					for (const cell of Object.values(row)) {
						expect(cell === null || ['string', 'number', 'boolean'].includes(typeof cell)).toBe(
							true,
						);
					}
				}
			}),
		);
	});
});
