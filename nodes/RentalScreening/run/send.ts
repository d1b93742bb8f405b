import type { IDataObject } from 'n8n-workflow';

import { isSentAgain } from '../request/options';
import type { NoAccess, RequestAccount } from '../service/account';
import { CUT, readFault, type Fault } from '../service/fault';
import { noAccessIn } from '../service/login';
import { answerIn, documentedMembers, failureOf, isCut } from './answer';
import { Failure } from '../core/failure';
import { Aborted, type Gate } from './gate';
import { requestKey, type Memory, type SentRequest, type SentResult } from './memory';
import type { Operation } from '../core/operation';
import { askedWait, backOff, mayRepeat, REPEATS } from './repeat';
import type { Job } from './job';

/** So many requests without a clear outcome, and no success between them, and nothing more starts. */
const MOST_UNCLEAR = 3;

/** No person sees that a row may have been accepted, asks the service, and clears it in less time than this. */
const CLEARED_AFTER_MS = 10 * 60_000;

/** How long a request that n8n cancels may take to end: n8n does not cancel the login after a 401. */
const CANCEL_WITHIN_MS = 2000;

/** Why the others are not sent when it is unclear what became of the requests before. */
const SERVICE_FAILS = new Failure(
	'unavailable',
	'The service is failing: it is unclear what became of the last request',
	'Run what is left again when the service works.',
);

/** What one turn at the gate gives: the answer, or what to wait for before the next turn. */
interface Turn {
	readonly answer?: IDataObject;
	/** The identical request that was sent before. */
	readonly known?: SentRequest;
	readonly milliseconds?: number;
}

/** Sends the requests of one run under rules 2, 3, 5 and 6. */
export class Sender {
	/** At so many more unclear answers the run stops: the first, before anything was accepted. */
	private unclearLeft = 1;

	/**
	 * `execution` names what sends, in `memory`. `onFailure` is called while the item's place in the gate is taken,
	 * so that the run can stop before the next request starts.
	 */
	constructor(
		private readonly operation: Operation,
		private readonly gate: Gate,
		private readonly memory: Memory,
		private readonly execution: unknown,
		private readonly onFailure: (item: Job, failure: Failure) => void,
	) {}

	/**
	 * Sends an item's request and returns the answer, a JSON object with the members that the service document lists.
	 * A POST that this process has just sent is answered from memory. Throws `Failure` or `Aborted`.
	 */
	async send(item: Job): Promise<IDataObject> {
		for (let repeats = 0; ; repeats++) {
			const { answer, known, milliseconds } = await this.inTurn(item, repeats);
			if (milliseconds !== undefined) await this.gate.abort.sleep(milliseconds);
			const found = known === undefined ? answer : await this.answerOfKnown(item, known);
			if (found !== undefined) return found;
		}
	}

	private async inTurn(item: Job, repeats: number): Promise<Turn> {
		const round = await this.gate.enter(repeats > 0);
		const sending = this.sendOnce(item, round, repeats);
		// n8n's scanner knows no other way to look at what is thrown and pass it on.
		void sending.then(
			({ answer }) => settle(item, answer && { answer: documentedMembers(answer, this.operation) }),
			(thrown: unknown) => {
				settle(item, resultOfThrown(thrown));
				if (thrown instanceof Failure) this.onFailure(item, thrown);
			},
		);
		try {
			return await sending;
		} finally {
			this.gate.leave();
		}
	}

	private async sendOnce(item: Job, round: number, repeats: number): Promise<Turn> {
		const { gate } = this;
		const { abort, closed } = gate;
		if (closed !== undefined) {
			const message = `Not sent. ${closed.message}`;
			throw new Failure(closed.kind, message, closed.hint, closed.status);
		}
		// n8n says so right before the request goes out, after the login.
		let isAnnounced = false;
		let instead: Turn | Failure | undefined;
		const answered = item.wire.send(item.request, (account) => {
			instead = this.insteadOfSending(item, account);
			if (instead !== undefined) throw new Aborted();
			isAnnounced = true;
		});
		const patience = () => {
			if (!isAnnounced) return 0;
			return abort.isCancelled ? CANCEL_WITHIN_MS : Infinity;
		};
		const isLeft = await abort.comesBefore(answered, patience);
		if (isLeft) throw new Aborted(isAnnounced && !item.isFetch);
		let body: unknown;
		try {
			body = await answered;
		} catch (thrown) {
			if (instead instanceof Failure) throw instead;
			if (instead !== undefined) return instead;
			const noAccess = noAccessIn(thrown);
			if (noAccess !== undefined) return this.afterLogin(noAccess, repeats);
			const fault = isAnnounced ? readFault(thrown) : { ...readFault(thrown), neverSent: true };
			return this.afterFault(item, fault, round, repeats);
		}
		gate.isReached = true;
		if (item.isFetch && isCut(body)) return this.afterFault(item, CUT, round, repeats);
		return { answer: this.accepted(item, body) };
	}

