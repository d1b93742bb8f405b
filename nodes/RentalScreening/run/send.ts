import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../request/text';
import { isRecord } from '../results/values';
import type { RequestAccount } from '../service/account';
import { CUT_ANSWER, readFault, type Fault } from '../service/fault';
import { loginFailureIn, type LoginFailure } from '../service/loginFailure';
import { redactionOf } from '../service/redaction';
import { Aborted } from './abort';
import type { Attempt } from './attempt';
import { Failure } from './failure';
import type { Pass } from './gate';
import {
	alreadySentUnclear,
	askedToWait,
	failureOf,
	notSent,
	unexpectedAnswer,
	type RequestSubject,
} from './messages';
import type { Operation, PreparedRequest } from './operation';
import { asksToWaitTooLong, waitBeforeRepeat } from './retry';
import { requestKey, SentRequests, type Claim, type SentRequest } from './sentRequests';

/** How one item's request reaches the service: through n8n's own request, login and re-login included. */
export interface Wire {
	readonly method: string;
	/** As the operation names it, placeholders included. */
	readonly path: string;
	/**
	 * Sends once; resolves to the body of a 2xx answer, throws what n8n throws otherwise. `onAccount` is called
	 * right before the request goes out; if it throws, nothing goes out.
	 */
	send(request: PreparedRequest, onAccount: (account: RequestAccount) => void): Promise<unknown>;
}

/** One item on its way through an attempt. */
export interface ItemRun {
	readonly index: number;
	readonly operation: Operation;
	readonly request: PreparedRequest;
	readonly wire: Wire;
	readonly attempt: Attempt;
	/** Send again what was sent in the last 15 minutes. */
	readonly sendAgain: boolean;
	/** Called with a failure while its place in the gate is taken, so that a run can stop before the next request. */
	onFailure(failure: Failure): void;
}

/** An accepted request. */
export interface Sent {
	readonly answer: IDataObject;
	readonly sentAt: number;
	/** An identical request was accepted before: this one was not sent. */
	readonly again: boolean;
}

const sentRequests = new SentRequests();

/**
 * Sends one request under rules 2, 3, 5, 6 and 8 and returns the answer, a JSON object with the members that
 * the service document lists. A POST that this process has just sent is answered from memory.
 * Throws `Failure` or `Aborted`.
 */
export async function send(itemRun: ItemRun): Promise<Sent> {
	const sending = new Sending(itemRun);
	const answered = sending.untilAnswered();
	void answered.catch((thrown: unknown) => sending.settleAfter(thrown));
	return await answered;
}

type Step = { sent: Sent } | { known: SentRequest } | { pauseMs: number };

class Sending {
	private account: RequestAccount | undefined;

	private claim: Claim | undefined;

	/** The run was aborted while it logged in, so the request does not go out. */
	private isTooLate = false;

	constructor(private readonly itemRun: ItemRun) {}

	async untilAnswered(): Promise<Sent> {
		const { attempt } = this.itemRun;
		for (let repeats = 0; ; repeats++) {
			const step = await this.enterAndSend(repeats);
			if ('sent' in step) return step.sent;
			if ('known' in step) {
				const sent = await this.asKnown(step.known);
				if (sent !== undefined) return sent;
			} else if (step.pauseMs > 0) await attempt.abort.sleep(step.pauseMs);
		}
	}

	/** Settles the claim, for callers that wait for the result of this request. */
	settleAfter(thrown: unknown): void {
		const isKnown = thrown instanceof Failure || thrown instanceof Aborted;
		this.claim?.settle(isKnown && !thrown.uncertain ? undefined : { uncertain: true });
	}

	private async enterAndSend(repeats: number): Promise<Step> {
		const { index, attempt, onFailure } = this.itemRun;
		const pass = await attempt.gate.enter(index, repeats > 0);
		const sending = this.sendOnce(pass, repeats);
		// n8n's scanner knows no other way to look at what is thrown and pass it on.
		void sending.catch((thrown: unknown) => {
			if (thrown instanceof Failure) onFailure(thrown);
		});
		try {
			return await sending;
		} finally {
			pass.leave();
		}
	}

	private async sendOnce(pass: Pass, repeats: number): Promise<Step> {
		const { wire, request, attempt } = this.itemRun;
		if (attempt.blocked !== undefined) throw notSent(attempt.blocked);
		let known: SentRequest | undefined;
		let body: unknown;
		let isAnnounced = false;
		let endLogin = () => {};
		const login = new Promise<void>((resolve) => {
			endLogin = resolve;
		});
		const answered = wire.send(request, (account) => {
			isAnnounced = true;
			endLogin();
			known = this.announce(account);
			if (known !== undefined || this.isTooLate) throw new Aborted();
		});
		void answered.then(endLogin, endLogin);
		// n8n cancels a request, but not the login before it.
		await attempt.abort.race(login);
		try {
			body = await answered;
		} catch (thrown) {
			if (known !== undefined) return { known };
			pass.hold();
			return { pauseMs: this.pauseBeforeRepeat(thrown, isAnnounced, repeats, pass) };
		}
		attempt.rateLimited = 0;
		if (wire.method === 'GET' && isCut(body)) {
			const fault = { headers: {}, neverSent: false, cancelled: false, reason: CUT_ANSWER };
			const pauseMs = waitBeforeRepeat('GET', fault, repeats);
			if (pauseMs === undefined) throw failureOf(fault, this.subject());
			return { pauseMs };
		}
		return { sent: this.accepted(body, pass) };
	}

