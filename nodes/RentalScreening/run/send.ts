import type { IDataObject } from 'n8n-workflow';

import { isSentAgain } from '../request/options';
import { isBlank } from '../request/text';
import { isRecord } from '../results/values';
import type { RequestAccount } from '../service/account';
import { CUT_ANSWER, readFault, type Fault } from '../service/fault';
import { loginFailureIn, type LoginFailure } from '../service/loginFailure';
import { redactionOf } from '../service/redaction';
import { Aborted } from './abort';
import { Failure } from './failure';
import type { ItemRun } from './itemRun';
import type { Operation } from './operation';
import {
	alreadySentUnclear,
	askedToWait,
	failureOf,
	notSent,
	serviceFails,
	unexpectedAnswer,
	type RequestSubject,
} from './requestFailure';
import { asksToWaitTooLong, nothingGetsThrough, waitBeforeRepeat, waitForAll } from './retry';
import { requestKey, type SentRequest } from './sentRequests';
import { ownColumnsOf } from './sheet';

/** So many requests without a clear outcome, and no success between them, and nothing more starts. */
const MOST_UNCLEAR = 3;

type Step = { answer: IDataObject } | { known: SentRequest } | { pauseMs: number };

/**
 * Sends an item's request under rules 2, 3, 5, 6 and 8 and returns the answer, a JSON object with the members
 * that the service document lists. A POST that this process has just sent is answered from memory.
 * Throws `Failure` or `Aborted`.
 */
export async function send(item: ItemRun): Promise<IDataObject> {
	const answered = untilAnswered(item);
	void answered.catch((thrown: unknown) => settleAfter(item, thrown));
	return await answered;
}

async function untilAnswered(item: ItemRun): Promise<IDataObject> {
	for (let repeats = 0; ; repeats++) {
		const step = await enterAndSend(item, repeats);
		if ('answer' in step) return step.answer;
		if ('known' in step) {
			const answer = await answerOfKnown(item, step.known);
			if (answer !== undefined) return answer;
		} else if (step.pauseMs > 0) await item.run.gate.abort.sleep(step.pauseMs);
	}
}

/** Settles the claim, for callers that wait for the result of this request. */
function settleAfter(item: ItemRun, thrown: unknown): void {
	const maybe =
		thrown instanceof Failure
			? thrown.kind === 'maybe'
			: !(thrown instanceof Aborted) || thrown.uncertain;
	item.claim?.settle(maybe ? { uncertain: true } : undefined);
	item.claim = undefined;
}

async function enterAndSend(item: ItemRun, repeats: number): Promise<Step> {
	const { run, index, tries } = item;
	const narrowings = await run.gate.enter(index, repeats > 0 || tries > 0);
	const sending = sendOnce(item, narrowings, repeats);
	// n8n's scanner knows no other way to look at what is thrown and pass it on.
	void sending.catch((thrown: unknown) => {
		if (thrown instanceof Failure) run.onFailure(item, thrown);
	});
	try {
		return await sending;
	} finally {
		run.gate.leave();
	}
}

async function sendOnce(item: ItemRun, narrowings: number, repeats: number): Promise<Step> {
	const { wire, request, run } = item;
	const { gate } = run;
	if (gate.closed !== undefined) throw notSent(gate.closed);
	let known: SentRequest | undefined;
	let isAtLogin = true;
	let isAnnounced = false;
	let isTooLate = false;
	let body: unknown;
	const answered = wire.send(request, (account) => {
		isAtLogin = account === undefined;
		isAnnounced ||= !isAtLogin;
		isTooLate = gate.abort.isOn || gate.closed !== undefined;
		if (!isTooLate && account !== undefined) known = announce(item, account);
		if (isTooLate || known !== undefined) throw new Aborted();
	});
	// n8n cancels requests, but not the login before them or after a 401.
	await gate.abort.race(
		answered.catch(() => {}),
		() => isAtLogin,
	);
	try {
		body = await answered;
	} catch (thrown) {
		if (known !== undefined) return { known };
		// What stopped it stops the next try in front of the gate.
		if (isTooLate) return { pauseMs: 0 };
		const login = loginFailureIn(thrown);
		if (login !== undefined) return { pauseMs: pauseAfterLogin(item, login, repeats) };
		// n8n announces every request before it sends it.
		const fault = isAnnounced ? readFault(thrown) : { ...readFault(thrown), neverSent: true };
		return { pauseMs: pauseAfter(item, fault, narrowings, repeats) };
	}
	gate.gotThrough += 1;
	if (wire.method === 'GET' && isCut(body)) {
		return { pauseMs: pauseAfter(item, CUT, narrowings, repeats) };
	}
	return { answer: accepted(item, body) };
}

