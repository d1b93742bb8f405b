import { deserialize, serialize } from 'node:v8';

import { makeResults } from '../../dev/sandbox/data/results.mts';
import { login, useClient, type Client } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

const start = useClient();

const isComplete = async ({ results }: Client, userId: string) =>
	((await results(userId)).json?.['user'] as { checkComplete: boolean }).checkComplete;

test('a screening is complete at the first fetch, or at the nth that is set', async () => {
	const first = await start();
	expect(await isComplete(first, await first.sent())).toBe(true);

	const third = await start({ completeAfter: { fetches: 3 } });
	const userId = await third.sent();
	const fetched = [];
	for (let fetch = 0; fetch < 4; fetch += 1) fetched.push(await isComplete(third, userId));
	expect(fetched).toEqual([false, false, true, true]);
});

test('a screening is complete after the seconds that are set', async () => {
	const clock = new ManualClock();
	const client = await start({ clock, completeAfter: { seconds: 20 } });
	const userId = await client.sent();

	clock.advance(19_999);
	expect(await isComplete(client, userId)).toBe(false);
	expect(client.sandbox.screenings).toMatchObject([{ userId, complete: false }]);
	clock.advance(1);
	expect(await isComplete(client, userId)).toBe(true);
	expect(client.sandbox.screenings).toMatchObject([{ userId, complete: true }]);
});

test('results hold only what was sent until the screening is complete', async () => {
	const { sent, results } = await start({ completeAfter: {} });
	const id = await sent();

	expect((await results(id)).json).toEqual({
		screening: { id: expect.any(String), checkType: 'CHECK_TYPE_DEEP_CHECK' },
		user: {
			id,
			email: 'ana.silva@example.com',
			phoneNumber: '+14165550100',
			firstName: 'Ana',
			checkComplete: false,
		},
	});
});

test('a sandbox goes on with the records of an earlier one: screenings, completions and IDs', async () => {
	const first = await start({ completeAfter: {} });
	const created = await first.ask('POST', '/v1/property', { name: 'Elm Street 9' });
	const done = await first.sent('done@example.com');
	const waiting = await first.sent('waiting@example.com');
	first.sandbox.complete(done);

	const { records, screenings, propertyId, flowId } = first.sandbox;
	const second = await start({ records: deserialize(serialize(records)) as typeof records });

	expect(second.sandbox).toMatchObject({ propertyId, flowId });
	expect(second.sandbox.screenings).toEqual(screenings);
	const applicant = { email: 'new@example.com', phone: '+14165550100' };
	const body = { propertyId: created.json?.['propertyId'], ...applicant };
	expect((await second.ask('POST', '/v1/screening/send', body)).status).toBe(200);
	expect([done, waiting]).not.toContain(await second.sent('waiting@example.com'));
});

test('results have the rent of the property', async () => {
	const { sandbox, ask, results } = await start();
	const body = { email: 'a@example.com', phone: '+1416', propertyId: sandbox.propertyId };
	const { json } = await ask('POST', '/v1/screening/send', body);
	const found = await results(String(json?.['userId']));
	expect(found.json).toMatchObject({ screening: { rent: 2100 } });
});

test('made-up results have no SSN that was ever issued', () => {
	const given = Array.from({ length: 60 }, (_, index) => {
		const { user } = makeResults({
			userId: 'user-1',
			screeningId: 'screening-1',
			checkType: 'CHECK_TYPE_DEEP_CHECK',
			email: `applicant${index}@example.com`,
			phone: '+14165550100',
			completedAt: new Date('2026-03-15T12:00:00Z'),
		});
		return user.employmentDetails?.identity?.ssn;
	}).filter((ssn) => ssn !== undefined);
	expect(given.length).toBeGreaterThan(30);
	for (const ssn of given) expect(ssn).toMatch(/^900-[1-4]\d-\d{4}$/);
});

const clock = new ManualClock();
const startWithLimit = async (maxInFlight: number) => {
	const client = await start({ clock, retryAfterSeconds: 3, maxInFlight });
	client.sandbox.disrupt({ latencyMs: 10 });
	return { ...client, before: clock.waits.length };
};

test('requests above the limit get a 429 with Retry-After; a login never does', async () => {
	const { sandbox, listSteps, before } = await startWithLimit(2);
	const first = [listSteps(), listSteps()];
	await clock.untilWaits(before + 2);
	const third = await listSteps();
	const loggedIn = await login(sandbox);
	clock.advance(10);

	expect([third.status, third.headers.get('retry-after')]).toEqual([429, '3']);
	expect(third.json).toEqual({ message: 'Too Many Requests' });
	expect(loggedIn).toMatch(/^sandbox-/);
	expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a request whose connection is cut counts no longer towards the limit', async () => {
	const { sandbox, listSteps, before } = await startWithLimit(1);
	sandbox.disrupt({ reset: 'before', times: 1 });
	const cut = listSteps().catch(() => 'cut');
	await clock.untilWaits(before + 1);
	clock.advance(10);
	expect(await cut).toBe('cut');
	const asked = listSteps();
	await clock.untilWaits(before + 2);
	clock.advance(10);

	expect((await asked).status).toBe(200);
});
