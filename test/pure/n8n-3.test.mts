import { readWorkflowFile, WORKFLOW_FILES } from '../support/workflow-file.mts';

// n8n 3 removes and changes what workflows could use: docs/dev/n8n-3.md.

const REMOVED_NODES = /\.(function|functionItem|itemLists|aiTransform)$/;
const REMOVED_HELPERS = /\$getPairedItem|\$evaluateExpression/;

test.each(WORKFLOW_FILES)('%s uses nothing that n8n 3 removes or changes', (file) => {
	const { nodes } = readWorkflowFile(file);
	const listTypes = (some: typeof nodes) => some.map(({ type }) => type);
	expect(listTypes(nodes).filter((type) => REMOVED_NODES.test(type))).toEqual([]);
	expect(
		nodes.filter(({ type, typeVersion }) => type.endsWith('.agent') && typeVersion < 2),
	).toEqual([]);
	expect(nodes.filter(({ parameters }) => parameters['mode'] === 'each')).toEqual([]);
	// There an empty output gets no item any more, where the node has others.
	const always = nodes.filter(({ alwaysOutputData }) => alwaysOutputData === true);
	const several = always.filter(
		({ type, onError }) => /\.(if|switch|filter)$/.test(type) || onError === 'continueErrorOutput',
	);
	expect(listTypes(several)).toEqual([]);
	expect(JSON.stringify(nodes)).not.toMatch(REMOVED_HELPERS);
});
