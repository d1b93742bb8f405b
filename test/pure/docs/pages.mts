import { listFiles, readText } from '../../support/repository.mts';

/** The files that people read on GitHub. */
export const PAGES = [
	...listFiles('').filter((file) => file.endsWith('.md')),
	// A part of a page is joined with it.
	...listFiles('docs').filter((file) => file.endsWith('.md') && !file.endsWith('.part.md')),
	...listFiles('docs/dev').filter((file) => file.endsWith('.md')),
];

/** A page without its blocks of code. */
export function readProse(file: string): string {
	return readText(file).replace(/^```[\s\S]*?^```$/gm, '');
}

/** The names by which links reach the headings of a page, as GitHub makes them. */
export function listAnchors(file: string): string[] {
	return [...readProse(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);
}

/** The tables below a heading, by row and cell, without their heads. Throws if there is none. */
export function readTables(file: string, heading: string): string[][][] {
	const sections = readText(file).split(/^#+ /m);
	const section = sections.find((each) => each.split('\n', 1)[0] === heading) ?? '';
	const tables = section.match(/(?:^\|.*\n)+/gm) ?? [];
	if (tables.length === 0) throw new Error(`${file} has no table below '${heading}'`);
	return tables.map((table) => table.trim().split('\n').slice(2).map(readCells));
}

/** The first table below a heading. */
export function readTable(file: string, heading: string): string[][] {
	return readTables(file, heading)[0]!;
}

function readCells(line: string): string[] {
	return line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
}

/** What is in `code` in a text. */
export function findCodes(text: string): string[] {
	return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}