/** Claims the request right before it goes out; returns the identical one that was sent already, if any. */
function announce(item: ItemRun, account: RequestAccount): SentRequest | undefined {
	const { index, input, request, wire, run } = item;
	item.account = account;
	if (wire.method === 'GET') return undefined;
	if (item.claim === undefined) {
		// A model that repeats its call has no rows that could differ.
		const counted = run.operation.isPerRow === true && !input.isOfToolCall;
		const written = writtenColumns(run.operation);
		const row = counted ? { columns: input.columns, written } : undefined;
		const key = requestKey(account.key, wire.path, request.body, row);
		const taken = run.memory.take(key, { index, counted, again: isSentAgain(input) });
		if ('known' in taken) return taken.known;
		item.claim = taken.claim;
	}
	item.sentAt = item.claim.sending();
	return undefined;
}

/** The answer to the identical request; undefined when it was not accepted, so that this one may go. */
async function answerOfKnown(
	item: ItemRun,
	{ sentAt, result }: SentRequest,
): Promise<IDataObject | undefined> {
	const { gate, operation } = item.run;
	const settled = await gate.abort.race(result);
	if (settled === undefined) return undefined;
	if (!('answer' in settled)) throw alreadySentUnclear(operation, sentAt);
	item.sentAt = sentAt;
	item.alreadySent = true;
	return settled.answer;
}

/** Milliseconds to wait before the request goes out again; throws the `Failure` when it must not. */
function pauseAfter(item: ItemRun, fault: Fault, narrowings: number, repeats: number): number {
	const { wire, run } = item;
	const { gate } = run;
	if (fault.cancelled) throw new Aborted(wire.method !== 'GET' && !fault.neverSent);
	if (!fault.neverSent && fault.status !== 401) noteReached(item);
	noteRateLimit(item, fault);
	const pauseMs = waitBeforeRepeat(wire.method, fault, repeats, item.stalled.times);
	if (pauseMs === undefined) throw giveUp(item, fault);
	if (fault.status === 429) gate.narrow(narrowings, pauseMs);
	else if (waitForAll(fault) !== undefined) gate.startNothingFor(pauseMs);
	else return pauseMs;
	return 0;
}

/** The service has answered, or may have. What is not fetched is about one item, so the others may go. */
function noteReached({ wire, run: { gate } }: ItemRun): void {
	gate.isReached = true;
	if (wire.method === 'GET') gate.open();
}

/** Counts what gets through and, for this request, what does not. */
function noteRateLimit({ run: { gate }, stalled }: ItemRun, { status }: Fault): void {
	if (status === 429) {
		if (stalled.since !== gate.gotThrough) stalled.times = 0;
		stalled.since = gate.gotThrough;
		stalled.times += 1;
	} else if (status !== undefined && status !== 401 && status < 500) gate.gotThrough += 1;
}

/** The failure of a request that is not repeated; where it holds for everybody, the gate closes. */
function giveUp(item: ItemRun, fault: Fault): Failure {
	const { run, wire, stalled } = item;
	const { gate } = run;
	const failure = failureOf(fault, subjectOf(item));
	const unreachable = fault.neverSent && !gate.isReached;
	const rateLimited = fault.status === 429 && nothingGetsThrough(wire.method, stalled.times);
	if (unreachable || rateLimited || fault.status === 401) gate.closed = failure;
	else if (asksToWaitTooLong(fault)) gate.closed = askedToWait(fault, subjectOf(item));
	else {
		const waitMs = waitForAll(fault);
		if (waitMs !== undefined) gate.startNothingFor(waitMs);
	}
	if (failure.kind === 'refused') gate.open();
	noteIfUnclear(item, failure);
	return failure;
}

