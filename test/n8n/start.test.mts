import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { placeSamples } from '../../dev/demo/samples.mts';
import { readSheet } from '../../dev/demo/spreadsheets.mts';
import type { WorkflowJson } from '../../dev/host/client.mts';
import { failureOf } from '../../dev/host/execution.mts';
import { withHome, workflowFiles } from '../../dev/host/home.mts';
import { startN8n, type LiveN8n } from '../../dev/host/n8n.mts';
import { freePort } from '../../dev/host/ports.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { serve, type Served } from '../../dev/host/serve.mts';
import { chain, manualTrigger } from '../support/n8n-workflows.mts';

jest.setTimeout(30 * 60_000);

const WORKING_CREDENTIALS = { 'Mailbox on this machine': 'OK', 'Rental Screening sandbox': 'OK' };

/** What starts by a person's application, chat message or publishing. */
const NEEDS_PERSON = [
	'Application form',
	'Ask about applicants',
	'Decide and tell',
	'Share a large sheet among workers',
];

/** Where a person chooses the data table that another workflow made. */
const NEEDS_TABLE = [
	'Collect results',
	'Compare applicants',
	'Delete old applicants',
	'Remind applicants',
	'Send one screening',
];
/** Where a person chooses an account with Google or Microsoft. */
const NEEDS_ACCOUNT = ['A living Google sheet', 'A living Excel workbook'];

/** The demo's main job waits until everyone is done. */
const APPLICANTS_ANSWER = { seconds: 1 };

let home: string;
let filesFolder: string;
let others: Server[];
let ports: { n8n: number; sandbox: number };
let said: string[];

beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), 'rental-screening-home-'));
	filesFolder = await mkdtemp(join(tmpdir(), 'rental-screening-files-'));
	others = await Promise.all([listening(), listening()]);
	const [n8n, sandbox] = others.map((server) => (server.address() as AddressInfo).port);
	ports = { n8n: n8n!, sandbox: sandbox! };
});

beforeEach(() => {
	said = [];
});

afterAll(async () => {
	for (const server of others) server.close();
	for (const folder of [home, filesFolder]) await rm(folder, { recursive: true, force: true });
});

const start = async (
	until: (served: Served) => Promise<void>,
	completeAfter: { seconds?: number } = {},
) => {
	const progress = plainProgress(() => undefined);
	const say = (text: string) => said.push(text);
	await serve({ home, filesFolder, ports, completeAfter, progress, say }, until);
};

