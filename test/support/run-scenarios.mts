import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../dev/sandbox/index.mts';
import { applicants, emailOf, sendByColumns, sendByExpressions } from './applicants.mts';
import { atRequest } from './moments.mts';

// How a run behaves, whichever engine runs it: n8n's own in this process, or a whole n8n of any version.

/** One run of our node between a sheet and nodes that look back at the rows of its output items. */
export interface SheetRun {
	rows: readonly IDataObject[];
	/** Default: sends with a flow, fields taken from the columns. */
	parameters?: INodeParameters;
	settings?: Pick<Partial<INode>, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;
	/** A credential of its own instead of the one that all runs of a scenario share. */
	account?: { password?: string };
}

export interface SheetOutcome {
	failure: { message: string; description?: string | undefined } | undefined;
	/** JSON of the output items without and with `error`, whichever output they took. */
	good: IDataObject[];
	bad: IDataObject[];
	/** The rows that the next node finds for them by `$('Sheet').item`, in order. */
	goodRows: number[];
	badRows: number[];
	/** Everything that n8n saves of the execution, and what it has logged. */
	saved: string;
	logged: string;
}

export interface Ground {
	/** Completes no screening by itself. */
	sandbox: Sandbox;
	run(sheetRun: SheetRun): Promise<SheetOutcome>;
	/** Longer than the engine takes to go on after an answer. */
	longMs: number;
}

export type Scenario = readonly [name: string, play: (ground: Ground) => Promise<void>];

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
const CONTINUING = ON_ERROR.slice(1);

/** The row numbers up to `count`, without some. */
const rowsBut = (count: number, ...left: number[]) =>
	[...Array(count).keys()].filter((row) => !left.includes(row));
const userIdsIn = ({ screenings }: Sandbox) =>
	new Map(screenings.map(({ email, userId }) => [email, userId]));
const sends = (sandbox: Sandbox) => sandbox.requestsOf('sendScreeningWithFlow');

const twoInvalid = applicants(100, { 50: { email: 'not an address' }, 70: { phone: '' } });
const INVALID_EMAIL = 'must be an email address, such as name@example.com';

const invalidRows: Scenario[] = [
	[
		'two of 100 rows are invalid, by expressions, On Error = Stop: nothing is sent, both are named',
		async ({ sandbox, run }) => {
			const { failure } = await run({ rows: twoInvalid, parameters: sendByExpressions });
			expect(sandbox.requests).toEqual([]);
			expect(failure).toMatchObject({
				message: `Nothing was sent. Row 51 ('not an address'): 'Email' ${INVALID_EMAIL}; Row 71 ('${emailOf(70)}'): 'Phone' is empty [item 50]`,
				description: 'Fix the values above and run again.',
			});
		},
	],
	...CONTINUING.map((onError): Scenario => [
		`two of 100 rows are invalid, by columns, On Error = ${onError}: 98 are sent, two become linked error items`,
		async ({ sandbox, run }) => {
			const { good, goodRows, bad, badRows } = await run({
				rows: twoInvalid,
				settings: { onError },
			});
			expect(sends(sandbox)).toHaveLength(98);
			expect(good.map(({ userId }) => typeof userId)).toEqual(Array(98).fill('string'));
			expect(goodRows).toEqual(rowsBut(100, 50, 70));
			expect(badRows).toEqual([50, 70]);
			expect(bad[1]!['error']).toMatchObject({
				message: "Row 71 ('Nathan Smith 70'), column 'phone': is empty [item 70]",
				description: 'Correct the row and run the workflow again. Nothing was sent for it.',
			});
		},
	]),
];

const UNCERTAIN =
	"Row 6 ('Nathan Smith 5'): The service could not process the request (500): Out of order. The screening may have been accepted [item 5]";
const failItem5 = (sandbox: Sandbox) =>
	sandbox.addFault({ applicant: emailOf(5), status: 500, body: { message: 'Out of order' } });

