import { Ajv } from 'ajv';

import { applicantOf } from './recorder.mts';
import type { Fault, RecordedRequest } from './types.mts';

interface Switch {
	fault: Fault;
	skipped: number;
	used: number;
}

/** What the faults do to one request. */
export interface FaultEffect {
	/** Milliseconds to wait first, those of all faults together. */
	latencyMs: number;
	/** The fault that decides the answer; undefined where none does. */
	fault: Fault | undefined;
}

/** The faults that are set, in their order. */
export class Faults {
	private switches: Switch[] = [];

	/** Adds a fault and returns the function that removes it. */
	add(fault: Fault): () => void {
		const added: Switch = { fault, skipped: 0, used: 0 };
		this.switches.push(added);
		return () => {
			this.switches = this.switches.filter((each) => each !== added);
		};
	}

	/**
	 * The effect of all faults on a request. Delays add up; of those that change the answer the first one
	 * applies and the others are not used up, so that several in a row take turns.
	 */
	effectOn(request: RecordedRequest): FaultEffect {
		const effect: FaultEffect = { latencyMs: 0, fault: undefined };
		for (const each of this.switches) {
			const decides = decidesAnswer(each.fault);
			if ((decides && effect.fault) || !concerns(each.fault, request)) continue;
			if (!takesTurn(each)) continue;
			effect.latencyMs += each.fault.latencyMs ?? 0;
			if (decides) effect.fault = each.fault;
		}
		return effect;
	}

	/** Removes all faults. */
	reset(): void {
		this.switches = [];
	}
}

function takesTurn(each: Switch): boolean {
	if (each.skipped < (each.fault.skip ?? 0)) {
		each.skipped += 1;
		return false;
	}
	if (each.used >= (each.fault.times ?? Infinity)) return false;
	each.used += 1;
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

const operation = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** A fault as it comes in over HTTP: all of it but the function. */
const validate = new Ajv().compile<Fault>({
	type: 'object',
	additionalProperties: false,
	properties: {
		operation: { anyOf: [operation, { type: 'array', items: operation }] },
		applicant: text,
		skip: count,
		times: count,
		latencyMs: count,
		status: { type: 'integer', minimum: 200, maximum: 599 },
		body: {},
		text,
		headers: { type: 'object', additionalProperties: text },
		reset: { enum: ['before', 'after'] },
		acts: { type: 'boolean' },
		redirectTo: text,
		omit: { type: 'array', items: text },
	},
});

/** Reads a fault from JSON. Throws a TypeError that says what is not right about it. */
export function faultFromJson(json: unknown): Fault {
	if (validate(json)) return json;
	const [finding] = validate.errors ?? [];
	const named = finding?.params['additionalProperty'] as string | undefined;
	throw new TypeError(
		['A fault', finding?.instancePath, finding?.message, named && `('${named}')`]
			.filter(Boolean)
			.join(' '),
	);
}