describe('`npm start`', () => {
	test('has everything that the workflows need: each runs as it is loaded, or says what to choose', async () => {
		const all = await Promise.all((await workflowFiles()).map(readWorkflow));
		const names = all.map(({ name }) => name).filter((name) => !NEEDS_PERSON.includes(name));
		expect(names).toHaveLength(all.length - NEEDS_PERSON.length);
		await start(async ({ n8n, sandbox }) => {
			const loaded = await n8n.client.listWorkflows();
			const ran: string[] = [];
			const outcomeOf = async (name: string) => {
				const { nodes } = all.find((workflow) => workflow.name === name)!;
				const { id } = loaded.find((workflow) => workflow.name === name)!;
				const trigger = nodes.find(({ type }) => type.endsWith('Trigger'))!.name;
				ran.push(name);
				return failureOf(await n8n.client.runWorkflow(id, { trigger }));
			};
			const run = async (name: string) => {
				expect([name, await outcomeOf(name)]).toEqual([name, undefined]);
			};
			const fileOf = (name: string) => join(filesFolder, name);

			for (const name of NEEDS_ACCOUNT) {
				expect((await outcomeOf(name))?.message).toContain('credential');
			}
			await run('Send screenings from a spreadsheet');
			const sent = await readSheet(fileOf('applicants.xlsx'));
			expect(sandbox.screenings.map(({ userId }) => userId).sort()).toEqual(
				sent.map((row) => row['userId']).sort(),
			);
			expect(sent.length).toBeGreaterThan(3);

			for (const { userId } of sandbox.screenings) sandbox.complete(userId);
			await run('A living sheet');
			const done = await readSheet(fileOf('applicants.xlsx'));
			expect(done.map((row) => [row['userId'], row['resultStatus']])).toEqual(
				sent.map((row) => [row['userId'], 'complete']),
			);
			expect(sandbox.screenings).toHaveLength(sent.length);

			await run('Main job: from applicants to results');
			expect(await readSheet(fileOf('screening-results.csv'))).toHaveLength(sent.length);

			for (const name of NEEDS_TABLE) {
				expect((await outcomeOf(name))?.message).toContain('"Data table" is required');
			}
			for (const name of names) if (!ran.includes(name)) await run(name);

			expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
			expect(ran.sort()).toEqual(names.sort());
		}, APPLICANTS_ANSWER);
	});

	test('loads everything, prints its ports, and keeps a person’s own work', async () => {
		const files = await workflowFiles();
		const names = files.map((file) => basename(file));
		expect(names).toContain('main-job.workflow.json');

		await start(async ({ n8n, sandbox }) => {
			expect(new URL(n8n.baseUrl).port).not.toBe(String(ports.n8n));
			expect(said.join('\n')).toContain(`Port ${ports.n8n} is in use`);
			expect(said.join('\n')).toContain(`Port ${ports.sandbox} is in use`);
			const { baseUrl, username, password, propertyId, flowId } = sandbox;
			const shown = [n8n.baseUrl, n8n.owner.password, filesFolder, `${baseUrl}/`];
			for (const value of [...shown, username, password, propertyId, flowId]) {
				expect(said.at(-1)).toContain(value);
			}

			expect(await testedCredentials(n8n)).toEqual(WORKING_CREDENTIALS);
			const workflows = await n8n.client.listWorkflows();
			expect(workflows).toHaveLength(files.length);

			await n8n.client.createWorkflow(chain('My own', manualTrigger()));
			const [first] = workflows;
			const changed: WorkflowJson = {
				...(await n8n.client.getWorkflow(first!.id)),
				name: 'Mine now',
			};
			await n8n.client.updateWorkflow(first!.id, changed);
		});

		await start(async ({ n8n }) => {
			const workflows = (await n8n.client.listWorkflows()).map(({ name }) => name);
			expect(workflows).toHaveLength(files.length + 1);
			expect(workflows).toEqual(expect.arrayContaining(['My own', 'Mine now']));

			expect(await testedCredentials(n8n)).toEqual(WORKING_CREDENTIALS);
		});
	});

	test('lists a living Google sheet first, then the simplest workflow', async () => {
		await start(async ({ n8n }) => {
			const loaded = await n8n.client.rest<Array<{ name: string }>>(
				'GET',
				'/workflows?sortBy=updatedAt:desc',
			);
			const listed = loaded.map(({ name }) => name).filter((name) => !/my own|mine/i.test(name));
			const files = await Promise.all((await workflowFiles()).map(readWorkflow));
			const inOrder = files.map(({ name }) => name);
			expect(inOrder[0]).toBe('A living Google sheet');
			expect(listed).toEqual(inOrder.filter((name) => listed.includes(name)));
			expect(listed.length).toBeGreaterThan(2);
		});
	});

	test('is for this machine: an own password, and no foreign host', async () => {
		await start(async ({ n8n }) => {
			const file = join(home, 'owner.json');
			const { password } = JSON.parse(await readFile(file, 'utf8')) as { password: string };
			expect(n8n.owner.password).toBe(password);
			expect(password.length).toBeGreaterThan(15);
			expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');

			const statusFor = async (host: string) =>
				await new Promise((resolve, reject) => {
					request(`${n8n.baseUrl}/rest/settings`, { headers: { host } })
						.on('response', (response) => resolve(response.resume().statusCode))
						.on('error', reject)
						.end();
				});
			const { port } = new URL(n8n.baseUrl);
			expect(await statusFor(`evil.example:${port}`)).toBe(421);
			expect(await statusFor(`localhost:${port}`)).toBe(200);
		});
	});

	test('loads everything into an n8n that runs already, and leaves that running', async () => {
		const own = await startN8n();
		const { baseUrl: url, owner } = own;
		const n8n = { kind: 'running', url, email: owner.email, password: owner.password } as const;
		const progress = plainProgress(() => undefined);
		const say = (text: string) => said.push(text);
		const options = { filesFolder, ports, completeAfter: {}, progress, say, n8n };
		await serve({ ...options, home: join(home, 'own') }, async ({ n8n: { client } }) => {
			expect(await client.listWorkflows()).toHaveLength((await workflowFiles()).length);
		});

		expect((await fetch(`${url}/healthz`)).status).toBe(200);
		expect(said.join('\n')).toMatch(/Package .*\.tgz/);
		await own.stop();
	});

	test('remembers after a restart what was sent', async () => {
		let today: string[] = [];
		await start(async ({ sandbox }) => {
			today = await Promise.resolve(sandbox.screenings.map(({ userId }) => userId));
		});
		expect(today.length).toBeGreaterThan(3);

		await start(async ({ sandbox }) => {
			expect(sandbox.screenings.map(({ userId }) => userId)).toEqual(today);
			await Promise.resolve();
		});
	});

	test('never replaces a file that is there', async () => {
		const mine = join(filesFolder, 'applicants.csv');
		await writeFile(mine, 'Mine');
		const kept = await readFile(join(filesFolder, 'applicants.xlsx'));

		await placeSamples(filesFolder);

		expect(await readFile(mine, 'utf8')).toBe('Mine');
		expect(await readFile(join(filesFolder, 'applicants.xlsx'))).toEqual(kept);
	});

	test('leaves nothing running', async () => {
		let addresses: string[] = [];
		await start(async ({ n8n, sandbox }) => {
			addresses = await Promise.resolve([n8n.baseUrl, sandbox.baseUrl]);
		});

		for (const address of addresses) await expect(fetch(address)).rejects.toThrow('fetch failed');
	});

	test('does not run twice at the same time', async () => {
		await withHome(home, async () => {
			await expect(withHome(home, () => start(() => Promise.resolve()))).rejects.toThrow(
				'already running',
			);
		});
	});
});

async function readWorkflow(file: string): Promise<WorkflowJson> {
	return JSON.parse(await readFile(file, 'utf8')) as WorkflowJson;
}

/** Every credential of that n8n by its name, with what n8n's own test says of it. */
async function testedCredentials({ client }: LiveN8n): Promise<Record<string, string>> {
	const statuses: Record<string, string> = {};
	for (const credential of await client.listCredentials()) {
		statuses[credential.name] = (await client.testCredential(credential)).status;
	}
	return statuses;
}

async function listening(): Promise<Server> {
	const server = createServer();
	const port = await freePort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return server;
}
