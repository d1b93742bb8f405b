import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SOURCE = dirname(fileURLToPath(import.meta.url));

const FILES = [
	'credentials/StockScreeningApi.credentials',
	'nodes/StockScreening/StockScreening.node',
] as const;

/** Compiles the stock node into `folder`, as a package that n8n loads. */
export async function buildStockNode(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await cp(join(SOURCE, 'package.json'), join(folder, 'package.json'));
	for (const name of FILES) {
		const source = await readFile(join(SOURCE, `${name}.mts`), 'utf8');
		const target = join(folder, 'dist', `${name}.js`);
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, compiled(source));
	}
}

function compiled(source: string): string {
	const { outputText } = ts.transpileModule(source, {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	});
	return outputText;
}
