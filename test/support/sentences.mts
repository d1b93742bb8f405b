import ts from 'typescript';

import { readSources } from './repository.mts';

/** Every sentence in the string literals of the shipped code below `folder`: what people may get to read. */
export function listSentences(folder: string): Array<{ file: string; text: string }> {
	return Array.from(readSources(folder)).flatMap(([file, source]) =>
		listTexts(source)
			.filter((text) => /\S\s+\S/.test(text))
			.map((text) => ({ file, text })),
	);
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
