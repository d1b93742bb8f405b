import { statSync } from 'node:fs';
import path from 'node:path';

import { TASKS } from '../../../dev/tasks.mts';
import { isFile, isFolder, listFiles, readText, ROOT } from '../../support/repository.mts';
import { listAnchors, findCodes, PAGES, readProse, readTable, readTables } from './pages.mts';

interface Link {
	page: string;
	/** The file that it leads to, from the root; the page itself where it names none. */
	file: string;
	anchor?: string;
}

/** The links of a page to files of the repository and to headings. */
function listLinks(page: string): Link[] {
	const prose = readProse(page);
	const targets = [
		...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!),
		...[...prose.matchAll(/<img src="([^"]+)"/g)].map(([, target]) => target!),
	];
	return targets
		.filter((target) => !/^[a-z]+:/.test(target))
		.map((target) => {
			const [file = '', anchor] = target.split('#');
			const from = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
			return { page, file: from, ...(anchor === undefined ? {} : { anchor }) };
		});
}

const links = PAGES.flatMap(listLinks);

test('files and pictures that pages link to exist', () => {
	expect(links.filter(({ file }) => !isFile(file) && !isFolder(file))).toEqual([]);
});

test('headings that pages link to exist', () => {
	const withAnchor = links.filter(({ file, anchor }) => anchor !== undefined && isFile(file));
	expect(withAnchor.filter(({ file, anchor }) => !listAnchors(file).includes(anchor!))).toEqual([]);
});

test('every page of docs is linked from the README', () => {
	const fromReadme = listLinks('README.md').map(({ file }) => file);
	// Pages for maintainers are linked from CONTRIBUTING.
	const fromContributing = listLinks('CONTRIBUTING.md').map(({ file }) => file);
	expect(fromContributing).toEqual(
		expect.arrayContaining(PAGES.filter((page) => page.startsWith('docs/dev/'))),
	);
	const pages = PAGES.filter((page) => /^docs\/[^/]+$/.test(page));
	expect(pages.filter((page) => !fromReadme.includes(page))).toEqual([]);
});

test('headings that the node and the credential link to exist', () => {
	const shipped = [
		readText('nodes/RentalScreening/RentalScreening.node.json'),
		readText('credentials/RentalScreeningApi.credentials.ts'),
	].join('\n');
	const anchors = [...shipped.matchAll(/n8n-nodes-rental-screening#([\w-]+)/g)];
	// '#readme' is GitHub's own name for the whole of it.
	const known = [...listAnchors('README.md'), 'readme'];
	expect(anchors.length).toBeGreaterThan(0);
	expect(anchors.map(([, anchor]) => anchor!).filter((anchor) => !known.includes(anchor))).toEqual(
		[],
	);
});

test('pictures are shown somewhere, and small; the moving one may be larger', () => {
	const shown = links.map(({ file }) => file);
	for (const file of listFiles('docs/images')) {
		const most = file.endsWith('.gif') ? 1_500_000 : 200_000;
		const { size } = statSync(path.join(ROOT, file));
		expect([file, shown.includes(file), size <= most]).toEqual([file, true, true]);
	}
});

test('the npm scripts that pages name exist', () => {
	const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
	const listed = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
		[...readText(page).matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
			([, script, short]) => ({ page, script: script ?? short! }),
		),
	);
	expect(listed.filter(({ script }) => !(script in scripts))).toEqual([]);
});

test('CONTRIBUTING describes every task, and pages name no other', () => {
	const [, tasks] = readTables('CONTRIBUTING.md', 'Commands');
	const described = tasks!.flatMap(([task]) => findCodes(task!));
	expect(described.sort()).toEqual(Object.keys(TASKS).sort());
	const named = PAGES.flatMap((page) =>
		[...readText(page).matchAll(/npm run task -- ([\w-]+)/g)].map(([, task]) => task!),
	);
	expect(named.length).toBeGreaterThan(0);
	expect(named.filter((task) => !(task in TASKS))).toEqual([]);
});

test('every workflow is in the README', () => {
	const linked = readTable('README.md', 'Workflows').flatMap(([workflow]) =>
		[...workflow!.matchAll(/\]\((workflows\/[^)]+)\)/g)].map(([, file]) => file!),
	);
	const files = listFiles('workflows').filter((file) => file.endsWith('.json'));
	expect(linked.sort()).toEqual(files);
});
