import { sleep } from 'n8n-workflow';

import type { Failure } from '../core/failure';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** n8n's sleep cannot be cancelled: after a stop, no more than this of it remains. */
const SLICE_MS = 500;

/** Waiting ended because the execution was cancelled, or because the run stops at another item. */
export class Stopped extends Error {}

/**
 * When requests may start (rules 3, 4 and 6): one at a time until the service has accepted or refused one, then at most
 * `maxInFlight` at the same time. Nothing starts in a pause; after each, half as many go at once.
 */
export class Queue {
	/** The requests that wait for a place, the next one first. */
	private readonly waiting: Array<{ start(): void; stop(reason: Stopped): void }> = [];
	private inFlight = 0;
	private startsSoon = false;

	/** Ends the waits for requests of other runs. */
	private readonly outside = new Set<() => void>();

	/** Milliseconds since 1970. */
	private pausedUntil = 0;
	/** Since the last request that was accepted or refused. */
	private pauses = 0;

	/** The run stops: nothing starts any more. */
	isStopped = false;

	/** It stops because the execution was cancelled, not because of an item. */
	isCancelled = false;

	/** The service has accepted or refused a request: a failure is about one item now. */
	isWorking = false;

	/** Why nothing is sent any more: each request fails with it when it gets its place. */
	closedBy: Failure | undefined;

	constructor(private maxInFlight: number) {}

	/** Waits for a place, behind all others. Throws `Stopped`. */
	async enter(): Promise<void> {
		if (this.isStopped) throw new Stopped();
		await new Promise<void>((start, stop) => {
			this.waiting.push({ start, stop });
			this.startWaiting();
		});
	}

	/**
	 * Gives the place back. Others start a moment later, since the result of this request may stop the run or close the
	 * queue; and together, since n8n takes a tenth longer to open their connections one by one.
	 */
	leave(): void {
		this.inFlight -= 1;
		if (this.startsSoon) return;
		this.startsSoon = true;
		void sleep(0).then(() => {
			this.startsSoon = false;
			this.startWaiting();
		});
	}

	/** A request was accepted or refused. */
	markWorking(): void {
		this.isWorking = true;
		this.pauses = 0;
	}

	/**
	 * Nothing starts for so long; by default twice as long as in the pause before. What is still in flight then can only
	 * make this pause longer. Returns false after `max` pauses without an accepted or refused request.
	 */
	pause(max: number, milliseconds?: number): boolean {
		const now = Date.now();
		if (now >= this.pausedUntil) {
			if (this.pauses >= max) return false;
			this.pauses += 1;
			this.maxInFlight = Math.max(1, Math.floor(this.maxInFlight / 2));
		}
		const until = now + Math.max(1, milliseconds ?? computePauseMs(this.pauses - 1));
		if (until > this.pausedUntil) {
			this.pausedUntil = until;
			this.sleep(until - now).then(
				() => this.startWaiting(),
				() => {},
			);
		}
		return true;
	}

	/** Waits at least so long, and until a pause is over. Throws `Stopped` when the run stops. */
	async sleep(milliseconds: number): Promise<void> {
		const until = Date.now() + milliseconds;
		for (;;) {
			const left = Math.max(until, this.pausedUntil) - Date.now();
			if (left <= 0) return;
			await sleep(Math.min(SLICE_MS, left));
			if (this.isStopped) throw new Stopped();
		}
	}

	/** Waits for what another run does, until this one stops. */
	async waitFor(end: Promise<void>): Promise<void> {
		if (this.isStopped) return;
		await new Promise<void>((resolve) => {
			const release = () => {
				this.outside.delete(release);
				resolve();
			};
			this.outside.add(release);
			void end.then(release);
		});
	}

	/** Nothing is sent any more. The first reason stays. */
	close(failure: Failure): void {
		this.closedBy ??= failure;
	}

	/** Ends all waiting. What is in flight n8n ends itself where the execution was cancelled. A run that stops may still be. */
	stop(isCancelled = false): void {
		this.isStopped = true;
		this.isCancelled ||= isCancelled;
		for (const { stop } of this.waiting.splice(0)) stop(new Stopped());
		for (const release of this.outside) release();
	}

	private startWaiting(): void {
		const isClosed = this.closedBy !== undefined;
		if (Date.now() < this.pausedUntil && !isClosed) return;
		// Nothing is sent where it is closed.
		const max = isClosed ? Infinity : this.isWorking ? this.maxInFlight : 1;
		while (this.inFlight < max) {
			const next = this.waiting.shift();
			if (next === undefined) return;
			this.inFlight += 1;
			next.start();
		}
	}
}

/** From half a second to half a minute, with jitter, so that clients do not come back together. */
export function computePauseMs(repeats: number): number {
	const max = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** repeats);
	return max / 2 + Math.random() * (max / 2);
}
