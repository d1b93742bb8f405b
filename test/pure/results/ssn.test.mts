import fc from 'fast-check';

import { maskSsn, redactSsn } from '../../../nodes/RentalScreening/results/ssn.ts';
import { SSN } from './answers.mts';
import { benignTexts } from './benign.mts';
import { anyAnswer } from './wild.mts';

const MASKED = '***-**-6789';

/** The value after masking, in an answer that holds the SSN in the usual place. */
function beside(ssn: unknown, value: unknown): unknown {
	const answer = { screening: { value }, user: { employmentDetails: { identity: { ssn } } } };
	return (maskSsn(answer) as typeof answer).screening.value;
}

test.each([
	...['ssn', 'SSN', 'applicantSsn', 'applicantSSN', 'applicantssn', 'applicant_ssn', 'dataSsn'],
	...['DATASSN', 'applicant.ssn', 'SSN#', 'ssnNumber', 'ssn_number', 'ssn no.', 'socialSecurity'],
	...['SOCIAL_SECURITY_NUMBER', 'social-security number', 'Social Security #'],
	...['social.security.number', 'SocialSecurityNo:', 'socialSecurityNum', 'SSN_NUM', 'SSNs'],
	...['ssns', 'applicantSsns', 'socialSecurityNumbers'],
	`${'x'.repeat(200)} ssn`,
])('the SSN in a field named %s is masked, there and in other texts', (name) => {
	const given = { [name]: '123456789', text: 'x 123.45.6789' };
	expect(maskSsn(given)).toEqual({ [name]: MASKED, text: `x ${MASKED}` });
});

test.each([
	...['className', 'businessName', 'assn', 'hoaAssn', 'HOA_ASSN', 'access no', 'session', ''],
	...[
		'security',
		'socialSecurityIncome',
		'ssnMatch',
		'ssnLast4',
		'messner',
		'wellnessNow',
		'assns',
		'ssnNumeric',
	],
])('a field named %j holds no SSN', (name) => {
	for (const value of ['123456789', 'DECEASED 12', 1450]) {
		const given = { [name]: value, other: '123456789' };
		expect(maskSsn(given)).toEqual(given);
	}
});

const NO_FOUR = '***-**-****';
const LISTED = { value: SSN, id: 123456789, isValid: true, first: { deep: [{ at: '1' }] } };
const MASKED_LIST = {
	value: MASKED,
	id: MASKED,
	isValid: true,
	first: { deep: [{ at: NO_FOUR }] },
};
test.each<[shown: unknown, given: unknown[]]>([
	[MASKED, [SSN, 123456789, -123456789, 'SSN: 123-45-6789', '***-**-6789', '6789']],
	['***-**-4567', [1234567]],
	[NO_FOUR, ['１２３-４５-６７８９', '12', 7]],
	[[MASKED, ['***-**-2345', NO_FOUR]], [[SSN, ['12345', 3]]]],
	[MASKED_LIST, [LISTED]],
])('a field of an SSN shows as %j each of %j', (shown, given) => {
	for (const ssn of given) expect(maskSsn({ user: [{ ssn }] })).toEqual({ user: [{ ssn: shown }] });
});

test('a value without a digit stays in a field of an SSN', () => {
	for (const ssn of [null, '', ' ', true, {}, [], 'DECEASED']) {
		expect(maskSsn({ ssn })).toEqual({ ssn });
	}
});

test.each<[string, boolean, unknown[]]>([
	['123 45 6789', true, ['123456789', 'number 123-45-6789', { values: [{ a: 123456789 }] }]],
	['012 34 5678', true, [12345678]],
	['012 34 5678', false, ['12345678']],
	['001 23 4567', true, [1234567]],
	['000 12 3456', false, [123456, '000-12-3456']],
	['123 00 6789', false, ['123-00-6789']],
	['123 45 0000', false, ['123-45-0000']],
	['123 45 6789', false, ['1234567890', true]],
	['6789', false, ['***-**-6789']],
])('the text %j is known as an SSN: %j, from each of %j', (written, isKnown, given) => {
	const shown = isKnown ? `***-**-${written.slice(-4)}` : written;
	for (const ssn of given) expect(beside(ssn, written)).toBe(shown);
});

