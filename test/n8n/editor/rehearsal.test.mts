import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { startN8n, type RunningN8n } from '../../../dev/host/n8n.mts';
import { PACKAGE_NAME, packTarball } from '../../../dev/host/package.mts';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/index.mts';
import { EditorActor } from '../../support/editor-actor.mts';
import { EditorBrowser } from '../../support/editor-browser.mts';
import { EditorCanvas } from '../../support/editor-canvas.mts';
import { EditorCommunityNodes } from '../../support/editor-community-nodes.mts';
import { EditorCredentialDialog } from '../../support/editor-credential-dialog.mts';
import type { EditorPanel } from '../../support/editor-panel.mts';
import { describeLong } from '../../support/n8n-host.mts';
import { startNpmjs, type Npmjs } from '../../support/npmjs.mts';

/** The folder for the script of the video that n8n's verification asks for. */
const FOLDER = process.env['RENTAL_SCREENING_REHEARSAL'];
/** From an empty canvas to a screening that was sent, without making the credential. */
const MOST_ACTIONS = 20;

jest.setTimeout(10 * 60_000);

describeLong('what the video for verification shows', () => {
	let folder: string;
	let npmjs: Npmjs;
	let sandbox: Sandbox;
	let n8n: RunningN8n;
	let browser: EditorBrowser;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'rental-screening-rehearsal-'));
		npmjs = await startNpmjs();
		await npmjs.publish(await packTarball());
		n8n = await startN8n({ userFolder: folder, packageFolder: null, env: npmjs.env });
		sandbox = await startSandbox({ completeAfter: {}, port: FOLDER ? 4010 : 0 });
		browser = await EditorBrowser.launch();
	}, 30 * 60_000);

	afterAll(async () => {
		await browser?.close();
		await sandbox?.close();
		await n8n?.stop();
		await npmjs?.stop();
		await rm(folder, { recursive: true, force: true });
	}, 60_000);

	/** Does all of it; returns how many actions it takes from an empty canvas to a screening. */
	async function play(actor: EditorActor, page: Page): Promise<number> {
		const settings = new EditorCommunityNodes(page, n8n.baseUrl);
		const canvas = new EditorCanvas(page, n8n.baseUrl);
		/** Chooses an action of the node after a search for `words`; behind a node of that name, or as the first. */
		const add = async (behind: string | undefined, words: string, action: string) => {
			if (behind === undefined) {
				await actor.click("'Add first step'", page.getByTestId('canvas-add-button').first());
			} else {
				await canvas.fit();
				await actor.click("'+' behind the node", canvas.plusBehind(behind));
			}
			await actor.type('into the search', page.getByTestId('node-creator-search-bar'), words);
			for (const name of ['Rental Screening', action]) {
				await actor.click(`'${name}'`, canvas.entries.filter({ hasText: new RegExp(`^${name}$`) }));
			}
			return await canvas.panel();
		};
		/** Executes the node; shows its output once that has the field. */
		const run = async (panel: EditorPanel, field: string) => {
			await actor.click("'Execute step'", panel.executeButton);
			await panel.output.getByText(field, { exact: true }).first().waitFor();
			await actor.read();
		};

		await settings.open();
		actor.chapter('Install');
		await settings.install(PACKAGE_NAME);
		await actor.read();

		await canvas.openNew();
		actor.chapter('Create a property');
		const first = actor.count;
		const property = await add(undefined, 'rental', 'Create property');

		actor.chapter('Credential');
		const before = actor.count;
		const dialog = await EditorCredentialDialog.create(page);
		const { baseUrl, username, password } = sandbox;
		for (const [field, value] of Object.entries({ baseUrl, username, password })) {
			await actor.type(`into '${field}'`, dialog.field(field), value);
		}
		await dialog.save();
		await dialog.closed();
		expect(sandbox.requestsOf('login')).not.toEqual([]);
		const ofCredential = actor.count - before;
		await actor.read();

		await actor.type("into 'Name'", property.textBox('name'), '12 Elm Street');
		await run(property, 'propertyId');
		const [propertyId = ''] =
			/[\da-f]{8}(-[\da-f]+)+/.exec(await property.output.innerText()) ?? [];
		await actor.click("'Back to canvas'", property.closeButton);

		// A workflow of its own: the property is created once, a screening is sent for each applicant.
		await canvas.openNew();
		actor.chapter('Send a screening');
		const send = await add(undefined, 'screening', 'Send screening');
		await actor.type("into 'Property ID'", send.textBox('propertyId'), propertyId);
		await actor.type("into 'Email'", send.textBox('email'), 'amara@example.com');
		await actor.type("into 'Phone'", send.textBox('phone'), '+14165550111');
		await run(send, 'userId');
		const actionsToSend = actor.count - first - ofCredential;
		await actor.click("'Back to canvas'", send.closeButton);

		actor.chapter('Get the results');
		sandbox.complete(sandbox.screenings[0]!.userId);
		const results = await add('Send screening', 'screening', 'Get screening results');
		await run(results, 'creditScore');
		await actor.click("'Back to canvas'", results.closeButton);

		actor.chapter('Report rent');
		const report = await add('Get screening results', 'rent', 'Submit rent report');
		await actor.type("into 'First Name'", report.textBox('firstName'), 'Amara');
		await actor.type("into 'Last Name'", report.textBox('lastName'), 'Okonkwo');
		await actor.type("into 'Rent Paid'", report.textBox('rentPaid'), '2100');
		await run(report, 'id');
		await actor.click("'Back to canvas'", report.closeButton);
		await actor.read();
		return actionsToSend;
	}

	test('installing, the credential, and the main actions from an empty canvas', async () => {
		const page = await browser.page({ width: 1280, height: 800 }, n8n.client);
		const actor = new EditorActor(page);
		const actionsToSend = await play(actor, page);
		expect(sandbox.requestsOf('createProperty')).toMatchObject([
			{ body: { name: '12 Elm Street' }, status: 200 },
		]);
		expect(sandbox.screenings).toMatchObject([
			{ email: 'amara@example.com', phone: '+14165550111' },
		]);
		expect(sandbox.requestsOf('getScreeningData')).toMatchObject([{ status: 200 }]);
		expect(sandbox.requestsOf('submitRentReport')).toMatchObject([
			{ body: { firstName: 'Amara', lastName: 'Okonkwo', rentPaid: '2100' }, status: 200 },
		]);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
		expect(actionsToSend).toBeLessThanOrEqual(MOST_ACTIONS);
		if (!FOLDER) return;
		await mkdir(FOLDER, { recursive: true });
		await writeFile(join(FOLDER, 'rehearsal.md'), `# What the video shows\n${actor.script}\n`);
	});
});
