import type { N8nClient, SavedCredential, WorkflowJson } from '../../dev/host/client.mts';

/**
 * Ways in which a node loses its credential. n8n then fails the node as a whole and, with an error
 * output in use, hands its input on by the first output, as if it had succeeded.
 */
export const LOST_CREDENTIALS = ['was never chosen', 'was deleted'] as const;

const ACCOUNT = { baseUrl: 'https://screening.example.com', username: 'a', password: 'b' };

/**
 * Saves a workflow with the credentials, except that the one of the node named `node` is lost in the
 * given way. Returns the workflow's id.
 */
export async function createWithLostCredential(
	client: N8nClient,
	workflow: WorkflowJson,
	credentials: SavedCredential[],
	{ node: name, lost }: { node: string; lost: (typeof LOST_CREDENTIALS)[number] },
): Promise<string> {
	const node = workflow.nodes.find((one) => one.name === name)!;
	if (lost === 'was never chosen') {
		delete node.credentials;
		return (await client.createWorkflow(workflow, credentials)).id;
	}
	const [type] = Object.keys(node.credentials!);
	const linked = credentials.find((credential) => credential.type === type)!;
	// A copy, linked by hand, so that the other nodes keep theirs.
	const data = linked.type === 'rentalScreeningApi' ? ACCOUNT : {};
	const { id } = await client.createCredential(linked.type, 'Deleted', data);
	node.credentials = {};
	const saved = await client.createWorkflow(workflow, credentials);
	const nodes = saved.nodes.map((one) =>
		one.name === name ? { ...one, credentials: { [type!]: { id, name: 'Deleted' } } } : one,
	);
	await client.updateWorkflow(saved.id, { ...saved, nodes });
	await client.rest('DELETE', `/credentials/${id}`);
	return saved.id;
}