	/** Right before a request goes out: why it does not, or what happens instead. What goes out is claimed. */
	private insteadOfSending(item: Job, account: RequestAccount): Turn | Failure | undefined {
		const { abort, closed } = this.gate;
		// What stopped it stops the next turn in front of the gate.
		if (abort.isOn || closed !== undefined) return {};
		const objection = item.permit?.findObjection();
		if (objection !== undefined) return objection;
		item.secrets.push(...account.secrets);
		if (item.isFetch) return undefined;
		if (item.claim === undefined) {
			const key = requestKey(account.key, item, this.operation);
			const known = this.memory.find(key);
			if (known !== undefined && this.answers(known, item)) return { known };
			item.claim = this.memory.claim(key, this.execution);
		}
		item.sentAt = item.claim.sentAt = Date.now();
		item.permit?.recordSending();
		return undefined;
	}

	/** Whether a request is answered by the identical one that was sent before, or waits until that is known. */
	private answers({ execution, settled, sentAt }: SentRequest, { input, permit }: Job): boolean {
		if (settled === 'in flight' || execution === this.execution) return true;
		if (isSentAgain(input)) return false;
		// A row that may have been accepted is marked again only once a person has cleared it, so that it is sent.
		const wasCleared = permit !== undefined && permit.markedAt - sentAt > CLEARED_AFTER_MS;
		return settled !== 'maybe' || !wasCleared;
	}

	/** The answer to the identical request, once it is known; undefined where this one may go nevertheless. */
	private async answerOfKnown(item: Job, known: SentRequest): Promise<IDataObject | undefined> {
		const settled = await this.gate.abort.race(known.result);
		if (settled === undefined || !this.answers(known, item)) return undefined;
		if (settled === 'maybe') {
			const sentAt = new Date(known.sentAt).toISOString();
			throw new Failure(
				'maybe',
				`The same request was sent at ${sentAt} and the ${this.operation.label} may have been accepted. It was not sent again`,
				"Look in the dashboard of the service. Within 24 hours it is sent again only with 'Send Again', the option or a column of that name.",
			);
		}
		item.sentAt = known.sentAt;
		item.alreadySent = true;
		return settled.answer;
	}

	/**
	 * Repeats the request in the next turn: after a pause for all, or for this one only where a GET was answered, or its
	 * answer broke off. Throws the `Failure` where it must not be repeated.
	 */
	private afterFault(item: Job, fault: Fault, round: number, repeats: number): Turn {
		const { gate } = this;
		const { status, neverSent } = fault;
		if (status === undefined && gate.abort.isCancelled) {
			throw new Aborted(!item.isFetch && !neverSent);
		}
		if (status === 429) gate.endRound(round);
		else if (!neverSent && status !== 401) gate.isReached = true;
		const askedMs = askedWait(fault);
		const isRepeated = mayRepeat(item.isFetch, fault, repeats, gate.rateLimited);
		if (!isRepeated || askedMs === Infinity) throw this.giveUp(item, fault, askedMs);
		const pausesAll = status === 429 || neverSent || askedMs !== undefined;
		if (!pausesAll) return { milliseconds: backOff(repeats) };
		gate.pause(askedMs ?? backOff(repeats));
		return {};
	}

	/** The failure of a request that is not repeated; where the others would fail too, the gate closes. */
	private giveUp(item: Job, fault: Fault, askedMs = 0): Failure {
		const { gate } = this;
		const { status, neverSent } = fault;
		const failure = failureOf(fault, item, this.operation);
		const { kind } = failure;
		const closesGate = status === 429 || kind === 'noAccess' || (neverSent && !gate.isReached);
		if (kind === 'refused' || kind === 'notFound') gate.gotThrough();
		if (askedMs === Infinity) {
			const asksToWait = 'The service asks to wait for more than five minutes';
			const hint = 'Run what is left again later.';
			gate.closed = new Failure('unavailable', asksToWait, hint, status);
			if (kind !== 'maybe') return gate.closed;
		} else if (closesGate) gate.closed = failure;
		else if (askedMs > 0) gate.pause(askedMs);
		this.noteIfUnclear(failure);
		return failure;
	}

	/** A login that failed lets nothing else through either; only what may pass by itself is tried again. */
	private afterLogin({ happened, hint, passing }: NoAccess, repeats: number): Turn {
		const { gate } = this;
		const waitMs = (passing && askedWait(passing)) ?? backOff(repeats);
		if (passing !== undefined && repeats < REPEATS && waitMs < Infinity) {
			gate.pause(waitMs);
			return {};
		}
		gate.closed = new Failure(passing === undefined ? 'noAccess' : 'unreachable', happened, hint);
		throw gate.closed;
	}

	/** A service that fails is left alone: at its first request, later when it fails again and again. */
	private noteIfUnclear({ kind }: Failure): void {
		if (kind !== 'maybe') return;
		this.unclearLeft -= 1;
		if (this.unclearLeft <= 0) this.gate.closed ??= SERVICE_FAILS;
	}

	private accepted(item: Job, body: unknown): IDataObject {
		const answer = answerIn(body, item, this.operation);
		if (answer instanceof Failure) {
			this.noteIfUnclear(answer);
			throw answer;
		}
		this.gate.gotThrough();
		this.unclearLeft = MOST_UNCLEAR;
		return answer;
	}
}

/** A claim lasts for one turn: at the next one account and memory may be others. */
function settle(item: Job, result: SentResult): void {
	item.claim?.settle(result);
	item.claim = undefined;
}

function resultOfThrown(thrown: unknown): SentResult {
	const isNotAccepted = thrown instanceof Failure && thrown.kind !== 'maybe';
	return isNotAccepted || (thrown instanceof Aborted && !thrown.uncertain) ? undefined : 'maybe';
}
