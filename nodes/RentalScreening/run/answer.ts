import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { isBlank } from '../request/text';
import { isRecord } from '../results/cells';
import type { Fault } from '../service/fault';
import { isWebPage, quoted } from '../service/quote';
import { Failure, maybeAccepted, type FailureKind } from './failure';
import type { ItemRun, Operation } from './operation';

const HOLDS: Record<'text' | 'object' | 'list', (value: unknown) => boolean> = {
	text: (value) => (typeof value === 'string' && !isBlank(value)) || Number.isSafeInteger(value),
	object: isRecord,
	list: (value) => Array.isArray(value),
};

/** Names of the required members that the body of a 2xx answer lacks. */
export function missingMembers(
	body: unknown,
	{ requiredMembers, laterMembers = [], pollPlan }: Operation,
	input: ItemInput,
): string[] {
	if (!isRecord(body)) return Object.keys(requiredMembers);
	const missing = Object.entries(requiredMembers)
		.filter(([name, kind]) => !HOLDS[kind](body[name]))
		.map(([name]) => name);
	const mayCome = missing.every((name) => laterMembers.includes(name) && isBlank(body[name]));
	return mayCome && pollPlan?.(input).isComplete(body as IDataObject) === false ? [] : missing;
}

/** Characters of the service's message that are remembered: many answers are. */
const LONGEST_REMEMBERED = 300;

/** Of an answer what the service document lists: the IDs, and the message unless it is long. */
export function documentedMembers(
	answer: IDataObject,
	{ requiredMembers }: Operation,
): IDataObject {
	const { message } = answer;
	const isShort = typeof message === 'string' && message.length <= LONGEST_REMEMBERED;
	return {
		...Object.fromEntries(Object.keys(requiredMembers).map((name) => [name, answer[name]])),
		...(isShort ? { message } : {}),
	};
}

/** JSON that is cut where its length is not announced arrives as text. */
export function isCut(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(?:\{|$)/.test(body);
}

const DEEPEST = 100;

/** Whether an answer is nested so deep that a recursive function may not get through it. */
export function isDeep(body: unknown): boolean {
	let level = [body];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
		);
	}
	return level.length > 0;
}

interface Meaning {
	readonly kind: FailureKind;
	readonly cause: string;
	readonly hint: string;
}

const REDIRECT: Meaning = {
	kind: 'notProcessed',
	cause: 'The service redirects to another address',
	hint: "The node does not follow redirects. Enter the final address as 'Base URL' in the credential.",
};

const REFUSED: Meaning = {
	kind: 'refused',
	cause: 'The service did not accept the request',
	hint: 'Correct the values of this item, IDs included, or ask your provider.',
};

const NOT_PROCESSED: Meaning = {
	kind: 'notProcessed',
	cause: 'The service did not process the request',
	hint: 'Run it again later.',
};

const UNCLEAR: Meaning = {
	kind: 'maybe',
	cause: 'The service could not process the request',
	hint: 'It was asked several times. Run it again later.',
};

/** What a status means, where it is not that of its hundred: `REDIRECT`, `REFUSED`, `UNCLEAR`. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
	// A service may say by these that it is done, and where to look.
	302: { ...REDIRECT, kind: 'maybe' },
	303: { ...REDIRECT, kind: 'maybe' },
	401: {
		kind: 'noAccess',
		cause: 'The service refused access',
		hint: 'A new login was refused as well. Test the credential, or ask your provider whether the account may do this.',
	},
	408: UNCLEAR,
	421: NOT_PROCESSED,
	425: NOT_PROCESSED,
	429: {
		kind: 'notProcessed',
		cause: 'The service answers that there are too many requests',
		hint: "Lower 'Max Concurrency' in the options, or run again later.",
	},
	499: UNCLEAR,
};

function meaningOf(status: number, { notFound }: Operation): Meaning {
	if (status === 404 && notFound !== undefined) return { kind: 'notFound', ...notFound };
	return MEANINGS[status] ?? (status < 400 ? REDIRECT : status < 500 ? REFUSED : UNCLEAR);
}

/** The failure of a request that got no answer, or one other than 2xx. */
export function failureOf(fault: Fault, item: ItemRun, operation: Operation): Failure {
	const { status, body, reason, neverSent } = fault;
	const said = quoted(status === undefined ? reason : body, item.secrets).replace(/[.\s]+$/, '');
	if (status === undefined) {
		const hint = "Check 'Base URL' in the credential and the network, or run it again later.";
		if (neverSent) {
			return new Failure('unreachable', `The service could not be reached: ${said}`, hint);
		}
		return unclear(`The service gave no complete answer: ${said}`, hint, item, operation);
	}
	const { kind, cause, hint } = meaningOf(status, operation);
	const happened = `${cause} (${status})${said === '' ? '' : `: ${said}`}`;
	if (kind === 'maybe') return unclear(happened, hint, item, operation, status);
	return new Failure(kind, happened, hint, status);
}

/** The failure of a 2xx that is not what the service document lists. `missing`: the members that it lacks. */
export function unexpectedAnswer(
	body: unknown,
	missing: readonly string[],
	item: ItemRun,
	operation: Operation,
): Failure {
	const said = quoted(body, item.secrets);
	const names = missing.map((name) => `'${name}'`).join(' and ');
	const what = isWebPage(body) ? 'with a web page' : `without ${names}`;
	const happened = `The service answered ${what}${said === '' ? '' : `: ${said}`}`;
	const hint = "Check 'Base URL' in the credential, or ask your provider.";
	return unclear(happened, hint, item, operation, 200);
}

/** A GET changes nothing, so that it is only not answered. */
function unclear(
	happened: string,
	hint: string,
	{ isFetch }: ItemRun,
	{ label }: Operation,
	status?: number,
): Failure {
	if (isFetch) return new Failure('unanswered', happened, hint, status);
	return maybeAccepted(happened, label, status);
}
