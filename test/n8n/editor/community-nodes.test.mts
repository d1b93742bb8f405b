import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../../dev/host/child.mts';
import type { N8nClient, SavedCredential } from '../../../dev/host/client.mts';
import { findFailure, listOutputs } from '../../../dev/host/execution.mts';
import { startN8n, type StartedN8n } from '../../../dev/host/n8n.mts';
import { PACKAGE_NAME as PACKAGE, packPackage } from '../../../dev/host/package.mts';
import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { useBrowser } from '../../support/editor-browser.mts';
import {
	createChain,
	createManualTrigger,
	createScreeningNode,
} from '../../support/n8n-workflows.mts';
import { startNpmjs, type Npmjs } from '../../support/npmjs.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const SEND = 'Send screening';

/** What the node says of such a value, and what the next version of the test says. */
const BAD_EMAIL = 'must be an email address';
const BAD_EMAIL_NEXT = 'must be an email address (as the next version puts it)';

// The test starts n8n, and npm several times, also on a machine that is busy.
jest.setTimeout(10 * 60_000);

const openPage = useBrowser();
const createSandbox = useSandbox();
let npmjs: Npmjs;
let sandbox: Sandbox;
let folder: string;
let current: string;
let n8n: StartedN8n | undefined;
let client: N8nClient;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'rental-screening-community-'));
	npmjs = await startNpmjs();
	current = await npmjs.publish((await packPackage()).tarball);
	sandbox = await createSandbox();
	// It knows nothing of the package but what it has installed itself.
	n8n = await startN8n({ userFolder: folder, packageFolder: null, env: npmjs.env });
	client = n8n.client;
}, 30 * 60_000);

afterEach(async () => {
	await n8n?.stop();
	await npmjs?.stop();
	await rm(folder, { recursive: true, force: true });
});

/** The same package with the next version number, and one sentence deep inside put differently. */
async function publishNext(): Promise<string> {
	const next = join(folder, 'next');
	await cp((await packPackage()).folder, next, { recursive: true });
	const nextVersion = current.replace(/\d+$/, (patch) => String(Number(patch) + 1));
	const replace = async (name: string, text: string, by: string) => {
		const content = await readFile(join(next, name), 'utf8');
		expect(content).toContain(text);
		await writeFile(join(next, name), content.replaceAll(text, by));
	};
	await replace('package.json', `"version": "${current}"`, `"version": "${nextVersion}"`);
	await replace('dist/rentalScreening.js', BAD_EMAIL, BAD_EMAIL_NEXT);
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
	const [{ filename }] = JSON.parse(await run('npm', args, { cwd: next })) as [
		{ filename: string },
	];
	return await npmjs.publish(join(folder, filename));
}

async function listInstalled(): Promise<string[]> {
	type Installed = Array<{ packageName: string; installedVersion: string }>;
	const packages = await client.rest<Installed>('GET', '/community-packages');
	return packages.map(({ packageName, installedVersion }) => `${packageName} ${installedVersion}`);
}

/** Saves a workflow that sends to this address; returns its id. */
async function saveWorkflow(credential: SavedCredential, email: string) {
	const { propertyId } = sandbox;
	const parameters = { resource: 'screening', operation: 'send', propertyId, email };
	const node = createScreeningNode(SEND, { ...parameters, phone: '+14165550142' }, credential);
	return (await client.createWorkflow(createChain('Send', createManualTrigger(), node))).id;
}

/** Runs a saved workflow and expects a userId in what n8n saved of it. */
async function expectToSend(workflowId: string): Promise<void> {
	const before = sandbox.screenings.length;
	const execution = await client.runWorkflow(workflowId);
	expect(findFailure(execution)).toBeUndefined();
	expect(sandbox.screenings).toHaveLength(before + 1);
	const { userId } = sandbox.screenings.at(-1)!;
	expect(listOutputs(execution, SEND)).toEqual([expect.objectContaining({ userId })]);
}

test('the package is installed from the npm registry on the settings page, used, updated and uninstalled', async () => {
	const page = await openPage({ width: 1000, height: 460 }, client);
	const dialog = page.getByRole('dialog').filter({ visible: true });
	const install = async (version: string) => {
		await page.goto(`${client.baseUrl}/settings/community-nodes`);
		await page
			.getByRole('button', { name: /^Install/ })
			.first()
			.click();
		await dialog.getByTestId('package-name-input').fill(PACKAGE);
		await dialog.getByTestId('user-agreement-checkbox').click({ position: { x: 8, y: 8 } });
		await dialog.getByTestId('install-community-package-button').click();
		const card = page.getByTestId('community-package-card').filter({ hasText: PACKAGE });
		await card.getByText(`v${version}`).waitFor();
	};

	await install(current);
	const { account } = sandbox;
	const credential = await client.createCredential('rentalScreeningApi', 'Sandbox', account);
	expect(await client.testCredential(credential)).toMatchObject({ status: 'OK' });
	const good = await saveWorkflow(credential, 'zoe@example.com');
	const bad = await saveWorkflow(credential, 'zoe');
	await expectToSend(good);
	expect(findFailure(await client.runWorkflow(bad))?.message).not.toContain(BAD_EMAIL_NEXT);

	const next = await publishNext();
	await client.rest('PATCH', '/community-packages', { name: PACKAGE });
	expect(await listInstalled()).toEqual([`${PACKAGE} ${next}`]);
	await expectToSend(good);
	expect(findFailure(await client.runWorkflow(bad))?.message).toContain(BAD_EMAIL_NEXT);

	await client.rest('DELETE', `/community-packages?name=${PACKAGE}`);
	expect(await listInstalled()).toEqual([]);
	await expect(client.runWorkflow(good)).rejects.toThrow(/Unrecognized node type/);

	// What people made with it is still there, and works as soon as it is installed again.
	await install(next);
	await expectToSend(good);
});
