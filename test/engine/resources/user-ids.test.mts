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
	['../../v1/flows/steps/list', '..%2F..%2Fv1%2Fflows%2Fsteps%2Flist'],
	['https://example.com/', 'https%3A%2F%2Fexample.com%2F'],
	['Nguyễn "Hạnh" <x>|\\^`', 'Nguy%E1%BB%85n%20%22H%E1%BA%A1nh%22%20%3Cx%3E%7C%5C%5E%60'],
])('%s goes into the path as %s', async (userId, encoded) => {
	const sandbox = await newSandbox();
	sandbox.addApplicant(applicant(userId));

	const { requests, rows } = await perform(sandbox, getRaw, [{ userId: ` ${userId} ` }]);

	expect(requests).toMatchObject([{ url: `/v1/screening/data/${encoded}`, violations: [] }]);
	expect(rows).toEqual([applicant(userId)]);
});

test('the service gets exactly the given user ID, for any ID', async () => {
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
