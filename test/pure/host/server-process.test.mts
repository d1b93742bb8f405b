import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { n8nEnvironment } from '../../../dev/host/environment.mts';
import { freePort } from '../../../dev/host/ports.mts';
import { startServer } from '../../../dev/host/server-process.mts';
import { startSandbox } from '../../../dev/sandbox/index.mts';
import { goes } from '../../support/processes.mts';

/** A server that says which process it is, and that its child is another, then stays. */
const SERVER = `
	const child = require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
	console.log(process.pid + ' ' + child.pid);
	setInterval(() => undefined, 1000);
`;

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'rental-screening-server-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

describe('a server that we start', () => {
	test('ends with all its children when it is stopped', async () => {
		const logFile = join(folder, 'log');
		const command = {
			node: process.execPath,
			args: ['--eval', SERVER],
			cwd: folder,
			env: process.env,
			logFile,
		};

		const server = await startServer(command);
		const [pid, childPid] = (await firstLine(logFile)).split(' ').map(Number);
		await server.stop();

		expect(pid).toBe(server.pid);
		expect(await goes(pid!)).toBe(true);
		expect(await goes(childPid!)).toBe(true);
	});
});

describe('the surroundings of n8n', () => {
	test('take the next port where the wanted one is in use', async () => {
		const other = await startSandbox();
		const taken = Number(new URL(other.baseUrl).port);

		const port = await freePort(taken);

		await other.close();
		expect(port).toBeGreaterThan(taken);
	});

	test('take ports that neither the system nor one of them takes before their server starts', async () => {
		const ports = await Promise.all(Array.from({ length: 20 }, async () => await freePort()));

		expect(new Set(ports).size).toBe(20);
		expect(Math.max(...ports)).toBeLessThan(32_768);
	});

	test('hold nothing of the shell that would change n8n, and the overrides asked for', () => {
		process.env['N8N_ENCRYPTION_KEY'] = 'of-the-shell';
		const options = { version: '2.41.1', userFolder: '/u', port: 1, brokerPort: 2 } as const;

		const env = n8nEnvironment({ ...options, filesFolders: ['/f', '/g'], env: { N8N_PORT: '9' } });

		delete process.env['N8N_ENCRYPTION_KEY'];
		expect(env).toMatchObject({
			N8N_USER_FOLDER: '/u',
			N8N_PORT: '9',
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_RESTRICT_FILE_ACCESS_TO: '/f;/g',
			PATH: process.env['PATH'],
		});
		expect(env).not.toHaveProperty('N8N_ENCRYPTION_KEY');
		expect(Object.keys(env).filter((name) => /^(JEST_|npm_)/.test(name))).toEqual([]);
	});
});

async function firstLine(file: string): Promise<string> {
	for (;;) {
		const [line, rest] = (await readFile(file, 'utf8')).split('\n');
		if (line && rest !== undefined) return line;
		await turn();
	}
}

async function turn(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 50));
}
