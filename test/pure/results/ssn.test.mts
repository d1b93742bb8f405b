import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';

import { maskSsn, redactSsn } from '../../../nodes/RentalScreening/results/ssn.ts';
import { fullAnswer, SSN } from './answers.mts';
import { benignTexts } from './benign.mts';
import { anyAnswer } from './wild.mts';

const MASKED = '***-**-6789';
const CONTRACT = path.resolve(import.meta.dirname, '../../../openapi/rental-screening.yaml');

interface Schema {
	$ref?: string;
	type?: string;
	items?: Schema;
	properties?: Record<string, Schema>;
}

interface Contract {
	components: { schemas: Record<string, Schema> };
}

/** The value after masking, in an answer that holds the SSN in the usual place. */
function beside(ssn: unknown, value: unknown): unknown {
	const answer = { screening: { value }, user: { employmentDetails: { identity: { ssn } } } };
	return (maskSsn(answer) as typeof answer).screening.value;
}

/** Nine digits that can be an SSN; every tenth begins with two zeros, which numbers lose. */
const ssns = fc
	.tuple(
		fc.oneof(
			{ weight: 9, arbitrary: fc.integer({ min: 1, max: 999 }) },
			fc.integer({ min: 1, max: 9 }),
		),
		fc.integer({ min: 1, max: 99 }),
		fc.integer({ min: 1, max: 9999 }),
	)
	.map(([area, group, serial]) => {
		const padded = (number: number, length: number) => String(number).padStart(length, '0');
		return padded(area, 3) + padded(group, 2) + padded(serial, 4);
	});

/** The digits of all scripts as 0 to 9, and what else there is. */
const readable = (text: string) => text.normalize('NFKC').replace(/\D/g, '');

test.each([
	'2024-01-15 123456789',
	'2024-01-15T123456789',
	'2024-01-15 123.45.6789',
	'2024-01-15 123:456:789',
	'2024-01 123456789',
	'123456789 2024-01-15',
])('a known SSN beside a date is masked: %j', (text) => {
	expect(readable(beside(SSN, text) as string)).not.toContain(readable(SSN));
});

describe('a field of an SSN', () => {
	test.each([
		...'ssn|SSN|applicantSsn|applicantSSN|applicantssn|applicant_ssn|applicant.ssn|S.S.N.|S S N'.split(
			'|',
		),
		...'s\u200Bs\u200Bn|ＳＳＮ|SSN#|ssnNumber|ssn_number|ssn no.|socialSecurity'.split('|'),
		...'socialSecurityNumber|SOCIAL_SECURITY_NUMBER|social security number|Social Security #'.split(
			'|',
		),
		`${'x'.repeat(200)} ssn`,
	])('is named %s: it is masked and known', (name) => {
		const given = { [name]: '123456789', text: 'x 123.45.6789' };
		expect(maskSsn(given)).toEqual({ [name]: MASKED, text: `x ${MASKED}` });
	});

	test.each([
		...'className|classNumber|businessName|assn|hoaAssn|HOA_ASSN|access no|session|security'.split(
			'|',
		),
		...'socialSecurityIncome|hoaAssocSecurityDeposit|ssnMatch|ssnLast4|messner|'.split('|'),
	])('is not named %j', (name) => {
		for (const value of ['123456789', 'DECEASED 12', 1450]) {
			expect(maskSsn({ [name]: value, other: '123456789' })).toEqual({
				[name]: value,
				other: '123456789',
			});
		}
	});

	test.each<readonly [unknown, unknown]>([
		[SSN, MASKED],
		[123456789, MASKED],
		[-123456789, MASKED],
		[1234567, '***-**-4567'],
		['１２３-４５-６７８９', MASKED],
		['123&#45;45%2D6789', MASKED],
		['SSN: 123-45-6789', MASKED],
		['***-**-6789', MASKED],
		['xxxxx6789', MASKED],
		['1 *****6789', '***-**-****'],
		['****6789', '***-**-****'],
		['12345', '***-**-****'],
		['6789', '***-**-****'],
		[7, '***-**-****'],
		['MTIzNDU2Nzg5', '***-**-****'],
		['MTExMTExMTEx', '***-**-****'],
		[
			[SSN, ['12', 3]],
			[MASKED, ['***-**-****', '***-**-****']],
		],
		[
			{ value: SSN, id: 123456789, rent: 7, isValid: true },
			{ value: MASKED, id: MASKED, rent: '***-**-****', isValid: true },
		],
		[
			{ 'no 123456789': null, first: { ssn: { deep: [1] } } },
			{ [`no ${MASKED}`]: null, first: { ssn: { deep: ['***-**-****'] } } },
		],
		...[null, '', ' ', true, {}, [], 'DECEASED', 'not found', 'Issued_before birth'].map(
			(same) => [same, same] as const,
		),
	])('shows %j as %j', (ssn, shown) => {
		expect(maskSsn({ user: [{ ssn }] })).toEqual({ user: [{ ssn: shown }] });
	});

	test.each<[unknown, string, boolean]>([
		['123456789', '123 45 6789', true],
		['number 123-45-6789', '123 45 6789', true],
		[{ values: [{ first: 123456789 }] }, '123 45 6789', true],
		[{ 123456789: 'verified' }, '123 45 6789', true],
		[12345678, '012 34 5678', true],
		[1234567, '001 23 4567', true],
		['12345678', '012 34 5678', false],
		[123456, '000 12 3456', false],
		['000-00-0000', '000 00 0000', false],
		['000-12-3456', '000 12 3456', false],
		['123-00-6789', '123 00 6789', false],
		['123-45-0000', '123 45 0000', false],
		['1234567890', '123 45 6789', false],
		['123-45-6789 or 987-65-4321', '123 45 6789', false],
		['***-**-6789', '6789', false],
	])('%j: %j is known: %j', (ssn, written, isKnown) => {
		expect(beside(ssn, written)).toBe(isKnown ? `***-**-${written.slice(-4)}` : written);
	});
});

