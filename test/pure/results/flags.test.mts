import { formatFlag, readFlags } from '../../../nodes/RentalScreening/results/flags.ts';

const readTexts = (given: unknown) => readFlags(given)?.map(formatFlag) ?? null;

// The service's document says only that a red flag is an object.
test.each<[string, object, string]>([
	[
		'a type and a detail',
		{ type: 'INCOME_IRREGULAR', detail: "Income swings by more than 40 % (it's seasonal)" },
		"Income irregular: Income swings by more than 40 % (it's seasonal)",
	],
	[
		'a title, a description and a severity',
		{ title: 'Rent was late', description: 'Seven payments of ten.', severity: 'MEDIUM' },
		'Rent was late: Seven payments of ten. Severity medium',
	],
	[
		'a code and other members',
		{ code: 'COLLECTIONS', amount: 312.55, agency: 'Pacific Recovery Ltd.' },
		'Collections: amount 312.55, agency Pacific Recovery Ltd.',
	],
	[
		'an object in it',
		{ flag: { kind: 'CREDIT_UTILISATION', percent: 98 } },
		'Credit utilisation: percent 98',
	],
	[
		'a title, a category and a code',
		{ category: 'CREDIT', code: 'CR-102', title: 'Open collections', data: { count: 2 } },
		'Open collections (credit, CR-102): count 2',
	],
	[
		'members called after the flag',
		{ flagType: 'EVICTION', flagDescription: 'Filed in 2021', resolved: true, id: 7 },
		'Eviction: Filed in 2021, resolved yes, ID 7',
	],
	[
		'a reason and its code',
		{ reasonCode: 'HIGH_DEBT', reason: '61 % of income', limit: 43 },
		'High debt: 61 % of income, limit 43',
	],
	[
		'a key and a label',
		{ key: 'lateRent', label: 'Late rent', passed: false },
		'Late rent: passed no',
	],
	['a value', { name: 'late_rent', value: 3, unit: 'times' }, 'Late rent: value 3, unit times'],
	[
		'a description and a number',
		{ description: 'One payment was late', count: 1 },
		'One payment was late: count 1',
	],
	['a description and type', { description: 'Late', type: 'NSF', count: 2 }, 'NSF: Late, count 2'],
	['a code and a message', { code: 'X', message: 'Says it all' }, 'X: Says it all'],
	['a message only', { message: 'One payment was late.' }, 'One payment was late.'],
	[
		'a message that ends with a full stop',
		{ message: 'One payment was late.', count: 1 },
		'One payment was late. Count 1',
	],
	['a blank title', { title: '  ', type: 'LATE' }, 'Late'],
	['the same type and title', { type: 'EVICTION', title: 'Eviction' }, 'Eviction'],
	[
		'a name as its member',
		{ INCOME_IRREGULAR: { detail: 'It swings', months: 4 } },
		'Income irregular (It swings, months 4)',
	],
	['an amount and no name', { amount: 5, agency: 'Pacific' }, 'Amount 5: agency Pacific'],
	[
		'a list of reasons',
		{ reasons: ['No credit file', 'THIN_FILE'], level: 2 },
		'No credit file, thin file: level 2',
	],
	[
		'objects and lists',
		{ code: 'NSF', bank: { bankName: 'First Bank', fee: 48, none: null }, months: ['02', 3] },
		'NSF: bank (bank name First Bank, fee 48), months 02, 3',
	],
	[
		'a list of objects',
		{
			items: [
				{ type: 'NSF', fee: 45 },
				{ type: 'NSF', fee: 50 },
			],
		},
		'Items (NSF, fee 45), (NSF, fee 50)',
	],
	['nothing in it', { code: null, other: {} }, 'No details given'],
])('a red flag with %s reads as a sentence', (_, flag, text) => {
	expect(readTexts([flag])).toEqual([text]);
});

test('a name and what is said of it are apart', () => {
	const flag = { description: 'It swings by 40 %', type: 'INCOME_IRREGULAR', months: 4 };
	expect(readFlags([flag])).toEqual([
		{ name: 'Income irregular', details: 'It swings by 40 %, months 4' },
	]);
});

test.each<[string, unknown, string[] | null]>([
	[
		'are texts and numbers',
		[' two\nlines ', 'STABLE_INCOME', 7],
		['two lines', 'STABLE_INCOME', '7'],
	],
	['are lists', [['Late', 'Again late']], ['Late, Again late']],
	['are empty', [null, '', ' \n', []], []],
	['are one text in place of a list', 'Eviction', ['Eviction']],
	['are one object in place of a list', { description: 'Eviction' }, ['Eviction']],
	// A missing list is not an empty one.
	['are null', null, null],
	['are missing', undefined, null],
])('flags are read where they %s', (_, flags, texts) => {
	expect(readTexts(flags)).toEqual(texts);
});

test('no value of a flag is lost, whatever its members are called', () => {
	const names = [
		'flag',
		'kind',
		'detail',
		'severity',
		'riskType',
		'red_flag',
		'x',
		'date',
		'__proto',
	];
	const flag = Object.fromEntries(names.map((name, index) => [name, `value ${index}`]));
	const nested = { ...flag, inner: { ...flag, list: [{ a: 'value 20' }, 'value 21'] } };
	const [text] = readTexts([nested])!;
	for (const index of [...names.keys(), 20, 21]) expect(text).toContain(`alue ${index}`);
});
