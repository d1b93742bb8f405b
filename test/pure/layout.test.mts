import path from 'node:path';

import ts from 'typescript';

import { readSources } from '../support/repository.mts';

// The layout that AGENTS.md describes: which folder imports which, no circles, functions named by verbs.

const NODE = 'nodes/RentalScreening';
const OPENAPI = 'openapi';

/** What the files of a folder may import beside its own. The node file may import everything. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
	core: [],
	request: ['core'],
	results: ['core', OPENAPI],
	// An answer that is quoted has its SSNs masked.
	service: ['core', 'results'],
	rows: ['core', 'request', 'results', 'service'],
	run: ['core', 'request', 'results', 'service', 'rows'],
	panel: ['core', 'request', 'results', 'service', 'rows'],
	operations: ['core', 'request', 'results', 'service', 'rows', 'panel'],
	credentials: ['core', 'service'],
};

type Sources = ReturnType<typeof readSources>;

/** The files that each file imports or re-exports from by a relative path, types included. */
function readImports(sources: Sources): Map<string, string[]> {
	const toPath = (file: string, specifier: string) =>
		path.posix.join(path.posix.dirname(file), specifier).replace(/(\.ts)?$/, '.ts');
	return new Map(
		Array.from(sources, ([file, source]) => [
			file,
			ts
				.preProcessFile(source, true, true)
				.importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
				.map(({ fileName }) => toPath(file, fileName))
				.map((target) => [target, target.replace(/\.ts$/, '/index.ts')])
				.map(([target, index]) => (sources.has(index!) ? index! : target!)),
		]),
	);
}

/** `rows` for `nodes/RentalScreening/rows/sheet.ts`; undefined for the node file. */
function getFolder(file: string): string | undefined {
	const [folder, ...rest] = file.replace(`${NODE}/`, '').split('/');
	return rest.length === 0 ? undefined : folder;
}

/** Imports from one folder into another that MAY_IMPORT does not list. */
function findForbiddenImports(sources: Sources): string[] {
	return Array.from(readImports(sources)).flatMap(([file, imported]) => {
		const folder = getFolder(file);
		if (folder === undefined) return [];
		const allowed = [folder, ...(MAY_IMPORT[folder] ?? [])];
		return imported
			.filter((target) => !allowed.includes(getFolder(target) ?? NODE))
			.map((target) => `${file} imports ${target}`);
	});
}

/** Files that import each other in a circle, and those on a way from one circle to another. */
function findCircles(sources: Sources): string[] {
	let left = Array.from(readImports(sources));
	for (let before = Infinity; left.length < before;) {
		before = left.length;
		const files = new Set(left.map(([file]) => file));
		const imported = new Set(left.flatMap(([, targets]) => targets));
		left = left.filter(
			([file, targets]) => imported.has(file) && targets.some((target) => files.has(target)),
		);
	}
	return left.map(([file]) => file);
}

/** Names such as `noteOf` of functions, methods and members that hold a function. `isDuplicateOf` is a predicate. */
function findAccessorNames(sources: Sources): string[] {
	const found = new Set<string>();
	const visit = (node: ts.Node) => {
		if (isFunctionDeclaration(node) && node.name !== undefined) {
			const name = node.name.getText();
			if (/[a-z]Of$/.test(name) && !/^(is|has|can)[A-Z]/.test(name)) found.add(name);
		}
		ts.forEachChild(node, visit);
	};
	for (const [file, source] of sources)
		visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
	return [...found].sort();
}

/** Whether a node declares a function: by a statement, as a method, or as a variable, member or parameter. */
function isFunctionDeclaration(node: ts.Node): node is ts.NamedDeclaration {
	if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) return true;
	if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) return true;
	const { initializer, type } = node as Partial<ts.VariableDeclaration>;
	return [initializer, type].some(
		(part) =>
			part !== undefined &&
			(ts.isArrowFunction(part) || ts.isFunctionExpression(part) || ts.isFunctionTypeNode(part)),
	);
}

const shipped = readSources('nodes', 'credentials');

test.each([
	['core/text.ts', '../rows/mark', 'rows/mark.ts'],
	['request/body.ts', '../results/cells', 'results/cells.ts'],
	['rows/sheet.ts', '../run', 'run/index.ts'],
	['panel/rows.ts', '../operations/flow', 'operations/flow.ts'],
	['operations/flow.ts', '../run/run', 'run/run.ts'],
	['operations/flow.ts', '../RentalScreening.node', 'RentalScreening.node.ts'],
	['helpers/text.ts', '../core/text', 'core/text.ts'],
])('%s may not import %s', (file, specifier, target) => {
	for (const statement of ['import type { A }', 'import { a }', 'export { a }']) {
		const sources = new Map([
			[`${NODE}/${file}`, `${statement} from '${specifier}';`],
			[`${NODE}/${target}`, ''],
		]);
		expect(findForbiddenImports(sources)).toEqual([`${NODE}/${file} imports ${NODE}/${target}`]);
	}
});

test('a lower folder, a file of the same folder and a package may be imported', () => {
	const source = ["'../core/text'", "'./mark'", "'n8n-workflow'"]
		.map((from) => `import { a } from ${from};`)
		.join('\n');
	expect(findForbiddenImports(new Map([[`${NODE}/rows/sheet.ts`, source]]))).toEqual([]);
});

test('the node file may import any folder', () => {
	const source = "import { a } from './run';";
	expect(findForbiddenImports(new Map([[`${NODE}/RentalScreening.node.ts`, source]]))).toEqual([]);
});

test('no shipped file imports from a folder above its own', () => {
	expect(findForbiddenImports(shipped)).toEqual([]);
});

test('every folder that is listed exists', () => {
	const folders = new Set([...shipped.keys()].map(getFolder));
	expect(Object.keys(MAY_IMPORT).filter((folder) => !folders.has(folder))).toEqual([]);
});

describe('files of the shipped code import each other in no circle', () => {
	const read = (imports: Record<string, string[]>) =>
		new Map(
			Object.entries(imports).map(([file, targets]) => [
				`${NODE}/core/${file}.ts`,
				targets.map((target) => `import type { A } from './${target}';`).join('\n'),
			]),
		);

	test('a circle is found, without the files before and behind it', () => {
		const sources = read({ start: ['a'], a: ['b'], b: ['c'], c: ['a', 'end'], end: [] });
		expect(findCircles(sources)).toEqual(['a', 'b', 'c'].map((name) => `${NODE}/core/${name}.ts`));
	});

	test('two ways to one file are no circle', () => {
		expect(findCircles(read({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
	});

	test('no shipped file is in a circle', () => {
		expect(findCircles(shipped)).toEqual([]);
	});
});

test.each([
	['function noteOf() {}', ['noteOf']],
	['const noteOf = () => 1, textOf = function () {};', ['noteOf', 'textOf']],
	['class A { noteOf() {} textOf = () => 1; }', ['noteOf', 'textOf']],
	['interface A { noteOf(): void; textOf: () => void }', ['noteOf', 'textOf']],
	['const a = { noteOf() {}, textOf: () => 1 };', ['noteOf', 'textOf']],
	['function read(noteOf: () => string) {}', ['noteOf']],
	['const isDuplicateOf = () => true; const duplicateOf = 3; text.indexOf("a");', []],
])('functions named …Of are found: %s', (source, found) => {
	expect(findAccessorNames(new Map([['file.ts', source]]))).toEqual(found);
});

test('no function is named …Of', () => {
	const others = readSources('dev', 'bench', 'test');
	expect(findAccessorNames(new Map([...shipped, ...others]))).toEqual([]);
});
