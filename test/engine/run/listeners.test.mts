import type { INode, INodeParameters } from 'n8n-workflow';

import { applicants, sendByColumns, sendByExpressions } from '../../support/applicants.mts';
import { retrying, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** n8n refuses the first row itself: its expression cannot be read. */
const REFUSED_FIRST = {
	...sendByExpressions,
	phone: "={{ $json.row === 0 ? $('Nowhere').first().json.phone : $json.phone }}",
};

test.each([
	['that succeeds', {}, {}],
	['that fails', { onError: 'stopWorkflow', ...retrying }, { 1: { phone: '+14165550422' } }],
	['with an error item', { onError: 'continueErrorOutput', ...retrying }, { 1: { phone: 'none' } }],
	[
		'with an error item first',
		{ onError: 'continueErrorOutput', ...retrying },
		{ 0: { phone: 'none' } },
	],
	['that is stopped by an invalid row', { onError: 'stopWorkflow' }, { 1: { phone: 'none' } }],
	[
		'whose first row n8n refuses',
		{ onError: 'continueRegularOutput', ...retrying },
		{},
		REFUSED_FIRST,
	],
])(
	'after a run %s nothing listens for its cancellation, with Update Rows or without',
	async (_, settings, change, parameters: INodeParameters = sendByColumns) => {
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
		for (const updateRows of [false, true]) {
			const sandbox = await newSandbox();
			sandbox.addFault({ match: ({ rawBody }) => rawBody.includes('0422'), status: 425 });
			await runOn(sandbox, {
				parameters: { ...parameters, updateRows },
				rows: applicants(3, change),
				settings: settings as Partial<INode>,
			});
		}
		adding.mockRestore();
		removing.mockRestore();
		expect(heard).toBe(2);
		expect(listening.size).toBe(0);
	},
);
