import fc from 'fast-check';

import { maskSsn, redactSsn } from '../../../nodes/RentalScreening/core/ssn.ts';
import { SSN } from '../results/answers.mts';
import { anyAnswer } from '../results/wild.mts';

const MASKED = '***-**-6789';
const NO_FOUR = '***-**-****';

/** The value after masking, in an answer that holds the SSN in the usual place. */
function beside(ssn: unknown, value: unknown): unknown {
	const answer = { screening: { value }, user: { employmentDetails: { identity: { ssn } } } };
	return (maskSsn(answer) as typeof answer).screening.value;
}

test.each([
	...['ssn', 'SSN', 'applicantSsn', 'applicant_ssn', 'SSN#', 'ssnNumber', 'ssn no.', 'ssns'],
	...['socialSecurity', 'SOCIAL_SECURITY_NUMBER', 'Social Security #', 'social.security.number'],
])('a member named %s is masked, and its nine digits in other texts', (name) => {
	const given = { [name]: '123456789', text: 'x 123.45.6789' };
	expect(maskSsn(given)).toEqual({ [name]: MASKED, text: `x ${MASKED}` });
});

test.each([
	...['className', 'businessName', 'session', 'messner', 'security', 'socialSecurityIncome', ''],
	...['ssnMatch', 'ssnLast4'],
])("a member named '%s' holds no SSN", (name) => {
	for (const value of ['123456789', 'DECEASED 12', 1450]) {
		const given = { [name]: value, other: '123456789' };
		expect(maskSsn(given)).toEqual(given);
	}
});

test.each<[string, shown: unknown, given: unknown[]]>([
	['the last four digits', MASKED, [SSN, 123456789, 'SSN: 123-45-6789', '***-**-6789', '6789']],
	['an SSN whose zeros a number has lost', '***-**-4567', [1234567, '001-23-4567']],
	['nothing of other digits', NO_FOUR, ['１２３-４５-６７８９', '12']],
	['a list masked', [MASKED, [NO_FOUR]], [[SSN, ['3']]]],
	[
		'an object masked',
		{ value: MASKED, id: MASKED, isValid: true },
		[{ value: SSN, id: 123456789, isValid: true }],
	],
	['a word', 'DECEASED', ['DECEASED']],
	['null', null, [null]],
	['true', true, [true]],
])('a member named ssn shows %s', (_, shown, given) => {
	for (const ssn of given) expect(maskSsn({ user: [{ ssn }] })).toEqual({ user: [{ ssn: shown }] });
});

test.each<[string, value: unknown, shown: unknown]>([
	['nine digits', '123456789', MASKED],
	['between letters', 'x123 45 6789é', `x${MASKED}é`],
	['as three groups of three', 'SIN 123-456-789.', `SIN ${MASKED}.`],
	['with any separators', '1 2-3.4/5 6---7_8:9', MASKED],
	['among other numbers', '+1 123 45 6789 1 1', `+1 ${MASKED} 1 1`],
	['behind digits and a dash', '987-65-123-45-6789', `987-65-${MASKED}`],
	['behind digits and a blank', '1234 123-45 6789', `1234 ${MASKED}`],
	['with typeset dashes and blanks', '123–45—6789; 123\u00a045\u00a06789', `${MASKED}; ${MASKED}`],
	[
		'in names of members and in lists',
		{ [`for ${SSN}`]: true, 123456789: [123456789] },
		{ [`for ${MASKED}`]: true, [MASKED]: [MASKED] },
	],
])('a known SSN is masked elsewhere: %s', (_, value, shown) => {
	expect(beside(SSN, value)).toEqual(shown);
});

test.each([
	...['0123456789', '1234567890', '12345678', '123a456789', '123----45----6789', 1234567890],
])('%p is not a known SSN of those digits, and stays', (other) => {
	expect(beside(SSN, other)).toEqual(other);
});

test.each<[string, ssn: unknown, value: unknown, shown: unknown]>([
	['two', '123-45-6789; 987-65-4321', '987654321, 123456789', `***-**-4321, ${MASKED}`],
	['one that lost its zero', 12345678, ['012 34 5678', 12345678], ['***-**-5678', '***-**-5678']],
	['one with zeros in front', '001-23-4567', [1234567, 7], ['***-**-4567', 7]],
])('the SSNs of a member are masked elsewhere: %s', (_, ssn, value, shown) => {
	expect(beside(ssn, value)).toEqual(shown);
});

test.each([0, '000-00-0000', 'none', '6789', '', null])(
	'nothing is masked because a member named ssn holds the placeholder %p',
	(placeholder) => {
		const others = [0, '0', '000000000', 6789, 'none', ''];
		expect(beside(placeholder, others)).toEqual(others);
	},
);

test('an unknown SSN is masked as ddd-dd-dddd, with any dash, and only so', () => {
	const given = ['123-45-6789', 'usr 123–45—6789.', 'no 1-123-45-6789'];
	const shown = [MASKED, `usr ${MASKED}.`, `no 1-${MASKED}`];
	expect(maskSsn(given)).toEqual(shown);
	expect(given.map((text) => redactSsn(text))).toEqual(shown);
	const others = [
		...['123456789', '123 45 6789', '12-345-6789', '0123-45-6789', '123-45-67890', '123--45-6789'],
		...['RENT 12 HARBOUR ST', '+1 416-555-0100', '2026-03-01T14:22:05.000Z', 'ROUTING 021000021'],
		...['ZIP 12345-6789', 'CARD 4111 1111 1111 1111', 'IBAN DE44 5001 0517 5407 3249 31'],
	];
	expect(maskSsn(others)).toEqual(others);
	expect(others.map((text) => beside('219-09-9999', text))).toEqual(others);
});

test.each([
	['text', 'SSN 123456789'],
	['JSON', '{"ssn":"123456789","id":7}'],
	['JSON in JSON', '{\\"ssn\\":123456789}'],
	['a sentence', 'social security no.: 123 45 6789'],
	['XML', '<ssn>123456789</ssn>'],
])('an SSN right behind its name in %s is masked', (_, text) => {
	const shown = text.replace(/123 ?45 ?6789/, MASKED);
	expect([maskSsn({ text }), redactSsn(text)]).toEqual([{ text: shown }, shown]);
});

test("the service's IDs stay, also one that looks like an SSN or is one", () => {
	const ids = { id: SSN, userId: '104-22-2024', propertyId: 123456789, flowId: '123 45 6789' };
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

test('masking leaves out what is nested deeper than any answer', () => {
	const nest = (depth: number) => {
		let nested: unknown = { ssn: SSN };
		for (let at = 0; at < depth; at++) nested = at % 2 ? [nested] : { inner: nested };
		return nested;
	};
	expect(JSON.stringify(maskSsn(nest(400)))).toContain(MASKED);
	const shown = JSON.stringify(maskSsn({ deep: nest(20_000), ssn: nest(20_000), text: SSN }));
	expect(shown.match(/6789/g)).toHaveLength(1);
	expect(shown).toContain(`"text":"${MASKED}"`);
	expect(redactSsn('123 45 6789', nest(20_000))).toBe('123 45 6789');
});

test('masking takes names like those of every object', () => {
	const answer = JSON.parse(`{"__proto__": {"ssn": "${SSN}"}, "constructor": 123456789}`);
	const shown = `{"__proto__":{"ssn":"${MASKED}"},"constructor":"${MASKED}"}`;
	expect(JSON.stringify(maskSsn(answer))).toBe(shown);
});
