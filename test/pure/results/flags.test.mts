import fc from 'fast-check';

import { flagsOf } from '../../../nodes/RentalScreening/results/applicant.ts';

test.each<[unknown, string, string | null]>([
	['Plain words', 'Plain words', null],
	['STABLE_INCOME', 'STABLE_INCOME', null],
	[' two\nlines ', 'two lines', null],
	[7, '7', null],
	[true, 'true', null],
	[['a', ['b', { c: 1 }]], 'a, b, c 1', null],
	[{ code: 'X', message: 'Says it all' }, 'Says it all', 'code X'],
	[{ message: 'Says it', description: 'Says more' }, 'Says more', 'message Says it'],
	[{ code: 'NSF' }, 'NSF', null],
	[{ title: '  ', type: 'LATE' }, 'Late', null],
	[
		{ type: 'COLLECTIONS', amount: 7312.55, agencyName: 'Pacific Ltd.' },
		'Collections: amount 7312.55, agency name Pacific Ltd.',
		'amount 7312.55, agency name Pacific Ltd.',
	],
	[
		{ code: 'NSF', bank: { name: 'First Bank', fee: 48, none: null }, empty: {}, list: [] },
		'NSF: bank name First Bank, fee 48',
		'bank name First Bank, fee 48',
	],
	[
		{ code: 'UNPAID', months: ['2026-02', null, '2026-03'] },
		'Unpaid: months 2026-02, 2026-03',
		'months 2026-02, 2026-03',
	],
	[
		{ description: 5, on_appeal: false },
		'description 5, on appeal false',
		'description 5, on appeal false',
	],
	[{ name: { reason: 'Inside' } }, 'name reason Inside', 'name reason Inside'],
	[{}, 'No details given', null],
	[{ code: null, other: {} }, 'No details given', null],
])('the flag %j says %j, with the details %j', (flag, text, details) => {
	expect(flagsOf('red', [flag])).toEqual([{ kind: 'red', text, details }]);
});

test.each(['description', 'message', 'title', 'name', 'reason', 'type', 'code'])(
	"a flag is described by its '%s'",
	(name) => {
		expect(flagsOf('red', [{ a: 1, [name]: 'two words' }])).toMatchObject([{ text: 'two words' }]);
	},
);

test('an element without any value is no flag', () => {
	expect(flagsOf('red', [null, '', ' \n', [], [null]])).toEqual([]);
});

test.each([[undefined], [null], [{}], ['x']])('there are no flags where %j is no list', (list) => {
	expect(flagsOf('red', list)).toBeNull();
});

test('the text of a flag is never empty and never JSON, for any flag', () => {
	const words = fc.stringMatching(/^[\w ]{0,12}$/);
	const values = fc.letrec((tie) => ({
		any: fc.oneof(
			words,
			fc.integer(),
			fc.constant(null),
			fc.array(tie('any'), { maxLength: 3 }),
			fc.dictionary(words, tie('any'), { maxKeys: 4 }),
		),
	})).any;
	fc.assert(
		fc.property(values, (flag) => {
			for (const { text } of flagsOf('red', [flag]) ?? []) {
				expect(text).not.toMatch(/[{}[\]"]|null|undefined/);
				expect(text.trim()).not.toBe('');
			}
		}),
	);
});
