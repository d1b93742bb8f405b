import type { IDataObject } from 'n8n-workflow';

import { isSentAgain } from '../request/options';
import type { NoAccess, RequestAccount } from '../service/account';
import { CUT_ANSWER, readFault, type Fault } from '../service/fault';
import { noAccessIn } from '../service/login';
import {
	asksToWait,
	documentedMembers,
	failureOf,
	isCut,
	isDeep,
	missingMembers,
	unexpectedAnswer,
	type RequestSubject,
} from './answer';
import { alreadySentUnclear, Failure, notSent, serviceFails } from './failure';
import { Aborted, type Gate } from './gate';
import { requestKey, type Memory, type SentRequest } from './memory';
import type { Operation, ItemRun } from './operation';
import { asksToWaitTooLong, nothingGetsThrough, waitBeforeRepeat, waitForAll } from './repeat';

/** So many requests without a clear outcome, and no success between them, and nothing more starts. */
const MOST_UNCLEAR = 3;

/** A row is hardly cleared by a person so soon after it may have been accepted. */
const CLEARED_WITHIN_MS = 10 * 60_000;

/** How long a request that n8n cancels may take to end: n8n does not cancel the login after a 401. */
const CANCEL_WITHIN_MS = 2000;

type Step = { answer: IDataObject } | { known: SentRequest } | { pauseMs: number };

/** Sends the requests of one run under rules 2, 3, 5 and 6. */
export class Sender {
	private hasSucceeded = false;

	/** Requests that may have been accepted, since the last that was. */
	private unclear = 0;

	/**
	 * `execution` names what sends, in `memory`. `onFailure` is called while the item's place in the gate is taken,
	 * so that the run can stop before the next request starts.
	 */
	constructor(
		private readonly operation: Operation,
		private readonly gate: Gate,
		private readonly memory: Memory,
		private readonly execution: unknown,
		private readonly onFailure: (item: ItemRun, failure: Failure) => void,
	) {}

	/**
	 * Sends an item's request and returns the answer, a JSON object with the members that the service document lists.
	 * A POST that this process has just sent is answered from memory. Throws `Failure` or `Aborted`.
	 */
	async send(item: ItemRun): Promise<IDataObject> {
		const answered = this.untilAnswered(item);
		void answered.catch((thrown: unknown) => settleAfter(item, thrown));
		return await answered;
	}

	private async untilAnswered(item: ItemRun): Promise<IDataObject> {
		for (let repeats = 0; ; repeats++) {
			const step = await this.inTurn(item, repeats);
			if ('answer' in step) return step.answer;
			if ('known' in step) {
				const answer = await this.answerOfKnown(item, step.known);
				if (answer !== undefined) return answer;
			} else if (step.pauseMs > 0) await this.gate.abort.sleep(step.pauseMs);
		}
	}

	private async inTurn(item: ItemRun, repeats: number): Promise<Step> {
		const startedUnder = await this.gate.enter(item.index, repeats > 0);
		const sending = this.sendOnce(item, startedUnder, repeats);
		// n8n's scanner knows no other way to look at what is thrown and pass it on.
		void sending.catch((thrown: unknown) => {
			if (thrown instanceof Failure) this.onFailure(item, thrown);
		});
		try {
			return await sending;
		} finally {
			this.gate.leave();
		}
	}

	private async sendOnce(item: ItemRun, startedUnder: number, repeats: number): Promise<Step> {
		const { gate } = this;
		const { abort } = gate;
		if (gate.closed !== undefined) throw notSent(gate.closed);
		let isAnnounced = false;
		let instead: Step | Failure | undefined;
		const answered = item.wire.send(item.request, (account) => {
			instead = this.insteadOfSending(item, account);
			if (instead !== undefined) throw new Aborted();
			isAnnounced = true;
		});
		const patience = () => (isAnnounced ? (abort.isCancelled ? CANCEL_WITHIN_MS : Infinity) : 0);
		if (await abort.comesBefore(answered, patience))
			throw new Aborted(isAnnounced && !item.isFetch);
		let body: unknown;
		try {
			body = await answered;
		} catch (thrown) {
			if (instead instanceof Failure) throw instead;
			if (instead !== undefined) return instead;
			const noAccess = noAccessIn(thrown);
			if (noAccess !== undefined) return { pauseMs: this.pauseAfterLogin(noAccess, repeats) };
			// Every request is announced before it is sent.
			const fault = isAnnounced ? readFault(thrown) : { ...readFault(thrown), neverSent: true };
			return { pauseMs: this.pauseAfter(item, fault, startedUnder, repeats) };
		}
		gate.isOpen = true;
		if (item.isFetch && isCut(body)) {
			return { pauseMs: this.pauseAfter(item, CUT, startedUnder, repeats) };
		}
		return { answer: this.accepted(item, body) };
	}

	/** Right before a request goes out: why it does not, or what happens instead. What goes out is claimed. */
	private insteadOfSending(item: ItemRun, account: RequestAccount): Step | Failure | undefined {
		const { abort, closed } = this.gate;
		// What stopped it stops the next try in front of the gate.
		if (abort.isOn || closed !== undefined) return { pauseMs: 0 };
		const over = item.lease?.whyOver();
		if (over !== undefined) return over;
		item.secrets.push(...account.secrets);
		if (item.isFetch) return undefined;
		if (item.claim === undefined) {
			const key = requestKey(account.key, item, this.operation);
			const known = this.memory.find(key);
			if (known !== undefined && this.answers(known, item)) return { known };
			item.claim = this.memory.claim(key, this.execution);
		}
		item.sentAt = item.claim.sending();
		return undefined;
	}