	/** Claims the request right before it goes out; returns the identical one that was sent already, if any. */
	private announce(account: RequestAccount): SentRequest | undefined {
		const { wire, request, sendAgain, attempt } = this.itemRun;
		this.account = account;
		this.isTooLate = attempt.abort.isOn;
		if (this.isTooLate) return undefined;
		if (wire.method === 'GET') return undefined;
		if (this.claim === undefined) {
			const key = requestKey(account.key, wire.path, request.body);
			const known = sendAgain ? undefined : sentRequests.find(key);
			if (known !== undefined) return known;
			this.claim = sentRequests.claim(key);
		}
		this.claim.sending();
		return undefined;
	}

	/** The result of the identical request; undefined when it was not accepted, so that this one may go. */
	private async asKnown({ sentAt, result }: SentRequest): Promise<Sent | undefined> {
		const { attempt, operation, onFailure } = this.itemRun;
		const settled = await attempt.abort.race(result);
		if (settled === undefined) return undefined;
		if ('answer' in settled) return { answer: settled.answer, sentAt, again: true };
		const failure = alreadySentUnclear(operation, sentAt);
		onFailure(failure);
		throw failure;
	}

	/** Milliseconds to wait before the request goes out again; throws the `Failure` when it must not. */
	private pauseBeforeRepeat(
		thrown: unknown,
		isAnnounced: boolean,
		repeats: number,
		pass: Pass,
	): number {
		if (this.isTooLate) throw new Aborted();
		const login = loginFailureIn(thrown);
		if (login !== undefined) return this.pauseAfterLogin(login, repeats);
		const { wire, attempt } = this.itemRun;
		// n8n announces every request before it sends it.
		const fault = isAnnounced ? readFault(thrown) : { ...readFault(thrown), neverSent: true };
		if (fault.cancelled) throw new Aborted(wire.method !== 'GET' && !fault.neverSent);
		attempt.rateLimited = fault.status === 429 ? attempt.rateLimited + 1 : 0;
		const concernsRun = fault.neverSent || fault.status === 401;
		if (!concernsRun) attempt.gate.open();
		const pauseMs = waitBeforeRepeat(wire.method, fault, repeats);
		if (pauseMs === undefined) throw this.giveUp(fault, repeats);
		if (fault.status !== 429) return pauseMs;
		attempt.gate.narrow(pass, pauseMs);
		return 0;
	}

	/** The failure of a request that is not repeated; where it holds for everybody, nothing more is sent. */
	private giveUp(fault: Fault, repeats: number): Failure {
		const { attempt } = this.itemRun;
		const failure = failureOf(fault, this.subject());
		const unreachable = fault.neverSent && !attempt.gate.isOpen;
		const rateLimited = fault.status === 429 && attempt.rateLimited > repeats;
		if (unreachable || rateLimited || fault.status === 401) attempt.blocked = failure;
		else if (asksToWaitTooLong(fault)) attempt.blocked = askedToWait(fault, this.subject());
		return failure;
	}

	/** A login that failed lets nothing else through either; only what may pass by itself is tried again. */
	private pauseAfterLogin(login: LoginFailure, repeats: number): number {
		const { passing, retryAfter } = login;
		const { attempt } = this.itemRun;
		const fault = { headers: { 'retry-after': retryAfter }, neverSent: true, cancelled: false };
		const pauseMs = passing ? waitBeforeRepeat('POST', fault, repeats) : undefined;
		if (pauseMs === undefined) {
			attempt.blocked = new Failure(login.happened, login.hint, {
				final: !passing || asksToWaitTooLong(fault),
				concernsRun: true,
			});
			throw attempt.blocked;
		}
		attempt.gate.startNothingFor(pauseMs);
		return 0;
	}

	private accepted(body: unknown, pass: Pass): Sent {
		const { operation, attempt } = this.itemRun;
		const missing = missingMembers(body, operation.requiredMembers);
		if (missing !== 'all' && missing.length === 0) {
			attempt.gate.open();
			const answer = body as IDataObject;
			this.claim?.settle({ answer: toRemember(answer, operation.requiredMembers) });
			return { answer, sentAt: this.claim?.sentAt ?? Date.now(), again: false };
		}
		pass.hold();
		attempt.gate.open();
		throw unexpectedAnswer(body, missing, this.subject());
	}

	private subject(): RequestSubject {
		const { operation, wire, request } = this.itemRun;
		const redaction = redactionOf(this.account?.secrets ?? null, request.body);
		return { operation, method: wire.method, request, redaction };
	}
}

/** JSON that is cut where its length is not announced arrives as text. */
function isCut(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(?:\{|$)/.test(body);
}

const HOLDS: Record<'text' | 'object' | 'list', (value: unknown) => boolean> = {
	text: (value) => (typeof value === 'string' && !isBlank(value)) || Number.isSafeInteger(value),
	object: isRecord,
	list: (value) => Array.isArray(value),
};

/** Characters of JSON. Many answers are remembered, so of a larger one only what it must hold. */
const LARGEST_REMEMBERED = 2000;

/** An answer without what is nested in it, which the items that it is passed to would share. */
function toRemember(
	answer: IDataObject,
	requiredMembers: Operation['requiredMembers'],
): IDataObject {
	const values = Object.entries(answer).filter(([, value]) => typeof value !== 'object');
	const flat = Object.fromEntries(values);
	if (JSON.stringify(flat).length <= LARGEST_REMEMBERED) return flat;
	return Object.fromEntries(Object.keys(requiredMembers).map((name) => [name, answer[name]]));
}

/** Names of the required members that an answer lacks; 'all' where it is no JSON object. */
export function missingMembers(
	answer: unknown,
	requiredMembers: Operation['requiredMembers'],
): string[] | 'all' {
	if (!HOLDS.object(answer)) return 'all';
	return Object.entries(requiredMembers)
		.filter(([name, kind]) => !HOLDS[kind]((answer as IDataObject)[name]))
		.map(([name]) => name);
}
