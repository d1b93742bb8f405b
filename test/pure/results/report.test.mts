import { readFileSync } from 'node:fs';
import fc from 'fast-check';

import { readApplicant } from '../../../nodes/RentalScreening/results/applicant.ts';
import type { Schemas } from '../../../nodes/RentalScreening/results/cells.ts';
import type { SheetRow } from '../../../nodes/RentalScreening/core/sheetRow.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report.ts';
import { createBareAnswer, createFullAnswer } from './answers.mts';
import {
	anyAnswer,
	createFullestAnswer,
	HOSTILE,
	withEveryNumber,
	withEveryText,
} from './wild.mts';

const TAG = /<(\/?[a-z][a-z0-9]*)((?:\s+[a-z]+(?:="[^"<>]*")?)*)\s*\/?>/g;
const ATTRIBUTE =
	/^(v?align|border(color)?|cell(padd|spac)ing|charset|class|content|lang|name|nowrap|scope|style|width)$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** The page without its style sheet. */
const readBody = (page: string) =>
	page.replace('<!DOCTYPE html>', '').replace(/<style>[^]*?<\/style>/g, '');

/** The names of all tags in their order. */
const listTags = (page: string) => [...readBody(page).matchAll(TAG)].map(([, name]) => name!);

/** What a reader sees of the page. */
function visibleText(page: string): string {
	return readBody(page)
		.replace(/<title>[^<]*<\/title>/, '')
		.replace(TAG, ' ')
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replace(/\s+/g, ' ');
}

const reportOn = (answer: Schemas['ScreeningData'], row?: SheetRow) =>
	buildReport(readApplicant(answer, 'usr-1'), row);

const reportOnFullAnswer = () => reportOn(createFullAnswer());

test('a report says all that the service gave, in its order', () => {
	const report = reportOnFullAnswer();
	expect(report.text).toBe(readFileSync(new URL('full-report.txt', import.meta.url), 'utf8'));
});

test('a report says the same in HTML as in text, word for word', () => {
	const report = reportOnFullAnswer();
	const words = (text: string) =>
		text
			.toLowerCase()
			.match(/[\p{L}\p{N}](?:[\p{L}\p{N}@.,%/+-]*[\p{L}\p{N}%])?/gu)!
			.sort();
	expect(words(visibleText(report.html))).toEqual(words(report.text));
});

test('a report has a header in front of each row, unless the row has nothing else', () => {
	const report = reportOnFullAnswer();
	const rows = [...report.html.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row]) => row!);
	for (const row of rows.filter((each) => !each.includes('scope="col"'))) {
		const [first, ...others] = [...row.matchAll(/<(th|td)\b/g)].map(([, name]) => name);
		expect(first).toBe(others.length > 0 ? 'th' : 'td');
		expect(new Set(others)).toEqual(new Set(others.length > 0 ? ['td'] : []));
	}
	expect(rows.length).toBeGreaterThan(20);
});

test('a report begins with what the applicant was screened for, where that is known', () => {
	const { html: page, text } = reportOn(createFullAnswer(), { property: '<12 Maple Street>' });
	expect(text).toContain('Complete\n\nAPPLICANT\n\nProperty: <12 Maple Street>\nEmail: jane');
	expect(visibleText(page)).toContain('Complete Applicant Property <12 Maple Street> Email jane');
});

test('a report shows flags and figures above IDs, also above that of a property', () => {
	const { text } = reportOn(createFullAnswer(), { propertyId: 'prop-1' });
	const [before, references] = text.split('REFERENCE\n\n');
	expect(references).toMatch(
		/^Property ID: prop-1\nScreening ID: scr-7d41\nCheck Type: Deep check\nUser ID: usr-1\n\n/,
	);
	for (const title of ['RED FLAGS', 'KEY FIGURES', 'RENTALS']) expect(before).toContain(title);
	expect(before).not.toContain(' ID: ');
});

test('a report shows a flag that is a code in words', () => {
	const answer = createFullAnswer();
	answer.screening.greenFlags = ['STABLE_INCOME'];
	answer.screening.redFlags = [{ code: 'LATE_PAYMENT', status: 'IN_DISPUTE' }];
	const { text } = reportOn(answer);
	expect(text).toContain(
		'(1)\n\nLate payment: status In dispute\n\nGREEN FLAGS (1)\n\nStable income\n',
	);
});

test('a report has the newest first, and a dash for what is not given', () => {
	const answer = createBareAnswer();
	Object.assign(answer.screening, {
		monthlyData: [{ month: '2025-12' }, { month: 'May be' }, { month: '2026-01', income: -5 }],
		rentTransactions: [{ amount: 5 }, { date: '2026-01-02', amount: 7.5, isoCurrencyCode: 'CAD' }],
		greenFlags: [{ title: '\u200B' }],
	});
	const { text } = reportOn(answer);
	for (const lines of [
		'Month | Income | Spending | Average Balance\n2026-01 | -5.00 | – | –\n2025-12 | – | – | –\n',
		'May be | – | – | –\n',
		'Amount | Description\n2026-01-02 | – | 7.50 CAD | –\n– | – | 5.00 | –',
		'GREEN FLAGS (1)\n\n–\n',
	])
		expect(text).toContain(lines);
});

