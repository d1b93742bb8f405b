import fc from 'fast-check';

import { type Proof, WIRE_FAULTS, type WireFault } from '../support/wire-faults.mts';
import { answer } from '../support/wire-service.mts';

/** What the service document and the docs of Update Rows say of an operation that sends something. */
export const OPERATIONS = {
	send: {
		parameters: { resource: 'screening', operation: 'send', propertyId: 'property-1' },
		/** The field that tells the things apart, with a value that no request may hold. */
		...{ field: 'email', bad: 'nobody' },
		/** The member of an answer that holds the ID, and the column of a sheet that does; the node's other columns. */
		...{ id: 'userId', status: 'screeningStatus', mark: 'screeningMark', note: 'screeningNote' },
		/** The column of the time, and the status of a row that is done. */
		...{ at: 'sentAt', done: 'sent' },
		/** Whether rows that differ in another column are different records. */
		isPerRow: false,
	},
	createProperty: {
		parameters: { resource: 'property', operation: 'create' },
		...{ field: 'name', bad: '' },
		...{ id: 'propertyId', status: 'propertyStatus', mark: 'propertyMark', note: 'propertyNote' },
		...{ at: '', done: 'created' },
		isPerRow: true,
	},
};

export type SoakOperation = (typeof OPERATIONS)[keyof typeof OPERATIONS];

/** Who a row is about; rows of the same one ask for the same request, and those of 'bad' for none. */
const WHO = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'bad'] as const;

const whole = (proof: Proof, status: number, text: string, headers = {}): WireFault => ({
	name: `${status} ${text} ${Object.values(headers).join()}`.trim(),
	proof,
	onRequest: ({ http }) => http.end(answer(status, text, headers)),
});

/** Who a row or a request is about; undefined for 'bad'. */
export function findName(text: string): string | undefined {
	return /(\w+)@x\.example/.exec(text)?.[1];
}

/** Answers that come whole and are no good ones. */
const WHOLE_ANSWERS: readonly WireFault[] = [
	...[400, 404, 409, 422].map((status) => whole('refused', status, '{"message":"No"}')),
	whole('refused', 429, '{}', { 'Retry-After': '3600' }),
	whole('rate limited or logged out', 401, '{}'),
	whole('rate limited or logged out', 429, '{}', { 'Retry-After': '0' }),
	whole('none', 500, '{}'),
	whole('none', 503, '{}', { 'Retry-After': '0' }),
	whole('none', 200, '<html>Down</html>'),
	whole('none', 200, '{"message":"Sent"}'),
	whole('none', 200, 'null'),
];

/** Stalls are left out: they end by a time-out only, and each takes that long. Those of TLS have tests of their own. */
const FAULTS = [...WIRE_FAULTS, ...WHOLE_ANSWERS].filter(
	({ stalls, over }) => stalls !== true && over !== 'tls',
);

const GOOD: WireFault = {
	name: 'a good answer',
	proof: 'accepted',
	onRequest: ({ http, body }) => http.end(answer(200, body)),
};

/** What meets a request or a connection: the fault of that name, or nothing bad. */
export function findFault(name: string | undefined): WireFault {
	return FAULTS.find((fault) => fault.name === name) ?? GOOD;
}

const listNames = (isOfRequest: boolean) => {
	const faults = FAULTS.filter(({ onRequest }) => (onRequest !== undefined) === isOfRequest);
	return fc.constantFrom(...faults.map(({ name }) => name));
};

/** One time in five. */
const rarely = <T, U>(arbitrary: fc.Arbitrary<T>, otherwise: U) =>
	fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constant(otherwise), weight: 4 }, arbitrary);
const few = <T,>(arbitrary: fc.Arbitrary<T>) =>
	rarely<T[], T[]>(fc.array(arbitrary, { minLength: 1, maxLength: 2 }), []);

const pass = fc.record({
	/** 'Checked Rows' comes behind 'Check Only' in the same execution. */
	updateRows: fc.constantFrom('off', 'due', 'checked'),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	/** Retry On Fail with three tries. */
	retryOnFail: fc.boolean(),
	maxConcurrency: fc.integer({ min: 1, max: 5 }),
	sendAgain: rarely(fc.constant(true), false),
	/** Executions that start from the same sheet at the same time. */
	executions: fc.constantFrom(1, 1, 1, 2),
	/** What meets the requests of each one, in the order in which the service reads them. */
	requests: fc.array(
		fc.record({
			who: fc.constantFrom(...WHO.slice(0, -1)),
			fault: listNames(true),
			times: fc.constantFrom(1, 1, 2, 12),
		}),
		{ maxLength: 5 },
	),
	/** What meets the connection of that number. */
	connections: few(fc.record({ number: fc.integer({ min: 1, max: 8 }), fault: listNames(false) })),
	logins: few(listNames(true)),
	/** Every token becomes invalid when the service reads that request. */
	revokeAt: rarely(fc.integer({ min: 1, max: 6 }), null),
	/** The first execution is cancelled when the service reads that request. */
	cancelAt: rarely(fc.integer({ min: 1, max: 8 }), null),
	/** The output is written to the sheet, if there is one. */
	written: fc.boolean(),
});

export type SoakPass = typeof pass extends fc.Arbitrary<infer T> ? T : never;

/** Runs of the node over one sheet, one after the other. Plain JSON, so that it can stand in a test. */
export const scenario = fc.record({
	operation: fc.constantFrom('send', 'createProperty'),
	rows: fc.array(
		fc.record({
			who: fc.constantFrom(...WHO),
			/** In it 'done' stands for the operation's own word. */
			status: fc.constantFrom('', '', '', 'not done', 'done', 'maybe done', 'later'),
			id: fc.constantFrom('', '', '', '  ', 'known-id'),
		}),
		{ minLength: 1, maxLength: 12 },
	),
	passes: fc.array(pass, { minLength: 1, maxLength: 3 }),
});

export type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;