const failures: Scenario[] = [
	[
		'item 5 fails, On Error = Stop: nothing starts after it, and the message names every userId',
		async ({ sandbox, run, longMs }) => {
			failItem5(sandbox);
			// What is sent beside or after item 5 is answered long after n8n has seen the failure.
			sandbox.addFault({
				match: ({ rawBody }) => !/applicant[0-5]@/.test(rawBody),
				latencyMs: longMs,
			});
			const parameters = { ...sendByColumns, options: { maxConcurrency: 4 } };
			const { failure } = await run({ rows: applicants(100), parameters });
			// Items 0 to 5, and the three that were in flight beside item 5.
			expect(sends(sandbox).length).toBeLessThanOrEqual(9);
			expect(failure!.message).toBe(UNCERTAIN);
			expect(sandbox.screenings.length).toBeGreaterThanOrEqual(5);
			for (const { email, userId } of sandbox.screenings) {
				const index = Number(/\d+/.exec(email)![0]);
				expect(failure!.description).toContain(
					`\nRow ${index + 1} ('Nathan Smith ${index}'): userId '${userId}'`,
				);
			}
			expect(failure!.description).toMatch(
				/\nRow 6 \('Nathan Smith 5'\): may have been accepted, ask before you send it again\n/,
			);
		},
	],
	...CONTINUING.map((onError): Scenario => [
		`item 5 fails, On Error = ${onError}: an error item with its row, status, message and hint`,
		async ({ sandbox, run }) => {
			failItem5(sandbox);
			const rows = applicants(100);
			const parameters = { ...sendByColumns, options: { includeInputFields: true } };
			const { good, goodRows, bad, badRows } = await run({
				rows,
				parameters,
				settings: { onError },
			});
			expect(goodRows).toEqual(rowsBut(100, 5));
			expect(badRows).toEqual([5]);
			expect(bad).toEqual([
				{
					...rows[5],
					error: {
						message: UNCERTAIN,
						description: expect.stringContaining('Look in the dashboard') as unknown,
						status: 500,
						mayHaveBeenAccepted: true,
					},
				},
			]);
			const userIds = userIdsIn(sandbox);
			expect(good.map(({ userId }) => userId)).toEqual(
				goodRows.map((row) => userIds.get(emailOf(row))),
			);
		},
	]),
];

const threeTries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

// Where errors are continued on, n8n tries again only if the first output item is one.
const retries: Scenario[] = ON_ERROR.flatMap((onError): Scenario[] => [
	...(onError === 'stopWorkflow' ? [0, 5] : [0]).map((failing): Scenario => [
		`Retry On Fail, On Error = ${onError}: item ${failing} is refused twice, then accepted; each is sent once, in order`,
		async ({ sandbox, run }) => {
			sandbox.addFault({ applicant: emailOf(failing), status: 425, times: 2 });
			const settings = { ...threeTries, onError };
			const { failure, good, goodRows, bad } = await run({ rows: applicants(12), settings });
			expect(failure).toBeUndefined();
			expect(bad).toEqual([]);
			expect(goodRows).toEqual(rowsBut(12));
			const userIds = userIdsIn(sandbox);
			expect(good.map(({ userId }) => userId)).toEqual(
				goodRows.map((row) => userIds.get(emailOf(row))),
			);
			expect(sandbox.screenings).toHaveLength(12);
			expect(sends(sandbox)).toHaveLength(14);
		},
	]),
	[
		`Retry On Fail, On Error = ${onError}: the third item stays refused: how often it is tried, and the others at most once`,
		async ({ sandbox, run }) => {
			sandbox.addFault({ applicant: emailOf(2), status: 425 });
			const parameters = { ...sendByColumns, options: { maxConcurrency: 1 } };
			const settings = { ...threeTries, onError };
			const { failure, badRows } = await run({ rows: applicants(4), parameters, settings });
			const stops = onError === 'stopWorkflow';
			const sent = sandbox.screenings.map(({ email }) => email);
			expect(sent).toEqual((stops ? [0, 1] : [0, 1, 3]).map(emailOf));
			expect(sends(sandbox)).toHaveLength(sent.length + (stops ? 3 : 1));
			expect(badRows).toEqual(stops ? [] : [2]);
			expect(failure?.message.endsWith('[item 2]')).toBe(stops ? true : undefined);
			for (const { userId } of stops ? sandbox.screenings : []) {
				expect(failure!.description).toContain(userId);
			}
		},
	],
]);

