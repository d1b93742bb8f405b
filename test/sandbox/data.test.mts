import fc from 'fast-check';

import { finishedResults } from '../../dev/sandbox/data/results.mts';
import { startSandbox, type Sandbox, type Schemas } from '../../dev/sandbox/index.mts';
import { fetchResults, login, send, sendToApplicant } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

type Results = { screening: Schemas['Screening']; user: Schemas['User'] };

const many = Array.from({ length: 60 }, (_, index) => resultsOf(`applicant${index}@example.com`));

function resultsOf(
	email: string,
	more: { firstName?: string; lastName?: string; rent?: number; completedAt?: Date } = {},
): Results {
	return finishedResults({
		userId: 'user-1',
		screeningId: 'screening-1',
		checkType: 'CHECK_TYPE_DEEP_CHECK',
		email,
		phone: '+14165550100',
		completedAt: new Date('2026-03-15T12:00:00Z'),
		...more,
	});
}

describe('made-up results', () => {
	it.each<[string, (results: Results) => boolean]>([
		['red flags', ({ screening }) => screening.redFlags!.length > 0],
		['no red flag', ({ screening }) => screening.redFlags!.length === 0],
		[
			'red flags of another shape',
			({ screening }) => screening.redFlags!.some((flag) => 'code' in flag),
		],
		['landlord reviews', ({ screening }) => screening.landlordReviews!.length > 0],
		['no landlord review', ({ screening }) => screening.landlordReviews!.length === 0],
		['rent transactions', ({ screening }) => screening.rentTransactions!.length > 0],
		['no rent transaction', ({ screening }) => screening.rentTransactions!.length === 0],
		[
			'a rent that came back',
			({ screening }) => screening.rentTransactions!.some(({ type }) => type === 'CREDIT'),
		],
		['nearly nothing', ({ screening, user }) => !screening.creditScore && !user.employmentDetails],
		[
			'an apostrophe and an accent',
			({ user }) => user.rentals!.some(({ landlordName = '' }) => /é.*'/.test(landlordName)),
		],
		[
			'a line break',
			({ screening }) =>
				screening.landlordReviews!.some(({ additionalDetails }) =>
					additionalDetails?.includes('\n'),
				),
		],
		['angle brackets', ({ screening }) => JSON.stringify(screening).includes('<balcony>')],
		[
			'what a spreadsheet takes for a formula',
			({ screening }) =>
				screening.rentTransactions!.some(({ description }) => description?.startsWith('=')),
		],
	])('have someone with %s', (_what, fits) => {
		const fitting = many.filter(fits).length;

		expect(fitting).toBeGreaterThan(0);
		expect(fitting).toBeLessThan(many.length);
	});

	test('hold only numbers that were never issued', () => {
		const numbers = many.map(({ user }) => user.employmentDetails?.identity?.ssn);
		const given = numbers.filter((ssn) => ssn !== undefined);

		expect(given.length).toBeGreaterThan(30);
		for (const ssn of given) expect(ssn).toMatch(/^900-[1-4]\d-\d{4}$/);
	});

	test('belong to the applicant', () => {
		fc.assert(
			fc.property(
				fc.emailAddress(),
				fc.string({ minLength: 1 }),
				fc.nat(),
				(email, firstName, rent) => {
					const { screening, user } = resultsOf(email, { firstName, rent });
					expect({ ...user, ...screening }).toMatchObject({
						email,
						firstName,
						rent,
						checkComplete: true,
					});
					expect(user.phoneNumber).toBe('+14165550100');
					const identity = user.employmentDetails?.identity;
					if (identity) expect(identity).toMatchObject({ email, firstName, phone: '+14165550100' });
				},
			),
		);
	});

	test.each<{ firstName?: string; lastName?: string }>([
		{},
		{ firstName: 'Ana' },
		{ lastName: 'Silva' },
		{ firstName: 'Ana', lastName: 'Silva' },
	])('have the names that were sent and no others: %j', (names) => {
		for (const [index] of many.entries()) {
			const { user } = resultsOf(`applicant${index}@example.com`, names);
			for (const person of [user, user.employmentDetails?.identity ?? names]) {
				const { firstName, lastName } = person;
				expect({ firstName, lastName }).toEqual({
					firstName: names.firstName,
					lastName: names.lastName,
				});
			}
		}
	});

	test('cover the twelve months before they were completed', () => {
		const completedAt = new Date('2027-01-01T00:00:00Z');
		const all = many.map((_, index) => resultsOf(`applicant${index}@example.com`, { completedAt }));
		const months = all.flatMap(({ screening }) =>
			screening.monthlyData!.map(({ month }) => month!),
		);
		const paid = all.flatMap(({ screening }) =>
			screening.rentTransactions!.map(({ date }) => date!),
		);

		for (const { screening } of all) expect(screening.updatedAt).toBe(completedAt.toISOString());
		expect([...new Set(months)].sort()).toHaveLength(12);
		for (const range of [months, paid.map((date) => date.slice(0, 7))]) {
			const sorted = range.sort();
			expect([sorted[0], sorted.at(-1)]).toEqual(['2026-01', '2026-12']);
		}
	});

	test('are the same every time, and differ between applicants', () => {
		fc.assert(
			fc.property(fc.emailAddress(), (email) => {
				expect(resultsOf(email)).toEqual(resultsOf(email));
			}),
		);
		expect(new Set(many.map(({ screening }) => JSON.stringify(screening))).size).toBeGreaterThan(
			40,
		);
	});
});

describe('a sandbox', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ clock: new ManualClock() });
	});

	afterEach(async () => {
		await sandbox.close();
	});

	async function story(): Promise<unknown[]> {
		const token = await login(sandbox);
		const ask = async (path: string, body: unknown) =>
			(await send(sandbox, 'POST', path, { token, body })).json;
		const property = await ask('/v1/property', { name: 'Elm 5', rent: 1234 });
		const flow = await ask('/v1/flows', { flow: { name: 'x', steps: [{ id: 'step-income' }] } });
		const report = await ask('/v1/rent-reporting/report', { rentPaid: '1' });
		const ids = [
			await sendToApplicant(sandbox, token),
			await sendToApplicant(sandbox, token),
			await sendToApplicant(sandbox, token, 'bo@example.com'),
		];
		const results = await Promise.all(
			ids.map(async (id) => (await fetchResults(sandbox, token, id)).json),
		);
		return [property, flow, report, ids, results, sandbox.propertyId, sandbox.flowId];
	}

	test('tells the same story after a reset and in another process', async () => {
		const first = await story();
		sandbox.reset();
		const afterReset = await story();
		await sandbox.close();
		sandbox = await startSandbox({ clock: new ManualClock() });

		expect(afterReset).toEqual(first);
		expect(await story()).toEqual(first);
	});

	test('gives an applicant the same userId, also beside other requests', async () => {
		const token = await login(sandbox);
		const alone = await sendToApplicant(sandbox, token);
		sandbox.reset();
		const again = await login(sandbox);
		await sendToApplicant(sandbox, again, 'bo@example.com');

		expect(await sendToApplicant(sandbox, again)).toBe(alone);
	});

	test('knows the rent of the property that a screening is for', async () => {
		const token = await login(sandbox);
		const body = { email: 'a@example.com', phone: '+1416', propertyId: sandbox.propertyId };
		const { json } = await send(sandbox, 'POST', '/v1/screening/send', { token, body });
		const results = await fetchResults(sandbox, token, String(json?.['userId']));

		expect(results.json).toMatchObject({ screening: { rent: 2100 } });
	});

	test('forgets everything at a reset', async () => {
		await story();
		sandbox.addFault({ status: 500 });
		const seeded = sandbox.addApplicant({ screening: {}, user: {} });
		const [token = ''] = sandbox.tokensIssued;
		sandbox.reset();

		expect(sandbox).toMatchObject({
			requests: [],
			screenings: [],
			tokensIssued: [],
			mostInFlight: 0,
		});
		expect((await fetchResults(sandbox, token, seeded)).status).toBe(401);
		expect((await fetchResults(sandbox, await login(sandbox), seeded)).status).toBe(404);
	});

	test('returns seeded results as they are', async () => {
		const data = { screening: { odd: [null] }, user: { checkComplete: 'maybe' } };
		const userId = sandbox.addApplicant(data);

		expect((await fetchResults(sandbox, await login(sandbox), userId)).json).toEqual(data);
	});
});
