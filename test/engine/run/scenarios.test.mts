import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { createApplicants, listSends, sendByColumns, toEmail } from '../../support/applicants.mts';
import {
	createCredential,
	retrying,
	runNode,
	type RunOutcome,
	type RunSpec,
} from '../../support/engine.mts';
import { atRequest, useSandbox } from '../../support/use-sandbox.mts';

// How a run of a hundred rows behaves as a whole; executions side by side over one sheet are in ../worlds.

const newSandbox = useSandbox();

/** Between a sheet and nodes that look back at the rows of its output items. */
const runHundred = async (sandbox: Sandbox, spec: Partial<RunSpec> = {}) =>
	await runNode({
		credential: createCredential(sandbox),
		parameters: sendByColumns,
		rows: createApplicants(100),
		look: "={{ $('Sheet').item.json.row }}",
		...spec,
	});

/** The row numbers up to 100, without some. */
const rowsBut = (...left: number[]) => [...Array(100).keys()].filter((row) => !left.includes(row));

/** Each row but these has the ID that its applicant got, in order. Returns the errors of these, in order. */
function expectOwnIds({ screenings }: Sandbox, outcome: RunOutcome, ...left: number[]) {
	const { items, looked, errorItems, lookedAtErrors } = outcome;
	expect(lookedAtErrors.map(Number)).toEqual(left);
	const userIds = new Map(screenings.map(({ email, userId }) => [email, userId]));
	expect(items.map(({ json }, index) => [Number(looked[index]), json.userId])).toEqual(
		rowsBut(...left).map((row) => [row, userIds.get(toEmail(row))]),
	);
	return errorItems.map(({ json }) => json.error as IDataObject);
}

const UNCERTAIN =
	"Row 6 ('Nathan Smith 5'): The service could not process the request (500): Out of order. The screening may have been accepted [item 5]";
const failItem5 = (sandbox: Sandbox) =>
	sandbox.disrupt({ applicant: toEmail(5), status: 500, body: { message: 'Out of order' } });

test('item 5 fails and two of 100 rows are invalid, Continue: they become error items', async () => {
	const sandbox = await newSandbox();
	failItem5(sandbox);
	const outcome = await runHundred(sandbox, {
		rows: createApplicants(100, { 50: { email: 'not an address' }, 70: { phone: '' } }),
		settings: { onError: 'continueErrorOutput' },
	});
	const [uncertain, ...invalid] = expectOwnIds(sandbox, outcome, 5, 50, 70);
	expect(listSends(sandbox)).toHaveLength(98);
	expect(uncertain).toEqual({
		message: UNCERTAIN,
		description: expect.stringContaining('Look in the dashboard') as unknown,
		...{ status: 500, mayHaveBeenAccepted: true },
	});
	expect(invalid[1]).toMatchObject({
		message: "Row 71 ('Nathan Smith 70'): 'phone' is empty [item 70]",
		description: 'Correct the values and run it again. Nothing was sent for it.',
	});
});

test('item 5 fails, Stop: nothing starts after it, and every userId is named', async () => {
	const sandbox = await newSandbox();
	failItem5(sandbox);
	// What is sent beside or after item 5 is answered long after n8n has seen the failure.
	sandbox.disrupt({ match: ({ rawBody }) => !/applicant[0-5]@/.test(rawBody), latencyMs: 1000 });
	const parameters = { ...sendByColumns, options: { maxConcurrency: 4 } };
	const { error } = await runHundred(sandbox, { parameters });
	// Items 0 to 5, and the three that were in flight beside item 5.
	expect(listSends(sandbox).length).toBeLessThanOrEqual(9);
	expect(error?.message).toBe(UNCERTAIN);
	expect(sandbox.screenings.length).toBeGreaterThanOrEqual(5);
	for (const { email, userId } of sandbox.screenings) {
		const index = Number(/\d+/.exec(email)![0]);
		expect(error?.description).toContain(
			`\nRow ${index + 1} ('Nathan Smith ${index}'): userId '${userId}'`,
		);
	}
	expect(error?.description).toMatch(
		/\nRow 6 \('Nathan Smith 5'\): may have been accepted, ask before you send it again\n/,
	);
});

test('the token is revoked: one more login and no failed item', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ latencyMs: 5 });
	atRequest(sandbox, 'sendScreeningWithFlow', 31, () => sandbox.revokeTokens());
	const parameters = { ...sendByColumns, options: { maxConcurrency: 20 } };
	expectOwnIds(sandbox, await runHundred(sandbox, { parameters }));
	expect(sandbox.screenings).toHaveLength(100);
	expect(sandbox.listRequests('login')).toHaveLength(2);
	expect(listSends(sandbox).some(({ status }) => status === 401)).toBe(true);
});

test.each([
	['stopWorkflow', []],
	['continueErrorOutput', rowsBut()],
] as const)(
	'wrong password, 100 items, On Error = %s: one login attempt, and no secret is saved',
	async (onError, errorRows) => {
		const sandbox = await newSandbox();
		const { error, errorItems, lookedAtErrors, saved } = await runHundred(sandbox, {
			credential: createCredential({ ...sandbox, password: 'Hunter-2-Secret' }),
			settings: { ...retrying, onError },
		});
		expect(sandbox.requests.map(({ status }) => status)).toEqual([401]);
		expect(error ?? errorItems[0]?.json.error).toMatchObject({
			message: 'The service refused the login (401): Invalid credentials',
		});
		expect(lookedAtErrors.map(Number)).toEqual(errorRows);
		expect(saved).not.toMatch(/(?<!')password|token/i);
		expect(saved).not.toContain('Hunter-2-Secret');
	},
);
