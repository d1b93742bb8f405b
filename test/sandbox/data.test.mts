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
	test('hold only numbers that were never issued', () => {
		const numbers = many.map(({ user }) => user.employmentDetails?.identity?.ssn);
		const given = numbers.filter((ssn) => ssn !== undefined);

		expect(given.length).toBeGreaterThan(30);
		for (const ssn of given) expect(ssn).toMatch(/^900-[1-4]\d-\d{4}$/);
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

	test('knows the rent of the property that a screening is for', async () => {
		const token = await login(sandbox);
		const body = { email: 'a@example.com', phone: '+1416', propertyId: sandbox.propertyId };
		const { json } = await send(sandbox, 'POST', '/v1/screening/send', { token, body });
		const results = await fetchResults(sandbox, token, String(json?.['userId']));

		expect(results.json).toMatchObject({ screening: { rent: 2100 } });
	});

	test('forgets everything at a reset', async () => {
		await sendToApplicant(sandbox, await login(sandbox));
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
});
