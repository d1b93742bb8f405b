import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { IMAGE, startContainer } from '../../../dev/host/docker.mts';
import { withHome } from '../../../dev/host/home.mts';
import { PROJECT } from '../../../dev/host/package.mts';
import { plainProgress } from '../../../dev/host/progress.mts';

const COMMANDS = join(PROJECT, 'dev', 'run.mjs');
const silent = plainProgress(() => undefined);

let folder: string;
const environment = { ...process.env };

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'rental-screening-set-up-'));
});

afterEach(async () => {
	process.env = { ...environment };
	await rm(folder, { recursive: true, force: true });
});

/** Puts a program, written for Node, first on the PATH. */
async function onPath(name: string, script: string): Promise<void> {
	const file = join(folder, name);
	await writeFile(file, `#!${process.execPath}\n${script}`);
	await chmod(file, 0o755);
	process.env['PATH'] = [folder, environment['PATH']].join(delimiter);
}

const said = (args: string[], env: NodeJS.ProcessEnv = {}) => {
	const { stderr, status } = spawnSync(process.execPath, args, {
		encoding: 'utf8',
		env: { ...environment, ...env },
	});
	return { said: stderr.trim(), status };
};

test('with an old Node a command says which Node to install', () => {
	const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.0' })`;

	expect(said(['--import', `data:text/javascript,${old}`, COMMANDS, 'demo'])).toEqual({
		said: 'Node 18.20.0 is too old. Install Node 20 or later (https://nodejs.org).',
		status: 1,
	});
});

test('before `npm install` a command says to run it', async () => {
	await copyFile(COMMANDS, join(folder, 'run.mjs'));

	expect(said([join(folder, 'run.mjs'), 'demo'])).toEqual({
		said: 'Run `npm install` first.',
		status: 1,
	});
});

test('without a running docker --docker says whether to install or to start it', async () => {
	const options = {
		userFolder: join(folder, 'home'),
		workingFolder: join(folder, 'files'),
		progress: silent,
		onCommand: () => undefined,
	};
	process.env['PATH'] = folder;
	await expect(startContainer(options)).rejects.toThrow('docker was not found');

	await onPath('docker', 'process.exit(1)');
	await expect(startContainer(options)).rejects.toThrow('Start Docker, then run it again');
});

/** Writes down how it was called; `run` is a server that does what ours expects of n8n. */
const DOCKER = `
const { appendFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(process.env.CALLS, JSON.stringify(args) + '\\n');
if (args[0] === 'run') {
	const port = Number(args.find((arg) => arg.startsWith('--env=N8N_PORT=')).split('=')[2]);
	const server = require('node:http').createServer((request, response) => {
		response.setHeader('set-cookie', 'n8n-auth=x').end('{"data":{}}');
	});
	server.listen(port, '127.0.0.1');
	process.on('SIGTERM', () => {
		appendFileSync(process.env.CALLS, '"stopped"\\n');
		process.exit(0);
	});
}
`;

test('n8n in docker is run by exactly the command that is printed, and ends when it is stopped', async () => {
	const calls = join(folder, 'calls');
	process.env['CALLS'] = calls;
	await onPath('docker', DOCKER);
	const userFolder = join(folder, 'home');
	const workingFolder = join(folder, 'files');
	const printed: string[] = [];

	const n8n = await startContainer({
		userFolder,
		workingFolder,
		packageFolder: null,
		progress: silent,
		onCommand: (command) => printed.push(command),
	});
	await n8n.stop();

	const called = (await readFile(calls, 'utf8')).trim().split('\n');
	const [version, pull, run, stopped] = called.map((line) => JSON.parse(line) as string | string[]);
	expect([version, pull, stopped]).toEqual([['version'], ['pull', '--quiet', IMAGE], 'stopped']);
	expect(printed).toEqual([`docker ${(run as string[]).join(' ')}`]);
	expect(run).toEqual(
		expect.arrayContaining([
			'--rm',
			'--network=host',
			`--volume=${userFolder}:/home/node/data`,
			`--volume=${workingFolder}:/files`,
			'--env=N8N_LISTEN_ADDRESS=127.0.0.1',
			'--env=N8N_RESTRICT_FILE_ACCESS_TO=/files',
			'--env=N8N_UNVERIFIED_PACKAGES_ENABLED=true',
			IMAGE,
		]),
	);
});

test('`npm start` does not run twice at the same time in one folder', async () => {
	const home = join(folder, 'home');
	await withHome(home, async () => {
		await expect(withHome(home, () => Promise.resolve())).rejects.toThrow('already running');
	});
});