/** A login that failed lets nothing else through either; only what may pass by itself is tried again. */
function pauseAfterLogin(item: ItemRun, login: LoginFailure, repeats: number): number {
	const { gate } = item.run;
	const { passing, headers, happened, hint } = login;
	const fault = { headers, neverSent: true, cancelled: false };
	const pauseMs = passing ? waitBeforeRepeat('POST', fault, repeats) : undefined;
	if (pauseMs === undefined) {
		const mayPass = passing && !asksToWaitTooLong(fault);
		gate.closed = new Failure(mayPass ? 'unreachable' : 'noAccess', happened, hint);
		throw gate.closed;
	}
	gate.startNothingFor(pauseMs);
	return 0;
}

/** A service that fails again and again is left alone. */
function noteIfUnclear({ run: { gate } }: ItemRun, { kind }: Failure): void {
	if (kind !== 'maybe') return;
	gate.unclear += 1;
	if (gate.unclear >= MOST_UNCLEAR) gate.closed ??= serviceFails(MOST_UNCLEAR);
}

function accepted(item: ItemRun, body: unknown): IDataObject {
	const { gate, operation } = item.run;
	const missing = missingMembers(body, item);
	if (missing === 'all' || missing.length > 0) {
		noteReached(item);
		const failure = unexpectedAnswer(body, missing, subjectOf(item));
		noteIfUnclear(item, failure);
		throw failure;
	}
	gate.open();
	gate.unclear = 0;
	const answer = body as IDataObject;
	item.claim?.settle({ answer: toRemember(answer, operation) });
	return answer;
}

function subjectOf({ run, wire, request, account }: ItemRun): RequestSubject {
	const { fields = [] } = run.operation;
	const names = fields.flatMap(({ name, within = [] }) => [name].concat(within));
	const redaction = redactionOf(account?.secrets ?? null, request.body, names);
	return { operation: run.operation, method: wire.method, request, redaction };
}

/** A GET whose answer came, but not whole. */
const CUT: Fault = { headers: {}, neverSent: false, cancelled: false, reason: CUT_ANSWER };

/** JSON that is cut where its length is not announced arrives as text. */
function isCut(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(?:\{|$)/.test(body);
}

const HOLDS: Record<'text' | 'object' | 'list', (value: unknown) => boolean> = {
	text: (value) => (typeof value === 'string' && !isBlank(value)) || Number.isSafeInteger(value),
	object: isRecord,
	list: (value) => Array.isArray(value),
};

/** Characters of the service's message that are remembered: many answers are. */
const LONGEST_REMEMBERED = 300;

/** Of an answer what the service document lists: the IDs, and the message unless it is long. */
function toRemember(answer: IDataObject, { requiredMembers }: Operation): IDataObject {
	const { message } = answer;
	const isShort = typeof message === 'string' && message.length <= LONGEST_REMEMBERED;
	return {
		...Object.fromEntries(Object.keys(requiredMembers).map((name) => [name, answer[name]])),
		...(isShort ? { message } : {}),
	};
}

/** The columns that the node itself writes or reads, and the one in which n8n's data tables note each change. */
const OWN_COLUMNS = ['sendAgain', 'alreadySent', 'sentAt', 'error', 'updatedAt'];

function writtenColumns({ rows }: Operation): string[] {
	return [...(rows === undefined ? [] : ownColumnsOf(rows)), ...OWN_COLUMNS];
}

/** Names of the required members that an answer lacks; 'all' where it is no JSON object. */
function missingMembers(body: unknown, { input, run: { operation } }: ItemRun): string[] | 'all' {
	if (!HOLDS.object(body)) return 'all';
	const answer = body as IDataObject;
	const { requiredMembers, laterMembers = [] } = operation;
	const missing = Object.entries(requiredMembers)
		.filter(([name, kind]) => !HOLDS[kind](answer[name]))
		.map(([name]) => name);
	const mayCome = missing.every((name) => laterMembers.includes(name) && isBlank(answer[name]));
	return mayCome && operation.pollPlan?.(input).isComplete(answer) === false ? [] : missing;
}
