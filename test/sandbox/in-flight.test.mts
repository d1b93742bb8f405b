import { startSandbox, type Sandbox } from '../../dev/sandbox/index.mts';
import { login, send } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

let sandbox: Sandbox;
let clock: ManualClock;
let token: string;

async function start(maxInFlight?: number): Promise<void> {
	clock = new ManualClock();
	sandbox = await startSandbox({
		clock,
		retryAfterSeconds: 3,
		...(maxInFlight === undefined ? {} : { maxInFlight }),
	});
	token = await login(sandbox);
	sandbox.addFault({ latencyMs: 10 });
}

const ask = () => send(sandbox, 'GET', '/v1/flows/steps/list', { token });

afterEach(async () => {
	await sandbox.close();
});

test('lets in as many as it may and tells the others when to come back', async () => {
	await start(2);
	const first = [ask(), ask()];
	await clock.untilWaits(2);
	const third = await ask();
	const loggedIn = await login(sandbox);
	clock.advance(10);

	expect([third.status, third.headers.get('retry-after')]).toEqual([429, '3']);
	expect(third.json).toEqual({ message: 'Too Many Requests' });
	expect(loggedIn).toMatch(/^sandbox-/);
	expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
	expect(sandbox.mostInFlight).toBe(2);
});

test('has room again after a cut connection', async () => {
	await start(1);
	sandbox.addFault({ reset: 'before', times: 1 });
	const cut = ask().catch(() => 'cut');
	await clock.untilWaits(1);
	clock.advance(10);
	expect(await cut).toBe('cut');
	const asked = ask();
	await clock.untilWaits(2);
	clock.advance(10);

	expect((await asked).status).toBe(200);
});
