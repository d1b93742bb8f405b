import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox/index.mts';
import { fetchResults, login, sendToApplicant } from './support/client.mts';
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

test('accepts a repeated send as a screening of its own', async () => {
	const first = await start();
	const second = await sendToApplicant(sandbox, token);

	expect(second).not.toBe(first);
	expect(sandbox.screenings.map(({ userId }) => userId)).toEqual([first, second]);
});
