import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every sentence in the string literals of the shipped code below `folder`: what people may get to read. */
export function sentencesOf(folder: string): Array<{ file: string; text: string }> {
	return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => {
			const name = path.join(folder, file);
			return listTexts(readFileSync(path.join(ROOT, name), 'utf8'))
				.filter((text) => /\S\s+\S/.test(text))
				.map((text) => ({ file: name, text }));
		});
}

function listTexts(source: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node) => {
		if (
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddleOrTemplateTail(node)
		) {
			texts.push(node.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('shipped.ts', source, ts.ScriptTarget.ES2022));
	return texts;
}
