import type { INodePropertyOptions } from 'n8n-workflow';

import type { RecordedRequest } from '../../../dev/sandbox/index.mts';
import { compiledNode } from '../../support/engine.mts';
import { operationCases } from '../../support/operation-cases.mts';
import { perform } from '../../support/perform.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** What the service document has a say in. */
function essenceOf({ operation, method, url, headers, rawBody, violations }: RecordedRequest) {
	const { accept, authorization, 'content-type': contentType } = headers;
	const body: unknown = rawBody === '' ? undefined : JSON.parse(rawBody);
	return { operation, method, url, accept, authorization, contentType, body, violations };
}

test('every operation of the node has a case', () => {
	const offered = compiledNode()
		.description.properties.filter(({ name }) => name === 'operation')
		.flatMap(({ options, displayOptions }) =>
			(options as INodePropertyOptions[]).map(
				({ value }) => `${String(displayOptions!.show!['resource'])}: ${String(value)}`,
			),
		);
	const tested = operationCases.map(({ resource, operation }) => `${resource}: ${operation}`);
	expect(tested.sort()).toEqual(offered.sort());
});

describe.each(operationCases)('$resource: $operation', (operationCase) => {
	test.each(['everything', 'least'] as const)(
		'with %s: exact request, exact output',
		async (how) => {
			const sandbox = await newSandbox();
			const { id, resource, operation, method, url, output } = operationCase;
			const { parameters, body } = operationCase[how](sandbox);

			const { requests, items } = await perform(sandbox, { resource, operation, ...parameters });

			expect(requests.map(essenceOf)).toEqual([
				{
					operation: id,
					method,
					url: url(sandbox),
					accept: 'application/json',
					authorization: sandbox.tokensIssued[0],
					contentType: method === 'GET' ? undefined : 'application/json',
					body,
					violations: [],
				},
			]);
			expect(items).toEqual(output(sandbox).map((json) => ({ json, pairedItem: { item: 0 } })));
		},
	);
});
