import { idIn } from './contract.mts';
import { refusal, type Answer } from './service.mts';
import type { Fault, RecordedRequest } from './types.mts';

/** The faults that are set, in their order. */
export class Faults {
	readonly #set = new Set<{ fault: Fault; matched: number }>();

	/** Adds a fault and returns the function that removes it. */
	add(fault: Fault): () => void {
		const added = { fault, matched: 0 };
		this.#set.add(added);
		return () => void this.#set.delete(added);
	}

	/**
	 * The effect of all faults on a request. Delays add up; of those that change the answer the first one
	 * applies and the others are not used up, so that several in a row take turns.
	 */
	effectOn(request: RecordedRequest): { latencyMs: number; fault: Fault | undefined } {
		let latencyMs = 0;
		let deciding: Fault | undefined;
		for (const each of this.#set) {
			const { fault } = each;
			const decides = isAnswer(fault);
			if ((decides && deciding) || !concerns(fault, request)) continue;
			const { skip = 0, times = Infinity } = fault;
			each.matched += 1;
			if (each.matched <= skip || each.matched > skip + times) continue;
			latencyMs += fault.latencyMs ?? 0;
			if (decides) deciding = fault;
		}
		return { latencyMs, fault: deciding };
	}
}

/** The answer under a fault; undefined where the connection is to be cut. */
export function answerUnder(fault: Fault, serve: () => Answer): Answer | undefined {
	const { reset, acts, status = 200, headers = {}, body, text } = fault;
	if (acts || reset === 'after') serve();
	if (reset) return undefined;
	if (text !== undefined) return { status, headers, text };
	return { status, headers, body: body === undefined ? refusal(status).body : body };
}

function concerns({ operation, applicant, match }: Fault, request: RecordedRequest): boolean {
	const asked = request.operation;
	const isOperation = operation ? operation === asked : asked !== 'login';
	const { email } = (request.body ?? {}) as { email?: unknown };
	const userId = asked === 'getScreeningData' ? idIn(request) : undefined;
	const isApplicant = applicant === undefined || [email, userId].includes(applicant);
	return isOperation && isApplicant && (match?.(request) ?? true);
}

/** Whether it answers in the place of the service, or cuts the connection: more than a delay. */
function isAnswer({ status, body, text, reset }: Fault): boolean {
	return [status, body, text, reset].some((member) => member !== undefined);
}
