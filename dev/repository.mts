import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

// The files of this repository, by their paths from its root, with `/`.

export const ROOT = path.resolve(import.meta.dirname, '..');

export function readText(file: string): string {
	return readFileSync(path.join(ROOT, file), 'utf8');
}

export function isFile(file: string): boolean {
	return statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.isFile() === true;
}

export function isFolder(file: string): boolean {
	return statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The files of a folder, without those of its folders. */
export function listFiles(folder: string): string[] {
	return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => path.posix.join(folder, name))
		.sort();
}

/** The texts of all TypeScript files below these folders, by their paths. */
export function readSources(...folders: readonly string[]): ReadonlyMap<string, string> {
	const files = folders.flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.m?ts$/.test(file))
			.map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
	);
	return new Map(files.map((file) => [file, readText(file)]));
}
