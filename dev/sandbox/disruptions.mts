import { readId } from './contract.mts';
import { refuse, type Answer } from './service.mts';
import type { Disruption, RecordedRequest } from './types.mts';

/** The disruptions that are set, in their order. */
export class Disruptions {
	readonly #set = new Set<{ disruption: Disruption; matched: number }>();

	/** Adds a disruption and returns the function that removes it. */
	add(disruption: Disruption): () => void {
		const added = { disruption, matched: 0 };
		this.#set.add(added);
		return () => void this.#set.delete(added);
	}

	/**
	 * Applies the disruptions to a request, and counts it for them. Delays add up. Of those that change the answer
	 * the first one applies; the others are not used up, so that several in a row take turns.
	 */
	apply(request: RecordedRequest): { latencyMs: number; disruption: Disruption | undefined } {
		let latencyMs = 0;
		let deciding: Disruption | undefined;
		for (const each of this.#set) {
			const { disruption } = each;
			const { skip = 0, times = Infinity, status, body, text, reset } = disruption;
			const changesAnswer = [status, body, text, reset].some((member) => member !== undefined);
			if ((changesAnswer && deciding) || !concerns(disruption, request)) continue;
			each.matched += 1;
			if (each.matched <= skip || each.matched > skip + times) continue;
			latencyMs += disruption.latencyMs ?? 0;
			if (changesAnswer) deciding = disruption;
		}
		return { latencyMs, disruption: deciding };
	}
}

/** The answer under a disruption; undefined where the connection is to be cut. */
export function answerDisrupted(disruption: Disruption, serve: () => Answer): Answer | undefined {
	const { reset, acts, status = 200, headers = {}, body, text } = disruption;
	if (acts || reset === 'after') serve();
	if (reset) return undefined;
	if (text !== undefined) return { status, headers, text };
	return { status, headers, body: body === undefined ? refuse(status).body : body };
}

function concerns({ operation, applicant, match }: Disruption, request: RecordedRequest): boolean {
	const asked = request.operation;
	const isOperation = operation ? operation === asked : asked !== 'login';
	const { email } = (request.body ?? {}) as { email?: unknown };
	const userId = asked === 'getScreeningData' ? readId(request) : undefined;
	const isApplicant = applicant === undefined || [email, userId].includes(applicant);
	return isOperation && isApplicant && (match?.(request) ?? true);
}
