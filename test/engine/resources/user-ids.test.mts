import fc from 'fast-check';

import { perform } from '../../support/perform.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const getRaw = {
	resource: 'results',
	operation: 'get',
	output: 'raw',
	userId: '={{ $json.userId }}',
};

function applicant(id: string) {
	return { screening: { id: 'screening' }, user: { id, checkComplete: true } };
}

test.each([
	['a/b c?d#é%', 'a%2Fb%20c%3Fd%23%C3%A9%25'],
	['%2F', '%252F'],
	['a+b&c=d;e,f', 'a%2Bb%26c%3Dd%3Be%2Cf'],
	['../../v1/flows/steps/list', '..%2F..%2Fv1%2Fflows%2Fsteps%2Flist'],
	['https://example.com/', 'https%3A%2F%2Fexample.com%2F'],
	['{userId}', '%7BuserId%7D'],
	['租客-🏠', '%E7%A7%9F%E5%AE%A2-%F0%9F%8F%A0'],
	['Nguyễn "Hạnh" <x>|\\^`', 'Nguy%E1%BB%85n%20%22H%E1%BA%A1nh%22%20%3Cx%3E%7C%5C%5E%60'],
])('%s goes into the path as %s', async (userId, encoded) => {
	const sandbox = await newSandbox();
	sandbox.addApplicant(applicant(userId));

	const { requests, rows } = await perform(sandbox, getRaw, [{ userId: ` ${userId} ` }]);

	expect(requests).toMatchObject([{ url: `/v1/screening/data/${encoded}`, violations: [] }]);
	expect(rows).toEqual([applicant(userId)]);
});

test('a number is a user id too', async () => {
	const sandbox = await newSandbox();
	sandbox.addApplicant(applicant('90210'));
	expect((await perform(sandbox, getRaw, [{ userId: 90210 }])).rows).toEqual([applicant('90210')]);
});

test('whatever the user id, the service gets that one and no other', async () => {
	const sandbox = await newSandbox();
	const ids = fc.sample(
		fc
			.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
			.filter((id) => /^[^\s.\p{C}]/u.test(id) && id === id.trim()),
		100,
	);
	const unique = [...new Set(ids)];
	for (const id of unique) sandbox.addApplicant(applicant(id));

	const { rows } = await perform(
		sandbox,
		getRaw,
		unique.map((userId) => ({ userId })),
	);

	expect(rows).toEqual(unique.map(applicant));
	expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
});

test.each([
	['nothing', ''],
	['blanks', '  \t'],
	['a dot', '.'],
	['two dots', '..'],
	['half a character', '\ud83c'],
])('%s: nothing is sent', async (_, userId) => {
	const sandbox = await newSandbox();
	await expect(perform(sandbox, getRaw, [{ userId }])).rejects.toThrow("'User ID'");
	expect(sandbox.requests).toEqual([]);
});
