import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sandbox, SandboxOptions } from '../sandbox/index.mts';

/**
 * What the sandbox remembers from one start to the next: the n8n in the same home keeps its workflows and
 * data tables, and the ids in them should go on to mean something.
 */
export class SandboxMemory {
	readonly #file: string;

	constructor(home: string) {
		this.#file = join(home, 'sandbox.json');
	}

	/** The option with which a sandbox goes on; none where there is nothing readable to go on from. */
	async recalled(): Promise<Pick<SandboxOptions, 'records'>> {
		try {
			const text = await readFile(this.#file, 'utf8');
			return JSON.parse(text) as Pick<SandboxOptions, 'records'>;
		} catch {
			return {};
		}
	}

	/** Writes down what a sandbox remembers. */
	async keep({ records }: Sandbox): Promise<void> {
		await mkdir(dirname(this.#file), { recursive: true });
		await writeFile(this.#file, JSON.stringify({ records }));
	}
}
