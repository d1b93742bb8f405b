import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../../dev/host/child.mts';
import type { N8nClient, SavedCredential } from '../../../dev/host/client.mts';
import { findFailure, listOutputs } from '../../../dev/host/execution.mts';
import { startN8n, type RunningN8n } from '../../../dev/host/n8n.mts';
import { PACKAGE_NAME as PACKAGE, packPackage } from '../../../dev/host/package.mts';
import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { useBrowser } from '../../support/editor-browser.mts';
import { picture } from '../../support/editor-pictures.mts';
import { testLong } from '../../support/n8n-host.mts';
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

// A test starts n8n up to twice, and npm several times, also on a machine that is busy.
jest.setTimeout(10 * 60_000);

const openPage = useBrowser();
const createSandbox = useSandbox();
let npmjs: Npmjs;
let sandbox: Sandbox;
let folder: string;
let current: string;
let running: RunningN8n | undefined;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'rental-screening-community-'));
	npmjs = await startNpmjs();
	current = await npmjs.publish((await packPackage()).tarball);
	sandbox = await createSandbox();
}, 30 * 60_000);

afterEach(async () => {
	await stop();
	await npmjs?.stop();
	await rm(folder, { recursive: true, force: true });
});

/** An n8n that knows nothing of the package but what it has installed itself. */
async function start(env: Record<string, string> = {}): Promise<RunningN8n> {
	running = await startN8n({
		userFolder: folder,
		packageFolder: null,
		env: { ...npmjs.env, ...env },
	});
	return running;
}

async function stop(): Promise<void> {
	await running?.stop();
	running = undefined;
}

/** The same package with the next version number, and one sentence deep inside put differently. */
async function publishNext(): Promise<string> {
	const next = join(folder, 'next');
	await cp((await packPackage()).folder, next, { recursive: true });
	const [major, minor, patch] = current.split('.').map(Number);
	const nextVersion = `${major}.${minor}.${patch! + 1}`;
	const packageJson = join(next, 'package.json');
	await replaceText(packageJson, `"version": "${current}"`, `"version": "${nextVersion}"`);
	const files = await readdir(join(next, 'dist'), { recursive: true });
	const replaced = await Promise.all(
		files
			.filter((file) => file.endsWith('.js'))
			.map((file) => replaceText(join(next, 'dist', file), BAD_EMAIL, BAD_EMAIL_NEXT)),
	);
	expect(replaced).toContain(true);
	const to = ['--pack-destination', folder];
	const said = await run('npm', ['pack', '--ignore-scripts', '--json', ...to], { cwd: next });
	const [{ filename }] = JSON.parse(said) as [{ filename: string }];
	return await npmjs.publish(join(folder, filename));
}

async function listInstalled(client: N8nClient): Promise<string[]> {
	const packages = await client.rest<Array<{ packageName: string; installedVersion: string }>>(
		'GET',
		'/community-packages',
	);
	return packages.map(({ packageName, installedVersion }) => `${packageName} ${installedVersion}`);
}

function createWorkflow(credential: SavedCredential, email: string) {
	const { propertyId } = sandbox;
	const parameters = { resource: 'screening', operation: 'send', propertyId, email };
	return createChain(
		'Send',
		createManualTrigger(),
		createScreeningNode(SEND, { ...parameters, phone: '+14165550142' }, credential),
	);
}

async function createCredential(client: N8nClient): Promise<SavedCredential> {
	return await client.createCredential('rentalScreeningApi', 'Sandbox account', sandbox.account);
}

/** Runs a saved workflow and expects a userId in what n8n saved of it. */
async function expectToSend(client: N8nClient, workflowId: string): Promise<void> {
	const before = sandbox.screenings.length;
	const execution = await client.runWorkflow(workflowId);
	expect(findFailure(execution)).toBeUndefined();
	expect(sandbox.screenings).toHaveLength(before + 1);
	const { userId } = sandbox.screenings.at(-1)!;
	expect(listOutputs(execution, SEND)).toEqual([expect.objectContaining({ userId })]);
}

test('the package is installed from the npm registry on the settings page, used, updated and uninstalled', async () => {
	const { client } = await start();
	const page = await openPage({ width: 1000, height: 460 }, client);
	const dialog = page.getByRole('dialog').filter({ visible: true });
	const card = page.getByTestId('community-package-card').filter({ hasText: PACKAGE });
	const install = async (version: string) => {
		await page.goto(`${client.baseUrl}/settings/community-nodes`);
		const button = page.getByRole('button', { name: /^Install/ });
		await button.first().click();
		await dialog.getByTestId('package-name-input').fill(PACKAGE);
		await dialog.getByTestId('user-agreement-checkbox').click({ position: { x: 8, y: 8 } });
		await dialog.getByTestId('install-community-package-button').click();
		await card.getByText(`v${version}`).waitFor();
	};

	await install(current);
	await card.getByText('Rental Screening', { exact: true }).waitFor();
	await picture('community-nodes', page);
	const credential = await createCredential(client);
	expect(await client.testCredential(credential)).toMatchObject({ status: 'OK' });
	const good = await client.createWorkflow(createWorkflow(credential, 'zoe@example.com'));
	const bad = await client.createWorkflow(createWorkflow(credential, 'zoe'));
	await expectToSend(client, good.id);
	expect(findFailure(await client.runWorkflow(bad.id))?.message).not.toContain(BAD_EMAIL_NEXT);

	const next = await publishNext();
	await client.rest('PATCH', '/community-packages', { name: PACKAGE });
	expect(await listInstalled(client)).toEqual([`${PACKAGE} ${next}`]);
	await expectToSend(client, good.id);
	expect(findFailure(await client.runWorkflow(bad.id))?.message).toContain(BAD_EMAIL_NEXT);

	await client.rest('DELETE', `/community-packages?name=${PACKAGE}`);
	expect(await listInstalled(client)).toEqual([]);

	// What people made with it is still there, and works as soon as it is installed again.
	await expect(client.runWorkflow(good.id)).rejects.toThrow(/Unrecognized node type/);
	expect(await client.listCredentials()).toEqual([expect.objectContaining({ id: credential.id })]);
	await install(next);
	await expectToSend(client, good.id);
});

testLong('the package is installed and updated by environment variables alone', async () => {
	const packages = (wanted: string) => ({
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		N8N_COMMUNITY_PACKAGES: JSON.stringify([{ name: PACKAGE, version: wanted }]),
	});
	const first = await start(packages(current));
	expect(await listInstalled(first.client)).toEqual([`${PACKAGE} ${current}`]);
	const credential = await createCredential(first.client);
	const { id } = await first.client.createWorkflow(createWorkflow(credential, 'zoe@example.com'));
	await expectToSend(first.client, id);
	await stop();

	const next = await publishNext();
	const second = await start(packages(next));

	expect(await listInstalled(second.client)).toEqual([`${PACKAGE} ${next}`]);
	await expectToSend(second.client, id);
});

/** Whether there was something to replace. */
async function replaceText(file: string, text: string, by: string): Promise<boolean> {
	const content = await readFile(file, 'utf8');
	if (!content.includes(text)) return false;
	await writeFile(file, content.replaceAll(text, by));
	return true;
}
