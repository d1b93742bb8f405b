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
	readonly note: string;
	readonly mark: string;
	readonly at?: string;
	/** The status of a row that is done: 'sent', beside 'not sent' and 'maybe sent'. */
	readonly done: string;
	/** Equal requests of different rows are different records. */
	readonly isPerRow?: true;
}

const SCREENING = {
	field: 'email',
	bad: 'nobody',
	member: 'userId',
	id: 'userId',
	status: 'screeningStatus',
	note: 'screeningNote',
	mark: 'screeningMark',
	at: 'sentAt',
	done: 'sent',
};

export const OPERATIONS = {
	sendWithFlow: {
		...SCREENING,
		parameters: { resource: 'screening', operation: 'sendWithFlow', flowId: 'flow-1' },
	},
	send: {
		...SCREENING,
		parameters: { resource: 'screening', operation: 'send', propertyId: 'property-1' },
	},
	createProperty: {
		field: 'name',
		bad: '',
		member: 'propertyId',
		id: 'propertyId',
		status: 'propertyStatus',
		note: 'propertyNote',
		mark: 'propertyMark',
		done: 'created',
		isPerRow: true,
		parameters: { resource: 'property', operation: 'create' },
	},
	submitRentReport: {
		field: 'email',
		bad: 'nobody',
		member: 'id',
		id: 'reportId',
		status: 'reportStatus',
		note: 'reportNote',
		mark: 'reportMark',
		at: 'reportedAt',
		done: 'reported',
		isPerRow: true,
		parameters: { resource: 'rentReport', operation: 'submit' },
	},
} satisfies Record<string, SoakOperation>;

/** Who a row is about; rows of the same one ask for the same request, and those of 'bad' for none. */
const WHO = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'bad'] as const;

const STATUS = ['', 'not done', 'sending', 'done', 'Maybe Done', 'later'] as const;

export interface SoakRow {
	readonly who: (typeof WHO)[number];
	/** In it 'done' stands for the operation's own word. The row has no such column where absent. */
	readonly status?: (typeof STATUS)[number];
	readonly id?: '' | '  ' | 'known-id';
}

const whole = (
	proof: Proof,
	status: number,
	text: string,
	headers: Record<string, string> = {},
): WireFault => ({
	name: `${status} ${text} ${Object.values(headers).join()}`.trim(),
	proof,
	onRequest: ({ http }) => http.end(answer(status, text, headers)),
});

/** Answers that come whole and are no good ones. */
const WHOLE_ANSWERS: readonly WireFault[] = [
	...[400, 403, 404, 409, 422].map((status) => whole('refused', status, '{"message":"No"}')),
	whole('refused', 429, '{}', { 'Retry-After': '3600' }),
	whole('rate limited or logged out', 401, '{}'),
	whole('rate limited or logged out', 429, '{}', { 'Retry-After': '0' }),
	whole('none', 500, '{}'),
	whole('none', 503, '{}', { 'Retry-After': '0' }),
	whole('none', 200, '<html>Down</html>'),
	whole('none', 200, '{"message":"Sent"}'),
	whole('none', 200, '{"userId":" ","propertyId":" ","id":" "}'),
	whole('none', 200, '[]'),
	whole('none', 200, 'null'),
];

/** Stalls are left out: they end by a time-out only, and each takes that long. */
const FAULTS = [...WIRE_FAULTS, ...WHOLE_ANSWERS].filter(({ stalls }) => stalls !== true);
const isOfRequest = ({ onRequest }: WireFault) => onRequest !== undefined;

export function faultNamed(name: string, tls: boolean): WireFault {
	return FAULTS.find(
		(fault) => fault.name === name && (fault.over === undefined || (fault.over === 'tls') === tls),
	)!;
}

function names(of: (fault: WireFault) => boolean): fc.Arbitrary<string> {
	return fc.constantFrom(...FAULTS.filter(of).map(({ name }) => name));
}

