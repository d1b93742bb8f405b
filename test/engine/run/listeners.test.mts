import { applicants, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'On Error = %s, Update Rows, Retry On Fail: a run with a bad row listens no longer when it is over',
	async (onError) => {
		const listening = new Set<unknown>();
		const { addEventListener, removeEventListener } = AbortSignal.prototype;
		let heard = 0;
		const adding = jest
			.spyOn(AbortSignal.prototype, 'addEventListener')
			.mockImplementation(function (this: AbortSignal, ...args) {
				if (String(args[1]).includes('logSummary')) {
					listening.add(args[1]);
					heard += 1;
				}
				addEventListener.apply(this, args);
			});
		const removing = jest
			.spyOn(AbortSignal.prototype, 'removeEventListener')
			.mockImplementation(function (this: AbortSignal, ...args) {
				listening.delete(args[1]);
				removeEventListener.apply(this, args);
			});
		const sandbox = await newSandbox();
		await runNode({
			credential: credentialFor(sandbox),
			parameters: { ...sendByColumns, updateRows: true },
			rows: applicants(3, { 1: { phone: 'none' } }),
			settings: { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		adding.mockRestore();
		removing.mockRestore();
		expect(heard).toBe(1);
		expect(listening.size).toBe(0);
	},
);
