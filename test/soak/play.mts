import { setTimeout as delay } from 'node:timers/promises';

import { ExecuteSingleContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import {
	createCredential,
	createExecutionId,
	retrying,
	runNode,
	type RunOutcome,
	type RunSpec,
} from '../support/engine.mts';
import type { Proof } from '../support/wire-faults.mts';
import { startWireService, type Wire, type WireReply } from '../support/wire-service.mts';
import { findFault, OPERATIONS, findName } from './scenario.mts';
import type { Scenario, SoakOperation, SoakPass } from './scenario.mts';

/** One request that the service read, and what its answer lets anybody know. */
interface Seen {
	readonly who: string;
	readonly proof: Proof;
	/** The ID that the service gave out, where its answer came whole. */
	readonly id: string | undefined;
	/** A 401, or a 403, whose first one in a run may mean that the token is too old. */
	readonly asksForLogin: boolean;
	readonly afterCancel: boolean;
}

/** What happened in one pass: what the service saw, and what the executions say. */
export type PassHistory = ReturnType<typeof toHistory>;

/** A user that is sure that nothing was forgotten: the service is well, and nothing is in the way. */
const CLEAN: SoakPass = {
	...{ updateRows: 'due', onError: 'stopWorkflow', retryOnFail: false, maxConcurrency: 5 },
	...{ sendAgain: false, executions: 1, requests: [], connections: [], logins: [] },
	...{ revokeAt: null, cancelAt: null, written: true },
};

export const PASSWORD = 'Hunter-2-Secret';
export const TOKEN = 'k9x-token';

/** Counts what is not to be the same twice: accounts, tokens and IDs. */
let given = 0;

/** Runs a scenario in n8n's engine, and then once more with nothing in the way. */
export async function play(scenario: Scenario): Promise<PassHistory[]> {
	const operation = OPERATIONS[scenario.operation];
	const history: PassHistory[] = [];
	const validTokens = new Set<string>();
	let now: PassHistory;
	let cancel = () => {};

	const replyToLogin = (): WireReply => {
		const { proof, onRequest } = findFault(now.logins.shift());
		now.loginProofs.push(proof);
		const accessToken = `${TOKEN}-${(given += 1)}`;
		validTokens.add(accessToken);
		return { body: JSON.stringify({ accessToken }), onRequest };
	};
	const replyToSend = (request: string): WireReply => {
		const pass = now;
		const who = findName(request) ?? 'nobody';
		const [, token = ''] = /^authorization: *(\S*)/im.exec(request) ?? [];
		const isKnown = validTokens.has(token);
		const planned = pass.requests.find((one) => isKnown && one.who === who && one.times > 0);
		if (planned) planned.times -= 1;
		const name = isKnown ? planned?.fault : '401 {}';
		const { proof, onRequest } = findFault(name);
		const userId = `id-${(given += 1)}-`;
		pass.seen.push({
			who,
			proof,
			id: proof === 'accepted' ? userId : undefined,
			asksForLogin: /^40[13]\b/.test(name ?? ''),
			afterCancel: pass.isCancelled,
		});
		pass.inFlight += 1;
		pass.mostInFlight = Math.max(pass.mostInFlight, pass.inFlight);
		const answerLater = async (wire: Wire) => {
			// So that requests that are sent at once are in flight at once.
			await delay(2);
			pass.inFlight -= 1;
			onRequest!(wire);
		};
		const body = JSON.stringify({ [operation.id]: userId, message: 'Sent' });
		return { body, onRequest: (wire) => void answerLater(wire) };
	};
	const service = await startWireService({
		replyTo(request, kind) {
			now.reads += 1;
			if (now.reads === now.revokeAt) validTokens.clear();
			const reply = kind === 'login' ? replyToLogin() : replyToSend(request);
			if (now.reads === now.cancelAt) {
				now.isCancelled = true;
				cancel();
			}
			return reply;
		},
		disrupt() {
			now.connected += 1;
			const planned = now.connections.find(({ number }) => number === now.connected);
			return now.isOver ? {} : findFault(planned?.fault);
		},
	});
	Object.defineProperty(ExecuteSingleContext.prototype, 'logger', {
		// Where all tests share a process, others spy on it too.
		configurable: true,
		get: () => ({ warn: (line: string) => now.log.push(line) }),
	});
	const account = { baseUrl: service.baseUrl, username: `landlord-${(given += 1)}` };
	const credential = createCredential({ ...account, password: PASSWORD });
	let sheet = scenario.rows.map(({ who, status, id }, row): IDataObject => ({
		row,
		[operation.field]: who === 'bad' ? operation.bad : `${who}@x.example`,
		...{ phone: '+14165550100', firstName: 'Nathan', lastName: 'Smith' },
		[operation.status]: status.replace('done', operation.done),
		[operation.id]: id,
		...Object.fromEntries([operation.mark, operation.note, operation.at].map((name) => [name, ''])),
	}));

	try {
		for (const pass of [...scenario.passes, CLEAN]) {
			now = toHistory(pass, operation, sheet);
			history.push(now);
			const { updateRows, onError, retryOnFail, maxConcurrency, sendAgain, executions } = pass;
			const settings = { ...retrying, retryOnFail, onError };
			const options = { maxConcurrency, sendAgain };
			const mapping = { mappingMode: 'autoMapInputData', matchColumn: '', options };
			const run = (choice: string, spec: Partial<RunSpec>) => {
				const parameters = { ...operation.parameters, ...mapping, updateRows: choice };
				return runNode({ credential, parameters, rows: now.marked, settings, ...spec });
			};
			const executionIds = Array.from({ length: executions }, createExecutionId);
			if (updateRows === 'checked') {
				// All executions read the same sheet; the marks of the last one that writes are those that stand.
				for (const executionId of executionIds) {
					const { rows, error } = await run('check', { executionId, rows: sheet });
					if (error !== undefined) throw error;
					now.marked = rows;
				}
				sheet = now.marked;
			}
			const runs = executionIds.map((executionId, execution) => {
				const onStart = (cancelThis: () => void) => (cancel = cancelThis);
				return run(updateRows, { executionId, ...(execution === 0 && { onStart }) });
			});
			now.outcomes.push(...(await Promise.all(runs)));
			now.isOver = true;
			// A request that was cancelled on its way may still arrive, or still be answered.
			if (now.isCancelled) await service.quiet();
			if (pass.written) sheet = write(now);
		}
		return history;
	} finally {
		await service.close();
	}
}

/** The sheet after the pass: what each execution that ended well puts out, in turn. */
function write({ operation: { mark }, marked, updateRows, outcomes, isCancelled }: PassHistory) {
	if (updateRows === 'off' || isCancelled) return marked;
	const written = outcomes
		.filter(({ error, errorItems }) => error === undefined && errorItems.length === 0)
		.map(({ rows }) => rows)
		.filter((rows) => rows.every((row) => !row['error']));
	if (updateRows === 'due') return written.at(-1) ?? marked;
	const changes = new Map(written.flat().map((row) => [row[mark], row]));
	return marked.map((row) => ({ ...row, ...changes.get(row[mark]) }));
}

function toHistory(pass: SoakPass, operation: SoakOperation, sheet: IDataObject[]) {
	return {
		/** With the faults that are still to come. */
		...structuredClone(pass),
		isClean: pass === CLEAN,
		operation,
		/** The sheet that it started from. */
		sheet,
		/** The same with the marks of Check Only, where Checked Rows is run. */
		marked: sheet,
		/** Who its rows are about. */
		people: sheet.map((row) => findName(String(row[operation.field]))),
		connected: 0,
		reads: 0,
		seen: [] as Seen[],
		/** Of the logins that the service read. */
		loginProofs: [] as Proof[],
		inFlight: 0,
		mostInFlight: 0,
		isCancelled: false,
		isOver: false,
		outcomes: [] as RunOutcome[],
		/** What the node wrote to n8n's log. */
		log: [] as string[],
	};
}
