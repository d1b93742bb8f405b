import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { type Proof, WIRE_FAULTS, type WireFault } from '../support/wire-faults.mts';
import { answer } from '../support/wire-service.mts';

/** What the service document and the docs of Update Rows say of an operation that sends something. */
export interface SoakOperation {
	readonly parameters: INodeParameters;
	/** The field that tells the things apart, with a value that no request may hold. */
	readonly field: string;
	readonly bad: string;
	/** The member of an answer that holds the ID, and the column of a sheet that does. */
	readonly member: string;
	readonly id: string;
	readonly status: string;
	/** The status of a row that is done: 'sent', beside 'not sent' and 'maybe sent'. */
	readonly done: string;
	/** Rows that differ in another column are different records. */
	readonly isPerRow?: true;
}

export const OPERATIONS: Readonly<Record<string, SoakOperation>> = {
	send: {
		field: 'email',
		bad: 'nobody',
		member: 'userId',
		id: 'userId',
		status: 'screeningStatus',
		done: 'sent',
		parameters: { resource: 'screening', operation: 'send', propertyId: 'property-1' },
	},
	createProperty: {
		field: 'name',
		bad: '',
		member: 'propertyId',
		id: 'propertyId',
		status: 'propertyStatus',
		done: 'created',
		isPerRow: true,
		parameters: { resource: 'property', operation: 'create' },
	},
};

/** Who a row is about; rows of the same one ask for the same request, and those of 'bad' for none. */
const WHO = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'bad'] as const;

const whole = (proof: Proof, status: number, text: string, headers = {}): WireFault => ({
	name: `${status} ${text} ${Object.values(headers).join()}`.trim(),
	proof,
	onRequest: ({ http }) => http.end(answer(status, text, headers)),
});

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

export function faultNamed(name: string | undefined): WireFault | undefined {
	return FAULTS.find((fault) => fault.name === name);
}

const namesOf = (isOfRequest: boolean) =>
	fc.constantFrom(
		...FAULTS.filter(({ onRequest }) => (onRequest !== undefined) === isOfRequest).map(
			({ name }) => name,
		),
	);

const row = fc.record({
	who: fc.constantFrom(...WHO),
	/** In it 'done' stands for the operation's own word. */
	status: fc.constantFrom('', '', '', 'not done', 'done', 'maybe done', 'later'),
	id: fc.constantFrom('', '', '', '  ', 'known-id'),
});

export type SoakRow = typeof row extends fc.Arbitrary<infer T> ? T : never;

const rarely = <T,>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 5 });
const sometimes = fc.nat(5).map((number) => number === 5);
const few = <T,>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
	fc.oneof(
		{ arbitrary: fc.constant<T[]>([]), weight: 4 },
		{ arbitrary: fc.array(arbitrary, { minLength: 1, maxLength: 2 }), weight: 1 },
	);

const pass = fc.record({
	updateRows: fc.boolean(),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	/** Retry On Fail with three tries. */
	retryOnFail: fc.boolean(),
	maxConcurrency: fc.integer({ min: 1, max: 5 }),
	sendAgain: sometimes,
	/** Executions that start from the same sheet at the same time. */
	executions: fc.constantFrom(1, 1, 1, 2),
	/** What meets the requests of each one, in the order in which the service reads them. */
	requests: fc.array(
		fc.record({
			who: fc.constantFrom(...WHO.slice(0, -1)),
			fault: namesOf(true),
			times: fc.constantFrom(1, 1, 2, 12),
		}),
		{ maxLength: 5 },
	),
	/** What meets the connection of that number. */
	connections: few(fc.record({ number: fc.integer({ min: 1, max: 8 }), fault: namesOf(false) })),
	logins: few(namesOf(true)),
	/** Every token becomes invalid when the service reads that request. */
	revokeAt: rarely(fc.integer({ min: 1, max: 6 })),
	/** The first execution is cancelled when the service reads that request. */
	cancelAt: rarely(fc.integer({ min: 1, max: 8 })),
	/** The output is written to the sheet, if there is one. */
	written: fc.boolean(),
});

export type SoakPass = typeof pass extends fc.Arbitrary<infer T> ? T : never;

/** Runs of the node over one sheet, one after the other. Plain JSON, so that it can stand in a test. */
export const scenario = fc.record({
	operation: fc.constantFrom(...Object.keys(OPERATIONS)),
	rows: fc.array(row, { minLength: 1, maxLength: 12 }),
	passes: fc.array(pass, { minLength: 1, maxLength: 3 }),
});

export type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;
