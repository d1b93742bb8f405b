import fc from 'fast-check';

import { maskSsn, redactSsn } from '../../../nodes/RentalScreening/results/ssn.ts';
import { fullAnswer, SSN } from './answers.mts';
import { anyAnswer } from './wild.mts';

const MASKED = '***-**-6789';

/** The flags of an answer that holds the SSN in the usual place, after masking. */
function flagsWith(greenFlags: unknown, ssn: unknown = SSN): unknown {
	const identity = { ssn };
	const answer = { screening: { greenFlags }, user: { employmentDetails: { identity } } };
	return (maskSsn(answer) as typeof answer).screening.greenFlags;
}

/** Every way to read nine digits that are no more than three characters apart. */
function readable(value: unknown): string {
	return JSON.stringify(value).normalize('NFKC').replace(/\D/g, '');
}

describe('the SSN in text', () => {
	test.each([
		'123-45-6789',
		'123456789',
		'123 45 6789',
		'123.45.6789',
		'123 - 45 - 6789',
		'123  45  6789',
		'123     45     6789',
		'123/45/6789',
		'123_45_6789',
		'123,45,6789',
		'123, 45, 6789',
		'123:45:6789',
		'123\u221245\u22126789', // minus sign
		'123\u201345\u20146789', // dashes
		'123\u201045\u20116789', // hyphens
		'123\u00AD45\u00AD6789', // soft hyphen
		'123\u200B45\u200B6789', // zero-width blank
		'123\u200B\u200B\u200B\u200B\u200B45\u2060\uFEFF6789',
		'123\u00A045\u202F6789', // no-break blanks
		'123\t45\n6789',
		'123\u0000\u0000\u0000\u0000\u000045\u00006789',
		'1 2 3 4 5 6 7 8 9',
		'1-2-3-4-5-6-7-8-9',
		'123—45—6789',
		'123·45·6789',
		'123•45•6789',
		'(123)45-6789',
		'123|45|6789',
		'123=45=6789',
		'123~45~6789',
		'123a45b6789',
		'１２３-４５-６７８９', // full-width
		'１２３－４５－６７８９',
		'١٢٣-٤٥-٦٧٨٩', // Arabic
		'۱۲۳۴۵۶۷۸۹', // Persian
		'१२३४५६७८९', // Devanagari
		'¹²³⁴⁵⁶⁷⁸⁹',
		'₁₂₃-₄₅-₆₇₈₉',
		'①②③④⑤⑥⑦⑧⑨',
		'𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴𝟵', // mathematical
		'1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣',
		'000123456789',
	])('is masked as %j', (written) => {
		expect(flagsWith([`SSN ${written} matches`])).toEqual([
			expect.stringMatching(/^SSN 0*\(?\*\*\*-\*\*-6789\p{M}* matches$/u),
		]);
	});

	test('is masked wherever it is: beside letters, twice, in names of fields', () => {
		const flags = [`no${SSN}x`, `${SSN};${SSN}`, { [`of ${SSN}`]: 1, ssn: { 123456789: 2 } }];
		expect(flagsWith(flags)).toEqual([
			`no${MASKED}x`,
			`${MASKED};${MASKED}`,
			{ [`of ${MASKED}`]: 1, ssn: { [MASKED]: '***-**-****' } },
		]);
	});

	test('is masked whole where another number before it looks like one', () => {
		expect(flagsWith(['111-22-3123-45-6789'])).toEqual([`111-22-3${MASKED}`]);
	});

	test('keeps all fields where their names come to the same', () => {
		const [flag] = flagsWith([{ [SSN]: 1, '123 45 6789': 2, [MASKED]: 3 }]) as object[];
		expect(Object.values(flag!).sort()).toEqual([1, 2, 3]);
	});

	test('is masked as a number, also negative or with a fraction', () => {
		expect(flagsWith([123456789, -123456789, { value: 123456789.5 }])).toEqual([
			MASKED,
			`-${MASKED}`,
			{ value: `${MASKED}.5` },
		]);
	});

	test('other numbers and dates are kept', () => {
		const others = [
			'+14165550100',
			'2026-03-01T14:22:05.000Z',
			'123-45-678',
			2100,
			'987654321',
			'',
		];
		expect(flagsWith(others)).toEqual(others);
	});

	test.each([
		[12345678, '012-34-5678'],
		[12345678, '12345678'],
		[12345678, 'number 12-34-5678'],
		['12345678', '012345678'],
		['012-34-5678', '12345678'],
		['012-34-5678', 12345678],
		[1234567, '001-23-4567'],
		['001-23-4567', 1234567],
	])('given as %j is found as %j, without leading zeros', (ssn, written) => {
		const [flag] = flagsWith([written], ssn) as string[];
		expect(flag).toMatch(/\*\*\*-\*\*-\d{4}$/);
	});

	test.each([
		['twelve other characters', '1234abcdefghijkl56789', '***-**-6789'],
		['marks of HTML', '123&nbsp;45 &ndash; 6789', '***-**-6789'],
		['more', '1234abcdefghijklm56789', '1234abcdefghijklm56789'],
	])('is found with %s between two digits', (_, written, shown) => {
		expect(flagsWith([written])).toEqual([shown]);
	});

	test.each([
		['three other characters', '1234abc5678', '***-**-5678'],
		['more', '1234abcd5678', '1234abcd5678'],
	])('without a leading zero is found with %s between two digits', (_, written, shown) => {
		expect(flagsWith([written], '012345678')).toEqual([shown]);
	});

	test('is masked each time where its digits could overlap', () => {
		expect(flagsWith(['111111111 111111111'], '111111111')).toEqual(['***-**-1111 ***-**-1111']);
	});

	test('without leading zeros is not looked for inside longer numbers', () => {
		const longer = ['9912345678', '1234567899'];
		expect(flagsWith(longer, '012-34-5678')).toEqual(longer);
	});
});

describe('an SSN-like field', () => {
	test.each([
		['1234567', '***-**-4567'],
		['123456', '***-**-****'],
		['*****6789', '***-**-6789'],
		['1 *****6789', '***-**-****'],
		['*****6789 1', '***-**-****'],
		['****6789', '***-**-****'],
	])('shows at most the last four digits: %s', (ssn, shown) => {
		expect(maskSsn({ ssn })).toEqual({ ssn: shown });
	});

	test('of any depth, in an answer of any depth, is cut off and does not exhaust the stack', () => {
		let deep: unknown = '123-45-6789';
		for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
		expect(JSON.stringify(maskSsn({ ssn: deep, other: deep }))).not.toContain('6789');
	});
});

describe('an SSN that no field names', () => {
	test.each([
		'Multiple SSNs found: 123456789, 987654321',
		'SSN #2: 987654321',
		'SSN (9 digits): 987654321',
		'987654321 is not a valid SSN',
		'Number 987654321 (SSN) belongs to another person',
		'SSN reported by the credit bureau is 987654321',
		'SSN: 987-654321',
		'SSN 987-65 4321',
		'SS# 987654321',
		'Soc. Sec. No. 987654321',
		'applicantSSN=987654321',
		'subjectSsn is 987654321',
	])('is masked in a text that speaks of one: %j', (text) => {
		expect(redactSsn(text)).not.toMatch(/98765|987-65/);
		expect(redactSsn(text)).toContain('***-**-4321');
	});

	test.each([
		'RENT APT 104 12/2026',
		'Rent $1,950 03/2026',
		'Paid $950 - 03/2026',
		'Balance 850 (03/2026)',
		'#305 11/2025',
		'204-12 1500 King Street',
		'+234 80 1234 5678',
		'RENT TO MESSNER PROPERTIES 104539876',
		'WELLNESSNOW 104539876',
		'HOA ASSOC. SECURITY DEPOSIT 104539876',
		'Reference 987654321',
	])('is not seen in %j', (text) => {
		expect(redactSsn(text)).toBe(text);
	});

	test('is masked with blanks around the marks between its groups', () => {
		expect(redactSsn('123  -  45  -  6789')).toBe(MASKED);
	});
});

describe('where an SSN is found', () => {
	const sentence = 'Same number 123456789';
	const answerWith = (fields: object) => ({ screening: { greenFlags: [sentence] }, ...fields });

	test.each([
		['an object around it', { user: { employmentDetails: { identity: { ssn: { value: SSN } } } } }],
		['lists around it', { user: [{ employmentDetails: [{ identity: [{ ssn: [SSN] }] }] }] }],
		['its parts', { user: { ssn: { area: '123', group: '45', serial: '6789' } } }],
		['its parts in a list', { user: { ssn: [123, 45, 6789] } }],
		['user.ssn', { user: { ssn: SSN } }],
		['SSN', { user: { SSN } }],
		['ssnNumber', { user: { ssnNumber: 123456789 } }],
		['ssn_number', { user: { ssn_number: SSN } }],
		['applicantSsn', { user: { applicantSsn: SSN } }],
		['applicantSSN', { user: { applicantSSN: SSN } }],
		['applicantssn', { user: { applicantssn: SSN } }],
		['S.S.N.', { user: { 'S.S.N.': SSN } }],
		['full-width SSN', { user: { ＳＳＮ: SSN } }],
		['social security number', { user: { 'social security number': SSN } }],
		['socialSecurity', { user: { socialSecurity: SSN } }],
		['soc_sec_no', { user: { soc_sec_no: SSN } }],
		['a name inside', { user: { documents: [{ type: 'SSN', value: '123456789' }] } }],
		['digits apart', { user: { ssn: '1 2 3 -- 4 5 ---- 6 7 8 9' } }],
		['text around it', { user: { ssn: 'SSN: 123-45-6789 (2026)' } }],
		['zeros in front', { user: { ssn: '00123456789' } }],
		['a negative number', { user: { ssn: -123456789 } }],
		['its name as a key', { user: { ssn: { '123-45-6789': true } } }],
		['a flag', { screening: { greenFlags: [sentence], redFlags: [{ ssn: SSN }] } }],
	])('%s', (_, fields) => {
		const shown = maskSsn(answerWith(fields));
		expect(shown).toMatchObject({ screening: { greenFlags: [`Same number ${MASKED}`] } });
		expect(readable(shown)).not.toContain('123456789');
	});

	test.each(['className', 'businessName', 'access number', 'passnumber', 'address', 'sessions'])(
		'not from a field named %s',
		(name) => {
			const answer = answerWith({ user: { [name]: '123456789' } });
			expect(maskSsn(answer)).toEqual(answer);
		},
	);
});

describe('a field of an SSN', () => {
	test('keeps what is said about it, in words', () => {
		const said = { ssnMismatch: 'SSN issued before date of birth', ssn: ['DECEASED', 'not_found'] };
		expect(flagsWith([said])).toEqual([said]);
		expect(flagsWith([{ ssn: 'MTExMTExMTEx' }])).toEqual([{ ssn: '***-**-****' }]);
	});

	const maskedOf = (ssn: unknown) => (maskSsn({ user: { ssn } }) as { user: object }).user;

	test.each([
		[SSN, MASKED],
		[123456789, MASKED],
		['***-**-6789', MASKED],
		['xxxxx6789', MASKED],
		['12345', '***-**-****'],
		['6789', '***-**-****'],
		[7, '***-**-****'],
		['MTIzNDU2Nzg5', '***-**-****'],
		[
			[SSN, '12'],
			[MASKED, '***-**-****'],
		],
		[
			{ value: SSN, isValid: true },
			{ value: MASKED, isValid: true },
		],
		[{ '123-45-6789': null }, { [MASKED]: null }],
	])('shows %j as %j', (ssn, expected) => {
		expect(maskedOf(ssn)).toEqual({ ssn: expected });
	});

	test.each([[null], [''], [' '], [true], [{}], [[]]])('stays %j', (ssn) => {
		expect(maskedOf(ssn)).toEqual({ ssn });
	});
});

describe('an SSN outside a field with such a name', () => {
	test.each([
		['Number 123-45-6789 given', 'Number ***-**-6789 given'],
		['123 45 6789', MASKED],
		['123 – 45 – 6789', MASKED],
		['１２３‐４５‐６７８９', MASKED],
		['SSN 123456789', `SSN ${MASKED}`],
		['social security number is 123 456 789', `social security number is ${MASKED}`],
		['{"applicantSsn":"123456789"}', `{"applicantSsn":"${MASKED}"}`],
	])('is masked in %j', (text, expected) => {
		expect(redactSsn(text)).toBe(expected);
	});

	test.each([
		'Call 416-555-0100 or 1-800-555-0100',
		'Paid 123, 45, 6789',
		'Reference 123456789',
		'Business name 123456789',
		'Due 2026-03-01 14:22',
		'SSN verified 2026-03-01, 1 time',
		'0123-45-67890',
	])('is not seen in %j', (text) => {
		expect(redactSsn(text)).toBe(text);
	});

	test('is masked in a message that quotes the service, as the service wrote it', () => {
		const body = { message: 'No match for 987 65 4321', ssn: '987654321' };
		expect(redactSsn(body.message, body)).toBe('No match for ***-**-4321');
		expect(redactSsn('No match for 9876 54321', body)).toBe('No match for ***-**-4321');
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

	test('finds it in any text of any shape of answer', () => {
		const separator = fc.stringMatching(/^[^\p{N}\\"]{0,3}$/u);
		const written = fc
			.array(separator, { minLength: 8, maxLength: 8 })
			.map((separators) =>
				[...'123456789'].map((digit, at) => digit + (separators[at] ?? '')).join(''),
			);
		fc.assert(
			fc.property(anyAnswer(), written, fc.string(), (answer, ssn, around) => {
				const shown = maskSsn({ ...answer, note: `${around}${ssn} ${around}`, ssn: SSN });
				expect((shown as { note: string }).note).toContain('***-**-');
			}),
		);
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

	test('takes any depth', () => {
		let nested: unknown = SSN;
		for (let depth = 0; depth < 20_000; depth++)
			nested = depth % 2 === 0 ? [nested] : { ssn: nested };
		expect(() => maskSsn({ screening: { redFlags: nested }, user: {} })).not.toThrow();
	});

	test('takes linear time', () => {
		const text = `${SSN} ${'1'.repeat(200_000)} ${'1-'.repeat(100_000)}${' '.repeat(200_000)}`;
		expect(flagsWith([text])).toEqual([text.replace(SSN, MASKED)]);
	});
});
