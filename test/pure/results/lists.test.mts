import { readContract } from '../../../dev/schemas/derive.mts';
import {
	outputNamed,
	RESULT_OUTPUTS,
	shapeResults,
} from '../../../nodes/RentalScreening/results/outputs.ts';
import { fullAnswer } from './answers.mts';

const NO_LISTS = ['raw', 'report', 'row', 'selectedFields', 'simplified'];
const NAMES = RESULT_OUTPUTS.map(({ value }) => value).filter((value) => !NO_LISTS.includes(value));
const WHO = { userId: 'usr-asked-for', firstName: 'Jane', lastName: 'Doe' };

const rowsOf = (name: string, answer = fullAnswer()) =>
	shapeResults(answer, outputNamed(name)!, {
		userId: WHO.userId,
		fields: [],
		includeSsn: false,
	}).map(({ json }) => json);

const { schemas } = readContract().components;
type Schema = (typeof schemas)[string];

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

test.each(NAMES)('%s has whose row it is in front, and no row without elements', (name) => {
	const rows = rowsOf(name);
	expect(rows.length).toBeGreaterThan(1);
	for (const row of rows) expect(Object.entries(row).slice(0, 3)).toEqual(Object.entries(WHO));
	for (const checkComplete of [true, false]) {
		expect(rowsOf(name, { screening: {}, user: { checkComplete } })).toEqual([]);
	}
});

// Flags are of two lists of the contract.
test.each(NAMES.filter((name) => name !== 'flags'))(
	'%s has a column for each field of the contract',
	(name) => {
		const lists = { ...schemas['Screening']?.properties, ...schemas['User']?.properties };
		const [row] = rowsOf(name);
		const fields = fieldsOf(resolved(lists[name]!.items!));
		expect(Object.keys(row!).slice(3).sort()).toEqual(fields.sort());
	},
);

test('landlordReviews keeps the order of the service and fills what is not given with null', () => {
	expect(rowsOf('landlordReviews')[1]).toStrictEqual({
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
	expect(Object.entries(rowsOf('rentals')[1]!)).toEqual(
		Object.entries({
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
		}),
	);
});

test('flags puts green before red, each with its kind, its text and its details', () => {
	const rows = rowsOf('flags').slice(2);
	expect(rows).toStrictEqual([
		{ ...WHO, kind: 'green', text: 'No collections', details: null },
		{
			...WHO,
			kind: 'red',
			text: 'One rent payment was 6 days late',
			details: 'type LATE_PAYMENT, count 1',
		},
		{
			...WHO,
			kind: 'red',
			text: 'NSF: bank name First Example Bank, fee 48',
			details: 'bank name First Example Bank, fee 48',
		},
	]);
	const answer = fullAnswer();
	Object.assign(answer.screening, { greenFlags: undefined, redFlags: [{ '=1': '=2' }] });
	expect(rowsOf('flags', answer)).toMatchObject([{ text: 'Text: =1 =2', details: 'Text: =1 =2' }]);
});
