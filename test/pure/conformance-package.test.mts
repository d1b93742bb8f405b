import path from 'node:path';

import { RentalScreeningApi } from '../../credentials/RentalScreeningApi.credentials.ts';
import { description } from '../support/panel.mts';
import { readText } from '../support/repository.mts';

// n8n's checklist for community nodes, as far as it is about node, credential, icons and package.

const credential = new RentalScreeningApi();

interface Codex {
	node: string;
	alias: string[];
	categories: string[];
	resources: Record<string, Array<{ url: string }>>;
}

const packageJson = JSON.parse(readText('package.json')) as Record<string, unknown> & {
	name: string;
	scripts: Record<string, string>;
};

test('the node is a tool, has a subtitle and defaults, and is of version 1', () => {
	expect(description).toMatchObject({
		displayName: 'Rental Screening',
		name: 'rentalScreening',
		version: 1,
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		subtitle: expect.stringContaining('$parameter["operation"]') as unknown,
		defaults: { name: 'Rental Screening' },
		credentials: [{ name: 'rentalScreeningApi', required: true }],
	});
});

test('the node marks the SSN as sensitive, and nothing that a landlord has to see again', () => {
	expect(description.sensitiveOutputFields).toEqual(['user.employmentDetails.identity.ssn']);
});

test('the node is found in categories that n8n knows and under words that people search for', () => {
	const codex = JSON.parse(readText('nodes/RentalScreening/RentalScreening.node.json')) as Codex;
	expect(codex.categories).toEqual(['Finance & Accounting', 'Sales', 'Data & Storage']);
	expect(codex.node).toBe(`${packageJson.name}.${description.name}`);
	const words = [description.displayName, ...codex.alias].join(' ').toLowerCase();
	const searches = ['screening', 'tenant', 'credit check', 'screen tenants', 'credit report'];
	for (const search of [...searches, 'send screening']) expect(words).toContain(search);
	for (const { url } of Object.values(codex.resources).flat()) expect(url).toMatch(/^https:/);
});

test('the credential can be tested and is documented', () => {
	expect(credential.test.request).toEqual({
		url: '/v1/flows/steps/list',
		headers: { Accept: 'application/json' },
		isCredentialTest: true,
	});
	expect(credential.documentationUrl).toMatch(/^https:\/\//);
	expect(credential.displayName).toMatch(/ API$/);
	expect(credential.name).toMatch(/Api$/);
});

test('the credential is empty at first, which makes n8n ask for a login', () => {
	expect(credential.properties.map((property) => property.default)).toEqual(['', '', '', '']);
	expect(credential.properties.at(-1)).toMatchObject({ typeOptions: { expirable: true } });
});

test('the credential asks people for exactly three things', () => {
	const asked = credential.properties.filter(({ type }) => type !== 'hidden');
	expect(asked.map(({ name, type, required }) => ({ name, type, required }))).toEqual(
		['baseUrl', 'username', 'password'].map((name) => ({ name, type: 'string', required: true })),
	);
});

const icons = [
	...Object.values(description.icon as object).map((icon) => ['nodes/RentalScreening', icon]),
	...Object.values(credential.icon as object).map((icon) => ['credentials', icon]),
] as Array<[folder: string, icon: string]>;

test.each(icons)('the icon in %s, %s, is a square SVG that needs no other file', (folder, icon) => {
	expect(icon).toMatch(/\.svg$/);
	const svg = readText(path.join(folder, icon.replace(/^file:/, '')));
	const [x, y, width, height] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(/[ ,]+/).map(Number);
	expect([x, y, width]).toEqual([0, 0, height]);
	expect(svg).not.toMatch(/<script|<image|<text|href=|url\(http/);
});

test('the icons differ between light and dark', () => {
	const { light, dark } = description.icon as { light: string; dark: string };
	const [one, other] = [light, dark].map((icon) =>
		readText(icon.replace('file:', 'nodes/RentalScreening/')),
	);
	expect(one).not.toBe(other);
});

test('package.json is that of a community node package', () => {
	expect(packageJson).toMatchObject({
		name: expect.stringMatching(/^n8n-nodes-/) as unknown,
		license: 'MIT',
		keywords: expect.arrayContaining(['n8n-community-node-package']) as unknown,
		peerDependencies: { 'n8n-workflow': '*' },
		n8n: {
			n8nNodesApiVersion: 1,
			strict: true,
			credentials: ['dist/credentials/RentalScreeningApi.credentials.js'],
			nodes: ['dist/nodes/RentalScreening/RentalScreening.node.js'],
		},
	});
	expect(Object.keys(packageJson['peerDependencies'] as object)).toEqual(['n8n-workflow']);
});

test.each([
	'dependencies',
	'optionalDependencies',
	'bundledDependencies',
	'bundleDependencies',
	'overrides',
	'resolutions',
])('package.json has no %s', (member) => {
	expect(packageJson).not.toHaveProperty([member]);
});

test('package.json runs no script at install or pack, and at publishing only the check of n8n', () => {
	const lifecycle =
		/^(pre|post)?(install|uninstall|prepare|prepublish|prepublishOnly|pack|publish)$/;
	const scripts = Object.keys(packageJson.scripts);
	expect(scripts.length).toBeGreaterThan(5);
	expect(scripts.filter((script) => lifecycle.test(script))).toEqual(['prepublishOnly']);
	expect(packageJson.scripts['prepublishOnly']).toBe('n8n-node prerelease');
});