	/** Whether a request is answered by the identical one that was sent before, or waits until that is known. */
	private answers({ execution, settled, sentAt }: SentRequest, { input, lease }: ItemRun): boolean {
		if (settled === 'in flight' || execution === this.execution) return true;
		if (isSentAgain(input)) return false;
		// A person has cleared a marked row since it may have been accepted.
		return (
			lease === undefined || settled !== 'maybe' || sentAt >= lease.markedAt - CLEARED_WITHIN_MS
		);
	}

	/** The answer to the identical request, once it is known; undefined where this one may go nevertheless. */
	private async answerOfKnown(item: ItemRun, known: SentRequest): Promise<IDataObject | undefined> {
		const settled = await this.gate.abort.race(known.result);
		if (settled === undefined || !this.answers(known, item)) return undefined;
		if (settled === 'maybe') throw alreadySentUnclear(this.operation, known.sentAt);
		item.sentAt = known.sentAt;
		item.alreadySent = true;
		return settled.answer;
	}

	/** Milliseconds to wait before the request goes out again; throws the `Failure` when it must not. */
	private pauseAfter(item: ItemRun, fault: Fault, startedUnder: number, repeats: number): number {
		const { gate } = this;
		if (fault.cancelled) throw new Aborted(!item.isFetch && !fault.neverSent);
		this.note(item, fault);
		const pauseMs = waitBeforeRepeat(item.wire.method, fault, repeats, item.blocked.times);
		if (pauseMs === undefined) throw this.giveUp(item, fault);
		if (fault.status === 429) gate.narrow(startedUnder);
		else if (waitForAll(fault) === undefined) return pauseMs;
		gate.startNothingFor(pauseMs);
		return 0;
	}

	/** What a fault says of the service: whether it is reached, whether anything gets through, and this request. */
	private note({ blocked }: ItemRun, { status = 0, neverSent }: Fault): void {
		const { gate } = this;
		if (status === 429) {
			if (blocked.since !== gate.gotThrough) blocked.times = 0;
			blocked.since = gate.gotThrough;
			blocked.times += 1;
		} else if (!neverSent && status !== 401) {
			gate.isOpen = true;
			if (status >= 400 && status < 500) gate.gotThrough += 1;
		}
	}

	/** The failure of a request that is not repeated; where it holds for everybody, the gate closes. */
	private giveUp(item: ItemRun, fault: Fault): Failure {
		const { gate } = this;
		const subject = this.subjectOf(item);
		const failure = failureOf(fault, subject);
		const isBlocked = nothingGetsThrough(item.wire.method, item.blocked.times);
		const isUnreachable = fault.neverSent && !gate.isOpen;
		const waitMs = waitForAll(fault);
		if (asksToWaitTooLong(fault)) {
			gate.closed = asksToWait(fault, subject);
			if (failure.kind !== 'maybe') return gate.closed;
		} else if (isUnreachable || isBlocked || failure.kind === 'noAccess') gate.closed = failure;
		else if (waitMs !== undefined) gate.startNothingFor(waitMs);
		this.noteIfUnclear(failure);
		return failure;
	}

	/** A login that failed lets nothing else through either; only what may pass by itself is tried again. */
	private pauseAfterLogin({ happened, hint, passing }: NoAccess, repeats: number): number {
		const { gate } = this;
		const fault = passing && { headers: passing.headers, neverSent: true, cancelled: false };
		const pauseMs = fault && waitBeforeRepeat('POST', fault, repeats);
		if (pauseMs === undefined) {
			const mayPass = fault !== undefined && !asksToWaitTooLong(fault);
			gate.closed = new Failure(mayPass ? 'unreachable' : 'noAccess', happened, hint);
			throw gate.closed;
		}
		gate.startNothingFor(pauseMs);
		return 0;
	}

	/** A service that fails is left alone: at its first request, later when it fails again and again. */
	private noteIfUnclear({ kind }: Failure): void {
		if (kind !== 'maybe') return;
		this.unclear += 1;
		const most = this.hasSucceeded ? MOST_UNCLEAR : 1;
		if (this.unclear >= most) this.gate.closed ??= serviceFails(this.unclear);
	}

	private accepted(item: ItemRun, body: unknown): IDataObject {
		const missing = missingMembers(body, this.operation, item.input);
		if (missing === 'all' || missing.length > 0) {
			const failure = unexpectedAnswer(body, missing, this.subjectOf(item));
			this.noteIfUnclear(failure);
			throw failure;
		}
		this.gate.gotThrough += 1;
		this.hasSucceeded = true;
		this.unclear = 0;
		const documented = documentedMembers(body as IDataObject, this.operation);
		item.claim?.settle({ answer: documented });
		// What is accepted must not fail afterwards at something that no recursive function gets through.
		return item.isFetch || !isDeep(body) ? (body as IDataObject) : documented;
	}

	private subjectOf({ wire, request, secrets }: ItemRun): RequestSubject {
		return { operation: this.operation, method: wire.method, request, secrets };
	}
}

/** Settles the claim, for callers that wait for the result of this request. */
function settleAfter(item: ItemRun, thrown: unknown): void {
	const maybe =
		thrown instanceof Failure
			? thrown.kind === 'maybe'
			: !(thrown instanceof Aborted) || thrown.uncertain;
	item.claim?.settle(maybe ? 'maybe' : undefined);
	item.claim = undefined;
}

/** A GET whose answer came, but not whole. */
const CUT: Fault = { headers: {}, neverSent: false, cancelled: false, reason: CUT_ANSWER };