const digits = (length: number) => fc.integer({ min: 1, max: 10 ** length - 1 });
const ssns = fc
	.tuple(digits(3), digits(2), digits(4))
	.map(([area, group, serial]) => [
		String(area).padStart(3, '0'),
		String(group).padStart(2, '0'),
		String(serial).padStart(4, '0'),
	]);
const separators = fc.constantFrom(
	...['', ...'- ./_,:—–‐−·•|~…\t\n\u00A0\u202F\u00AD\u200B', ', ', ' - ', ') ', '\r\n', ' – '],
);

test('a known SSN is masked in every usual writing, and nothing beside it', () => {
	const before = fc.constantFrom('', 'x', 'no ', '+1 ', '(', '#', 'RENT 12, ', 'é', '1-');
	const after = fc.constantFrom('', 'x', ' 12', '.', ')', ';', '-1', '%', ' and 7', 'é');
	fc.assert(
		fc.property(ssns, separators, separators, before, after, (ssn, one, two, start, end) => {
			const [area = '', group = '', serial = ''] = ssn;
			const text = start + area + one + group + two + serial + end;
			const shown = `${start}***-**-${serial}${end}`;
			expect(beside(ssn.join('-'), [text])).toEqual([shown]);
			expect(redactSsn(text, { ssn: ssn.join('') })).toBe(shown);
		}),
		{ numRuns: 3600 },
	);
});

const STAYING = [
	...[
		'123a456789',
		'123Z456789',
		'123é456789',
		'123漢456789',
		'123½456789',
		'123----45----6789',
		'0123456789',
	],
	...['1234567890', '12345678', 1234567890],
];
test.each<[unknown, unknown]>([
	[123456789, MASKED],
	['123456789', MASKED],
	[123456789.5, `${MASKED}.5`],
	[-123456789, `-${MASKED}`],
	[`${SSN};123 45 6789`, `${MASKED};${MASKED}`],
	['1 1 123 45 6789 1 1', `1 1 ${MASKED} 1 1`],
	['987-65-123-45-6789', `987-65-${MASKED}`],
	['1 2-3.4/5 6---7_8:9', MASKED],
	['123😀😀45 6789', MASKED],
	...STAYING.map((value): [unknown, unknown] => [value, value]),
])('a known SSN in %j is shown as %j', (value, shown) => {
	expect(beside(SSN, value)).toEqual(shown);
});

test('a known SSN is masked in the names of members, which a flag shows as text', () => {
	const given = { [`for ${SSN}`]: true, 123456789: { a: 1 }, '0123456789': 2 };
	const shown = { [`for ${MASKED}`]: true, [MASKED]: { a: 1 }, '0123456789': 2 };
	expect(beside(SSN, given)).toEqual(shown);
});

test('a known SSN is masked in a number that has lost its zeros, and beside other known ones', () => {
	expect(beside(['001-23-4567', '444-55-6666'], [1234567, '444556666, 001 23 4567'])).toEqual([
		'***-**-4567',
		'***-**-6666, ***-**-4567',
	]);
});

test.each([
	['123-45-6789 (verified 2024-05-01)', '123 45 6789', MASKED],
	['2024-05-01: 123456789', '123.45.6789', MASKED],
	['123-45-6789; 987-65-4321', '987654321, 123456789', `***-**-4321, ${MASKED}`],
])('of the field %j the first SSN is shown, and all are masked in %j', (ssn, text, shown) => {
	expect(maskSsn({ ssn, text })).toEqual({ ssn: MASKED, text: shown });
});

