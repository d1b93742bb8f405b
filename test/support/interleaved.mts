import type { WorkflowJson } from '../../dev/host/client.mts';
import { listAsked, toEmail, findUserId } from './applicants-table.mts';
import { startHttpStub, type HttpStub } from './http-stub.mts';
import { describeLong, type N8nHost } from './n8n-host.mts';
import type { Published } from './published.mts';

const NAMES = ['amara', 'leo', 'priya'];
const EMAILS = NAMES.map(toEmail);

/** Where a workflow keeps applicants. */
export interface Place {
	/** The workflow for it, published after `change`. */
	publish(change: (workflow: WorkflowJson) => void): Promise<Published>;
	/** What it says of each applicant, in any order. */
	rows(): Promise<Array<{ email: string; status: unknown; userId: unknown }>>;
	/** What is the person's own in it. */
	own(): unknown;
	/** Makes every mark older than an hour. */
	age(): Promise<void>;
}

/** The steps of a workflow between which a start may be held: each from one node to the next. */
export type Steps = Readonly<Record<string, readonly [from: string, to: string]>>;

/**
 * What must hold of each workflow that marks rows before it sends them, wherever they are kept: one start is held
 * after each of its steps while another runs from its beginning to its end.
 */
export function describeInterleavedStarts(
	host: N8nHost,
	steps: Steps,
	createPlace: (names: readonly string[]) => Promise<Place>,
): void {
	describeLong('two interleaved starts send nobody twice and lose nobody', () => {
		let hold: Awaited<ReturnType<typeof startHold>>;

		beforeEach(async () => {
			hold = await startHold();
		});

		afterEach(async () => {
			await hold.close();
		});

		test.each(Object.entries(steps))('the first is held %s', async (_, [from, to]) => {
			const place = await createPlace(NAMES);
			const own = await place.own();
			const { start, run } = await place.publish((workflow) => hold.insert(workflow, from, to));
			const first = start();
			await hold.reached;
			await run();
			hold.release();
			await first;
			for (let round = 0; round < 2; round += 1) {
				await place.age();
				await run();
			}
			expect(listAsked(host)).toEqual(EMAILS);
			const rows = await place.rows();
			expect(rows.map(({ email }) => email).sort()).toEqual(EMAILS);
			for (const { email, status, userId } of rows) {
				expect(status).toMatch(/^(maybe )?sent$/);
				if (status === 'sent') expect(userId).toBe(findUserId(host, email.replace(/@.*/, '')));
				else expect(userId || '').toBe('');
			}
			expect(await place.own()).toEqual(own);
		});
	});
}

/** Holds the first start that comes to it until its release. */
async function startHold() {
	let reach = () => {};
	let release = () => {};
	const reached = new Promise<void>((resolve) => (reach = resolve));
	const released = new Promise<void>((resolve) => (release = resolve));
	let count = 0;
	const stub: HttpStub = await startHttpStub(async () => {
		count += 1;
		if (count > 1) return {};
		reach();
		await released;
		return {};
	});
	return {
		reached,
		release: () => release(),
		async close() {
			release();
			await stub.close();
		},
		/** Puts it between two nodes; the items pass it unchanged. */
		insert({ nodes, connections }: WorkflowJson, from: string, to: string): void {
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
			const [end] = ends!.splice(
				index,
				1,
				{ node: 'Hold', type, index: 0 },
				{ node: 'Held', type, index: 0 },
			);
			connections['Hold'] = { main: [[{ node: 'Held', type, index: 1 }]] };
			connections['Held'] = { main: [[end!]] };
		},
	};
}
