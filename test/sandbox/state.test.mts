import { deserialize, serialize } from 'node:v8';

import { useClient, createSend } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

const start = useClient();

test('a screening is complete at the first fetch, or at the one that is set', async () => {
	const { sent, getResults } = await start();
	expect(await getResults(await sent())).toMatchObject({ user: { checkComplete: true } });

	const second = await start({ completeAfter: { fetches: 2 } });
	const id = await second.sent();
	expect(await second.getResults(id)).toEqual({
		screening: { id: expect.any(String), checkType: 'CHECK_TYPE_DEEP_CHECK' },
		user: {
			...{ id, email: 'ana.silva@example.com', phoneNumber: '+14165550100', firstName: 'Ana' },
			checkComplete: false,
		},
	});
	expect(await second.getResults(id)).toMatchObject({ user: { checkComplete: true } });
});

test('everybody has results but one address, and one other waits for the inbox', async () => {
	const { sandbox, sent, getResults } = await start();
	for (let applicant = 0; applicant < 20; applicant += 1) {
		const { screening } = await getResults(await sent(`applicant-${applicant}@example.com`));
		expect(screening).toMatchObject({ creditScore: expect.any(Number) });
	}
	const nothing = await getResults(await sent('nothing.found@example.com'));
	expect(nothing).toMatchObject({ user: { checkComplete: true } });
	expect(nothing.screening).not.toHaveProperty('creditScore');

	const waiting = await sent('waiting@example.com');
	expect(await getResults(waiting)).toMatchObject({ user: { checkComplete: false } });
	sandbox.complete(waiting);
	expect(await getResults(waiting)).toMatchObject({ user: { checkComplete: true } });
});

test('a sandbox goes on with the records of an earlier one', async () => {
	const first = await start({ completeAfter: {} });
	const { json } = await first.ask('POST', '/v1/property', { name: 'Elm Street 9', rent: 1800 });
	first.sandbox.complete(await first.sent());
	const { records, screenings } = first.sandbox;
	const second = await start({ records: deserialize(serialize(records)) as typeof records });

	expect(second.sandbox.screenings).toEqual(screenings);
	const body = { propertyId: json?.['propertyId'], email: 'new@example.com', phone: '+1416' };
	const sent = await second.ask('POST', '/v1/screening/send', body);
	const results = await second.getResults(String(sent.json?.['userId']));
	expect(results).toMatchObject({ screening: { rent: 1800 } });
});

test('requests above the limit get a 429 with Retry-After', async () => {
	const clock = new ManualClock();
	const client = await start({ clock, retryAfterSeconds: 3, maxInFlight: 1 });
	client.sandbox.disrupt({ latencyMs: 10 });
	const first = client.listSteps();
	await clock.untilWaits(1);
	const { status, headers } = await client.listSteps();
	clock.advance(10);

	expect([status, headers.get('retry-after')]).toEqual([429, '3']);
	expect((await first).status).toBe(200);
});

test('a request that is delayed does not act once the sandbox is closed', async () => {
	const clock = new ManualClock();
	const { sandbox, sendTo } = await start({ clock });
	sandbox.disrupt({ latencyMs: 10 });
	const refused = expect(sendTo()).rejects.toThrow('fetch failed');
	await clock.untilWaits(1);
	await sandbox.close();
	await refused;

	await expect(fetch(sandbox.baseUrl)).rejects.toThrow('fetch failed');
	expect(sandbox.screenings).toEqual([]);
});

test.each(['https://evil.example', 'null'])(
	'a form of another site is refused: %s',
	async (origin) => {
		const { sandbox } = await start();
		const form = { method: 'POST', headers: { origin } };
		expect((await fetch(`${sandbox.baseUrl}/v1/auth/login`, form)).status).toBe(403);
	},
);

test('the inbox lists links, escapes what was sent, and completes a screening', async () => {
	const { sandbox, ask } = await start({ completeAfter: {} });
	const firstName = `"><script>alert('x')</script>&`;
	await ask('POST', '/v2/screening/send', { ...createSend(sandbox), firstName });
	const readPage = async () => await (await fetch(sandbox.baseUrl)).text();
	const before = await readPage();
	const [, action = ''] = /action="([^"]+)"/.exec(before) ?? [];
	await fetch(sandbox.baseUrl + action, { method: 'POST' });
	const after = await readPage();

	expect(before).toContain('1 sent, 0 completed');
	expect(before).toContain('Identity, income and landlords');
	expect(before).not.toContain('<script');
	expect(after).toContain('1 sent, 1 completed');
	expect(after).not.toContain('action=');
});
