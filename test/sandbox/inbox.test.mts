import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox/index.mts';
import { flowSend, login, send, sendToApplicant } from './support/client.mts';

let sandbox: Sandbox;
let token: string;

async function start(options: SandboxOptions = {}): Promise<void> {
	sandbox = await startSandbox({ completeAfter: {}, ...options });
	token = await login(sandbox);
}

async function page(): Promise<string> {
	return (await fetch(sandbox.baseUrl)).text();
}

/** Presses the button of a form on the page, as a browser without scripts would. */
async function press(action: string) {
	return send(sandbox, 'POST', action, {
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});
}

function actionsIn(html: string): string[] {
	return [...html.matchAll(/action="([^"]+)"/g)].map(([, action = '']) => action);
}

afterEach(async () => {
	await sandbox.close();
});

test('has a row for a link by property and one for a link by flow, the newest first', async () => {
	await start();
	const { propertyId } = sandbox;
	await send(sandbox, 'POST', '/v1/screening/send', {
		token,
		body: { propertyId, email: 'bo@example.com', phone: '+4930', firstName: 'Bo', lastName: 'Li' },
	});
	await sendToApplicant(sandbox, token);
	const [, newest = '', oldest = ''] = (await page()).split('<tr');

	for (const part of ['Bo Li', 'bo@example.com', '+4930', '12 Maple Street, Unit 4']) {
		expect(oldest).toContain(part);
	}
	expect(newest).toContain('Identity, income and landlords');
	expect(newest).toContain(sandbox.screenings[1]!.userId);
});

test('completes a screening at the press of its button', async () => {
	await start();
	const userId = await sendToApplicant(sandbox, token);
	const before = await page();
	const [action = ''] = actionsIn(before);
	const { status, headers } = await press(action);
	const after = await page();

	expect(before).toContain('1 sent, 0 completed');
	expect([status, headers.get('location')]).toEqual([303, '/']);
	expect(sandbox.screenings).toMatchObject([{ userId, complete: true }]);
	expect(after).toContain('1 sent, 1 completed');
	expect(actionsIn(after)).toEqual([]);
});

test('escapes all that was sent', async () => {
	await start();
	const evil = `"><script>alert('x')</script>&`;
	await send(sandbox, 'POST', '/v2/screening/send', {
		token,
		body: { ...flowSend(sandbox), email: evil, phone: evil, firstName: evil, lastName: evil },
	});
	const html = await page();

	expect(html).not.toContain('<script');
	expect(html).toContain('&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;');
});

test('needs nothing from elsewhere, and no script', async () => {
	await start();
	await sendToApplicant(sandbox, token);
	const response = await fetch(sandbox.baseUrl);
	const html = await response.text();

	expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
	const own = new RegExp(sandbox.baseUrl, 'g');
	expect(html.replace(own, '')).not.toMatch(/\bsrc=|@import|url\(|https?:\/\//);
});
