import fc from 'fast-check';

import {
	flagDetailCells,
	flagsOf,
	type Flag,
} from '../../../nodes/RentalScreening/results/flags.ts';

const textOf = (flag: unknown) => flagsOf('red', [flag])?.map(({ text }) => text);

describe('the text of a flag', () => {
	test.each([
		['Plain words', 'Plain words'],
		[' two\nlines ', 'two lines'],
		['STABLE_INCOME', 'Stable income'],
		[{ description: 'Says it', code: 'X' }, 'Says it'],
		[{ code: 'X', message: 'Says it' }, 'Says it'],
		[{ title: '  ', type: 'LATE' }, 'Late'],
		[{ flag: { kind: 'CREDIT_UTILISATION', percent: 98 } }, 'Credit utilisation: 98 %'],
		[
			{ code: 'NSF', bank: { name: 'First Bank', fee: 48 } },
			'NSF: bank name First Bank, bank fee 48',
		],
		[
			{ type: 'COLLECTIONS', amount: 7312.55, agencyName: 'Pacific Recovery Ltd.' },
			'Collections: amount 7312.55, agency name Pacific Recovery Ltd.',
		],
		[
			{ code: 'EVICTION', confirmed: true, on_appeal: false },
			'Eviction: confirmed yes, on appeal no',
		],
		[{ code: 'UNPAID', months: ['2026-02', '2026-03'] }, 'Unpaid: months 2026-02, 2026-03'],
		[{ code: 'DEBT', debtPercent: 12.5, empty: null, none: '' }, 'Debt: debt percent 12.5 %'],
		[{ details: { reason: 'Says it inside' }, severity: 'HIGH' }, 'Says it inside'],
		[{ flag: { severity: 2, code: 'A_B' }, severity: 1 }, 'A b: severity 2, severity 1'],
		[{ description: 5, code: 'X' }, 'X: description 5'],
		[{ description: 'Look at NSF', fee: 48 }, 'Look at NSF'],
		[{ code: 'NSF', list: ['a', null, { b: 1, c: 2 }] }, 'NSF: list a, b 1, c 2'],
		[{ code: 'SCORE', tier2Score: 5, dueDay_15: 3 }, 'Score: tier2 score 5, due day 15 3'],
		[{ amount: 12, nested: { a: { b: 1 } } }, 'Amount 12, nested a b 1'],
		[['a', ['b', { c: 1 }]], 'a, b, c 1'],
		[{}, 'No details given'],
		[[], 'No details given'],
		[{ code: null, other: {} }, 'No details given'],
		[7, '7'],
		[true, 'yes'],
	])('%j is %j', (flag, expected) => {
		expect(textOf(flag)).toEqual([expected]);
	});

	test.each([[null], [''], [' \n']])('%j is no flag', (flag) => {
		expect(textOf(flag)).toEqual([]);
	});

	test('is never empty and never JSON, for any flag', () => {
		const words = fc.stringMatching(/^[\w ]{0,12}$/);
		const values = fc.letrec((tie) => ({
			any: fc.oneof(
				words,
				fc.integer(),
				fc.boolean(),
				fc.constant(null),
				fc.array(tie('any'), { maxLength: 3 }),
				fc.dictionary(words, tie('any'), { maxKeys: 4 }),
			),
		})).any;
		fc.assert(
			fc.property(values, (flag) => {
				for (const text of textOf(flag) ?? []) {
					expect(text).not.toMatch(/[{}[\]"]|null|undefined/);
					expect(text.trim()).not.toBe('');
				}
			}),
		);
	});
});

describe('the details of a flag as columns', () => {
	test.each<[Record<string, unknown>, Record<string, unknown>]>([
		[
			{ score: 5, open: false, none: null, empty: '', text: '=1', fee: '=1' },
			{ score: 5, open: false, fee: 'Text: =1' },
		],
		[
			{ bank: { name: 'First Bank', more: { fee: 48 } }, months: ['2026-02', { a: 1 }] },
			{ bankName: 'First Bank', bankMoreFee: 48, months: '2026-02, a 1' },
		],
		[
			{ code: 'A', flag: 'b', email: 'c', 7: 'd', '7a': 'e' },
			{ flag7: 'd', flag: 'b', flagEmail: 'c', '7a': 'e' },
		],
		[
			{ flag: { code: 'A', severity: 2 }, severity: 1 },
			{ severity: 2, flagSeverity: 1 },
		],
		[
			{ description: 'D', flagText: 'one', text: 'two' },
			{ flagText: 'one', flagText2: 'two' },
		],
		[{ '=name': 'a' }, { 'Text: =name': 'a' }],
		[{ ['a'.repeat(200)]: { b: 1 } }, { [`${'a'.repeat(99)}…`]: 1 }],
	])('%j', (flag, cells) => {
		const [{ details }] = flagsOf('red', [flag])! as [Flag];
		expect(flagDetailCells(details, { email: 'jane@example.com', text: 'D' })).toEqual(cells);
	});
});
