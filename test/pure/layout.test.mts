import path from 'node:path';

import ts from 'typescript';

import { readSources } from '../../dev/repository.mts';

// What AGENTS.md says of the shipped code: which folder imports which, no circles, no state that grows.

const NODE = 'nodes/RentalScreening/';
const sources = readSources('nodes', 'credentials');

/** What the files of a folder may import beside its own. The node file may import everything. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
	core: ['openapi'],
	request: ['core'],
	results: ['core'],
	service: ['core'],
	rows: ['core', 'request'],
	run: ['core', 'request', 'service', 'rows'],
	panel: ['core', 'request', 'service'],
	operations: ['core', 'request', 'results', 'panel'],
	credentials: ['core', 'service'],
};

/** The files that a file imports or re-exports from by a relative path, types included. */
function listImports(file: string, source: string): string[] {
	return ts
		.preProcessFile(source, true, true)
		.importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
		.map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName).replace(/\.ts$/, ''))
		.map((target) => (sources.has(`${target}.ts`) ? `${target}.ts` : `${target}/index.ts`));
}

const imports = new Map(Array.from(sources, ([file, source]) => [file, listImports(file, source)]));
/** `rows` for `nodes/RentalScreening/rows/sheet.ts`. */
const getFolder = (file: string) => file.replace(NODE, '').split('/')[0]!;

test('each folder imports only from those below it', () => {
	const forbidden = Array.from(imports).flatMap(([file, targets]) => {
		const allowed = MAY_IMPORT[getFolder(file)];
		const others = targets.filter((target) => getFolder(target) !== getFolder(file));
		return others.filter((target) => allowed && !allowed.includes(getFolder(target)));
	});
	expect(forbidden).toEqual([]);
});

test('files import each other in no circle', () => {
	let left = Array.from(imports);
	for (let before = Infinity; left.length < before;) {
		before = left.length;
		const files = new Set(left.map(([file]) => file));
		left = left.filter(([, targets]) => targets.some((target) => files.has(target)));
	}
	expect(left.map(([file]) => file)).toEqual([]);
});

/** What may change or be filled at the top of a file, which lives as long as n8n does, and why it does not grow with use. */
const BOUNDED: Readonly<Record<string, string>> = {
	'core/person.ts collator': 'one collator',
	'request/dates.ts lastUsed': 'one calendar',
	'results/page.ts STYLE_SHEET': 'a constant',
	'results/page.ts TABLE': 'a constant',
	'rows/mark.ts knownMarks': 'at most 50,000 marks',
	'run/hook.ts runs': 'goes with the run',
	'run/run.ts memory': 'at most 50,000 requests',
	'service/login.ts logins': 'one login for each account and password',
	'service/login.ts uses': 'goes with the credential data',
};

/** A variable, an empty table or list, or an object of a class of our own. */
const STATE =
	/^(?:export )?(?:let (\w+)|const (\w+)\b.*= (?:\[\];|\{\};|new (?:Weak)?(?:Map|Set)(?:<$|.*\(\);)|new (?!(?:Weak)?(?:Map|Set)\b|RegExp|Uint8Array|Intl|Failure)))/gm;

test('what lives as long as n8n does is known and bounded', () => {
	const found = Array.from(sources).flatMap(([file, source]) =>
		[...source.matchAll(STATE)].map(
			([, one, other]) => `${file.replace(NODE, '')} ${one ?? other}`,
		),
	);
	expect(found.sort()).toEqual(Object.keys(BOUNDED).sort());
});
