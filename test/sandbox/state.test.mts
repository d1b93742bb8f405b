import { EventEmitter, once } from 'node:events';
import { deserialize, serialize } from 'node:v8';

import type { SandboxOptions } from '../../dev/sandbox/index.mts';
import { useSandbox } from '../support/use-sandbox.mts';
import { createSend, logIn } from './client.mts';

const newSandbox = useSandbox();

/** With what a request fails whose connection is cut. */
const CUT = { code: 'ECONNRESET' };

type Results = Record<'screening' | 'user', Record<string, unknown>>;

/** A sandbox, and what a client does with it. */
async function start(options?: SandboxOptions) {
	const sandbox = await newSandbox(options);
	const client = await logIn(sandbox);
	const post = async (path: string, body: object) =>
		(await client.post<Record<string, string>>(path, body)).data;
	return {
		sandbox,
		post,
		/** Sends a screening, and returns the user ID. */
		send: async (email?: string) =>
			(await post('/v2/screening/send', createSend(sandbox, email)))['userId']!,
		getResults: async (userId: string) =>
			(await client.get<Results>(`/v1/screening/data/${userId}`)).data,
	};
}

test('a screening is complete when its results are first fetched, or only by hand', async () => {
	const { send, getResults } = await start();
	expect(await getResults(await send())).toMatchObject({ user: { checkComplete: true } });

	const second = await start({ completesAtFetch: false });
	const id = await second.send();
	expect(await second.getResults(id)).toEqual({
		screening: { id: expect.any(String), checkType: 'CHECK_TYPE_DEEP_CHECK' },
		user: {
			...{ id, email: 'ana.silva@example.com', phoneNumber: '+14165550100', firstName: 'Ana' },
			checkComplete: false,
		},
	});
	second.sandbox.complete(id);
	expect(await second.getResults(id)).toMatchObject({ user: { checkComplete: true } });
});

test('everybody has results but one address, and one other waits for the inbox', async () => {
	const { sandbox, send, getResults } = await start();
	for (let applicant = 0; applicant < 20; applicant += 1) {
		const { screening } = await getResults(await send(`applicant-${applicant}@example.com`));
		expect(screening).toMatchObject({ serviceScore: expect.any(Number) });
	}
	const nothing = await getResults(await send('nothing.found@example.com'));
	expect(nothing).toMatchObject({ user: { checkComplete: true } });
	expect(nothing.screening).not.toHaveProperty('serviceScore');

	const waiting = await send('waiting@example.com');
	expect(await getResults(waiting)).toMatchObject({ user: { checkComplete: false } });
	sandbox.complete(waiting);
	expect(await getResults(waiting)).toMatchObject({ user: { checkComplete: true } });
});

test('a sandbox goes on with the records of an earlier one', async () => {
	const first = await start({ completesAtFetch: false });
	const { propertyId } = await first.post('/v1/property', { name: 'Elm Street 9', rent: 1800 });
	first.sandbox.complete(await first.send());
	const { records, screenings } = first.sandbox;
	const second = await start({ records: deserialize(serialize(records)) as typeof records });

	expect(second.sandbox.screenings).toEqual(screenings);
	const body = { propertyId, email: 'new@example.com', phone: '+1416' };
	const { userId } = await second.post('/v1/screening/send', body);
	expect(await second.getResults(userId!)).toMatchObject({ screening: { rent: 1800 } });
});

test('a request that is delayed does not act before the time is over, nor once the sandbox is closed', async () => {
	const time = new EventEmitter();
	const wait = async (milliseconds: number, signal: AbortSignal) => {
		time.emit('wait', milliseconds);
		await once(time, 'over', { signal });
	};
	const { sandbox, send } = await start({ clock: { now: () => 0, wait } });
	sandbox.disrupt({ latencyMs: 5000 });
	const sendLater = async () => {
		const sent = send();
		expect(await once(time, 'wait')).toEqual([5000]);
		return { sent };
	};
	const first = await sendLater();
	expect(sandbox.screenings).toEqual([]);
	time.emit('over');
	await first.sent;
	expect(sandbox.screenings).toHaveLength(1);

	const second = await sendLater();
	const cut = expect(second.sent).rejects.toMatchObject(CUT);
	await sandbox.close();
	await cut;
	expect(sandbox.screenings).toHaveLength(1);
});

test.each([
	['before', 0],
	['after', 1],
] as const)(
	'a disruption of one operation can cut the connection %s the sandbox acts',
	async (reset, sent) => {
		const { sandbox, send, post } = await start();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', reset });
		expect(await post('/v1/property', { name: 'Elm 5' })).toHaveProperty('propertyId');
		await expect(send()).rejects.toMatchObject(CUT);
		expect(sandbox.screenings).toHaveLength(sent);
	},
);

test.each(['https://evil.example', 'null'])(
	'a form of another site is refused: %s',
	async (origin) => {
		const { baseUrl } = await newSandbox();
		const form = { method: 'POST', headers: { origin } };
		expect((await fetch(`${baseUrl}/v1/auth/login`, form)).status).toBe(403);
	},
);

test('the inbox lists links, escapes what was sent, and completes a screening', async () => {
	const { sandbox, post } = await start({ completesAtFetch: false });
	const firstName = `"><script>alert('x')</script>&`;
	await post('/v2/screening/send', { ...createSend(sandbox), firstName });
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
