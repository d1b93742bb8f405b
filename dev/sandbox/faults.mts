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
			const decides = hasAny(fault, DECIDING);
			if ((decides && deciding) || !concerns(fault, request)) continue;
			const { skip = 0, times = Infinity } = fault;
			each.matched += 1;
			if (each.matched <= skip || each.matched > skip + times) continue;
			latencyMs += fault.latencyMs ?? 0;
			if (decides) deciding = fault;
		}
		return { latencyMs, fault: deciding };
	}

	/** Removes all faults. */
	reset(): void {
		this.#set.clear();
	}
}

/** The answer under a fault; undefined where the connection is to be cut. */
export function answerUnder(fault: Fault, serve: () => Answer): Answer | undefined {
	const { reset, redirectTo, headers, omit = [], text } = fault;
	const replaces = hasAny(fault, REPLACING);
	const acts = fault.acts || (reset === undefined ? !replaces : reset === 'after');
	const own = acts ? serve() : undefined;
	if (reset) return undefined;
	if (own && !replaces) {
		const omitted = own.status === 200 ? omit : [];
		const kept = Object.entries(own.body ?? {}).filter(([name]) => !omitted.includes(name));
		return { ...own, headers: { ...headers }, body: Object.fromEntries(kept) };
	}
	const status = fault.status ?? (redirectTo === undefined ? 200 : 307);
	return {
		status,
		headers: { ...(redirectTo === undefined ? {} : { location: redirectTo }), ...headers },
		...(text === undefined
			? { body: fault.body === undefined ? refusal(status).body : fault.body }
			: { text }),
	};
}

function concerns({ operation, applicant, match }: Fault, request: RecordedRequest): boolean {
	const asked = request.operation;
	const isOperation = operation
		? [operation].flat().some((each) => each === asked)
		: asked !== 'login';
	const { email } = (request.body ?? {}) as { email?: unknown };
	const userId = asked === 'getScreeningData' ? idIn(request) : undefined;
	const isApplicant = applicant === undefined || [email, userId].includes(applicant);
	return isOperation && isApplicant && (match?.(request) ?? true);
}

/** What answers in the place of the service, and what does more than delay. */
const REPLACING = ['status', 'body', 'text', 'redirectTo'] as const;
const DECIDING = [...REPLACING, 'omit', 'headers', 'reset'] as const;

function hasAny(fault: Fault, members: ReadonlyArray<keyof Fault>): boolean {
	return members.some((member) => fault[member] !== undefined);
}
