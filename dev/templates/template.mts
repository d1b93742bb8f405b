import type { WorkflowJson } from '../host/client.mts';

const IMAGES =
	'https://raw.githubusercontent.com/n8n-nodes-rental-screening/n8n-nodes-rental-screening/main/docs/images';

/**
 * The template that a file of `workflows/` makes, as n8n's Creator hub takes it: the workflow, named as the
 * template, and a description in Markdown. Its title is the heading of the note 'About', its
 * description the rest of that note below a picture of the workflow, since n8n's library cannot draw a
 * workflow with a community node.
 */
export function templateOf(file: string, workflow: WorkflowJson) {
	const about = workflow.nodes.find(({ name }) => name === 'About');
	const [heading = '', ...rest] = String(about?.parameters['content']).split('\n');
	const title = heading.replace(/^## /, '');
	const text = rest.join('\n').replaceAll(/^### /gm, '## ');
	return {
		workflow: { ...workflow, name: title },
		description: `![${title}](${IMAGES}/workflow-${file}.png)\n\n${text}\n`,
	};
}
