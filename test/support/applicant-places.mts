import type { WorkflowJson } from '../../dev/host/client.mts';
import { findFailure } from '../../dev/host/execution.mts';
import { listAsked, toEmail, findUserId } from './applicants-table.mts';
import { startHttpStub, type HttpStub } from './http-stub.mts';
import { describeLong, type N8nHost } from './n8n-host.mts';
import type { Published } from './published.mts';

const NAMES = ['amara', 'leo', 'priya'];
const EMAILS = NAMES.map(toEmail);

/** Where a workflow keeps applicants: a sheet, a table or a file. */
export interface Place {
	/** The workflow for it, published after `change`. */
	publish(change?: (workflow: WorkflowJson) => void): Promise<Published>;
	/** What it says of each applicant, in any order. */
	rows(): Promise<Array<{ email: string; status: unknown; userId: unknown }>>;
	/** What is the person's own in it. */
	own(): unknown;
	/** Makes every mark older than an hour. */
	age(): Promise<void>;
}

interface PlaceTests {
	/** Makes one with applicants of these names, who can all be sent. */
	createPlace(names: readonly string[]): Promise<Place>;
	/** What every row says after two runs that began at once; absent where they must not. */
	afterOverlap?: RegExp;
	/** Whether the workflow fetches results too. */
	hasResults?: true;
	/** The steps of the workflow between which a start may be held: each from one node to the next. */
	steps?: Readonly<Record<string, readonly [from: string, to: string]>>;
}

/** What must hold of each workflow that sends applicants, wherever they are kept. */
export function describePlace(
	host: N8nHost,
	{ createPlace, afterOverlap, hasResults, steps = {} }: PlaceTests,
): void {
	/** Where everything has ended, each applicant was asked once, and the row says so with the applicant's own ID. */
	async function expectEachOnce(
		place: Place,
		{ run }: Published,
		own: unknown,
		expected = /^(maybe )?sent$/,
	) {
		for (let round = 0; round < 2; round += 1) {
			await place.age();
			await run();
		}
		expect(listAsked(host)).toEqual(EMAILS);
		const rows = await place.rows();
		expect(rows.map(({ email }) => email).sort()).toEqual(EMAILS);
		for (const { email, status, userId } of rows) {
			expect(status).toMatch(expected);
			if (status === 'sent') expect(userId).toBe(findUserId(host, email.replace(/@.*/, '')));
			else expect(userId || '').toBe('');
		}
		expect(await place.own()).toEqual(own);
	}

	test('two runs that begin at once send nobody twice and lose nobody', async () => {
		const place = await createPlace(NAMES);
		const own = await place.own();
		const workflow = await place.publish();
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 500, times: 3 });
		await workflow.runAtOnce(2);
		if (afterOverlap === undefined) expect(listAsked(host)).toEqual(EMAILS);
		else await expectEachOnce(place, workflow, own, afterOverlap);
	});

	if (hasResults) {
		test('results that could not be fetched end one run red, and no other', async () => {
			const { run } = await (await createPlace(NAMES)).publish();
			expect(findFailure(await run())).toBeUndefined();
			host.sandbox.disrupt({ operation: 'getScreeningData', status: 400, times: 3 });
			expect(findFailure(await run())?.message).toMatch(/^3 to fix\. /);
			expect(findFailure(await run())).toBeUndefined();
		});
	}

	if (Object.keys(steps).length === 0) return;
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
			const workflow = await place.publish((changed) => hold.insert(changed, from, to));
			const first = workflow.start();
			await hold.reached;
			await workflow.run();
			hold.release();
			await first;
			await expectEachOnce(place, workflow, own);
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