const logins: Scenario[] = [
	[
		'100 items without a token: one login, whose token serves the next execution too',
		async ({ sandbox, run }) => {
			expect((await run({ rows: applicants(100) })).good).toHaveLength(100);
			await run({ rows: applicants(103).slice(100) });
			expect(sandbox.screenings).toHaveLength(103);
			expect(sandbox.requestsOf('login')).toHaveLength(1);
		},
	],
	[
		'the token is revoked after 30 answers: one more login and no failed item',
		async ({ sandbox, run }) => {
			sandbox.addFault({ latencyMs: 5 });
			atRequest(sandbox, 'sendScreeningWithFlow', 31, () => sandbox.revokeTokens());
			const parameters = { ...sendByColumns, options: { maxConcurrency: 20 } };
			expect((await run({ rows: applicants(100), parameters })).goodRows).toEqual(rowsBut(100));
			expect(sandbox.screenings).toHaveLength(100);
			expect(sandbox.requestsOf('login')).toHaveLength(2);
			expect(sends(sandbox).some(({ status }) => status === 401)).toBe(true);
		},
	],
	[
		'two executions at once with credentials of one account and no token: one login',
		async ({ sandbox, run, longMs }) => {
			// Long enough for the second execution to come to its login while the first is in flight.
			sandbox.addFault({ operation: 'login', latencyMs: longMs });
			const outcomes = await Promise.all([
				run({ rows: applicants(50) }),
				run({ rows: applicants(100).slice(50), account: {} }),
			]);
			expect(outcomes.map(({ good }) => good.length)).toEqual([50, 50]);
			expect(sandbox.screenings).toHaveLength(100);
			expect(sandbox.requestsOf('login')).toHaveLength(1);
		},
	],
	...ON_ERROR.map((onError): Scenario => [
		`wrong password, 100 items, On Error = ${onError}: one login attempt, and no secret is saved`,
		async ({ sandbox, run }) => {
			const { failure, bad, badRows, saved, logged } = await run({
				rows: applicants(100),
				settings: { ...threeTries, onError },
				account: { password: 'Hunter-2-Secret' },
			});
			expect(sandbox.requestsOf('login').map(({ status }) => status)).toEqual([401]);
			expect(sandbox.screenings).toEqual([]);
			const stops = onError === 'stopWorkflow';
			expect(stops ? failure : bad[0]!['error']).toMatchObject({
				message: 'The service refused the login (401)',
			});
			expect(badRows).toEqual(stops ? [] : rowsBut(100));
			expect(saved).toContain('refused the login');
			expect(saved).not.toMatch(/(?<!username and )password|token/i);
			expect(saved + logged).not.toContain('Hunter-2-Secret');
		},
	]),
];

const ISO_TIME = expect.stringMatching(
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
) as unknown as string;
const MARK = expect.stringMatching(
	/^\d{4}-\d\d-\d\dT[\d:.]+Z \S+ \w+ \w+ \w+$/,
) as unknown as string;
const matching = (text: RegExp) => expect.stringMatching(text) as unknown as string;

/** A row with column names of a person's own. */
const person = (row: number, columns: IDataObject = {}): IDataObject => ({
	row,
	Unit: `${row}B`,
	'E-mail': emailOf(row),
	Mobile: `+1 416 555 01${String(row).padStart(2, '0')}`,
	id: `mine ${row}`,
	message: `a remark of mine about ${row}`,
	...columns,
});

/** Map Automatically turns Update Rows on by itself. */
const SEND: INodeParameters = {
	resource: 'screening',
	operation: 'sendWithFlow',
	mappingMode: 'autoMapInputData',
	flowId: sendByColumns['flowId'],
};
const RESULTS = { resource: 'results', operation: 'get', mappingMode: 'autoMapInputData' };

/** The rows that come out of a run in which no item fails. */
async function rowsOf({ run }: Ground, rows: IDataObject[], parameters: INodeParameters) {
	const { failure, good, goodRows, bad } = await run({ rows, parameters });
	expect(failure).toBeUndefined();
	expect(bad).toEqual([]);
	expect(goodRows).toEqual(rows.map(({ row }) => row));
	return good;
}

