import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCalled, toListedName } from '../../dev/demo/first-click.mts';
import { findFailure } from '../../dev/host/execution.mts';
import type { WorkflowJson } from '../../dev/host/client.mts';
import { readWorkflowFiles } from '../../dev/host/home.mts';
import type { StartedN8n } from '../../dev/host/n8n.mts';
import { findFreePort } from '../../dev/host/ports.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { serve, type Served } from '../../dev/host/start.mts';
import { createChain, createManualTrigger } from '../support/n8n-workflows.mts';

jest.setTimeout(30 * 60_000);

const WORKING_CREDENTIALS = {
	'Mailbox on this machine': 'OK',
	'Rental Screening sandbox': 'OK',
};
/** What a person starts or a schedule does; others begin with a form, a chat message or a call. */
const STARTED_HERE = /\.(manualTrigger|scheduleTrigger)$/;
/** Where a person chooses an account of their own. */
const ACCOUNT_OF_THEIR_OWN = /\.(googleSheets|microsoftExcel)$/;

let home: string;
let filesFolder: string;
let others: Server[];
let ports: { n8n: number; sandbox: number };
const silent = plainProgress(() => undefined);

beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), 'rental-screening-home-'));
	filesFolder = await mkdtemp(join(tmpdir(), 'rental-screening-files-'));
	// A proxy that nobody answers at: nothing on this machine may take it.
	process.env['HTTP_PROXY'] = 'http://127.0.0.1:9';
	others = await Promise.all([occupyPort(), occupyPort()]);
	const [n8n, sandbox] = others.map((server) => (server.address() as AddressInfo).port);
	ports = { n8n: n8n!, sandbox: sandbox! };
});

afterAll(async () => {
	for (const server of others) server.close();
	for (const folder of [home, filesFolder]) await rm(folder, { recursive: true, force: true });
});

interface Started extends Served {
	/** What it has printed. */
	said: string[];
}

/** Runs `npm start` in `home` during the tests of the surrounding `describe`. What it had can be read afterwards. */
function useStart(): () => Started {
	let started: Started;
	let stop = () => {};
	let running: Promise<void>;

	beforeAll(async () => {
		const stopped = new Promise<void>((resolve) => {
			stop = resolve;
		});
		const said: string[] = [];
		const say = (text: string) => said.push(text);
		await new Promise<void>((isUp, failed) => {
			const options = { home, filesFolder, ports, completeAfter: {}, progress: silent, say };
			running = serve(options, async (served) => {
				started = { ...served, said };
				isUp();
				await stopped;
			});
			running.catch(failed);
		});
	});

	afterAll(async () => {
		stop();
		await running;
	});

	return () => started;
}

let firstTime: () => Started;
let nextTime: () => Started;

