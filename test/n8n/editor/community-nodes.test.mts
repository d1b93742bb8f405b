import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../../dev/host/child.mts';
import type { SavedCredential } from '../../../dev/host/client.mts';
import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { startN8n, type RunningN8n } from '../../../dev/host/n8n.mts';
import { PACKAGE_NAME as PACKAGE, packPackage, packTarball } from '../../../dev/host/package.mts';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/index.mts';
import { EditorBrowser } from '../../support/editor-browser.mts';
import { EditorCommunityNodes } from '../../support/editor-community-nodes.mts';
import { picture } from '../../support/editor-pictures.mts';
import { testLong } from '../../support/n8n-host.mts';
import { chain, manualTrigger, screeningNode } from '../../support/n8n-workflows.mts';
import { startNpmjs, type Npmjs } from '../../support/npmjs.mts';

const NODE_TYPE = `${PACKAGE}.rentalScreening`;
const SEND = 'Send screening';

/** What the node says of such a value, and what the next version of the test says. */
const BAD_EMAIL = 'must be an email address';
const BAD_EMAIL_NEXT = 'must be an email address (as the next version puts it)';

// A test starts n8n up to twice, and npm several times, also on a machine that is busy.
jest.setTimeout(10 * 60_000);

describe('in n8n, installed from the npm registry', () => {
	let npmjs: Npmjs;
	let sandbox: Sandbox;
	let folder: string;
	let current: string;
	let running: RunningN8n | undefined;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'rental-screening-community-'));
		npmjs = await startNpmjs();
		current = await npmjs.publish(await packTarball());
		sandbox = await startSandbox();
	}, 30 * 60_000);

	afterEach(async () => {
		await stop();
		await sandbox?.close();
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
		await cp(await packPackage(), next, { recursive: true });
		const [major, minor, patch] = current.split('.').map(Number);
		const nextVersion = `${major}.${minor}.${patch! + 1}`;
		const packageJson = join(next, 'package.json');
		await replaceIn(packageJson, `"version": "${current}"`, `"version": "${nextVersion}"`);
		const files = await readdir(join(next, 'dist'), { recursive: true });
		const replaced = await Promise.all(
			files
				.filter((file) => file.endsWith('.js'))
				.map((file) => replaceIn(join(next, 'dist', file), BAD_EMAIL, BAD_EMAIL_NEXT)),
		);
		expect(replaced).toContain(true);
		const to = ['--pack-destination', folder];
		const said = await run('npm', ['pack', '--ignore-scripts', '--json', ...to], { cwd: next });
		const [{ filename }] = JSON.parse(said) as [{ filename: string }];
		return await npmjs.publish(join(folder, filename));
	}

	async function installed({ client }: RunningN8n): Promise<string[]> {
		const packages = await client.rest<Array<{ packageName: string; installedVersion: string }>>(
			'GET',
			'/community-packages',
		);
		return packages.map(
			({ packageName, installedVersion }) => `${packageName} ${installedVersion}`,
		);
	}

	function sending(credential: SavedCredential, email: string) {
		const { propertyId } = sandbox;
		const parameters = { resource: 'screening', operation: 'send', propertyId, email };
		return chain(
			'Send',
			manualTrigger(),
			screeningNode(SEND, { ...parameters, phone: '+14165550142' }, credential),
		);
	}

	async function createCredential({ client }: RunningN8n): Promise<SavedCredential> {
		const { baseUrl, username, password } = sandbox;
		const data = { baseUrl, username, password };
		return await client.createCredential('rentalScreeningApi', 'Sandbox account', data);
	}

	/** Runs a saved workflow and expects a userId in what n8n saved of it. */
	async function expectToSend({ client }: RunningN8n, workflowId: string): Promise<void> {
		const before = sandbox.screenings.length;
		const execution = await client.runWorkflow(workflowId);
		expect(failureOf(execution)).toBeUndefined();
		expect(sandbox.screenings).toHaveLength(before + 1);
		const { userId } = sandbox.screenings.at(-1)!;
		expect(outputJson(execution, SEND)).toEqual([expect.objectContaining({ userId })]);
	}

	test('is installed, used, updated and uninstalled on the settings page', async () => {
		const n8n = await start();
		const browser = await EditorBrowser.launch();
		try {
			const page = await browser.page({ width: 1000, height: 460 }, n8n.client);
			const settings = new EditorCommunityNodes(page, n8n.baseUrl);
			const knowsNode = async () => {
				const types = await page.request.get(`${n8n.baseUrl}/types/nodes.json`);
				return ((await types.json()) as Array<{ name: string }>).some(
					({ name }) => name === NODE_TYPE,
				);
			};

			await settings.open();
			await settings.empty.waitFor();
			expect(await knowsNode()).toBe(false);
			await settings.install(PACKAGE);
			await settings.package(PACKAGE).getByText(`v${current}`).waitFor();
			await settings.package(PACKAGE).getByText('Rental Screening', { exact: true }).waitFor();
			expect(await knowsNode()).toBe(true);
			await picture('community-nodes', page);

			const { client } = n8n;
			const credential = await createCredential(n8n);
			expect(await client.testCredential(credential)).toMatchObject({ status: 'OK' });
			const good = await client.createWorkflow(sending(credential, 'zoe@example.com'));
			const bad = await client.createWorkflow(sending(credential, 'zoe'));
			await expectToSend(n8n, good.id);
			expect(failureOf(await client.runWorkflow(bad.id))?.message).not.toContain(BAD_EMAIL_NEXT);

			const next = await publishNext();
			await settings.open();
			await settings.update(PACKAGE, next);
			expect(await installed(n8n)).toEqual([`${PACKAGE} ${next}`]);
			await expectToSend(n8n, good.id);
			expect(failureOf(await client.runWorkflow(bad.id))?.message).toContain(BAD_EMAIL_NEXT);

			await settings.uninstall(PACKAGE);
			expect(await installed(n8n)).toEqual([]);
			expect(await knowsNode()).toBe(false);

			// What people made with it is still there, and works as soon as it is installed again.
			await expect(client.runWorkflow(good.id)).rejects.toThrow(/Unrecognized node type/);
			expect(await client.executionsOf(good.id)).toHaveLength(2);
			expect(await client.listCredentials()).toEqual([
				expect.objectContaining({ id: credential.id }),
			]);
			await settings.install(PACKAGE);
			await expectToSend(n8n, good.id);
		} finally {
			await browser.close();
		}
	});

	testLong('is installed and updated by environment variables alone', async () => {
		const packages = (wanted: string) => ({
			N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
			N8N_COMMUNITY_PACKAGES: JSON.stringify([{ name: PACKAGE, version: wanted }]),
		});
		const first = await start(packages(current));
		expect(await installed(first)).toEqual([`${PACKAGE} ${current}`]);
		const credential = await createCredential(first);
		const { id } = await first.client.createWorkflow(sending(credential, 'zoe@example.com'));
		await expectToSend(first, id);
		await stop();

		const next = await publishNext();
		const second = await start(packages(next));

		expect(await installed(second)).toEqual([`${PACKAGE} ${next}`]);
		await expectToSend(second, id);
	});
});

/** Whether there was something to replace. */
async function replaceIn(file: string, text: string, by: string): Promise<boolean> {
	const content = await readFile(file, 'utf8');
	if (!content.includes(text)) return false;
	await writeFile(file, content.replaceAll(text, by));
	return true;
}
