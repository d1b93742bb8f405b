import fc from 'fast-check';

import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { freshSandbox } from '../../support/use-sandbox.mts';

const faults = [
	{ status: 500, acts: true },
	{ status: 503 },
	{ status: 409, times: 1 },
	{ status: 422 },
	{ status: 429, headers: { 'Retry-After': '0' }, times: 2 },
	{ reset: 'after' as const },
	{ reset: 'before' as const },
	{ omit: ['userId'] },
];

const scenario = fc.record({
	count: fc.integer({ min: 1, max: 25 }),
	maxConcurrency: fc.integer({ min: 1, max: 8 }),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput' as const),
	retryOnFail: fc.boolean(),
	badRows: fc.uniqueArray(fc.nat(24), { maxLength: 2 }),
	faulty: fc.uniqueArray(fc.record({ item: fc.nat(24), fault: fc.constantFrom(...faults) }), {
		selector: ({ item }) => item,
		maxLength: 4,
	}),
	slow: fc.uniqueArray(fc.record({ item: fc.nat(24), latencyMs: fc.nat(8) }), {
		selector: ({ item }) => item,
		maxLength: 5,
	}),
});

test('whatever happens: nothing twice, nothing lost, in order, linked, within the limit', async () => {
	await fc.assert(
		fc.asyncProperty(scenario, async ({ count, maxConcurrency, onError, retryOnFail, ...odds }) => {
			const sandbox = await freshSandbox();
			try {
				for (const { item, latencyMs } of odds.slow)
					sandbox.addFault({ applicant: emailOf(item), latencyMs });
				for (const { item, fault } of odds.faulty)
					sandbox.addFault({ applicant: emailOf(item), ...fault });
				const bad = odds.badRows.filter((index) => index < count);
				const outcome = await runNode({
					credential: credentialFor(sandbox),
					parameters: { ...sendByColumns, options: { maxConcurrency } },
					rows: applicants(
						count,
						Object.fromEntries(bad.map((index) => [index, { email: 'bad' }])),
					),
					settings: { onError, retryOnFail, maxTries: 2, waitBetweenTries: 1 },
				});

				const emails = sandbox.screenings.map(({ email }) => email);
				expect(new Set(emails).size).toBe(emails.length);
				expect(sandbox.mostInFlight).toBeLessThanOrEqual(maxConcurrency);
				expect(sandbox.requestsOf('login').length).toBeLessThanOrEqual(1);

				const items = [...outcome.items, ...outcome.errorItems];
				const told =
					JSON.stringify(items.map(({ json }) => json.userId)) + outcome.error?.description;
				const lost = sandbox.screenings.filter(
					({ userId, email }) => !told.includes(userId) && !saidUncertain(outcome, email),
				);
				expect(lost).toEqual([]);

				if (onError === 'stopWorkflow') {
					if (bad.length > 0) expect(sandbox.requests).toEqual([]);
					return;
				}
				expect(items).toHaveLength(count);
				for (const output of [outcome.items, outcome.errorItems]) {
					const order = output.map(({ pairedItem }) => (pairedItem as { item: number }).item);
					expect(order).toEqual([...order].sort((a, b) => a - b));
				}
			} finally {
				await sandbox.close();
			}
		}),
		{ numRuns: 60 },
	);
});

/** Whether the run says of this applicant that the screening may have been accepted. */
function saidUncertain(
	{ error, items, errorItems }: Awaited<ReturnType<typeof runNode>>,
	email: string,
): boolean {
	const index = Number(/\d+/.exec(email)![0]);
	const line = new RegExp(`before you send them again: Row.*\\b${index + 1}\\b`);
	const item = [...items, ...errorItems].find(
		({ pairedItem }) => (pairedItem as { item: number }).item === index,
	);
	const itemError = item?.json.error as { mayHaveBeenAccepted?: boolean } | undefined;
	return line.test(error?.description ?? '') || itemError?.mayHaveBeenAccepted === true;
}
