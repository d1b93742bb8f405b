import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../dev/sandbox/index.mts';
import { createApplicants, listSends, toEmail, sendByColumns } from './applicants.mts';
import { atRequest } from './use-sandbox.mts';

// How a run behaves.

/** One run of our node between a sheet and nodes that look back at the rows of its output items. */
export interface SheetRun {
	rows: readonly IDataObject[];
	/** Default: sends with a flow, fields taken from the columns. */
	parameters?: INodeParameters;
	settings?: Pick<Partial<INode>, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;
	/** A credential of its own instead of the one that all runs of a scenario share. */
	account?: { password?: string };
}

interface SheetOutcome {
	failure: { message: string; description?: string | undefined } | undefined;
	/** JSON of the output items of both outputs, and the rows that the next nodes find for them. */
	items: IDataObject[];
	itemRows: number[];
	/** Everything that n8n saves of the execution. */
	saved: string;
}

interface Ground {
	/** Completes no screening by itself. */
	sandbox: Sandbox;
	run(sheetRun: SheetRun): Promise<SheetOutcome>;
	/** Longer than the engine takes to go on after an answer. */
	longMs: number;
}

/** The row numbers up to 100, without some. */
const rowsBut = (...left: number[]) => [...Array(100).keys()].filter((row) => !left.includes(row));

/** Each row but these has the ID that its applicant got, in order. Returns the errors of these, in order. */
function expectOwnIds(
	{ screenings }: Sandbox,
	{ items, itemRows }: SheetOutcome,
	...left: number[]
) {
	const all = items.map((item, index) => ({ ...item, row: itemRows[index]! }) as IDataObject);
	const bad = all.filter(({ error }) => error !== undefined);
	expect(bad.map(({ row }) => row)).toEqual(left);
	const userIds = new Map(screenings.map(({ email, userId }) => [email, userId]));
	expect(all.filter((item) => !bad.includes(item)).map(({ row, userId }) => [row, userId])).toEqual(
		rowsBut(...left).map((row) => [row, userIds.get(toEmail(row))]),
	);
	return bad.map(({ error }) => error);
}

const twoInvalid = createApplicants(100, { 50: { email: 'not an address' }, 70: { phone: '' } });

const UNCERTAIN =
	"Row 6 ('Nathan Smith 5'): The service could not process the request (500): Out of order. The screening may have been accepted [item 5]";
const failItem5 = (sandbox: Sandbox) =>
	sandbox.disrupt({ applicant: toEmail(5), status: 500, body: { message: 'Out of order' } });

/** What happens, by its name. */
export const RUN_SCENARIOS: Readonly<Record<string, (ground: Ground) => Promise<void>>> = {
	async 'item 5 fails and two of 100 rows are invalid, Continue: they become error items'({
		sandbox,
		run,
	}) {
		failItem5(sandbox);
		const settings = { onError: 'continueErrorOutput' } as const;
		const outcome = await run({ rows: twoInvalid, settings });
		const [uncertain, ...invalid] = expectOwnIds(sandbox, outcome, 5, 50, 70);
		expect(listSends(sandbox)).toHaveLength(98);
		expect(uncertain).toEqual({
			message: UNCERTAIN,
			description: expect.stringContaining('Look in the dashboard') as unknown,
			...{ status: 500, mayHaveBeenAccepted: true },
		});
		expect(invalid[1]).toMatchObject({
			message: "Row 71 ('Nathan Smith 70'): 'phone' is empty [item 70]",
			description: 'Correct the row and run the workflow again. Nothing was sent for it.',
		});
	},

	async 'item 5 fails, Stop: nothing starts after it, and every userId is named'({
		sandbox,
		run,
		longMs,
	}) {
		failItem5(sandbox);
		// What is sent beside or after item 5 is answered long after n8n has seen the failure.
		sandbox.disrupt({
			match: ({ rawBody }) => !/applicant[0-5]@/.test(rawBody),
			latencyMs: longMs,
		});
		const parameters = { ...sendByColumns, options: { maxConcurrency: 4 } };
		const { failure } = await run({ rows: createApplicants(100), parameters });
		// Items 0 to 5, and the three that were in flight beside item 5.
		expect(listSends(sandbox).length).toBeLessThanOrEqual(9);
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

	async 'the token is revoked: one more login and no failed item'({ sandbox, run }) {
		sandbox.disrupt({ latencyMs: 5 });
		atRequest(sandbox, 'sendScreeningWithFlow', 31, () => sandbox.revokeTokens());
		const parameters = { ...sendByColumns, options: { maxConcurrency: 20 } };
		expectOwnIds(sandbox, await run({ rows: createApplicants(100), parameters }));
		expect(sandbox.screenings).toHaveLength(100);
		expect(sandbox.listRequests('login')).toHaveLength(2);
		expect(listSends(sandbox).some(({ status }) => status === 401)).toBe(true);
	},

	async 'wrong password, 100 items: one login attempt, and no secret is saved'({ sandbox, run }) {
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const { failure, items, itemRows, saved } = await run({
				rows: createApplicants(100),
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError },
				account: { password: 'Hunter-2-Secret' },
			});
			const stops = onError === 'stopWorkflow';
			expect(sandbox.requests.map(({ status }) => status)).toEqual(stops ? [401] : [401, 401]);
			expect(stops ? failure : items[0]!['error']).toMatchObject({
				message: 'The service refused the login (401): Invalid credentials',
			});
			expect(itemRows).toEqual(stops ? [] : rowsBut());
			expect(saved).toContain('refused the login');
			expect(saved).not.toMatch(/(?<!')password|token/i);
			expect(saved).not.toContain('Hunter-2-Secret');
		}
	},
};
