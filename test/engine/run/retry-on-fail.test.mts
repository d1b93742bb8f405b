import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const threeTries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'Retry On Fail, On Error = %s',
	(onError) => {
		test.each([0, 5])(
			'item %i is refused twice, then accepted: one screening each, complete and in order',
			async (failing) => {
				const sandbox = await newSandbox();
				sandbox.addFault({ applicant: emailOf(failing), status: 409, times: 2 });
				const { items, error } = await runNode({
					credential: credentialFor(sandbox),
					parameters: sendByColumns,
					rows: applicants(12),
					settings: { ...threeTries, onError },
				});
				expect(error).toBeUndefined();
				expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
					Array.from({ length: 12 }, (_, item) => ({ item })),
				);
				const userIdOf = new Map(sandbox.screenings.map(({ email, userId }) => [email, userId]));
				expect(items.map(({ json }) => json.userId)).toEqual(
					items.map((_, index) => userIdOf.get(emailOf(index))),
				);
				expect(sandbox.screenings).toHaveLength(12);
				expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(14);
			},
		);

		test('an item that stays refused is tried three times, the others once', async () => {
			const sandbox = await newSandbox();
			sandbox.addFault({ applicant: emailOf(0), status: 409 });
			const { items, errorItems, error } = await runNode({
				credential: credentialFor(sandbox),
				parameters: { ...sendByColumns, options: { maxConcurrency: 1 } },
				rows: applicants(4),
				settings: { ...threeTries, onError },
			});
			const stops = onError === 'stopWorkflow';
			expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(stops ? 3 : 6);
			expect(items.length + errorItems.length).toBe(stops ? 0 : 4);
			expect(error?.message.endsWith('[item 0]')).toBe(stops ? true : undefined);
		});

		test('an item that may have been accepted is never tried again', async () => {
			const sandbox = await newSandbox();
			sandbox.addFault({ applicant: emailOf(2), status: 500, acts: true });
			await runNode({
				credential: credentialFor(sandbox),
				parameters: sendByColumns,
				rows: applicants(4),
				settings: { ...threeTries, onError },
			});
			const toItem2 = sandbox.screenings.filter(({ email }) => email === emailOf(2));
			expect(toItem2).toHaveLength(1);
		});
	},
);
