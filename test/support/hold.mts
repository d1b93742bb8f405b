import type { WorkflowJson } from '../../dev/host/client.mts';
import { startHttpStub } from './http-stub.mts';

/** Holds the first start of a workflow that comes to it until its release, which may fail the start. */
export async function startHold() {
	let reach = () => {};
	let release: (status: number) => void = () => {};
	const reached = new Promise<void>((resolve) => (reach = resolve));
	const released = new Promise<number>((resolve) => (release = resolve));
	let count = 0;
	const stub = await startHttpStub(async () => {
		count += 1;
		if (count > 1) return {};
		reach();
		return { status: await released };
	});
	return {
		reached,
		release: (status = 200) => release(status),
		async close() {
			release(200);
			await stub.close();
		},
		/** Puts it between two nodes; the items pass it unchanged. */
		insert({ nodes, connections }: WorkflowJson, [from, to]: readonly [string, string]): void {
			const ask = { name: 'Hold', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
			const wait = { name: 'Held', type: 'n8n-nodes-base.merge', typeVersion: 3.2 };
			nodes.push(
				{
					...{ ...ask, id: 'hold', position: [0, 3000], executeOnce: true },
					parameters: { url: stub.origin, options: {} },
				},
				{
					...{ ...wait, id: 'held', position: [200, 3000] },
					parameters: { mode: 'chooseBranch', useDataOfInput: 1 },
				},
			);
			const [ends] = connections[from]!['main']!;
			const index = ends!.findIndex(({ node }) => node === to);
			if (index === -1) throw new Error(`'${from}' does not lead to '${to}'.`);
			const type = 'main' as const;
			const next = ['Hold', 'Held'].map((node) => ({ node, type, index: 0 }));
			const [end] = ends!.splice(index, 1, ...next);
			connections['Hold'] = { main: [[{ node: 'Held', type, index: 1 }]] };
			connections['Held'] = { main: [[end!]] };
		},
	};
}
