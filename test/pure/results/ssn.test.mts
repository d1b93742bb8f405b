import fc from 'fast-check';

import type { ScreeningData } from '../../../nodes/RentalScreening/results/loose.ts';
import { maskSsn, withoutSsn } from '../../../nodes/RentalScreening/results/ssn.ts';
import { bareAnswer, fullAnswer, SSN } from './answers.mts';
import { anyAnswer } from './wild.mts';

function withSsn(ssn: unknown): ScreeningData {
	const answer = fullAnswer();
	answer.user.employmentDetails!.identity!.ssn = ssn as string;
	return answer;
}

const maskedOf = (ssn: unknown) => maskSsn(withSsn(ssn)).user.employmentDetails?.identity?.ssn;

describe('maskSsn', () => {
	it.each([
		[SSN, '***-**-6789'],
		['123456789', '***-**-6789'],
		[123456789, '***-**-6789'],
		['***-**-6789', '***-**-6789'],
		['12345', '***-**-2345'],
		['1234', '***-**-****'],
		['1', '***-**-****'],
		[7, '***-**-****'],
		[['123-45-6789'], '***-**-****'],
		[{ value: '123-45-6789' }, '***-**-****'],
		[true, '***-**-****'],
	])('masks %j as %j', (ssn, expected) => {
		expect(maskedOf(ssn)).toEqual(expected);
	});

	it.each([[null], [''], [undefined]])('leaves an absent one as it is: %j', (ssn) => {
		expect(maskedOf(ssn)).toBe(ssn);
	});

	it('changes nothing else, and not the answer it was given', () => {
		const answer = fullAnswer();
		const expected = fullAnswer();
		expected.user.employmentDetails!.identity!.ssn = '***-**-6789';
		expect(maskSsn(answer)).toStrictEqual(expected);
		expect(answer).toStrictEqual(fullAnswer());
	});

	it('gives an answer without one back as it is', () => {
		expect(maskSsn(bareAnswer())).toStrictEqual(bareAnswer());
	});

	it('masks it inside lists where objects were expected', () => {
		const wrapped = { user: [{ employmentDetails: [{ identity: [{ ssn: SSN, city: 'X' }] }] }] };
		expect(maskSsn(wrapped as never)).toEqual({
			user: [{ employmentDetails: [{ identity: [{ ssn: '***-**-6789', city: 'X' }] }] }],
		});
	});

	it('takes an answer of any shape', () => {
		fc.assert(
			fc.property(anyAnswer(), (answer) => {
				const before = structuredClone(answer);
				maskSsn(answer);
				expect(answer).toStrictEqual(before);
			}),
		);
	});
});

describe('withoutSsn', () => {
	it('masks the digits wherever they stand in other text', () => {
		const answer = fullAnswer();
		answer.screening.greenFlags = [
			'SSN 123-45-6789 matches',
			'SSN 123456789',
			'123 45 6789!',
			'123–45—6789',
		];
		const { screening } = withoutSsn(answer) as ScreeningData;
		expect(screening.greenFlags).toEqual([
			'SSN ***-**-6789 matches',
			'SSN ***-**-6789',
			'***-**-6789!',
			'***-**-6789',
		]);
	});

	it('leaves longer numbers that hold the same digits alone', () => {
		const answer = fullAnswer();
		answer.screening.greenFlags = ['+1123456789', '1234567890'];
		expect((withoutSsn(answer) as ScreeningData).screening.greenFlags).toEqual(
			answer.screening.greenFlags,
		);
	});

	it('drops fields of its name, also where the known one is another', () => {
		const answer = bareAnswer();
		answer.screening.redFlags = [
			{ title: 'Mismatch', ssn: '987-65-4321', SSN: 1, socialSecurityNumber: '2' },
		];
		expect(JSON.stringify(withoutSsn(answer))).not.toMatch(/987|SSN|social/i);
	});

	it('hides it as a number as well', () => {
		const answer = withSsn(123456789);
		answer.screening.redFlags = [{ title: 'Mismatch', value: 123456789 }];
		expect(JSON.stringify(withoutSsn(answer))).not.toContain('123456789');
	});

	it('does not search for what is too short to be one', () => {
		const answer = withSsn('2100');
		expect((withoutSsn(answer) as ScreeningData).screening.rent).toBe(2100);
	});

	it('leaves the answer it was given as it is', () => {
		const answer = fullAnswer();
		withoutSsn(answer);
		expect(answer).toStrictEqual(fullAnswer());
	});

	it('is not thrown off by an endless nesting', () => {
		let nested: unknown = 'deep';
		for (let depth = 0; depth < 20_000; depth++) nested = [nested];
		expect(() => withoutSsn({ screening: { redFlags: nested }, user: {} } as never)).not.toThrow();
	});
});
