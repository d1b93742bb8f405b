import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../../dev/host/child.mts';
import type { N8nClient, SavedCredential } from '../../../dev/host/client.mts';
import { findFailure, listOutputs } from '../../../dev/host/execution.mts';
import { startN8n, type RunningN8n } from '../../../dev/host/n8n.mts';
import { PACKAGE_NAME as PACKAGE, packPackage } from '../../../dev/host/package.mts';
import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { useBrowser } from '../../support/editor-browser.mts';
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
let n8n: RunningN8n | undefined;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'rental-screening-community-'));
	npmjs = await startNpmjs();
	current = await npmjs.publish((await packPackage()).tarball);
	sandbox = await createSandbox();
}, 30 * 60_000);

afterEach(async () => {
	await n8n?.stop();
	await npmjs?.stop();
	await rm(folder, { recursive: true, force: true });
});

/** An n8n that knows nothing of the package but what it has installed itself. */
async function start(env: Record<string, string> = {}): Promise<N8nClient> {
	const own = { ...npmjs.env, ...env };
	n8n = await startN8n({ userFolder: folder, packageFolder: null, env: own });
	return n8n.client;
}

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

async function listInstalled(client: N8nClient): Promise<string[]> {
	type Installed = Array<{ packageName: string; installedVersion: string }>;
	const packages = await client.rest<Installed>('GET', '/community-packages');
	return packages.map(({ packageName, installedVersion }) => `${packageName} ${installedVersion}`);
}

/** Saves a workflow that sends to this address; returns its id. */
async function saveWorkflow(client: N8nClient, credential: SavedCredential, email: string) {
	const { propertyId } = sandbox;
	const parameters = { resource: 'screening', operation: 'send', propertyId, email };
	const node = createScreeningNode(SEND, { ...parameters, phone: '+14165550142' }, credential);
	return (await client.createWorkflow(createChain('Send', createManualTrigger(), node))).id;
}

const createCredential = async (client: N8nClient) =>
	await client.createCredential('rentalScreeningApi', 'Sandbox account', sandbox.account);

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
	const client = await start();
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
	const credential = await createCredential(client);
	expect(await client.testCredential(credential)).toMatchObject({ status: 'OK' });
	const good = await saveWorkflow(client, credential, 'zoe@example.com');
	const bad = await saveWorkflow(client, credential, 'zoe');
	await expectToSend(client, good);
	expect(findFailure(await client.runWorkflow(bad))?.message).not.toContain(BAD_EMAIL_NEXT);

	const next = await publishNext();
	await client.rest('PATCH', '/community-packages', { name: PACKAGE });
	expect(await listInstalled(client)).toEqual([`${PACKAGE} ${next}`]);
	await expectToSend(client, good);
	expect(findFailure(await client.runWorkflow(bad))?.message).toContain(BAD_EMAIL_NEXT);

	await client.rest('DELETE', `/community-packages?name=${PACKAGE}`);
	expect(await listInstalled(client)).toEqual([]);
	await expect(client.runWorkflow(good)).rejects.toThrow(/Unrecognized node type/);

	// What people made with it is still there, and works as soon as it is installed again.
	await install(next);
	await expectToSend(client, good);
});

testLong('the package is installed and updated by environment variables alone', async () => {
	const startWith = async (version: string) =>
		await start({
			N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
			N8N_COMMUNITY_PACKAGES: JSON.stringify([{ name: PACKAGE, version }]),
		});
	const first = await startWith(current);
	const id = await saveWorkflow(first, await createCredential(first), 'zoe@example.com');
	await expectToSend(first, id);
	await n8n!.stop();

	const next = await publishNext();
	const second = await startWith(next);
	expect(await listInstalled(second)).toEqual([`${PACKAGE} ${next}`]);
	await expectToSend(second, id);
});
