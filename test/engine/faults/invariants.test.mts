import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode, type RunOutcome } from '../../support/engine.mts';
import { WIRE_FAULTS } from '../../support/wire-faults.mts';
import { startWireService } from '../../support/wire-service.mts';

/** Those that come when a whole request was read; stalls take their time in the suite of the phases. */
const FAULTS = WIRE_FAULTS.filter(
	({ onRequest, over, stalls }) => onRequest !== undefined && over !== 'tls' && stalls !== true,
);

const MOST = 12;

const scenario = fc.record({
	count: fc.integer({ min: 1, max: MOST }),
	updateRows: fc.boolean(),
	maxConcurrency: fc.integer({ min: 1, max: 6 }),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput' as const),
	retryOnFail: fc.boolean(),
	faulty: fc.uniqueArray(fc.record({ item: fc.nat(MOST - 1), fault: fc.constantFrom(...FAULTS) }), {
		selector: ({ item }) => item,
		minLength: 1,
		maxLength: 5,
	}),
});

const userIdOf = (email: string) => `user-of-${email}`;

test('whatever breaks on the wire: a POST that may have been accepted is read once, and no ID is lost', async () => {
	expect(FAULTS.length).toBeGreaterThan(10);
	await fc.assert(
		fc.asyncProperty(scenario, async ({ count, faulty, onError, retryOnFail, ...parameters }) => {
			const faults = new Map(faulty.map(({ item, fault }) => [emailOf(item), fault]));
			const reads = new Map<string, number>();
			const service = await startWireService(
				{},
				{
					kind: 'POST',
					replyTo: (request) => {
						const { email } = JSON.parse(request.slice(request.indexOf('{'))) as { email: string };
						const readBefore = reads.get(email) ?? 0;
						reads.set(email, readBefore + 1);
						return {
							body: JSON.stringify({ userId: userIdOf(email), message: 'Sent' }),
							trouble: readBefore === 0 ? faults.get(email) : undefined,
						};
					},
				},
			);
			try {
				const { maxConcurrency, updateRows } = parameters;
				const outcome = await runNode({
					credential: credentialFor({ ...service, username: 'landlord', password: 'Hunter-2' }),
					parameters: { ...sendByColumns, updateRows, options: { maxConcurrency } },
					rows: applicants(count),
					settings: { onError, retryOnFail, maxTries: 3, waitBetweenTries: 1 },
				});
				const told = toldOf(outcome);
				for (const [email, times] of reads) {
					const proof = faults.get(email)?.proof ?? 'accepted';
					if (proof === 'none' || proof === 'accepted') expect([email, times]).toEqual([email, 1]);
					const index = Number(/\d+/.exec(email)![0]);
					const isKnown = told.includes(userIdOf(email)) || told.includes(`maybe ${index};`);
					if (proof === 'none' || proof === 'accepted') {
						expect([email, proof, isKnown]).toEqual([email, proof, true]);
					}
				}
			} finally {
				await service.close();
			}
		}),
		{ numRuns: 80 },
	);
});

/** All that a run says: its items, its error, and `maybe <index>;` for each item that may have been accepted. */
function toldOf({ items, errorItems, error }: RunOutcome): string {
	const all = [...items, ...errorItems];
	const uncertain = all.flatMap(({ json, pairedItem }) => {
		const { mayHaveBeenAccepted } = (json.error ?? {}) as IDataObject;
		const isMaybe = mayHaveBeenAccepted === true || json.screeningStatus === 'maybe sent';
		return isMaybe ? [`maybe ${(pairedItem as { item: number }).item};`] : [];
	});
	const rows = /look them up before you send them again: Rows? (.*)$/m.exec(
		error?.description ?? '',
	);
	const listed = (rows?.[1] ?? '').split(', ').flatMap((range) => {
		const [from = NaN, to = from] = range.split('\u2013').map(Number);
		const indexes: string[] = [];
		for (let row = from; row <= to; row++) indexes.push(`maybe ${row - 1};`);
		return indexes;
	});
	return [JSON.stringify(all), error?.description ?? '', ...uncertain, ...listed].join('\n');
}
