import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

import { N8N_VERSION } from '../../dev/host/versions.mts';

// What GitHub runs, and what reaches npm: workflows, lock file, versions, the packed package.

const ROOT = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface Job {
	environment?: string;
	if?: string;
	needs?: string | string[];
	permissions?: Record<string, string>;
	steps: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
}

interface Workflow {
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

interface Locked {
	version: string;
	resolved?: string;
	integrity?: string;
	optional?: boolean;
	os?: string[];
	cpu?: string[];
	optionalDependencies?: Record<string, string>;
}

const WORKFLOWS = '.github/workflows';
const workflowFiles = readdirSync(path.join(ROOT, WORKFLOWS));
const workflowOf = (file: string) => parse(textOf(`${WORKFLOWS}/${file}`)) as Workflow;
const { version, scripts } = JSON.parse(textOf('package.json')) as {
	version: string;
	scripts: Record<string, string>;
};

/** What may be granted beyond reading the repository, by workflow and job. */
const GRANTED: Record<string, Record<string, string>> = {
	'publish.yml publish': { 'id-token': 'write' },
	'codeql.yml analyze': { contents: 'read', 'security-events': 'write' },
	'scorecard.yml scorecard': { contents: 'read', 'security-events': 'write' },
};

describe.each(workflowFiles)('workflow %s', (file) => {
	const workflow = workflowOf(file);
	const jobs = Object.entries(workflow.jobs);

	test('pins every action by commit, and says its version', () => {
		const uses = textOf(`${WORKFLOWS}/${file}`)
			.split('\n')
			.filter((line) => /\buses:/.test(line));
		expect(uses).not.toEqual([]);
		for (const line of uses) {
			expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	test('may read the repository, and no more than is listed here', () => {
		expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions);
		for (const [name, { permissions = {} }] of jobs) {
			const granted = GRANTED[`${file} ${name}`];
			if (granted === undefined) expect([{}, { contents: 'read' }]).toContainEqual(permissions);
			else expect(permissions).toEqual(granted);
		}
	});

	test('uses no secret, and leaves no token in the clone', () => {
		expect(textOf(`${WORKFLOWS}/${file}`)).not.toMatch(
			/secrets\.|NODE_AUTH_TOKEN|pull_request_target/,
		);
		for (const { steps } of jobs.map(([, job]) => job)) {
			for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
				expect(step.with).toMatchObject({ 'persist-credentials': false });
			}
		}
	});

	test('installs what the lock file says, and runs scripts that exist', () => {
		const commands = jobs.flatMap(([, { steps }]) =>
			steps.flatMap(({ run = '' }) => run.split('\n')),
		);
		expect(
			commands.filter((line) => /^npm (i|install)\b(?!.*--no-save)/.test(line.trim())),
		).toEqual([]);
		for (const line of commands) {
			const [, script] = /\bnpm run ([\w:]+)/.exec(line) ?? [];
			if (script !== undefined) expect(scripts).toHaveProperty([script]);
		}
	});
});

test('one job of CI is green only where every other one is', () => {
	const { 'all-green': green, ...others } = workflowOf('ci.yml').jobs;
	const names = Object.keys(others);
	expect(green).toMatchObject({ if: 'always()', needs: names });
	const [{ run }] = green!.steps as [{ run: string }];
	const passes = (...results: string[]) =>
		spawnSync('bash', ['-c', run], { env: { ...process.env, RESULTS: results.join(' ') } })
			.status === 0;
	expect(passes(...names.map(() => 'success'))).toBe(true);
	for (const bad of ['failure', 'cancelled', 'skipped']) {
		expect(passes(...names.map((_, at) => (at === 1 ? bad : 'success')))).toBe(false);
	}
});

test('what a workflow picks of the tests is there', () => {
	const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
	const patterns = workflowFiles.flatMap((file) =>
		[...textOf(`${WORKFLOWS}/${file}`).matchAll(/--testPathPatterns (.+)$/gm)].flatMap(
			([, words]) => words!.split(' '),
		),
	);
	expect(patterns.length).toBeGreaterThan(2);
	for (const pattern of patterns) {
		const picked = files.filter(
			(file) => `/${file}`.includes(pattern) && file.endsWith('.test.mts'),
		);
		expect([pattern, picked]).toEqual([pattern, [expect.any(String)]]);
	}
});

test('actions of one name have one version everywhere', () => {
	const uses = workflowFiles.flatMap((file) => [
		...textOf(`${WORKFLOWS}/${file}`).matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*@(\S+ # \S+)/g),
	]);
	const versions = new Map<string, Set<string>>();
	for (const [, name, pin] of uses)
		versions.set(name!, (versions.get(name!) ?? new Set()).add(pin!));
	for (const pins of versions.values()) expect([...pins]).toHaveLength(1);
});

describe('publishing', () => {
	const { test: tested, publish, scan } = workflowOf('publish.yml').jobs;
	const commandsOf = ({ steps }: Job) => steps.map(({ run, uses }) => run ?? uses!.split('@')[0]!);

	test('what was tested is what is published, by a job behind an environment', () => {
		expect(publish).toMatchObject({ needs: 'test', environment: 'npm' });
		expect(scan).toMatchObject({ needs: 'publish' });
		const upload = tested!.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))!;
		const download = publish!.steps.find(({ uses }) =>
			uses?.startsWith('actions/download-artifact@'),
		)!;
		expect(upload.with!['name']).toBe(download.with!['name']);
		const commands = commandsOf(tested!);
		const at = (command: string) => commands.findIndex((one) => one.includes(command));
		const order = ['package.json', 'npm ci', 'npm test', 'npm pack', 'scan.mjs', 'upload-artifact'];
		const places = order.map(at);
		expect(places).not.toContain(-1);
		expect(places).toEqual([...places].sort((one, other) => one - other));
	});

	test('the job that may publish runs one command and no code of ours', () => {
		expect(commandsOf(publish!)).toEqual([
			'actions/setup-node',
			'actions/download-artifact',
			'npm publish ./*.tgz --provenance --access public --ignore-scripts',
		]);
	});

	test('no other job may ask for an identity', () => {
		const may = workflowFiles.flatMap((file) => {
			const { permissions, jobs } = workflowOf(file);
			expect(permissions).not.toHaveProperty('id-token');
			return Object.values(jobs).filter((job) => job.permissions?.['id-token'] !== undefined);
		});
		expect(may).toHaveLength(1);
	});

	test('the scanner of CI and the one after publishing are of one version', () => {
		const [, local] = /version = '([\d.]+)'/.exec(textOf('.ci/scan.mjs'))!;
		expect(textOf(`${WORKFLOWS}/publish.yml`)).toContain(`@n8n/scan-community-package@${local} `);
	});
});

test.each([
	'dependabot.yml',
	'ISSUE_TEMPLATE/config.yml',
	'ISSUE_TEMPLATE/bug.yml',
	'ISSUE_TEMPLATE/feature.yml',
])('.github/%s is YAML', (file) => {
	expect(parse(textOf(`.github/${file}`))).toEqual(expect.any(Object));
});

describe('the version', () => {
	test('is the same in the lock file', () => {
		const lock = JSON.parse(textOf('package-lock.json')) as { version: string };
		expect(lock.version).toBe(version);
	});

	test('is the one that the compose file installs, in a patch release of the n8n that the tests know', () => {
		const { services } = parse(textOf('examples/compose.n8n.yaml')) as {
			services: { n8n: { image: string; environment: Record<string, string> } };
		};
		const { image, environment } = services.n8n;
		const minor = N8N_VERSION.replace(/\d+$/, '');
		expect(image.startsWith(`docker.n8n.io/n8nio/n8n:${minor}`)).toBe(true);
		expect(JSON.parse(environment['N8N_COMMUNITY_PACKAGES']!)).toEqual([
			{ name: 'n8n-nodes-rental-screening', version },
		]);
		expect(environment['N8N_UNVERIFIED_PACKAGES_ENABLED']).toBe('true');
	});
});

test.each(['compose.yaml', 'examples/compose.n8n.yaml'])('%s pins its images by digest', (file) => {
	const { services } = parse(textOf(file)) as { services: Record<string, { image: string }> };
	const images = Object.values(services).map(({ image }) => image);
	expect(images.length).toBeGreaterThan(0);
	for (const image of images) expect(image).toMatch(/^[^:@]+:\d+\.\d+[^:@]*@sha256:[0-9a-f]{64}$/);
});

describe('the lock file', () => {
	const { packages } = JSON.parse(textOf('package-lock.json')) as {
		packages: Record<string, Locked>;
	};
	const locked = Object.entries(packages).filter(([place]) => place !== '');

	test('has a checksum for each package but those of other platforms', () => {
		expect(locked.length).toBeGreaterThan(500);
		const without = locked.filter(([, { integrity }]) => integrity === undefined);
		const here = without.filter(([, { optional, os = [], cpu = [] }]) => {
			return !(optional === true && os.length > 0 && cpu.length > 0);
		});
		expect(here.map(([place]) => place)).toEqual([]);
	});

	test('takes everything from the public registry', () => {
		const places = locked.flatMap(([, { resolved }]) => resolved ?? []);
		expect(places.filter((url) => !url.startsWith('https://registry.npmjs.org/'))).toEqual([]);
	});

	// Otherwise `npm ci` refuses it: run `node .ci/complete-lock.mjs`.
	test('names the optional packages of every platform', () => {
		const names = new Set(locked.map(([place]) => place.replace(/^.*node_modules\//, '')));
		const optional = locked.flatMap(([, one]) => Object.keys(one.optionalDependencies ?? {}));
		expect(optional.filter((name) => !names.has(name))).toEqual([]);
	});
});

test('.ci/run calls the commands of the README, in its order', () => {
	const blocks = textOf('README.md').match(/^```(bash|sh|shell)$[\s\S]*?^```$/gm) ?? [];
	const commands = blocks
		.flatMap((block) => block.split(/\n| && /))
		.flatMap(
			(line) =>
				/^(npm (?:install$|install\b(?= +#)|test|run [\w:]+)[^#]*)/.exec(line)?.[1]?.trim() ?? [],
		)
		.filter((command) => !/^npm run sandbox/.test(command));
	expect(commands).toEqual(expect.arrayContaining(['npm run demo', 'npm test']));
	const calls = textOf('.ci/run').split('\n');
	const places = [...new Set(commands)].map((command) =>
		calls.findIndex((line) => /^part '[^']*' (.*?)(?: -- .*)?$/.exec(line)?.[1] === command),
	);
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
});

test('publint finds nothing in the packed package', () => {
	const cli = path.join(ROOT, 'node_modules/publint/src/cli.js');
	const said = execFileSync(process.execPath, [cli, '--strict'], { cwd: ROOT, encoding: 'utf8' });
	expect(said).toContain('All good!');
});
