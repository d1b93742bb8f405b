import { deserialize, serialize } from 'node:v8';

import { startSandbox, type Sandbox } from '../../dev/sandbox/index.mts';
import { login, send, sendToApplicant } from './support/client.mts';

const open: Sandbox[] = [];

async function start(options: Parameters<typeof startSandbox>[0] = {}): Promise<Sandbox> {
	const sandbox = await startSandbox({ completeAfter: {}, ...options });
	open.push(sandbox);
	return sandbox;
}

afterEach(async () => {
	for (const sandbox of open.splice(0)) await sandbox.close();
});

test('go on in a later sandbox: who was sent what, what is complete, and every id', async () => {
	const first = await start();
	const token = await login(first);
	const body = { name: 'Elm Street 9' };
	const created = await send(first, 'POST', '/v1/property', { token, body });
	const propertyId = created.json?.['propertyId'];
	const done = await sendToApplicant(first, token, 'done@example.com');
	const waiting = await sendToApplicant(first, token, 'waiting@example.com');
	first.complete(done);

	const records = deserialize(serialize(first.records)) as typeof first.records;
	const second = await start({ records });

	expect(second.screenings).toEqual(first.screenings);
	expect([second.propertyId, second.flowId]).toEqual([first.propertyId, first.flowId]);
	const later = await login(second);
	const applicant = { email: 'new@example.com', phone: '+14165550100' };
	const sent = await send(second, 'POST', '/v1/screening/send', {
		token: later,
		body: { propertyId, ...applicant },
	});
	expect(sent.status).toBe(200);
	const again = await sendToApplicant(second, later, 'waiting@example.com');
	expect([done, waiting]).not.toContain(again);
});
