import { readFileSync } from 'node:fs';
import fc from 'fast-check';

import type { ScreeningData } from '../../../../nodes/RentalScreening/results/values.ts';
import { applicantOf } from '../../../../nodes/RentalScreening/results/applicant.ts';
import { buildReport } from '../../../../nodes/RentalScreening/results/report/report.ts';
import {
	FLAG_COLUMNS,
	LANDLORD_REVIEW_COLUMNS,
	MONTHLY_DATA_COLUMNS,
	RENT_TRANSACTION_COLUMNS,
	RENTAL_COLUMNS,
	ROW_COLUMNS,
} from '../../../../nodes/RentalScreening/results/columns.ts';
import type { Columns } from '../../../../nodes/RentalScreening/results/cells.ts';
import { shownAs } from '../../../../nodes/RentalScreening/results/report/format.ts';
import { bareAnswer, fullAnswer } from '../answers.mts';
import { anyAnswer, fullestAnswer, HOSTILE, withEveryNumber, withEveryText } from '../wild.mts';

const TAG = /<(\/?[a-z][a-z0-9]*)((?:\s+[a-z]+="[^"<>]*")*)\s*\/?>/g;
const ATTRIBUTES = new Set(
	'align cellpadding cellspacing charset class content lang name role scope style valign width'.split(
		' ',
	),
);

/** The page without its style sheet. */
function bodyOf(html: string): string {
	return html.replace('<!DOCTYPE html>', '').replace(/<style>[^]*?<\/style>/g, '');
}

/** The names of all tags in their order. */
function tagsOf(html: string): string[] {
	return [...bodyOf(html).matchAll(TAG)].map(([, name]) => name!);
}

/** What a reader sees of the page. */
function visibleText(html: string): string {
	return bodyOf(html)
		.replace(/<title>[^<]*<\/title>/, '')
		.replace(TAG, ' ')
		.replaceAll('&nbsp;', ' ')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&#34;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&')
		.replace(/\s+/g, ' ');
}

const INVISIBLE = /[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800]/u;

const reportOn = (answer: ScreeningData, userId?: string) =>
	buildReport(applicantOf(answer, userId));

const bytes = (text: string) => Buffer.byteLength(text, 'utf8');

describe('the report', () => {
	let report: ReturnType<typeof reportOn>;
	beforeAll(() => {
		report = reportOn(fullAnswer(), 'usr-1');
	});

	test('has a descriptive subject and file name', () => {
		expect(report.subject).toBe('Screening report: Jane Doe');
		expect(report.fileName).toBe('screening-report-jane-doe-2026-03-01.html');
	});

	test('says all that the service gave, in this order', () => {
		expect(report.text).toBe(readFileSync(new URL('full-report.txt', import.meta.url), 'utf8'));
	});

	test('says the same in HTML, word for word', () => {
		const words = (text: string) =>
			text
				.toLowerCase()
				.match(/[\p{L}\p{N}](?:[\p{L}\p{N}@.,%/+-]*[\p{L}\p{N}%])?/gu)!
				.sort();
		expect(words(visibleText(report.html))).toEqual(words(report.text));
	});

	test('leads with what matters, in this order', () => {
		const titles = [...report.html.matchAll(/<h2 [^>]*>([^<]*)/g)].map(([, title]) => title);
		expect(titles).toEqual([
			'Red flags (2)',
			'Green flags (3)',
			'Key figures',
			'Landlord reviews',
			'Rent payments',
			'Employment',
			'Income and spending',
			'Rentals',
		]);
	});

	test('shows every column of the row and of the lists', () => {
		const answer = fullAnswer();
		const applicant = applicantOf(answer, 'usr-1');
		const { screening, user } = answer;
		let checked = 0;
		function expectShown<Source>(
			columns: Columns<Source>,
			sources: unknown,
			exceptions: string[] = [],
		) {
			for (const { name, format, read } of columns.filter(
				({ name }) => !exceptions.includes(name),
			)) {
				for (const source of sources as Source[]) {
					const value = shownAs(format, read(source));
					if (value === null) continue;
					expect(`${name}: ${report.text}`).toContain(value);
					checked += 1;
				}
			}
		}
		// What the report says in other words: the status, and flags one by one.
		expectShown(ROW_COLUMNS, [applicant], ['checkComplete', 'greenFlags', 'redFlags']);
		expectShown(FLAG_COLUMNS, [...applicant.greenFlags!, ...applicant.redFlags!], ['kind']);
		expectShown(LANDLORD_REVIEW_COLUMNS, screening.landlordReviews);
		expectShown(MONTHLY_DATA_COLUMNS, screening.monthlyData);
		// IDs of elements say nothing to a reader.
		expectShown(RENT_TRANSACTION_COLUMNS, screening.rentTransactions, ['id']);
		expectShown(RENTAL_COLUMNS, user.rentals, ['id']);
		expect(checked).toBeGreaterThan(100);
	});

	test('says once whose scores and amounts these are, where the first figures stand', () => {
		const statement =
			"Scores and ratings are the service's own; it states no scale. Amounts without a currency: none was given.";
		expect(report.text.split(statement)).toHaveLength(2);
		expect(visibleText(report.html).split(statement)).toHaveLength(2);
		const { screening, user } = fullAnswer();
		const { landlordReviews = [], rentTransactions = [] } = screening;
		const answer = { screening: { landlordReviews, rentTransactions }, user };
		expect(reportOn(answer).text).toMatch(
			/^LANDLORD REVIEWS\n[^=]*=+\n(?:(?!\n[A-Z ]+\n=)[^])*states no scale/m,
		);
		expect(reportOn({ screening: {}, user: {} }).text).not.toContain('states no scale');
	});

	test('begins with what the applicant was screened for, where that is known', () => {
		const about = [{ label: 'Property', value: '<12 Maple Street>' }];
		const { html, text } = buildReport(applicantOf(fullAnswer()), about);
		expect(text).toContain('Complete\n\nProperty: <12 Maple Street>\nLast updated: Mar 1, 2026');
		expect(visibleText(html)).toContain('Complete Property <12 Maple Street> Last updated');
	});

	test('says whose rent it is', () => {
		expect(report.text).toContain('Rent applied for: 2,100\n');
		expect(report.text).toContain('Rent at this address: 1,950\n');
		expect(report.text).not.toMatch(/^\s*Rent:/m);
	});

	test('draws bars in proportion to the largest amount', () => {
		const answer = bareAnswer();
		answer.screening.monthlyData = [
			{ month: '2026-01', income: 4000, spending: 1000, averageBalance: 9000 },
			{ month: '2026-02', income: 2000, spending: -5 },
			{ month: '2026-03', income: 1 },
		];
		const { html, text } = reportOn(answer);
		const bars = [...html.matchAll(/width="(\d+)%"[^>]*>\s*<tr>\s*<td class="(bar\d)"/g)];
		// Newest first; nothing is drawn for what is negative or not given.
		expect(bars.map(([, width, bar]) => [bar, width])).toEqual([
			['bar0', '1'],
			['bar0', '50'],
			['bar0', '100'],
			['bar1', '25'],
		]);
		expect(text).toContain('Feb 2026  2,000   -5        –\n');
	});

	test('draws no bars where all amounts are negative', () => {
		const answer = bareAnswer();
		answer.screening.monthlyData = [{ income: -1, spending: -2000 }];
		expect(reportOn(answer).html).not.toMatch(/<td class="bar\d"/);
	});

	test('gives averages from two months and two reviews on, and names what has no name', () => {
		const answer = bareAnswer();
		Object.assign(answer.screening, {
			monthlyData: [{ income: 4000 }],
			landlordReviews: [{ cleanliness: 4, email: ' ' }],
			rentTransactions: [{ amount: 5 }],
		});
		answer.user.rentals = [{ rentAmount: 900 }];
		const { text } = reportOn(answer);
		expect(text).not.toContain('Average of');
		expect(text).toContain('–      4,000   –         –\n');
		expect(text).toContain('LANDLORD REVIEWS\n================\nReview 1\n  Cleanliness: 4\n');
		expect(text).toContain('–     –     5       –\n');
		expect(text).toContain('Address not given\n  Rent at this address: 900\n');

		answer.screening.monthlyData = [{ income: 4000 }, { income: 2000, spending: 10 }];
		answer.screening.landlordReviews = [{ cleanliness: 4 }, { cleanliness: 5 }];
		expect(reportOn(answer).text).toContain(
			'Average of 2 months\n  Income: 3,000\n  Spending: 10\n\n',
		);
		expect(reportOn(answer).text).toContain('Average of 2 reviews\n  Cleanliness: 4.5\n\nReview 1');
	});

	test('names the currency of an amount only where the service gives one', () => {
		const answer = bareAnswer();
		answer.screening.rentTransactions = [{ amount: 5, isoCurrencyCode: 'CAD' }, { amount: 6 }];
		expect(reportOn(answer).text).toContain('–     –     5 CAD   –\n–     –     6       –\n');
	});

	test('says how much it leaves out, and nothing where it leaves out nothing', () => {
		const answer = bareAnswer();
		answer.screening.monthlyData = Array.from({ length: 16 }, () => ({ income: 1 }));
		expect(reportOn(answer).text).toMatch(/(?:– {2}.*\n){15}\n… and 1 more/);
		answer.screening.monthlyData.pop();
		expect(reportOn(answer).text).not.toContain('more');
	});

	test('keeps months in the order of the service where they cannot be put in order', () => {
		const answer = bareAnswer();
		answer.screening.monthlyData = [{ month: 'May' }, { month: '2026-01' }, { month: 'April' }];
		expect(reportOn(answer).text).toMatch(/May[^]*Jan 2026[^]*April/);
	});

	test('needs nothing from elsewhere and runs nothing', () => {
		expect(report.html).not.toMatch(
			/<script|<link|<img|<a |<iframe|\bsrc=|href=|url\(|@import|http/i,
		);
	});

	test('is a page that consists of known tags and attributes', () => {
		expect(bodyOf(report.html).replace(TAG, '')).not.toMatch(/[<>]/);
		for (const [, , attributes] of bodyOf(report.html).matchAll(TAG)) {
			for (const [, name] of attributes!.matchAll(/([a-z]+)="/g))
				expect(ATTRIBUTES).toContain(name);
		}
	});

	test('closes every tag that it opens', () => {
		const open: string[] = [];
		for (const name of tagsOf(report.html)) {
			if (name === 'meta') continue;
			if (name.startsWith('/')) expect(open.pop()).toBe(name.slice(1));
			else open.push(name);
		}
		expect(open).toEqual([]);
	});

	test('carries its looks in the tags, for mail programs that drop style sheets', () => {
		for (const [tag, name] of bodyOf(report.html).matchAll(
			/<(h1|h2|h3|p|li|th|td|dl|dt|dd|ul|div|body)\b[^>]*>/g,
		)) {
			expect(`${name} ${tag}`).toContain('style="');
		}
	});
});

describe('the report on an incomplete screening', () => {
	let report: ReturnType<typeof reportOn>;
	beforeAll(() => {
		report = reportOn(bareAnswer());
	});

	test('says so at first sight', () => {
		expect(report.subject).toBe('Screening report: Sam (not complete)');
		expect(visibleText(report.html)).toContain('Not complete');
		expect(visibleText(report.html)).toContain(
			'The applicant has not completed the screening yet. Get the results again later.',
		);
	});

	test('shows what there is and names the rest', () => {
		expect(visibleText(report.html)).toContain('Key figures Rent applied for 2,100');
		expect(visibleText(report.html)).toContain(
			'Not available yet Red flags · Green flags · Landlord reviews · Rent payments · Employment · Income and spending · Rentals',
		);
		expect(report.text).toContain('NOT AVAILABLE YET\n=================\nRed flags · Green flags');
	});

	test.each([{}, { screening: {}, user: {} }, { screening: null, user: [] }, null])(
		'can be built from an empty answer: %j',
		(answer) => {
			const { html, subject, fileName } = reportOn(answer as never);
			expect(subject).toBe('Screening report: Unnamed applicant (not complete)');
			expect(fileName).toBe('screening-report-applicant.html');
			expect(visibleText(html)).toContain(
				'Rental screening report Unnamed applicant Not complete The applicant has not completed the screening yet. Get the results again later. Not available yet',
			);
			expect(visibleText(html)).not.toMatch(/null|undefined|NaN/);
		},
	);

	test('does not take empty lists of flags for a result', () => {
		const answer = bareAnswer();
		Object.assign(answer.screening, { greenFlags: [], redFlags: [] });
		expect(reportOn(answer).text).not.toContain('RED FLAGS');
		answer.user.checkComplete = true;
		expect(reportOn(answer).text).toContain('RED FLAGS (0)\n=============\nNone');
	});
});

describe('the report on a complete screening with little in it', () => {
	test('names the sections that nothing was reported for', () => {
		const { text } = reportOn({ screening: {}, user: { checkComplete: true } });
		expect(text).toContain(
			'NOTHING REPORTED\n================\nRed flags · Green flags · Key figures',
		);
		expect(text).not.toContain('Not complete');
	});
});

describe('the size of a report', () => {
	/** An answer with more than a report shows: lists of over 15 elements, texts of over 320 characters. */
	const largeAnswer = (length: number) =>
		withEveryNumber(fullestAnswer(length), 999_999_999_999_999.9);

	test('says how much it leaves out', () => {
		const { text } = reportOn(largeAnswer(500));
		expect(text).toContain('… and 489 more');
		expect(text).toContain('GREEN FLAGS (500)');
	});

	// One character of each number of bytes, and those that become five when they are escaped.
	const FILLERS = ['W', 'é', '漢', '😀', '&', '"', "'", '<', '"漢', '&😀', ' W', '= ', '-1.5'];

	test.each(FILLERS)('is under 100,000 bytes where every text is long and made of %j', (filler) => {
		for (const length of [5, 20]) {
			const long = withEveryText(largeAnswer(length), () => filler.repeat(400));
			for (const checkComplete of [true, false]) {
				long.user.checkComplete = checkComplete;
				const { html, text, fileName, subject } = reportOn(long);
				expect(bytes(html)).toBeLessThan(100_000);
				expect(bytes(text)).toBeLessThan(100_000);
				expect(bytes(fileName)).toBeLessThan(150);
				expect(subject.length).toBeLessThan(200);
			}
		}
	});

	test('is under 100,000 bytes for any mix of long texts, numbers and lists', () => {
		const parts = fc.constantFrom(
			...FILLERS,
			'\u202E',
			'\u0000',
			'a\n',
			'𝟗',
			'\uD800',
			'&amp;',
			'</td>',
		);
		const long = fc
			.array(parts, { minLength: 1, maxLength: 8 })
			.map((mix) => mix.join('').repeat(Math.ceil(400 / mix.join('').length)));
		const value = fc.oneof({ weight: 4, arbitrary: long }, { weight: 1, arbitrary: fc.double() });
		fc.assert(
			fc.property(
				fc.array(value, { minLength: 1, maxLength: 12 }),
				fc.integer({ min: 0, max: 20 }),
				fc.boolean(),
				(values, length, checkComplete) => {
					let at = 0;
					const answer = withEveryText(
						largeAnswer(length),
						() => values[at++ % values.length] as string,
					);
					answer.user.checkComplete = checkComplete;
					const { html, text } = reportOn(answer);
					expect(bytes(html)).toBeLessThan(100_000);
					expect(bytes(text)).toBeLessThan(100_000);
				},
			),
			// Each builds some of the largest reports that there are.
			{ numRuns: 40 },
		);
	});
});

describe('hostile text in a report', () => {
	const tame = tagsOf(reportOn(withEveryText(fullAnswer(), () => 'xa')).html);

	test.each(HOSTILE)('changes nothing but the words: %j', (hostile) => {
		const { html, subject } = reportOn(withEveryText(fullAnswer(), () => `x${hostile}`));
		expect(tagsOf(html)).toEqual(tame);
		expect(bodyOf(html).replace(TAG, '')).not.toMatch(/[<>]/);
		expect(html.replaceAll('\n', '')).not.toMatch(INVISIBLE);
		expect(subject).not.toMatch(INVISIBLE);
	});

	test('can be built from an answer of any shape', () => {
		fc.assert(
			fc.property(anyAnswer(), (answer: ScreeningData) => {
				const { html, subject, fileName } = reportOn(answer);
				expect(bytes(html)).toBeLessThan(100_000);
				expect(bodyOf(html).replace(TAG, '')).not.toMatch(/[<>]/);
				expect(subject).not.toMatch(INVISIBLE);
				expect(fileName).toMatch(/^screening-report-[a-z0-9-]{1,120}\.html$/);
			}),
		);
	});
});

describe('the subject of a report', () => {
	const subjectFor = (firstName: string) =>
		reportOn({ screening: {}, user: { firstName, checkComplete: true } }).subject;

	test.each([
		['=?utf-8?B?WW91IHdvbg==?=', 'Unnamed applicant'],
		['Jane =?utf-8?Q?won?= Doe', 'Jane Doe'],
		['=?iso-8859-1?q?a?==?utf-8?b?Yg==?=Jane', 'Jane'],
		['=?utf-8*en?B?eA==?= Jane', 'Jane'],
		['=?=?a?B?b?=utf-8?B?eA==?=', 'utf-8?B?eA= ='],
		['=\u200B?utf-8?B?eA==?\u200D= Jane', 'Jane'],
		['Jane?', 'Jane?'],
		['Jane = Doe', 'Jane = Doe'],
	])('holds no encoded word: %j', (firstName, name) => {
		expect(subjectFor(firstName)).toBe(`Screening report: ${name}`);
	});

	test.each(
		(
			'\u00AD \u034F \u061C \u115F \u1160 \u17B4 \u180E \u200B \u200C \u200D \u200E \u200F \u202A \u202D \u202E ' +
			'\u2060 \u2064 \u2066 \u2069 \u206F \u3164 \uFE0F \uFEFF \uFFA0 \uFFF9 \u{E0041} \u{1D173} \uD800 \uE000 ' +
			'\u0000 \u0007 \u001B \u007F \u0085 \u009B \u2028 \u2029 \u2800'
		).split(' '),
	)('holds no invisible character: %j', (invisible) => {
		const subject = subjectFor(`Ja${invisible}ne${invisible}`);
		expect(subject).toMatch(/^Screening report: Ja ?ne$/);
	});

	test('is one visible line without encoded words, for any name', () => {
		const parts = fc.constantFrom(
			'=?',
			'?=',
			'=',
			'?',
			'utf-8?B?eA==',
			'?Q?',
			'\u200B',
			'\r\n',
			'é',
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'binary' }))), (name) => {
				const subject = subjectFor(name.join(''));
				expect(subject).not.toMatch(/=\?|\?=/);
				expect(subject).not.toMatch(INVISIBLE);
				expect(subject).toMatch(/^Screening report: \S/);
			}),
		);
	});
});

describe('the file name of a report', () => {
	test.each([
		[
			'José',
			'Núñez-Ortiz',
			'2026-03-01T00:00:00Z',
			'screening-report-jose-nunez-ortiz-2026-03-01.html',
		],
		['../../etc', 'passwd\u0000', '2026-03-01', 'screening-report-etc-passwd-2026-03-01.html'],
		['王', '伟', '2026-03-01', 'screening-report-usr-1-2026-03-01.html'],
		['Jane', 'Doe', 'soon', 'screening-report-jane-doe-usr-1.html'],
		[undefined, undefined, undefined, 'screening-report-usr-1.html'],
	])('of %j %j, updated %j, is %s', (firstName, lastName, updatedAt, expected) => {
		const answer = { screening: { updatedAt }, user: { firstName, lastName } };
		expect(reportOn(answer as ScreeningData, 'usr-1').fileName).toBe(expected);
	});
});
