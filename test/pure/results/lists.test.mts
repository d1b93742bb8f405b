import { readContract } from '../../../dev/schemas/derive.mts';
import { applicantOf, NOT_COMPLETE } from '../../../nodes/RentalScreening/results/applicant.ts';
import {
	outputNamed,
	RESULT_OUTPUTS,
	type ResultOutputValue,
} from '../../../nodes/RentalScreening/results/outputs.ts';
import type { ScreeningData } from '../../../nodes/RentalScreening/results/values.ts';
import { bareAnswer, fullAnswer } from './answers.mts';

const NO_LISTS = ['raw', 'report', 'row', 'selectedFields', 'simplified'] as const;
type ListName = Exclude<ResultOutputValue, (typeof NO_LISTS)[number]>;
const NAMES = RESULT_OUTPUTS.map(({ value }) => value).filter((value): value is ListName =>
	NO_LISTS.every((name) => name !== value),
);
const CHOICE = { userId: 'not used', fields: [], includeSsn: false };
const rowsOf = (name: ListName, answer: ScreeningData, userId?: string) =>
	outputNamed(name)!
		.shape(applicantOf(answer, userId), CHOICE, answer)
		.map(({ json }) => json);

/** The bare answer as a complete one. */
function complete(): ScreeningData {
	const answer = bareAnswer();
	answer.user.checkComplete = true;
	return answer;
}

const WHO = { userId: 'usr-0b6d2c1e', firstName: 'Jane', lastName: 'Doe' };

const { schemas } = readContract().components;
type Schema = (typeof schemas)[string];

/** The schema of the elements of a list, which has the same name in the contract. */
function elementOf(list: string): Schema {
	const lists = { ...schemas['Screening']?.properties, ...schemas['User']?.properties };
	expect(Object.keys(lists)).toContain(list);
	return resolved(lists[list]!.items!);
}

function resolved(schema: Schema): Schema {
	const { $ref } = schema;
	return $ref === undefined ? schema : schemas[$ref.replace('#/components/schemas/', '')]!;
}

/** The fields of an object, those of objects in it included. */
function fieldsOf({ properties = {} }: Schema): string[] {
	return Object.entries(properties).flatMap(([name, member]) => {
		const inner = resolved(member);
		return inner.type === 'object' ? fieldsOf(inner) : name;
	});
}

describe('the lists', () => {
	test.each(NAMES)('%s has whose row it is in front', (name) => {
		const rows = rowsOf(name, fullAnswer(), 'usr-asked-for');
		expect(rows.length).toBeGreaterThan(1);
		for (const row of rows) {
			expect(Object.entries(row).slice(0, 3)).toEqual([
				['userId', 'usr-asked-for'],
				['firstName', 'Jane'],
				['lastName', 'Doe'],
			]);
		}
	});

	test.each(NAMES)('%s gives no row for a complete screening without elements', (name) => {
		expect(rowsOf(name, complete())).toEqual([]);
	});

	test.each(NAMES)('%s says so where the screening is not complete', (name) => {
		expect(rowsOf(name, bareAnswer(), 'usr-9')).toStrictEqual([
			{
				userId: 'usr-9',
				firstName: 'Sam',
				lastName: null,
				checkComplete: false,
				note: NOT_COMPLETE,
			},
		]);
		const partly = fullAnswer();
		partly.user.checkComplete = false;
		expect(rowsOf(name, partly)).toHaveLength(rowsOf(name, fullAnswer()).length);
		for (const row of rowsOf(name, partly)) {
			expect(Object.entries(row)[3]).toEqual(['checkComplete', false]);
		}
		for (const row of rowsOf(name, fullAnswer())) expect(row).not.toHaveProperty('checkComplete');
	});

	// Flags are of two lists of the contract.
	test.each(NAMES.filter((name) => name !== 'flags'))(
		'%s has a column for each field of the contract',
		(name) => {
			const [row] = rowsOf(name, fullAnswer());
			expect(Object.keys(row!).slice(3).sort()).toEqual(fieldsOf(elementOf(name)).sort());
		},
	);

	test('landlordReviews keeps the service order and fills what is not given with null', () => {
		expect(rowsOf('landlordReviews', fullAnswer())[1]).toStrictEqual({
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

	test('rentals has the address in columns', () => {
		expect(rowsOf('rentals', fullAnswer())[1]).toStrictEqual({
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

	test('flags puts green before red, each with its kind, its text and what else it holds', () => {
		expect(rowsOf('flags', fullAnswer()).slice(2)).toStrictEqual([
			{ ...WHO, kind: 'green', text: 'No collections' },
			{
				...WHO,
				kind: 'red',
				text: 'One rent payment was 6 days late',
				type: 'LATE_PAYMENT',
				count: 1,
			},
			{
				...WHO,
				kind: 'red',
				text: 'NSF: bank name First Example Bank, bank fee 48',
				bankName: 'First Example Bank',
				bankFee: 48,
			},
		]);
	});

	test('flags keeps its own columns where a flag has fields of their names', () => {
		const answer = complete();
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
		expect(rowsOf('flags', answer)).toStrictEqual([
			{
				userId: 'usr-9',
				firstName: 'Sam',
				lastName: null,
				kind: 'red',
				text: 'Said',
				flagText: 'other',
				flagKind: 'severe',
				flagUserId: 'usr-other',
				list: '1, 2',
				deepAB: 1,
			},
		]);
	});

	test('flags keeps its columns in front of a field that is named like an index', () => {
		const answer = complete();
		answer.screening.redFlags = [{ title: 'Late', 0: 'first', 17: 2 }];
		expect(Object.entries(rowsOf('flags', answer)[0]!).slice(3)).toEqual([
			['kind', 'red'],
			['text', 'Late'],
			['flag0', 'first'],
			['flag17', 2],
		]);
	});

	test('flags lets no name of a field through that a spreadsheet could run', () => {
		const answer = complete();
		answer.screening.redFlags = [JSON.parse('{"title":"x","=1+1":"=2+2","__proto__":{"x":1}}')];
		expect(rowsOf('flags', answer)[0]).toMatchObject({ 'Text: =1+1': 'Text: =2+2' });
	});
});
