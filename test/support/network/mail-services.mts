import { useN8n, type N8nHost } from '../n8n-host.mts';
import { startGmail, type Gmail } from './google/gmail.mts';
import { startGraph, type Graph } from './microsoft/graph.mts';
import { startNetwork, type Network } from './network.mts';

/** A real n8n to which Gmail and Outlook are stand-ins. */
export interface MailHost {
	readonly host: N8nHost;
	readonly gmail: Gmail;
	readonly graph: Graph;
}

/** Starts them before the tests of the surrounding `describe` and stops them after; only a test completes screenings. */
export function useMailServices(): MailHost {
	let gmail: Gmail;
	let graph: Graph;
	let network: Network;
	const host = useN8n(
		async () => {
			[gmail, graph] = await Promise.all([startGmail(), startGraph()]);
			network = await startNetwork({ ...gmail.hosts, ...graph.hosts });
			return { env: network.env };
		},
		{ completeAfter: {} },
	);

	afterAll(async () => {
		await gmail?.stop();
		await graph?.stop();
		await network?.stop();
	});

	return {
		host,
		get gmail() {
			return gmail;
		},
		get graph() {
			return graph;
		},
	};
}
