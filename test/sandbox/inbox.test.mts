import { flowSend, send, useClient, type Client } from './support/client.mts';

const start = useClient();
let client: Client;

beforeEach(async () => {
	client = await start({ completeAfter: {} });
});

async function page(): Promise<string> {
	return (await fetch(client.sandbox.baseUrl)).text();
}

/** Presses the button of a form on the page, as a browser without scripts would. */
async function press(action: string) {
	return send(client.sandbox, 'POST', action, {
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});
}

function findActions(html: string): string[] {
	return [...html.matchAll(/action="([^"]+)"/g)].map(([, action = '']) => action);
}

test('the inbox has a row for a link by property and one for a link by flow, the newest first', async () => {
	const { propertyId } = client.sandbox;
	const bo = { email: 'bo@example.com', phone: '+4930', firstName: 'Bo', lastName: 'Li' };
	await client.ask('POST', '/v1/screening/send', { propertyId, ...bo });
	await client.sent();
	const [, newest = '', oldest = ''] = (await page()).split('<tr');

	for (const part of ['Bo Li', 'bo@example.com', '+4930', '12 Maple Street, Unit 4']) {
		expect(oldest).toContain(part);
	}
	expect(newest).toContain('Identity, income and landlords');
	expect(newest).toContain(client.sandbox.screenings[1]!.userId);
});

test('the button of a row in the inbox completes its screening', async () => {
	const userId = await client.sent();
	const before = await page();
	const [action = ''] = findActions(before);
	const { status, headers } = await press(action);
	const after = await page();

	expect(before).toContain('1 sent, 0 completed');
	expect([status, headers.get('location')]).toEqual([303, '/']);
	expect(client.sandbox.screenings).toMatchObject([{ userId, complete: true }]);
	expect(after).toContain('1 sent, 1 completed');
	expect(findActions(after)).toEqual([]);
});

test('the inbox escapes all that was sent', async () => {
	const evil = `"><script>alert('x')</script>&`;
	await client.ask('POST', '/v2/screening/send', {
		...flowSend(client.sandbox),
		...{ email: evil, phone: evil, firstName: evil, lastName: evil },
	});
	const html = await page();

	expect(html).not.toContain('<script');
	expect(html).toContain('&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;');
});

test('the inbox needs no script and nothing from another host', async () => {
	await client.sent();
	const response = await fetch(client.sandbox.baseUrl);
	const html = await response.text();

	expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
	const own = new RegExp(client.sandbox.baseUrl, 'g');
	expect(html.replace(own, '')).not.toMatch(/\bsrc=|@import|url\(|https?:\/\//);
});
