import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

import { N8N_VERSION } from '../../dev/host/versions.mts';
import { readSources, readText, ROOT } from '../support/repository.mts';

// What GitHub runs, and what reaches npm: workflows, lock file, versions, the packed package.

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
	resolved?: string;
	integrity?: string;
	optional?: boolean;
}

const WORKFLOWS = '.github/workflows';
const workflowFiles = readdirSync(path.join(ROOT, WORKFLOWS));
const readWorkflow = (file: string) => parse(readText(`${WORKFLOWS}/${file}`)) as Workflow;
const { version } = JSON.parse(readText('package.json')) as { version: string };

/** What may be granted beyond reading the repository, by workflow and job. */
const GRANTED: Record<string, Record<string, string>> = {
	'publish.yml publish': { 'id-token': 'write' },
	'codeql.yml analyze': { contents: 'read', 'security-events': 'write' },
	'scorecard.yml scorecard': { contents: 'read', 'security-events': 'write' },
};

describe.each(workflowFiles)('the workflow %s', (file) => {
	const workflow = readWorkflow(file);
	const text = readText(`${WORKFLOWS}/${file}`);

	test('the workflow of GitHub pins every action by commit, and says its version', () => {
		const uses = text.split('\n').filter((line) => /\buses:/.test(line));
		expect(uses).not.toEqual([]);
		for (const line of uses) {
			expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	test('the workflow of GitHub may read the repository, and no more than is listed here', () => {
		const reading = [{}, { contents: 'read' }];
		expect(reading).toContainEqual(workflow.permissions);
		for (const [name, { permissions = {} }] of Object.entries(workflow.jobs)) {
			const granted = GRANTED[`${file} ${name}`];
			expect(granted === undefined ? reading : [granted]).toContainEqual(permissions);
		}
	});

	test('the workflow of GitHub uses no secret, and leaves no token in the clone', () => {
		expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|pull_request_target/);
		for (const { uses, with: options } of Object.values(workflow.jobs).flatMap(
			({ steps }) => steps,
		)) {
			if (!uses?.startsWith('actions/checkout@')) continue;
			expect(options).toMatchObject({ 'persist-credentials': false });
		}
	});

	test('the workflow of GitHub picks tests that are there', () => {
		const files = [...readSources('test').keys()];
		for (const [, patterns] of text.matchAll(/--testPathPatterns (.+)$/gm)) {
			for (const pattern of patterns!.split(' ')) {
				const picked = files.filter((one) => one.includes(pattern) && one.endsWith('.test.mts'));
				expect([pattern, picked]).toEqual([pattern, [expect.any(String)]]);
			}
		}
	});
});

test('one job of CI waits for every other one', () => {
	const { 'all-green': green, ...others } = readWorkflow('ci.yml').jobs;
	expect(green).toMatchObject({ if: 'always()', needs: Object.keys(others) });
});

const { test: tested, publish, scan } = readWorkflow('publish.yml').jobs;

test('the tested package is the one that is published, by a job behind an environment', () => {
	expect(publish).toMatchObject({ needs: 'test', environment: 'npm' });
	expect(scan).toMatchObject({ needs: 'publish' });
	const findArtifact = ({ steps }: Job, action: string) =>
		steps.find(({ uses }) => uses?.startsWith(`actions/${action}-artifact@`))!.with!['name'];
	expect(findArtifact(tested!, 'upload')).toBe(findArtifact(publish!, 'download'));
});

test('the job that may publish runs one command and no code of the repository', () => {
	expect(publish!.steps.map(({ run, uses }) => run ?? uses!.split('@')[0]!)).toEqual([
		'actions/setup-node',
		'actions/download-artifact',
		'npm publish ./*.tgz --provenance --access public --ignore-scripts',
	]);
});

test('the version is the same in the lock file', () => {
	expect(JSON.parse(readText('package-lock.json'))).toMatchObject({ version });
});

test('the compose file installs this version, in a patch release of the n8n that the tests know', () => {
	const { services } = parse(readText('examples/compose.n8n.yaml')) as {
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

test('the compose file pins its images by digest', () => {
	const { services } = parse(readText('examples/compose.n8n.yaml')) as {
		services: Record<string, { image: string }>;
	};
	const images = Object.values(services).map(({ image }) => image);
	expect(images.length).toBeGreaterThan(0);
	for (const image of images) expect(image).toMatch(/^[^:@]+:\d+\.\d+[^:@]*@sha256:[0-9a-f]{64}$/);
});

test('the lock file has checksums, and everything from the public registry', () => {
	const { packages } = JSON.parse(readText('package-lock.json')) as {
		packages: Record<string, Locked>;
	};
	for (const [place, { resolved, integrity, optional }] of Object.entries(packages)) {
		if (place === '') continue;
		expect([place, integrity !== undefined || optional]).toEqual([place, true]);
		if (resolved) expect(resolved).toMatch(/^https:\/\/registry\.npmjs\.org\//);
	}
});

test('.ci/run calls the commands of the README, in its order', () => {
	const blocks = readText('README.md').match(/^```bash$[\s\S]*?^```$/gm) ?? [];
	const commands = blocks.flatMap((block) =>
		[...block.matchAll(/^npm (install|test|run demo)\b|&& npm (run demo)/gm)].map(
			([, first, second]) => `npm ${first ?? second}`,
		),
	);
	const calls = readText('.ci/run').split('\n');
	const places = [...new Set(commands)].map((command) =>
		calls.findIndex((line) => /^part '[^']*' (.*?)(?: -- .*)?$/.exec(line)?.[1] === command),
	);
	expect(places.length).toBeGreaterThan(1);
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
});

test('publint finds nothing in the packed package', () => {
	const cli = path.join(ROOT, 'node_modules/publint/src/cli.js');
	const said = execFileSync(process.execPath, [cli, '--strict'], { cwd: ROOT, encoding: 'utf8' });
	expect(said).toContain('All good!');
});