describe('the first `npm start`', () => {
	firstTime = useStart();

	test('`npm start` loads everything, and prints its ports and accounts', async () => {
		const { n8n, sandbox, said } = firstTime();
		expect(new URL(n8n.baseUrl).port).not.toBe(String(ports.n8n));
		const { baseUrl, username, password, propertyId, flowId } = sandbox;
		const shown = [`${n8n.baseUrl}/home/workflows`, n8n.owner.password, filesFolder, `${baseUrl}/`];
		for (const value of [...shown, username, password, propertyId, flowId]) {
			expect(said.at(-1)).toContain(value);
		}
		expect(await testCredentials(n8n)).toEqual(WORKING_CREDENTIALS);
	});

	test('the workflows are listed: on top those that run at the first click, then those that need an account, then those that others call, published', async () => {
		const { client } = firstTime().n8n;
		const listed = await client.rest<Array<{ name: string; active: boolean }>>(
			'GET',
			'/workflows?sortBy=updatedAt:desc',
		);
		const files = await readWorkflowFiles();
		const listNames = (some: typeof files) => some.map(({ workflow }) => workflow.name);
		const called = files.filter(isCalled);
		const needing = files.filter(({ workflow }) =>
			workflow.nodes.some(({ type }) => ACCOUNT_OF_THEIR_OWN.test(type)),
		);
		const atOnce = files.filter((one) => !called.includes(one) && !needing.includes(one));
		expect(needing).toHaveLength(2);
		expect(listed.map(({ name }) => name)).toEqual([
			...listNames(atOnce),
			...needing.map(({ workflow }) =>
				expect.stringMatching(
					new RegExp(`^${workflow.name} \\(needs a (Google|Microsoft) account\\)$`),
				),
			),
			...listNames(called),
		]);
		expect(listed.flatMap(({ name, active }) => (active ? name : [])).sort()).toEqual(
			listNames(called).sort(),
		);
	});

	test('each workflow does its work at the first click, or asks for an account', async () => {
		const { n8n, sandbox, said } = firstTime();
		const ids = new Map((await n8n.client.listWorkflows()).map(({ id, name }) => [name, id]));
		let ran = 0;
		for (const file of await readWorkflowFiles()) {
			const { nodes } = file.workflow;
			const name = toListedName(file);
			const trigger = nodes.find(({ type }) => STARTED_HERE.test(type));
			if (!trigger) continue;
			const execution = await n8n.client.runWorkflow(ids.get(name)!, trigger.name);
			const message = findFailure(execution)?.message;
			if (nodes.some(({ type }) => ACCOUNT_OF_THEIR_OWN.test(type))) {
				expect([name, message]).toEqual([name, expect.stringContaining('credential')]);
			} else {
				expect([name, message]).toEqual([name, undefined]);
				ran += 1;
			}
		}

		expect(ran).toBeGreaterThan(3);
		expect(sandbox.screenings.length).toBeGreaterThan(5);
		expect(sandbox.listRequests('submitRentReport')).toHaveLength(2);
		expect(said.filter((line) => line.startsWith('Mail: ')).length).toBeGreaterThan(2);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('nothing is left in brackets where applicants read it', async () => {
		const { client } = firstTime().n8n;
		const form = (await readWorkflowFiles()).find(
			({ file }) => file === 'screen-applicants-from-a-form.json',
		)!;
		const { id } = (await client.listWorkflows()).find(({ name }) => name === form.workflow.name)!;
		const { nodes } = await client.getWorkflow(id);
		const application = nodes.find(({ name }) => name === 'Application')!;
		expect(JSON.stringify(application.parameters)).toContain('12 Maple Street, Unit 4');
		const steps = nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
		expect(JSON.stringify(steps)).toContain(firstTime().sandbox.propertyId);
		expect(JSON.stringify(steps)).not.toMatch(/\[(name|your|address)/);
	});

	test('n8n is for this machine: it has a password of its own, and answers to no other host', async () => {
		const { n8n } = firstTime();
		const file = join(home, 'owner.json');
		const { password } = JSON.parse(await readFile(file, 'utf8')) as { password: string };
		expect(n8n.owner.password).toBe(password);
		expect(password.length).toBeGreaterThan(15);
		expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');

		const requestStatus = async (host: string) =>
			await new Promise((resolve, reject) => {
				request(`${n8n.baseUrl}/rest/settings`, { headers: { host } })
					.on('response', (response) => resolve(response.resume().statusCode))
					.on('error', reject)
					.end();
			});
		const { port } = new URL(n8n.baseUrl);
		expect(await requestStatus(`evil.example:${port}`)).toBe(421);
		expect(await requestStatus(`localhost:${port}`)).toBe(200);
	});

	test('a person can save and change workflows', async () => {
		const { client } = firstTime().n8n;
		await client.createWorkflow(createChain('My own', createManualTrigger()));
		const [first] = await client.listWorkflows();
		const changed: WorkflowJson = { ...(await client.getWorkflow(first!.id)), name: 'Mine now' };
		await client.updateWorkflow(first!.id, changed);
	});
});

describe('the next `npm start`', () => {
	nextTime = useStart();

	test('at the next start a person’s own work is there', async () => {
		const { n8n } = nextTime();
		const workflows = (await n8n.client.listWorkflows()).map(({ name }) => name);
		expect(workflows).toHaveLength((await readWorkflowFiles()).length + 1);
		expect(workflows).toEqual(expect.arrayContaining(['My own', 'Mine now']));

		expect(await testCredentials(n8n)).toEqual(WORKING_CREDENTIALS);
	});

	test('at the next start the sandbox knows what was sent', () => {
		const sent = firstTime().sandbox.screenings.map(({ userId }) => userId);
		expect(sent.length).toBeGreaterThan(3);
		expect(nextTime().sandbox.screenings.map(({ userId }) => userId)).toEqual(sent);
	});
});

test('once stopped, neither n8n nor the sandbox is running', async () => {
	const { n8n, sandbox } = nextTime();
	for (const { baseUrl } of [n8n, sandbox]) {
		await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
	}
});

/** Has n8n test its credentials; returns each result by the credential's name. */
async function testCredentials({ client }: StartedN8n): Promise<Record<string, string>> {
	const statuses: Record<string, string> = {};
	for (const credential of await client.listCredentials()) {
		statuses[credential.name] = (await client.testCredential(credential)).status;
	}
	return statuses;
}

/** A server that takes a port. */
async function occupyPort(): Promise<Server> {
	const server = createServer();
	const port = await findFreePort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return server;
}
