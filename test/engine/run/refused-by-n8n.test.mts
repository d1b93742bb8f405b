import type { INode, INodeParameters } from 'n8n-workflow';

import { applicants, sendByColumns, sendByExpressions } from '../../support/applicants.mts';
import { ON_ERROR, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

const BATCHING = { batching: { batch: { batchSize: 1, batchInterval: 5 } } };
const AT_ROW_7: Array<[string, (batching: INodeParameters) => INodeParameters]> = [
	[
		'an expression',
		(batching) => ({
			...sendByExpressions,
			phone: "={{ $json.row === 7 ? $('Nowhere').first().json.n : $json.phone }}",
			requestOptions: batching,
		}),
	],
	[
		'a proxy',
		(batching) => ({
			...sendByColumns,
			requestOptions: { ...batching, proxy: "={{ $json.row === 7 ? 'nonsense' : '' }}" },
		}),
	],
];

const cases = ON_ERROR.flatMap((onError) =>
	[false, true].flatMap((updateRows) =>
		[{}, BATCHING].map((batching) => ({ onError, updateRows, batching })),
	),
);

describe.each(AT_ROW_7)('%s that n8n refuses at one row', (_, parametersWith) => {
	test.each(cases)('no userId is lost: %j', async ({ onError, updateRows, batching }) => {
		const sandbox = await newSandbox();
		const settings: Partial<INode> = { onError, retryOnFail: true, waitBetweenTries: 1 };
		const { items, errorItems, error } = await runOn(sandbox, {
			parameters: { ...parametersWith(batching), updateRows },
			rows: applicants(10),
			settings,
		});
		const reported = JSON.stringify([items, errorItems, error?.message, error?.description]);
		for (const { userId } of sandbox.screenings) expect(reported).toContain(userId);
	});
});
