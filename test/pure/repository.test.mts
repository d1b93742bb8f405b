import { readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { isFile, isFolder, listFiles, readText, ROOT } from '../../dev/repository.mts';

// What people read, and what reaches npm.

const PAGES = ['', 'docs', 'docs/dev'].flatMap(listFiles).filter((file) => file.endsWith('.md'));
const { scripts, ...about } = JSON.parse(readText('package.json')) as Record<string, object>;

const listAllFiles = (folder: string) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
		.filter(isFile);

const readProse = (page: string) => readText(page).replace(/^```[\s\S]*?^```$/gm, '');

/** The names by which links reach the headings of a page, as GitHub makes them. */
const listAnchors = (page: string) =>
	[...readProse(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);

const links = PAGES.flatMap((page) =>
	[...readProse(page).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
		.map(([, link, picture]) => link ?? picture!)
		.filter((target) => !/^[a-z]+:/.test(target))
		.map((target) => {
			const [file = '', anchor] = target.split('#');
			return { page, file: file ? path.posix.join(path.posix.dirname(page), file) : page, anchor };
		}),
);

test('files and headings that pages link to exist', () => {
	expect(links.filter(({ file }) => !isFile(file) && !isFolder(file))).toEqual([]);
	const toHeadings = links.filter(({ anchor }) => anchor !== undefined);
	expect(toHeadings.filter(({ file, anchor }) => !listAnchors(file).includes(anchor!))).toEqual([]);
});

test('what the node and its credential link to is a heading of the README', () => {
	const sources = ['credentials', 'nodes'].flatMap(listAllFiles).map(readText).join();
	const anchors = sources.match(/(?<=rental-screening#)\w+/g) ?? [];
	expect(anchors).toContain('credential');
	expect(['readme', ...listAnchors('README.md')]).toEqual(expect.arrayContaining(anchors));
});

test('the npm scripts that pages name exist', () => {
	const pages = PAGES.filter((page) => page !== 'CHANGELOG.md').map(readText);
	const named = pages.join('\n').matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g);
	const names = Array.from(named, ([, script, short]) => script ?? short!);
	expect(Object.keys(scripts!)).toEqual(expect.arrayContaining(names));
});

test('.ci/run calls the commands of the README', () => {
	const commands = readText('README.md').match(/(?<=^|&& )npm (install|test|run demo)\b/gm) ?? [];
	expect(commands.length).toBeGreaterThan(1);
	for (const command of commands) expect(readText('.ci/run')).toContain(` ${command}`);
});

test('package.json is that of a community node: no dependency, and no script at install', () => {
	const forbidden = /^(.*ependencies|overrides|resolutions)$/;
	const found = Object.keys(about).filter((name) => forbidden.test(name));
	expect(found.sort()).toEqual(['devDependencies', 'peerDependencies']);
	expect(about['peerDependencies']).toEqual({ 'n8n-workflow': '*' });
	expect(Object.keys(scripts!).join()).not.toMatch(/install|pack|prepare\b/);
});

/** A library that got into the bundle, or files of the tests, would show. */
const MAX_KILOBYTES = 73;
const PACKED =
	/^(README\.md|LICENSE|package\.json|dist\/(rentalScreening\.js|credentials\/\w+\.credentials\.js|nodes\/RentalScreening\/(\w+\.node\.js(on)?|\w+(\.dark)?\.svg|__schema__\/.+\.json)))$/;

test('the package holds what n8n needs and nothing else, and stays small', () => {
	const { files } = about as unknown as { files: string[] };
	// npm adds these.
	const paths = ['README.md', 'LICENSE', 'package.json', ...files].flatMap((file) =>
		isFile(file) ? file : listAllFiles(file),
	);
	expect(paths.length).toBeGreaterThan(files.length + 3);
	expect(paths.filter((file) => !PACKED.test(file))).toEqual([]);
	const { length } = gzipSync(paths.map(readText).join());
	expect(length).toBeLessThanOrEqual(MAX_KILOBYTES * 1000);
});