test.each(['landlordReviews', 'monthlyData', 'rentTransactions', 'redFlags', 'rentals'])(
	'a report shows at most 15 of %s and says how many it leaves out',
	(list) => {
		const shown = (length: number) => {
			const element = { email: 'x', income: 1, amount: 1, start: 'y' };
			const part = { [list]: Array<object>(length).fill(element) };
			return reportOn((list === 'rentals' ? { user: part } : { screening: part }) as never);
		};
		expect(shown(15).text).not.toContain('… and');
		expect(shown(17).text).toMatch(/\n\n… and 2 more\n\n/);
		expect(shown(17).html).toContain('<p>… and 2 more</p>');
		expect(shown(17).text.length).toBe(shown(16).text.length);
	},
);

test('a report has short lines, as mail servers take up to 998 characters in one', () => {
	const lengths = reportOnFullAnswer()
		.html.split('\n')
		.map(({ length }) => length);
	expect(Math.max(...lengths)).toBeLessThan(998);
});

test('a report loads nothing from elsewhere and runs nothing', () => {
	const report = reportOnFullAnswer();
	expect(report.html).not.toMatch(/<(script|link|img|a|iframe)\b|src=|href=|url\(|@import|http/i);
});

test('a report is a page of known tags and attributes, each tag closed', () => {
	const report = reportOnFullAnswer();
	expect(readBody(report.html).replace(TAG, '')).not.toMatch(/[<>]/);
	const open: string[] = [];
	for (const [, name = '', attributes = ''] of readBody(report.html).matchAll(TAG)) {
		const names = attributes.replace(/="[^"]*"/g, '').match(/[a-z]+/g) ?? [];
		expect(names.filter((each) => !ATTRIBUTE.test(each))).toEqual([]);
		if (name.startsWith('/')) expect(open.pop()).toBe(name.slice(1));
		else if (name !== 'meta') open.push(name);
	}
	expect(open).toEqual([]);
});

test('a report has attributes for mail programs, which drop style sheets', () => {
	const report = reportOnFullAnswer();
	expect(report.html).toMatch(/<body style="[^"]*font:[^"]*overflow-wrap:anywhere"/);
	for (const [tag] of report.html.matchAll(/<table[^>]*>/g)) {
		expect(tag).toMatch(/border="1".*cellpadding="5".*border-collapse:collapse/);
	}
	const head = (scope: string, text: string) => `<th align="left" scope="${scope}${text}</th>`;
	for (const cell of [
		...[head('row" nowrap>', '2026-02-20'), head('row" >', 'Monthly Income')],
		...[head('col">', 'Amount'), '<td nowrap>712</td>', '<td nowrap>1,950.00 CAD</td>'],
		'<td >Income is stable</td>',
	])
		expect(report.html).toContain(cell);
});

test('a report puts eight facts and more into two tables side by side', () => {
	const tables = (change: object) => {
		const screening = { serviceScore: 5, creditScore: 5, rent: 5, monthlyDebt: 5, totalDebt: 5 };
		const answer = { screening: { ...screening, debtLimit: 5, ...change }, user: {} };
		return reportOn(answer).html.match(/<table/g)!.length;
	};
	// Beside the table of the applicant; with the income the percentage is the eighth fact.
	expect([tables({}), tables({ monthlyIncome: 5 })]).toEqual([2, 3]);
});

test('a report on an incomplete screening begins with that, shows what there is and names the rest', () => {
	const { subject, html: page, text } = reportOn(createBareAnswer());
	expect(subject).toBe('Screening report: Sam (not complete)');
	expect(visibleText(page)).toContain(
		'report: Sam The applicant has not completed the screening yet. Get the results again later.',
	);
	expect(text).toContain('KEY FIGURES\n\nRent: 2,100.00\n');
	const remark = /\nNot available yet: Red flags, Green flags, Landlord reviews,.* Rentals\.\n/;
	expect(text).toMatch(remark);
});

test.each([{}, { screening: {}, user: {} }, { screening: null, user: [] }, null])(
	'a report can be built from an empty answer: %j',
	(answer) => {
		const { html: page, subject, fileName } = buildReport(readApplicant(answer as never));
		expect(subject).toBe('Screening report: Unnamed applicant (not complete)');
		expect(fileName).toBe('screening-report-unnamed-applicant.html');
		expect(visibleText(page)).not.toMatch(/null|undefined|NaN/);
	},
);

test('a report takes empty lists of flags for a result only where the screening is complete', () => {
	const answer = createBareAnswer();
	Object.assign(answer.screening, { greenFlags: [], redFlags: [] });
	expect(reportOn(answer).text).not.toContain('RED FLAGS');
	answer.user.checkComplete = true;
	expect(reportOn(answer).text).toContain('RED FLAGS (0)\n\nNone\n\nGREEN FLAGS (0)\n\nNone\n');
	expect(reportOn(answer).text).toContain('\nNothing reported: Landlord reviews, Rent');
});

const bytes = (text: string) => Buffer.byteLength(text, 'utf8');
/** More than a report shows: lists of over 15 elements, and all numbers long. */
const large = (length: number) =>
	withEveryNumber(createFullestAnswer(length), 999_999_999_999_999.9);
// One character of each number of bytes, and those that become five when they are escaped.
const FILLERS = ['W', 'é', '漢', '😀', '&', '"', "'", '<', '"漢', '&😀', ' W', '= ', '-1.5'];

test.each(FILLERS)(
	'a report is under 100,000 bytes where every text is long and made of %j',
	(filler) => {
		for (const length of [5, 500]) {
			const answer = withEveryText(large(length), () => filler.repeat(400));
			const { html: page, text, fileName, subject } = reportOn(answer);
			for (const part of [page, text]) expect(bytes(part)).toBeLessThan(100_000);
			expect(bytes(fileName)).toBeLessThan(255);
			expect(subject.length).toBeLessThan(200);
		}
	},
);

test('a report says how much it leaves out where it would grow too large', () => {
	const { text } = reportOn(withEveryText(large(500), () => '"'.repeat(400)));
	expect(text).toContain('GREEN FLAGS (500)');
	expect(text).toMatch(/… and 49[1379] more/);
});

test('a report is under 100,000 bytes for an answer of any shape, and a page of known tags', () => {
	fc.assert(
		fc.property(anyAnswer(), (answer) => {
			const { html: page, subject, fileName } = reportOn(answer);
			expect(bytes(page)).toBeLessThan(100_000);
			expect(readBody(page).replace(TAG, '')).not.toMatch(/[<>]/);
			expect(subject).not.toMatch(INVISIBLE);
			expect(fileName).toMatch(/^screening-report-[\p{L}\p{M}\p{N}-]{1,60}\.html$/u);
		}),
	);
});

test.each(HOSTILE)('hostile text changes nothing in a report but the words: %j', (hostile) => {
	const { html: page, subject } = reportOn(withEveryText(createFullAnswer(), () => `x${hostile}`));
	const tame = reportOn(withEveryText(createFullAnswer(), () => 'xa'));
	expect(listTags(page)).toEqual(listTags(tame.html));
	expect(readBody(page).replace(TAG, '')).not.toMatch(/[<>]/);
	expect(page.replaceAll('\n', '')).not.toMatch(INVISIBLE);
	expect(readBody(page)).not.toMatch(/&(?!#\d+;)/);
	expect(subject).not.toMatch(INVISIBLE);
});

/** As many letters of two halves each as a name may have. */
const ADLAM = '\u{1E900}'.repeat(24);

test.each([
	['José', 'Núñez-Ortiz', '2026-03-01T00:00:00Z', 'josé-núñez-ortiz-2026-03-01'],
	['../../etc', 'passwd\u0000', '2026-03-01', '-etc-passwd-2026-03-01'],
	['王', '伟', undefined, '王-伟'],
	[ADLAM, ADLAM, undefined, `${ADLAM}-${ADLAM}`.toLowerCase()],
	[undefined, undefined, 'soon', 'unnamed-applicant-soon'],
])(
	'the file of a report on %j %j, updated %j, is named %s',
	(firstName, lastName, updatedAt, name) => {
		const answer = {
			screening: { updatedAt },
			user: { firstName, lastName },
		} as Schemas['ScreeningData'];
		expect(reportOn(answer).fileName).toBe(`screening-report-${name}.html`);
	},
);

test.each([
	[{ firstName: 'Ja\u200Bne\r\n', lastName: 'D\u202Eoe' }, 'Ja ne D oe'],
	[{ lastName: 'D'.repeat(60) }, `${'D'.repeat(49)}…`],
	[{ email: 'jane@example.com', firstName: ' ' }, 'jane@example.com'],
	[{ firstName: '\u200B' }, 'Unnamed applicant'],
])('the subject of a report on %j names %s', (user, name) => {
	const { subject } = reportOn({ screening: {}, user: { ...user, checkComplete: true } });
	expect(subject).toBe(`Screening report: ${name}`);
});

test('a report has no table for a review that says nothing', () => {
	const answer = createFullAnswer();
	answer.screening!.landlordReviews = [{}, { cleanliness: 5 }];
	const { html } = reportOn(answer);
	expect(html).not.toMatch(/<tbody[^>]*>\s*<\/tbody>/);
	expect(html).toContain('Cleanliness');
});
