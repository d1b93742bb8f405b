import type { RecordedRequest } from '../../../dev/sandbox/index.mts';
import { contractOperations } from '../../support/contract.mts';
import { nodeOperations } from '../../support/operations.mts';
import { perform } from '../../support/perform.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** What the service document has a say in. */
function essenceOf({ operation, method, url, headers, rawBody, violations }: RecordedRequest) {
	const { accept, authorization, 'content-type': contentType } = headers;
	const body: unknown = rawBody === '' ? undefined : JSON.parse(rawBody);
	return { operation, method, url, accept, authorization, contentType, body, violations };
}

const contract = contractOperations();

describe.each(nodeOperations)('$resource: $operation', (operationCase) => {
	test.each(['everything', 'least'] as const)(
		'with %s: exact request, exact output',
		async (how) => {
			const sandbox = await newSandbox();
			const { id, resource, operation, output } = operationCase;
			const { method, path } = contract.find((one) => one.id === id)!;
			const { parameters, body } = operationCase[how](sandbox);

			const { requests, items } = await perform(sandbox, { resource, operation, ...parameters });

			expect(requests.map(essenceOf)).toEqual([
				{
					operation: id,
					method,
					url: path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name])),
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
