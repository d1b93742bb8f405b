import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox/index.mts';
import { fetchResults, flowSend, login, send, sendToApplicant } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

let sandbox: Sandbox;
let token: string;

async function start(options: SandboxOptions = {}): Promise<string> {
	sandbox = await startSandbox(options);
	token = await login(sandbox);
	return sendToApplicant(sandbox, token);
}

async function isComplete(userId: string): Promise<unknown> {
	const { json } = await fetchResults(sandbox, token, userId);
	return (json?.['user'] as { checkComplete: boolean }).checkComplete;
}

afterEach(async () => {
	await sandbox.close();
});

test('is there at the first fetch unless said otherwise', async () => {
	expect(await isComplete(await start())).toBe(true);
});

test('comes with the third fetch', async () => {
	const userId = await start({ completeAfter: { fetches: 3 } });

	expect([await isComplete(userId), await isComplete(userId)]).toEqual([false, false]);
	expect(await isComplete(userId)).toBe(true);
	expect(await isComplete(userId)).toBe(true);
});

test('counts the fetches of each applicant on its own', async () => {
	const first = await start({ completeAfter: { fetches: 2 } });
	const second = await sendToApplicant(sandbox, token, 'other@example.com');

	expect([await isComplete(first), await isComplete(second)]).toEqual([false, false]);
	expect([await isComplete(first), await isComplete(second)]).toEqual([true, true]);
});

test('comes with time', async () => {
	const clock = new ManualClock();
	const userId = await start({ clock, completeAfter: { seconds: 20 } });

	clock.advance(19_999);
	expect(await isComplete(userId)).toBe(false);
	expect(sandbox.screenings).toMatchObject([{ userId, complete: false }]);
	clock.advance(1);
	expect(await isComplete(userId)).toBe(true);
	expect(sandbox.screenings).toMatchObject([{ userId, complete: true }]);
});

test('comes by hand only where nothing else was asked for', async () => {
	const userId = await start({ completeAfter: {} });

	expect([await isComplete(userId), await isComplete(userId)]).toEqual([false, false]);
	sandbox.complete(userId);
	expect(await isComplete(userId)).toBe(true);
});

test.each<[string, SandboxOptions['completeAfter'], number]>([
	['the time that was asked for', { seconds: 20 }, 20_000],
	['the fetch that completes', { fetches: 1 }, 60_000],
	['the press of the button', {}, 60_000],
])('is dated: %s', async (_what, completeAfter, milliseconds) => {
	const clock = new ManualClock();
	const userId = await start({ clock, completeAfter: completeAfter! });
	const sentAt = clock.now();
	clock.advance(60_000);
	if (completeAfter!.seconds === undefined && !completeAfter!.fetches) sandbox.complete(userId);
	const first = await fetchResults(sandbox, token, userId);
	clock.advance(60_000);
	sandbox.complete(userId);

	const updatedAt = new Date(sentAt + milliseconds).toISOString();
	expect(first.json).toMatchObject({ screening: { updatedAt } });
	expect((await fetchResults(sandbox, token, userId)).json).toEqual(first.json);
});

test('cannot come by hand for a stranger', async () => {
	await start();

	expect(() => {
		sandbox.complete('nobody');
	}).toThrow("Nothing was sent to 'nobody'");
});

test('leaves little to see before', async () => {
	const userId = await start({ completeAfter: {} });
	const { json } = await fetchResults(sandbox, token, userId);

	expect(json).toEqual({
		screening: { id: expect.any(String), checkType: 'CHECK_TYPE_DEEP_CHECK' },
		user: {
			id: userId,
			email: 'ana.silva@example.com',
			phoneNumber: '+14165550100',
			firstName: 'Ana',
			checkComplete: false,
		},
	});
});

test('keeps what was sent', async () => {
	const clock = new ManualClock();
	const sentAt = clock.now();
	const userId = await start({ clock });
	const { flowId, propertyId } = sandbox;
	const v1 = { email: 'bo@example.com', phone: '+1416', propertyId };
	await send(sandbox, 'POST', '/v1/screening/send', { token, body: v1 });

	const [first, second] = sandbox.screenings;
	expect(first).toEqual({
		userId,
		email: 'ana.silva@example.com',
		phone: '+14165550100',
		flowId,
		body: flowSend(sandbox),
		sentAt,
		complete: false,
	});
	expect(second).toMatchObject({ email: 'bo@example.com', propertyId, body: v1 });
	expect(second).not.toHaveProperty('flowId');
});

test('accepts a repeated send as a screening of its own', async () => {
	const first = await start();
	const second = await sendToApplicant(sandbox, token);

	expect(second).not.toBe(first);
	expect(sandbox.screenings.map(({ userId }) => userId)).toEqual([first, second]);
});