export interface SoakPass {
	readonly updateRows: boolean;
	readonly onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** Retry On Fail with three tries. */
	readonly retryOnFail: boolean;
	readonly maxConcurrency: number;
	readonly batches: boolean;
	readonly sendAgain: boolean;
	/** Executions that start from the same sheet at the same time. */
	readonly executions: 1 | 2;
	/** What meets the requests of each one, in the order in which the service reads them. */
	readonly requests: ReadonlyArray<{
		readonly who: string;
		readonly fault: string;
		readonly times: number;
	}>;
	/** What meets the connection of that number. */
	readonly connections: ReadonlyArray<{ readonly number: number; readonly fault: string }>;
	readonly logins: readonly string[];
	/** The one whose answers take so many milliseconds. */
	readonly slow: { readonly who: string; readonly milliseconds: number };
	/** Every token becomes invalid when the service reads that request. */
	readonly revokeAt: number | null;
	/** The first execution is cancelled when the service reads that request. */
	readonly cancelAt: number | null;
	/** The output is written to the sheet, if there is one. */
	readonly written: boolean;
}

/** Runs of the node over one sheet, one after the other. Plain JSON, so that it can stand in a test. */
export interface Scenario {
	readonly operation: keyof typeof OPERATIONS;
	/** Over TLS without a login: the certificate is trusted for the node's requests only. */
	readonly tls: boolean;
	/** The columns are named 'User ID' and so on, as people do, instead of `userId`. */
	readonly spelled: boolean;
	readonly rows: readonly SoakRow[];
	readonly passes: readonly SoakPass[];
}

const row: fc.Arbitrary<SoakRow> = fc.record(
	{
		who: fc.constantFrom(...WHO),
		status: fc.constantFrom(...STATUS),
		id: fc.constantFrom('', '  ', 'known-id'),
	},
	{ requiredKeys: ['who'] },
);

const rarely = <T,>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 5 });
const sometimes = fc.nat(5).map((number) => number === 5);

const passOver = (tls: boolean): fc.Arbitrary<SoakPass> => {
	const fits = ({ over }: WireFault) => over === undefined || (over === 'tls') === tls;
	const isLogin = ({ name }: WireFault) => tls && name.startsWith('401');
	return fc.record({
		updateRows: fc.boolean(),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
		maxConcurrency: fc.integer({ min: 1, max: 5 }),
		batches: sometimes,
		sendAgain: sometimes,
		executions: fc.constantFrom(1, 1, 1, 2),
		requests: fc.array(
			fc.record({
				who: fc.constantFrom(...WHO.slice(0, -1)),
				fault: names((fault) => isOfRequest(fault) && fits(fault) && !isLogin(fault)),
				times: fc.constantFrom(1, 1, 2, 12),
			}),
			{ maxLength: 5 },
		),
		connections: fc.oneof(
			{ arbitrary: fc.constant([]), weight: 4 },
			fc.uniqueArray(
				fc.record({
					number: fc.integer({ min: 1, max: 8 }),
					fault: names((fault) => !isOfRequest(fault) && fits(fault)),
				}),
				{ minLength: 1, maxLength: 2, selector: ({ number }) => number },
			),
		),
		logins: fc.oneof(
			{ arbitrary: fc.constant([]), weight: 4 },
			fc.array(
				names((fault) => isOfRequest(fault) && fits(fault)),
				{ minLength: 1, maxLength: 2 },
			),
		),
		slow: fc.record({ who: fc.constantFrom(...WHO), milliseconds: fc.nat(8) }),
		revokeAt: tls ? fc.constant(null) : rarely(fc.integer({ min: 1, max: 6 })),
		cancelAt: rarely(fc.integer({ min: 1, max: 8 })),
		written: fc.nat(3).map((number) => number > 0),
	});
};

export const scenario: fc.Arbitrary<Scenario> = fc
	.nat(4)
	.map((number) => number === 4)
	.chain((tls) =>
		fc.record({
			operation: fc.constantFrom(...(Object.keys(OPERATIONS) as Array<keyof typeof OPERATIONS>)),
			tls: fc.constant(tls),
			spelled: fc.boolean(),
			rows: fc.array(row, { minLength: 1, maxLength: 12 }),
			passes: fc.array(passOver(tls), { minLength: 1, maxLength: 3 }),
		}),
	);
