import { formatFlag, readFlags } from '../../../nodes/RentalScreening/results/flags.ts';

const readTexts = (given: unknown) => readFlags(given)?.map(formatFlag) ?? null;

// The service's document says only that a red flag is an object.
test.each<[object, string]>([
	[
		{ type: 'INCOME_IRREGULAR', detail: "Income swings by more than 40 % (it's seasonal)" },
		"Income irregular: Income swings by more than 40 % (it's seasonal)",
	],
	[
		{ title: 'Rent was late', description: 'Seven payments of ten.', severity: 'MEDIUM' },
		'Rent was late: Seven payments of ten. Severity medium',
	],
	[
		{ code: 'COLLECTIONS', amount: 312.55, agency: 'Pacific Recovery Ltd.' },
		'Collections: amount 312.55, agency Pacific Recovery Ltd.',
	],
	[{ flag: { kind: 'CREDIT_UTILISATION', percent: 98 } }, 'Credit utilisation: percent 98'],
	[
		{ category: 'CREDIT', code: 'CR-102', title: 'Open collections', data: { count: 2 } },
		'Open collections (credit, CR-102): count 2',
	],
	[
		{ flagType: 'EVICTION', flagDescription: 'Filed in 2021', resolved: true, id: 7 },
		'Eviction: Filed in 2021, resolved yes, ID 7',
	],
	[
		{ reasonCode: 'HIGH_DEBT', reason: '61 % of income', limit: 43 },
		'High debt: 61 % of income, limit 43',
	],
	[{ key: 'lateRent', label: 'Late rent', passed: false }, 'Late rent: passed no'],
	[{ name: 'late_rent', value: 3, unit: 'times' }, 'Late rent: value 3, unit times'],
	[{ description: 'One payment was late', count: 1 }, 'One payment was late: count 1'],
	[{ description: 'Late', type: 'NSF', count: 2 }, 'NSF: Late, count 2'],
	[{ code: 'X', message: 'Says it all' }, 'X: Says it all'],
	[{ message: 'One payment was late.' }, 'One payment was late.'],
	[{ message: 'One payment was late.', count: 1 }, 'One payment was late. Count 1'],
	[{ title: '  ', type: 'LATE' }, 'Late'],
	[{ type: 'EVICTION', title: 'Eviction' }, 'Eviction'],
	[
		{ INCOME_IRREGULAR: { detail: 'It swings', months: 4 } },
		'Income irregular (It swings, months 4)',
	],
	[{ amount: 5, agency: 'Pacific' }, 'Amount 5: agency Pacific'],
	[{ reasons: ['No credit file', 'THIN_FILE'], level: 2 }, 'No credit file, thin file: level 2'],
	[
		{ code: 'NSF', bank: { bankName: 'First Bank', fee: 48, none: null }, months: ['02', 3] },
		'NSF: bank (bank name First Bank, fee 48), months 02, 3',
	],
	[
		{
			items: [
				{ type: 'NSF', fee: 45 },
				{ type: 'NSF', fee: 50 },
			],
		},
		'Items (NSF, fee 45), (NSF, fee 50)',
	],
	[{ code: null, other: {} }, 'No details given'],
])('the red flag %j reads: %s', (flag, text) => {
	expect(readTexts([flag])).toEqual([text]);
});

test('a name and what is said of it are apart', () => {
	const flag = { description: 'It swings by 40 %', type: 'INCOME_IRREGULAR', months: 4 };
	expect(readFlags([flag])).toEqual([
		{ name: 'Income irregular', details: 'It swings by 40 %, months 4' },
	]);
});

test.each<[unknown, string[] | null]>([
	[
		[' two\nlines ', 'STABLE_INCOME', 7],
		['two lines', 'STABLE_INCOME', '7'],
	],
	[[['Late', 'Again late']], ['Late, Again late']],
	[[null, '', ' \n', []], []],
	// One in place of a list. A missing list is not an empty one.
	['Eviction', ['Eviction']],
	[{ description: 'Eviction' }, ['Eviction']],
	[null, null],
	[undefined, null],
])('the flags %j say %j', (flags, texts) => {
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
