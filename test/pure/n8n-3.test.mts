import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INode } from 'n8n-workflow';

// What n8n 3 removes or changes, and a workflow could use: docs/dev/n8n-3.md.

const REMOVED_NODES = /\.(function|functionItem|itemLists|aiTransform|code)$/;
const REMOVED_HELPERS = /\$getPairedItem|\$evaluateExpression/;

const ROOT = path.resolve(import.meta.dirname, '../..');
const files = ['workflows', 'dev/demo'].flatMap((folder) =>
	readdirSync(path.join(ROOT, folder))
		.filter((file) => file.endsWith('.json'))
		.map((file) => `${folder}/${file}`),
);

test.each(files)('%s uses nothing that n8n 3 removes or changes', (file) => {
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	const { nodes } = JSON.parse(text) as { nodes: INode[] };
	expect(nodes).not.toEqual([]);
	// Of the two Code nodes, only the one for LangChain goes.
	const types = nodes.map(({ type }) => type).filter((type) => type !== 'n8n-nodes-base.code');
	expect(types.filter((type) => REMOVED_NODES.test(type))).toEqual([]);
	const subWorkflows = nodes.filter(({ type }) => type.endsWith('.executeWorkflow'));
	expect(subWorkflows.filter(({ parameters }) => parameters['mode'] === 'each')).toEqual([]);
	expect(nodes.filter((node) => node.type.endsWith('.agent') && node.typeVersion < 2)).toEqual([]);
	// There an empty output gets no item any more, where the node has others.
	const always = nodes.filter(({ alwaysOutputData }) => alwaysOutputData === true);
	const several = always.filter(
		({ type, onError }) => /\.(if|switch|filter)$/.test(type) || onError === 'continueErrorOutput',
	);
	expect(several).toEqual([]);
	expect(text).not.toMatch(REMOVED_HELPERS);
});
