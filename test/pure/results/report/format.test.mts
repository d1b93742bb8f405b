import fc from 'fast-check';

import { clippedLine, shownAs } from '../../../../nodes/RentalScreening/results/report/format.ts';
import { html, Markup } from '../../../../nodes/RentalScreening/results/report/markup.ts';

describe('numbers in a report', () => {
	test.each([
		[2100, '2,100'],
		[480.25, '480.25'],
		[29.1, '29.10'],
		[0, '0'],
		[-0.001, '0'],
		[-1234567.891, '-1,234,567.89'],
		[999.999, '1,000'],
		[1e15, '1000000000000000'],
		[1e21, '1e+21'],
		['6250', '6,250'],
		['a lot', null],
		[null, null],
		[Number.NaN, null],
	])('shows the amount %j as %j', (value, expected) => {
		expect(shownAs('amount', value)).toBe(expected);
	});

	test.each([
		[81.5, '81.5'],
		[1000.05, '1,000.05'],
		[4.333, '4.33'],
		[712, '712'],
		[10, '10'],
	])('shows the number %j as %j', (value, expected) => {
		expect(shownAs('number', value)).toBe(expected);
	});

	test('shows a percentage', () => {
		expect(shownAs('percent', 33.6)).toBe('33.6%');
		expect(shownAs('percent', null)).toBeNull();
	});

	test('loses no more than what is beyond two decimals', () => {
		fc.assert(
			fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }), (amount) => {
				const shown = shownAs('amount', amount) ?? '';
				expect(shown).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d{2})?$/);
				expect(Math.abs(Number(shown.replaceAll(',', '')) - amount)).toBeLessThanOrEqual(0.00501);
			}),
		);
	});
});

describe('dates and words in a report', () => {
	test.each([
		['2026-03-01', 'Mar 1, 2026'],
		['2026-03-01T14:22:05.000Z', 'Mar 1, 2026, 14:22 UTC'],
		['2026-03-01T14:22:05-05:00', 'Mar 1, 2026, 14:22 UTC-05:00'],
		['2026-03-01T14:22', 'Mar 1, 2026, 14:22'],
		['2026-13-01', '2026-13-01'],
		['03/01/2026', '03/01/2026'],
		['since spring', 'since spring'],
		['before 2026-03-01', 'before 2026-03-01'],
		['2026-03-01 or so', '2026-03-01 or so'],
		['2026-03-01T14:22:05+', '2026-03-01T14:22:05+'],
		['', null],
	])('shows the date %j as %j', (value, expected) => {
		expect(shownAs('date', value)).toBe(expected);
	});

	test.each([
		['2026-03', 'Mar 2026'],
		['2026-03-01', 'Mar 2026'],
		['2026-03-01T00:00:00Z', 'Mar 2026'],
		['March', 'March'],
		['until 2026-03', 'until 2026-03'],
		['2026-03 or so', '2026-03 or so'],
		['2026-00', '2026-00'],
		[202603, '202603'],
		[null, null],
	])('shows the month %j as %j', (value, expected) => {
		expect(shownAs('month', value)).toBe(expected);
	});

	test.each([
		['FULL_TIME', 'Full time'],
		['DEBIT', 'Debit'],
		['W2', 'W2'],
		['CHECK_TYPE_DEEP_CHECK', 'Deep check'],
		['CHECK_TYPE_', 'CHECK_TYPE_'],
		['Self-employed', 'Self-employed'],
		['bi-weekly', 'bi-weekly'],
	])('shows the term %j as %j', (value, expected) => {
		expect(shownAs('term', value)).toBe(expected);
	});

	test('puts text on one line, clips it, and drops what distorts it', () => {
		expect(clippedLine(' a\r\n b\u0000\u202Ec ', 20)).toBe('a b c');
		expect(clippedLine('abcdef', 6)).toBe('abcdef');
		expect(clippedLine('abcdefg', 6)).toBe('abcde…');
		expect(clippedLine('abcd😀fg', 6)).toBe('abcd…');
	});
});

describe('markup', () => {
	test('escapes what is put into it, and only that', () => {
		const inner = html`<b>${'<i>'}</b>`;
		expect(html`<p title="${'"x"'}">${inner}${[inner]}${1}</p>`.source).toBe(
			'<p title="&#34;x&#34;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>1</p>',
		);
		expect(inner).toBeInstanceOf(Markup);
	});

	test('leaves no character through that could end a text or an attribute', () => {
		const unit = fc.constantFrom('<', '>', '"', "'", '&', 'a', ';');
		const characters: Record<string, string> = {
			lt: '<',
			gt: '>',
			'#34': '"',
			'#39': "'",
			amp: '&',
		};
		fc.assert(
			fc.property(fc.string({ unit }), (text) => {
				const { source } = html`${text}`;
				expect(source).not.toMatch(/[<>"']/);
				expect(source.replace(/&([^;]+);/g, (_, name: string) => characters[name]!)).toBe(text);
			}),
		);
	});
});
