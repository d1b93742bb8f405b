import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../dev/sandbox/index.mts';
import { sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** Few addresses, so that rows repeat an applicant; 'bad' is none. */
const sheetRow = fc.record(
	{
		email: fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'bad'),
		screeningStatus: fc.constantFrom('', 'not sent', 'sending', 'sent', 'Maybe Sent', 'later'),
		'User ID': fc.constantFrom('', '  ', 'known-id'),
	},
	{ requiredKeys: ['email'] },
);

const fault = fc.constantFrom(
	{ status: 500, acts: true },
	{ status: 503 },
	{ status: 409 },
	{ status: 422 },
	{ status: 429, headers: { 'Retry-After': '0' } },
	{ reset: 'after' as const },
	{ reset: 'before' as const },
	{ omit: ['userId'] },
	{ text: '<html>Down</html>' },
);

const pass = fc.record({
	faults: fc.array(fc.record({ skip: fc.nat(3), times: fc.integer({ min: 1, max: 2 }), fault }), {
		maxLength: 3,
	}),
	onError: fc.constantFrom(...ON_ERROR),
	retryOnFail: fc.boolean(),
	batches: fc.boolean(),
	maxConcurrency: fc.integer({ min: 1, max: 4 }),
	/** Executions that start from the same sheet at the same time. */
	executions: fc.integer({ min: 1, max: 2 }),
	/** Cancelled at that send; nothing is written then. */
	cancelAt: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 4 }),
});

type Pass = typeof pass extends fc.Arbitrary<infer T> ? T : never;

function isDue(row: IDataObject): boolean {
	const status = String(row.screeningStatus ?? '').toLowerCase();
	return String(row['User ID'] ?? '').trim() === '' && status !== 'sent' && status !== 'maybe sent';
}

async function execute(sandbox: Sandbox, rows: IDataObject[], settings: Partial<Pass>) {
	const { onError = 'stopWorkflow', retryOnFail = false, batches, maxConcurrency = 4 } = settings;
	let cancel = () => {};
	let sends = 0;
	const stopWatching = sandbox.addFault({
		match: ({ operation }) => {
			if (operation === 'sendScreeningWithFlow' && ++sends === settings.cancelAt) cancel();
			return false;
		},
		status: 500,
	});
	const outcome = await runNode({
		credential: credentialFor(sandbox, sandbox.tokensIssued.at(-1)),
		parameters: {
			...sendByColumns,
			updateRows: true,
			options: { maxConcurrency },
			...(batches
				? { requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } } }
				: {}),
		},
		rows,
		settings: { onError, retryOnFail, maxTries: 2, waitBetweenTries: 1 },
		onStart: (stop) => {
			cancel = stop;
		},
	});
	stopWatching();
	return outcome;
}

test('whatever the sheet and the faults: only rows that are due are sent, each applicant once, and runs converge', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(sheetRow, { minLength: 1, maxLength: 8 }),
			fc.array(pass, { minLength: 1, maxLength: 4 }),
			async (rows, passes) => {
				const sandbox = await startSandbox();
				try {
					let sheet: IDataObject[] = rows.map((row, index) => ({
						row: index,
						phone: '+14165550100',
						...row,
					}));
					const everDue = new Set(sheet.filter(isDue).map(({ email }) => email));
					for (const { faults, executions, ...settings } of [...passes, ...passes]) {
						const removals = faults.map(({ fault: effect, ...when }) =>
							sandbox.addFault({ operation: 'sendScreeningWithFlow', ...when, ...effect }),
						);
						const outcomes = await Promise.all(
							Array.from(
								{ length: executions },
								async () => await execute(sandbox, sheet, settings),
							),
						);
						for (const { items } of outcomes) {
							if (items.length === 0 || settings.cancelAt !== null) continue;
							const written = items.map(({ json }) => json);
							expect(written.map(({ row }) => row)).toEqual(sheet.map(({ row }) => row));
							for (const [index, row] of sheet.entries()) {
								if (!isDue(row)) expect(written[index]).toEqual(row);
								expect(written[index]).toMatchObject({ email: row.email, phone: row.phone });
							}
						}
						const [written] = outcomes
							.filter(({ items }) => items.length > 0 && settings.cancelAt === null)
							.slice(-1);
						if (written !== undefined) sheet = written.items.map(({ json }) => json);
						for (const remove of removals) remove();
					}
					const sends = sandbox.screenings.map(({ email }) => email);
					expect(new Set(sends).size).toBe(sends.length);
					expect(sends.filter((email) => !everDue.has(email))).toEqual([]);

					const last = await execute(sandbox, sheet, {});
					const final = last.items.map(({ json }) => json);
					const posts = sandbox.requestsOf('sendScreeningWithFlow').length;
					const once = await execute(sandbox, final, {});
					expect(once.items.map(({ json }) => json)).toEqual(final);
					expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(posts);
					for (const row of final) {
						if (!isDue(row)) continue;
						expect(row).toMatchObject({ email: 'bad', screeningStatus: 'not sent' });
					}
					const after = sandbox.screenings.map(({ email }) => email);
					expect(new Set(after).size).toBe(after.length);
					const known = new Set(final.flatMap((row) => [row.userId, row['User ID']]));
					for (const { userId, email } of sandbox.screenings) {
						const isUnclear = final.some(
							(row) =>
								row.email === email && String(row.screeningStatus).toLowerCase() === 'maybe sent',
						);
						expect(known.has(userId) || isUnclear).toBe(true);
					}
				} finally {
					await sandbox.close();
				}
			},
		),
		{ numRuns: 60 },
	);
});