const updatedRows: Scenario[] = [
	[
		'Update Rows sends the rows that are due, writes each outcome, and sends nothing the second time',
		async (ground) => {
			const { sandbox } = ground;
			const body = { message: 'Oops' };
			sandbox.addFault({ applicant: emailOf(4), status: 500, acts: true, body });
			sandbox.addFault({ applicant: emailOf(5), status: 422, body: { message: 'Unknown' } });
			const sheet = [
				person(0),
				person(1, { 'E-mail': 'not an address' }),
				person(2, { userId: 'given out before', screeningStatus: 'sent' }),
				person(3, { screeningStatus: 'not sent', screeningNote: 'No phone' }),
				person(4),
				person(5),
				person(6, { screeningStatus: 'Maybe Sent', screeningNote: 'The connection was cut' }),
				{ ...person(0), row: 7 },
				person(8, { screeningStatus: 'sending' }),
			];
			const first = await rowsOf(ground, sheet, SEND);

			const sent = (row: number, screeningNote = '') => ({
				userId: userIdsIn(sandbox).get(emailOf(row))!,
				screeningStatus: 'sent',
				screeningNote,
				screeningMark: MARK,
				sentAt: ISO_TIME,
			});
			const not = (screeningStatus: string, screeningNote: string, screeningMark = MARK) => ({
				userId: null,
				sentAt: null,
				screeningStatus,
				screeningNote,
				screeningMark,
			});
			const invalid =
				"Column 'E-mail': must be an email address, such as name@example.com. Correct the row and run the workflow again. Nothing was sent for it.";
			const outcomes: IDataObject[] = [
				sent(0),
				not('not sent', invalid, null as never),
				{},
				sent(3),
				not('maybe sent', matching(/\(500\): Oops. The screening may have been accepted/)),
				not('refused', matching(/\(422\): Unknown/)),
				{},
				sent(0, matching(/^Already sent at .*Z\. It was not sent again\./)),
				not(
					'maybe sent',
					matching(/^An earlier run stopped while it was sending this row/),
					null as never,
				),
			];
			expect(first).toEqual(sheet.map((row, index) => ({ ...row, ...outcomes[index] })));
			const asked = sends(sandbox);
			expect(asked.map(({ body: sentBody }) => (sentBody as IDataObject)['email']).sort()).toEqual(
				[0, 3, 4, 5].map(emailOf),
			);
			expect(asked.flatMap(({ violations }) => violations)).toEqual([]);

			// What was refused is asked about again where a person starts it.
			const settled = first.filter(({ screeningStatus }) => screeningStatus !== 'refused');
			expect(await rowsOf(ground, settled, SEND)).toEqual(settled);
			expect(sends(sandbox)).toHaveLength(asked.length);
		},
	],
	[
		'Update Rows fetches the results that are due, keeps other columns, and then asks only for the rest',
		async (ground) => {
			const { sandbox } = ground;
			const userId = sandbox.addApplicant({
				screening: { creditScore: 712 },
				user: { firstName: 'Zoe', checkComplete: true },
			});
			const [busy, late] = await rowsOf(ground, [person(1), person(2)], SEND);
			const idOf = (row: number) => userIdsIn(sandbox).get(emailOf(row))!;
			sandbox.addFault({ applicant: idOf(2), status: 403, body: { message: 'Not yours' } });
			const sheet = [
				person(0, { 'User ID': userId, firstName: 'Amy', 'Credit Score': '' }),
				busy!,
				late!,
				person(3),
				person(4, { userId: 'unknown-user' }),
				person(5, { userId: 'u-5', resultStatus: 'complete', 'Credit Score': 700 }),
			];
			const first = await rowsOf(ground, sheet, RESULTS);

			const complete = { resultStatus: 'complete', resultNote: '', 'Credit Score': 712 };
			expect(first[0]).toMatchObject({ ...sheet[0], ...complete, checkComplete: true });
			expect(first[0]).not.toHaveProperty('creditScore');
			const open = { resultStatus: 'not complete', resultNote: matching(/not completed/) };
			const note = matching(/\(403\): Not yours/);
			expect(first.slice(1)).toEqual([
				{ ...sheet[1], ...open },
				{ ...sheet[2], resultStatus: 'not fetched', resultNote: note },
				sheet[3],
				{ ...sheet[4], ...open },
				sheet[5],
			]);
			const askedFor = () =>
				sandbox.requestsOf('getScreeningData').map(({ url }) => url.split('/').at(-1));
			const due = [idOf(1), idOf(2), 'unknown-user'].sort();
			expect(askedFor().sort()).toEqual([userId, ...due].sort());

			expect(await rowsOf(ground, first, RESULTS)).toEqual(first);
			expect(askedFor().slice(4).sort()).toEqual(due);
		},
	],
];

export const RUN_SCENARIOS: readonly Scenario[] = [
	...invalidRows,
	...failures,
	...retries,
	...logins,
	...updatedRows,
];