const GROUPED = [
	...['', ...'- ./_,:—–‐−·•|~…\t\n\u00A0\u202F\u00AD\u200B', ', ', ' - ', ') ', '\r\n'],
	...['       ', ' \u200B–\u200B ', '\\u002d', '\\u00a0'],
	...'&#45; &#x2D; &#8211; &#160; &nbsp; &ndash; &hyphen; &shy; &amp;#45; &amp;nbsp;'.split(' '),
	...'&nbsp;&ndash;&nbsp; %2D %2d %20 %252D %E2%80%93 %C2%A0'.split(' '),
];

const DIGITS: Array<(digit: string) => string> = [
	(digit) => digit,
	...[0x660, 0x6f0, 0x966, 0xff10, 0x104a0, 0x1d7ce, 0x1fbf0, 0x116da, 0x1e5f1].map(
		(zero) => (digit: string) => String.fromCodePoint(zero + Number(digit)),
	),
	(digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!,
	(digit) => '⓪①②③④⑤⑥⑦⑧⑨'[Number(digit)]!,
	(digit) => `${digit}\uFE0F\u20E3`,
	(digit) => `&#${48 + Number(digit)};`,
	(digit) => `&#x3${digit};`,
	(digit) => `%3${digit}`,
	(digit) => encodeURIComponent('٠١٢٣٤٥٦٧٨٩'[Number(digit)]!),
	(digit) => encodeURIComponent(String.fromCodePoint(0x1d7ce + Number(digit))),
];

describe('a known SSN', () => {
	const between = ([a, b]: readonly [string, string], ssn: string) =>
		ssn.slice(0, 3) + a + ssn.slice(3, 5) + b + ssn.slice(5);
	const written = fc
		.record({
			ssn: ssns,
			separators: fc.tuple(fc.constantFrom(...GROUPED), fc.constantFrom(...GROUPED)),
			toDigit: fc.constantFrom(...DIGITS),
			before: fc.constantFrom('', 'x', 'no ', '+1 ', '(', '#', '"', 'RENT 12, ', '&', 'é'),
			after: fc.constantFrom('', 'x', ' 12', '.', ')', '"', ';', '-1', '%', ' and 7', 'é'),
		})
		.map(({ ssn, separators, toDigit, before, after }) => ({
			ssn,
			before,
			after,
			text: between(separators, ssn).replace(
				/(?<![&%#\\][\w#;&%\\]*)\d(?![\da-f]{0,3};)/gi,
				(digit) => toDigit(digit),
			),
		}));

	test('is masked in every usual writing, and nothing beside it', () => {
		fc.assert(
			fc.property(written, ({ ssn, before, after, text }) => {
				const shown = `${before}***-**-${ssn.slice(-4)}${after}`;
				expect(beside(ssn, [before + text + after])).toEqual([shown]);
			}),
			{ numRuns: 3000 },
		);
	});

	test.each(GROUPED)('is masked with %j between its groups, in texts and in names', (separator) => {
		const text = between([separator, separator], '123456789');
		const shown = beside(SSN, [`is ${text}!`, { [text]: { [text]: text } }]);
		expect(shown).toEqual([`is ${MASKED}!`, { [MASKED]: { [MASKED]: MASKED } }]);
	});

	test('is masked without the zeros that a number loses', () => {
		for (const value of [1234567, '1234567', '001-23-4567', '1-23-4567', '01234567']) {
			expect(beside('001-23-4567', value)).toBe('***-**-4567');
		}
	});

	test('is masked as a number, also negative or with a fraction', () => {
		expect(beside(SSN, [123456789, -123456789, 123456789.5])).toEqual([
			MASKED,
			`-${MASKED}`,
			`${MASKED}.5`,
		]);
	});

	test.each([
		'0123456789',
		'1234567890',
		'123-45-67890',
		'+1123456789',
		'123abc456789',
		'123----45----6789',
		'12345678',
	])('is not seen in %j', (text) => {
		expect(beside(SSN, text)).toBe(text);
	});

	test.each([
		[`${SSN};123 45 6789`, `${MASKED};${MASKED}`],
		['1 1 123 45 6789 1 1', `1 1 ${MASKED} 1 1`],
		['100%123.45.6789', `100%${MASKED}`],
		['987-65-123-45-6789', `987-65-${MASKED}`],
	])('is found in %j', (text, shown) => {
		expect(beside(SSN, text)).toBe(shown);
	});

	test('is masked beside other known ones', () => {
		const answer = { a: { ssn: '111-22-3333' }, b: { ssn: ['444-55-6666'] } };
		expect(redactSsn('111223333 444556666', answer)).toBe('***-**-3333 ***-**-6666');
	});

	test('leaves every field there is, where names come to the same', () => {
		const alike = { 'no 123456789': 1, 'no 123.45.6789': 2 };
		expect(beside(SSN, alike)).toEqual({ [`no ${MASKED}`]: 1, [`no ${MASKED} (2)`]: 2 });
		const given = { '123456789': 1, '123.45.6789': 2, [MASKED]: 3, [`${MASKED} (2)`]: 4 };
		expect(beside(SSN, given)).toEqual({
			[MASKED]: 3,
			[`${MASKED} (2)`]: 4,
			[`${MASKED} (3)`]: 1,
			[`${MASKED} (4)`]: 2,
		});
	});
});

describe('an SSN that is not known', () => {
	test.each([
		['123-45-6789', MASKED],
		['usr 123–45–6789.', `usr ${MASKED}.`],
		['１２３−４５−６７８９', MASKED],
		['123&#45;45%2D6789', MASKED],
		['123&ndash;45&ndash;6789', MASKED],
		['000-00-0000', '***-**-0000'],
		['no 1-123-45-6789', `no 1-${MASKED}`],
		['SSN 123456789', `SSN ${MASKED}`],
		['SSN: 123 45 6789', `SSN: ${MASKED}`],
		['SSN: 123.45.6789', `SSN: ${MASKED}`],
		['123456789 is no valid SSN', `${MASKED} is no valid SSN`],
		['Multiple SSNs found: 123456789, 123456789', `Multiple SSNs found: ${MASKED}, ${MASKED}`],
		['{"applicantSsn":"123456789"}', `{"applicantSsn":"${MASKED}"}`],
		['applicantSSN=123456789', `applicantSSN=${MASKED}`],
		['my_ssn_123456789', `my_ssn_${MASKED}`],
		['social security number 123456789', `social security number ${MASKED}`],
		['SOCIAL-SECURITY 123456789', `SOCIAL-SECURITY ${MASKED}`],
		['ＳＳＮ：１２３４５６７８９', `ＳＳＮ：${MASKED}`],
		[`SSN${' '.repeat(20)}123456789`, `SSN${' '.repeat(20)}${MASKED}`],
		[`123456789${' '.repeat(20)}SSN`, `${MASKED}${' '.repeat(20)}SSN`],
	])('is masked in %j', (text, shown) => {
		expect(redactSsn(text)).toBe(shown);
	});

	test.each([
		'123456789',
		'123 45 6789',
		'123.45.6789',
		'123-45 6789',
		'123/45/6789',
		'0123-45-6789',
		'123-45-67890',
		`SSN${' '.repeat(21)}123456789`,
		`123456789${' '.repeat(21)}SSN`,
		'SSN verified 2026-03-01 14:22:05',
		'SSN ok, ZIP 94105-1234',
		'SSN ok, EIN 12-3456789',
		'SSN ok, call 416-555-0100',
		'SSN 123 45.6789',
		'SSN 12345 6789',
		'MESSNER 123456789',
		'WELLNESSNOW 123456789',
		'SSNOW 123456789',
		'HOA ASSN 123456789',
		'hoaAssn 123456789',
		'ASSOC. SECURITY 123456789',
	])('is not seen in %j', (text) => {
		expect(redactSsn(text)).toBe(text);
	});

	test('is masked in a message that quotes the service, where its answer names it', () => {
		expect(redactSsn('No match for 987 65 4321', { ssn: '987654321' })).toBe(
			'No match for ***-**-4321',
		);
	});
});

describe('what is no SSN stays', () => {
	const texts = benignTexts(60);

	test.each(['219-09-9999', '000-00-0000', 1234567, undefined])(
		'in texts of all usual kinds, with the SSN %j',
		(ssn) => {
			expect(texts.length).toBeGreaterThan(3000);
			const shown = beside(ssn, texts) as string[];
			expect(shown.filter((text, index) => text !== texts[index])).toEqual([]);
			expect(texts.map((text) => redactSsn(text))).toEqual(texts);
		},
	);

	test.each([
		{ userId: '104222024', message: 'SSN verified' },
		{ userId: '104-22-2024' },
		{ userId: 'usr-123-45-6789', note: 'sent' },
		{ propertyId: SSN, flowId: 123456789, steps: [{ id: SSN }, { id: '123 45 6789' }] },
	])('as an ID: %j', (answer) => {
		expect(maskSsn(answer)).toEqual(answer);
		expect(beside(SSN, answer)).toEqual(answer);
	});

	test.each([
		'2026-03-01',
		'2026-03-01 14:22:05',
		'2026-03-01T14:22:05.000Z',
		'2026-03-01T14:22:05+02:00',
	])('as a date, whatever the SSN: %s', (date) => {
		expect(beside('020-26-0301', date)).toBe(date);
	});

	test.each(['123 45 6789', '2026-03-01 SSN 020260301'])('as a date is not %j', (text) => {
		const answer = { date: text, dateOfBirth: text };
		expect(beside(['020-26-0301', SSN], answer)).not.toEqual(answer);
	});

	test('as a figure or an ID of the contract: all of them', () => {
		const { schemas } = (parse(readFileSync(CONTRACT, 'utf8')) as Contract).components;
		const members = Object.values(schemas).flatMap(({ properties = {} }) =>
			Object.keys(properties),
		);
		const ids = new Set(members.filter((name) => name === 'id' || name.endsWith('Id')));
		const figures = new Set<string>();
		const visit = ({ $ref, type, properties = {}, items }: Schema, name: string): void => {
			if ($ref !== undefined) visit(schemas[$ref.split('/').at(-1)!]!, name);
			if (type === 'number' || type === 'integer') figures.add(name);
			if (items !== undefined) visit(items, name);
			for (const [inner, member] of Object.entries(properties)) visit(member, inner);
		};
		visit(schemas.ScreeningData!, '');
		expect([ids.size, figures.size]).toEqual([4, 21]);
		for (const name of figures) {
			expect(beside(SSN, { [name]: 123456789 })).toEqual({ [name]: 123456789 });
			expect(beside(SSN, { [name]: SSN })).toEqual({ [name]: MASKED });
		}
		for (const name of ids) {
			expect(beside(SSN, { [name]: SSN })).toEqual({ [name]: SSN });
		}
	});
});

describe('masking an answer', () => {
	test('changes nothing else, and not the answer that it was given', () => {
		const answer = fullAnswer();
		const expected = fullAnswer();
		expected.user.employmentDetails!.identity!.ssn = MASKED;
		expect(maskSsn(answer)).toStrictEqual(expected);
		expect(answer).toStrictEqual(fullAnswer());
	});

	test('takes an answer of any shape and leaves it as it is', () => {
		fc.assert(
			fc.property(anyAnswer(), (answer) => {
				const before = structuredClone(answer);
				maskSsn(answer);
				expect(answer).toStrictEqual(before);
			}),
		);
	});

	test('finds a known SSN in any text of any shape of answer', () => {
		const separator = fc.stringMatching(/^[^\p{L}\p{N}\p{M}\p{C}%&\\"]{0,3}$/u);
		const separators = fc.array(separator, { minLength: 9, maxLength: 9 });
		fc.assert(
			fc.property(anyAnswer(), separators, fc.string(), (answer, between, around) => {
				const written = [...'123456789'].map((digit, at) => digit + between[at]!).join('');
				const note = `${around}x${written}x${around}`;
				const shown = maskSsn({ ...answer, note, ssn: SSN }) as { note: string };
				expect(shown.note).toContain(MASKED);
				expect(readable(shown.note)).not.toContain('123456789');
			}),
		);
	});

	test('cuts off what is nested deeper than any answer, without an error', () => {
		let nested: unknown = SSN;
		for (let depth = 0; depth < 20_000; depth++) {
			nested = depth % 2 === 0 ? [nested] : { ssn: nested };
		}
		const shown = JSON.stringify(maskSsn({ screening: { redFlags: nested }, other: nested }));
		expect(shown).not.toContain('6789');
	});

	test('takes names like those of every object', () => {
		const answer = JSON.parse(`{"__proto__": {"ssn": "${SSN}"}, "constructor": 123456789}`);
		expect(JSON.stringify(maskSsn(answer))).toBe(
			`{"__proto__":{"ssn":"${MASKED}"},"constructor":"${MASKED}"}`,
		);
	});
});
