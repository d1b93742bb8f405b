import { startSandbox, type Sandbox } from '../../../dev/sandbox/index.mts';
import { login, sendToApplicant } from '../../sandbox/support/client.mts';
import { EditorBrowser } from '../../support/editor-browser.mts';

let browser: EditorBrowser;
let sandbox: Sandbox;

beforeAll(async () => {
	browser = await EditorBrowser.launch();
	sandbox = await startSandbox({ completeAfter: {} });
});

afterAll(async () => {
	await browser.close();
	await sandbox.close();
});

test('the inbox refreshes and leaves the keyboard where it is', async () => {
	const token = await login(sandbox);
	const userId = await sendToApplicant(sandbox, token);
	const page = await browser.page();
	const focused = async () => await page.locator(':focus').getAttribute('id');
	const failures: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') failures.push(message.text());
	});
	await page.clock.install();
	await page.goto(sandbox.baseUrl);
	const button = `complete-${userId}`;
	await page.keyboard.press('Tab');
	expect(await focused()).toBe(button);

	await sendToApplicant(sandbox, token, 'other@example.com');
	await page.clock.runFor(5_000);
	await page.getByText('2 sent, 0 completed').waitFor();
	expect(await focused()).toBe(button);

	sandbox.complete(userId);
	await page.clock.runFor(5_000);
	await page.getByText('2 sent, 1 completed').waitFor();
	expect(await focused()).toBe(userId);

	await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Enter');
	await page.getByText('2 sent, 2 completed').waitFor();
	expect(await focused()).toBe(sandbox.screenings[1]!.userId);
	expect(failures).toEqual([]);
});
