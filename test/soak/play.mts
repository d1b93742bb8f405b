import { createRequire } from 'node:module';
import type { IDataObject } from 'n8n-workflow';

import { credentialFor, runNode, type RunOutcome } from '../support/engine.mts';
import { eventually } from '../support/eventually.mts';
import type { Proof } from '../support/wire-faults.mts';
import { answer, startWireService, type WireReply } from '../support/wire-service.mts';
import { faultNamed, OPERATIONS, type Scenario, type SoakPass, type SoakRow } from './scenario.mts';

/** One request that the service read, and what its answer lets anybody know. */
export interface Seen {
	readonly who: string;
	readonly proof: Proof;
	/** The ID that the service gave out, where its answer came whole. */
	readonly id?: string;
	readonly is401: boolean;
	readonly afterCancel: boolean;
}

/** What happened in one pass: what the service saw, and what the executions say. */
export interface PassHistory extends SoakPass {
	/** The sheet that it started from. */
	readonly sheet: readonly IDataObject[];
	readonly seen: Seen[];
	/** The proofs of the logins that the service read. */
	readonly logins: Proof[];
	readonly outcomes: RunOutcome[];
	/** What the node wrote to n8n's log. */
	readonly log: string[];
	mostInFlight: number;
	isCancelled: boolean;
}

/** A user that is sure that nothing was forgotten: the service is well, and nothing is in the way. */
const CLEAN: SoakPass = {
	updateRows: true,
	onError: 'stopWorkflow',
	retryOnFail: false,
	maxConcurrency: 5,
	sendAgain: false,
	executions: 1,
	requests: [],
	connections: [],
	logins: [],
	revokeAt: null,
	cancelAt: null,
	written: true,
};

export const PASSWORD = 'Hunter-2-Secret';
export const TOKEN = 'k9x-token';

let log: string[] = [];
const { ExecuteSingleContext } = createRequire(import.meta.url)(
	'n8n-core',
) as typeof import('n8n-core');
Object.defineProperty(ExecuteSingleContext.prototype, 'logger', {
	// Where all tests share a process, others spy on it too.
	configurable: true,
	get: () => ({ warn: (line: string) => log.push(line) }),
});

let scenarios = 0;

/** Runs a scenario in n8n's engine, and then once more with nothing in the way. */
export async function play(scenario: Scenario): Promise<PassHistory[]> {
	const operation = OPERATIONS[scenario.operation]!;
	scenarios += 1;
	const history: PassHistory[] = [];
	const validTokens = new Set<string>();
	let tokens = 0;
	let ids = 0;
	let now: PassHistory;
	let left: { requests: Array<{ who: string; fault: string }>; logins: string[] };
	let inFlight = 0;
	let reads = 0;
	let connections = 0;
	let connectionsBefore = 0;
	let isOver = false;
	let cancel = () => {};

	const reply = (request: string, kind: string): WireReply => {
		const afterCancel = now.isCancelled;
		reads += 1;
		if (reads === now.cancelAt) {
			now.isCancelled = true;
			cancel();
		}
		if (reads === now.revokeAt) validTokens.clear();
		return kind === 'login' ? replyToLogin() : replyToSend(request, afterCancel);
	};
	const replyToLogin = (): WireReply => {
		const trouble = faultNamed(left.logins.shift());
		now.logins.push(trouble?.proof ?? 'accepted');
		const accessToken = `${TOKEN}-${(tokens += 1)}`;
		validTokens.add(accessToken);
		return { body: JSON.stringify({ accessToken }), onRequest: trouble?.onRequest };
	};
	const replyToSend = (request: string, afterCancel: boolean): WireReply => {
		const [, who = ''] = /"(\w+)@x\.example"/.exec(request) ?? [];
		const [, token = ''] = /^authorization: *(\S*)/im.exec(request) ?? [];
		const at = left.requests.findIndex((one) => one.who === who);
		const isKnown = validTokens.has(token);
		const planned = isKnown && at !== -1 ? left.requests.splice(at, 1)[0]!.fault : undefined;
		const name = isKnown ? planned : '401 {}';
		const trouble = faultNamed(name);
		const proof = trouble?.proof ?? 'accepted';
		const id = `id-${scenarios}-${(ids += 1)}-`;
		const is401 = name?.startsWith('401') === true;
		now.seen.push({ who, proof, is401, afterCancel, ...(proof === 'accepted' && { id }) });
		inFlight += 1;
		now.mostInFlight = Math.max(now.mostInFlight, inFlight);
		return {
			body: JSON.stringify({ [operation.member]: id, message: 'Sent' }),
			onRequest: (wire) => {
				inFlight -= 1;
				if (trouble) trouble.onRequest!(wire);
				else wire.http.end(answer(200, wire.body));
			},
		};
	};

	const service = await startWireService({
		replyTo: reply,
		troubleOf: (connection) => {
			connections = connection;
			const number = connection - connectionsBefore;
			const planned = now.connections.find((one) => one.number === number);
			return (!isOver && faultNamed(planned?.fault)) || {};
		},
	});
	const account = { baseUrl: service.baseUrl, username: `landlord-${scenarios}` };
	const credential = credentialFor({ ...account, password: PASSWORD });
	let sheet = scenario.rows.map((row, index) => columnsOf(row, index, scenario.operation));

	const run = async (pass: SoakPass, execution: number): Promise<RunOutcome> => {
		const { updateRows, onError, retryOnFail, maxConcurrency, sendAgain } = pass;
		return await runNode({
			credential,
			parameters: {
				...operation.parameters,
				mappingMode: 'autoMapInputData',
				updateRows,
				options: { maxConcurrency, sendAgain },
			},
			rows: sheet,
			settings: { onError, retryOnFail, maxTries: 3, waitBetweenTries: 1 },
			onStart: (cancelThis) => {
				if (execution === 0) cancel = cancelThis;
			},
		});
	};

	try {
		for (const pass of [...scenario.passes, CLEAN]) {
			log = [];
			const empty = { seen: [], logins: [], outcomes: [], mostInFlight: 0 };
			now = { ...pass, ...empty, sheet: structuredClone(sheet), log, isCancelled: false };
			history.push(now);
			const repeated = pass.requests.flatMap((one) => Array<typeof one>(one.times).fill(one));
			left = { requests: repeated, logins: [...pass.logins] };
			reads = 0;
			connectionsBefore = connections;
			isOver = false;
			const runs = Array.from({ length: pass.executions }, (_, execution) => run(pass, execution));
			now.outcomes.push(...(await Promise.all(runs)));
			// A request that was cancelled on its way may still arrive, or still be answered.
			isOver = true;
			if (now.isCancelled) {
				await service.quiet();
				await eventually(() => inFlight === 0);
			}
			const { items, errorItems, error } = now.outcomes.at(-1)!;
			const isWhole = error === undefined && errorItems.length === 0 && !now.isCancelled;
			const rows = items.map(({ json }) => json);
			if (pass.updateRows && pass.written && isWhole && rows.every((row) => !row['error'])) {
				sheet = rows;
			}
		}
		return history;
	} finally {
		await service.close();
	}
}

/** The columns of a row, as the sheet has them at first. */
function columnsOf({ who, status, id }: SoakRow, row: number, name: string): IDataObject {
	const operation = OPERATIONS[name]!;
	return {
		row,
		[operation.field]: who === 'bad' ? operation.bad : `${who}@x.example`,
		phone: '+14165550100',
		lastName: 'Smith',
		[operation.status]: status.replace('done', operation.done),
		[operation.id]: id,
	};
}