test.each([
	...[
		'SSN 123456789',
		'{"ssn":"123456789","id":7}',
		'{\\"ssn\\":123456789}',
		'social security no.: 123 45 6789',
	],
	...['<ssn>123456789</ssn>', 'applicantSsn=123456789'],
])('an SSN right behind its name in the text %j is masked, there and elsewhere', (text) => {
	const shown = text.replace(/123 ?45 ?6789/, MASKED);
	expect(maskSsn({ text, note: '123 45 6789' })).toEqual({ text: shown, note: MASKED });
	expect(redactSsn(text)).toBe(shown);
});

test.each([
	'hoa assn 123456789',
	'ssnMatch 123456789',
	'SSN given, ID 123456789',
	'ssn 1234567890',
])('nine digits that are not right behind the name of an SSN stay: %s', (text) =>
	expect(redactSsn(text)).toBe(text),
);

test('an SSN that is not known is masked as ddd-dd-dddd, with any dash, and only so', () => {
	const given = ['123-45-6789', 'usr 123–45—6789.', '123−45‐6789', 'no 1-123-45-6789'];
	const shown = [MASKED, `usr ${MASKED}.`, MASKED, `no 1-${MASKED}`];
	expect(given.map((text) => redactSsn(text))).toEqual(shown);
	expect(maskSsn(given)).toEqual(shown);
	const others = [
		...['123456789', '123 45 6789', '123.45.6789', '123-45 6789', '12-345-6789', '123/45/6789'],
		...['0123-45-6789', '123-45-67890', '123--45-6789', '123&#45;45&#45;6789'],
	];
	expect(maskSsn(others)).toEqual(others);
});

test.each(['219-09-9999', '000-00-0000', 1234567, undefined])(
	'texts of all usual kinds stay beside the SSN %j',
	(ssn) => {
		const texts = benignTexts(30);
		expect(texts.length).toBeGreaterThan(3000);
		expect(beside(ssn, texts)).toEqual(texts);
		expect(texts.map((text) => redactSsn(text))).toEqual(texts);
	},
);

test('an SSN stays where it is an ID of the service, and only there', () => {
	const ids = { id: SSN, userId: '123456789', propertyId: 123456789, flowId: '123 45 6789' };
	expect(beside(SSN, ids)).toEqual(ids);
	expect(beside(SSN, { taxId: SSN, ids: [SSN] })).toEqual({ taxId: MASKED, ids: [MASKED] });
});

test('masking takes an answer of any shape, does not change it, and finds a known SSN in it', () => {
	fc.assert(
		fc.property(anyAnswer(), fc.string(), (answer, around) => {
			const before = structuredClone(answer);
			const note = `${around}x123 45 6789x${around}`;
			const shown = maskSsn({ ...answer, note, ssn: SSN }) as { note: string };
			expect(shown.note).toContain(`x${MASKED}x`);
			expect(answer).toStrictEqual(before);
		}),
	);
});

test('masking cuts off what is nested deeper than any answer, without an error', () => {
	const nest = (depth: number) => {
		let nested: unknown = { ssn: SSN };
		for (let at = 0; at < depth; at++) nested = at % 2 === 0 ? [nested] : { at: nested };
		return nested;
	};
	expect(JSON.stringify(maskSsn(nest(400)))).toContain(MASKED);
	expect(redactSsn('123 45 6789', nest(499))).toBe(MASKED);
	const shown = JSON.stringify(maskSsn({ deep: nest(20_000), text: SSN }));
	expect(shown).not.toContain('6789"}]');
	expect(shown).toContain(`"text":"${MASKED}"`);
	expect(redactSsn('123 45 6789', nest(20_000))).toBe('123 45 6789');
	expect(JSON.stringify(maskSsn({ ssn: nest(20_000) }))).not.toContain('6789');
});

test('masking takes names like those of every object', () => {
	const answer = JSON.parse(`{"__proto__": {"ssn": "${SSN}"}, "constructor": 123456789}`);
	expect(JSON.stringify(maskSsn(answer))).toBe(
		`{"__proto__":{"ssn":"${MASKED}"},"constructor":"${MASKED}"}`,
	);
});
