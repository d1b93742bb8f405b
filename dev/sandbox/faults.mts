import { applicantOf } from './applicant-of.mts';
import type { Fault, RecordedRequest } from './types.mts';

interface Switch {
	fault: Fault;
	skipped: number;
	struck: number;
}

/** What the faults have in store for one request. */
export interface Misfortune {
	/** Milliseconds to wait first, those of all faults together. */
	latencyMs: number;
	/** The fault that decides the answer; undefined where none does. */
	fault: Fault | undefined;
}

/** The switches that are set, in the order in which they were set. */
export class Faults {
	private switches: Switch[] = [];

	/** Sets a switch; the function that comes back removes it. */
	add(fault: Fault): () => void {
		const added: Switch = { fault, skipped: 0, struck: 0 };
		this.switches.push(added);
		return () => {
			this.switches = this.switches.filter((each) => each !== added);
		};
	}

	/**
	 * Which faults strike this request. Delays add up; of those that change the answer the first one
	 * strikes and the others have not seen the request, so that several in a row take turns.
	 */
	strike(request: RecordedRequest): Misfortune {
		const misfortune: Misfortune = { latencyMs: 0, fault: undefined };
		for (const each of this.switches) {
			const decides = decidesAnswer(each.fault);
			if ((decides && misfortune.fault) || !concerns(each.fault, request)) continue;
			if (!takesItsTurn(each)) continue;
			misfortune.latencyMs += each.fault.latencyMs ?? 0;
			if (decides) misfortune.fault = each.fault;
		}
		return misfortune;
	}

	/** Takes all switches away. */
	reset(): void {
		this.switches = [];
	}
}

function takesItsTurn(each: Switch): boolean {
	if (each.skipped < (each.fault.skip ?? 0)) {
		each.skipped += 1;
		return false;
	}
	if (each.struck >= (each.fault.times ?? Infinity)) return false;
	each.struck += 1;
	return true;
}

function concerns(fault: Fault, request: RecordedRequest): boolean {
	return (
		concernsOperation(fault.operation, request.operation) &&
		(fault.applicant === undefined || applicantOf(request).includes(fault.applicant)) &&
		(fault.match?.(request) ?? true)
	);
}

function concernsOperation(
	chosen: Fault['operation'],
	operation: RecordedRequest['operation'],
): boolean {
	if (chosen === undefined) return operation !== 'login';
	return [chosen].flat().some((each) => each === operation);
}

/** Whether a fault does more than delay. */
function decidesAnswer(fault: Fault): boolean {
	return replacesAnswer(fault) || changesAnswer(fault) || fault.reset !== undefined;
}

/** Whether a fault answers in the place of the service. */
export function replacesAnswer(fault: Fault): boolean {
	return [fault.status, fault.body, fault.text, fault.redirectTo].some(
		(part) => part !== undefined,
	);
}

/** Whether a fault lets the service answer and then changes that answer. */
function changesAnswer(fault: Fault): boolean {
	return fault.omit !== undefined || fault.headers !== undefined;
}
