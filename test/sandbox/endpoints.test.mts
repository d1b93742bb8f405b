import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

import { contractFile } from '../../dev/sandbox/contract.mts';
import { startSandbox, type OperationId, type Sandbox } from '../../dev/sandbox/index.mts';
import { fetchResults, login, send, type Reply } from './support/client.mts';

interface Answers {
	responses: Record<string, { content: { 'application/json': { schema: { $ref: string } } } }>;
}

const contract = parse(readFileSync(contractFile, 'utf8')) as {
	paths: Record<string, Record<string, Answers & { operationId: OperationId }>>;
	components: { schemas: Record<string, Record<string, unknown>> };
};

// Our own answers have no field that the document does not list, although a reader may not count on it.
const schemas = structuredClone(contract.components.schemas);
for (const schema of Object.values(schemas)) {
	if (schema['type'] === 'object') schema['additionalProperties'] ??= false;
}
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'contract', components: { schemas } });

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

/** What an answer to an operation lacks of what the contract requires. */
function shortcomings(operationId: OperationId, reply: Reply): unknown {
	const operation = operations.find((each) => each.operationId === operationId);
	const { $ref } = operation!.responses['200']!.content['application/json'].schema;
	const validate = ajv.getSchema(`contract${$ref}`)!;
	return validate(reply.json) ? [] : validate.errors;
}

describe('every endpoint', () => {
	let sandbox: Sandbox;
	let token: string;

	beforeAll(async () => {
		sandbox = await startSandbox();
		token = await login(sandbox);
	});

	afterAll(async () => {
		await sandbox.close();
	});

	it.each<[OperationId, () => Promise<Reply>]>([
		[
			'login',
			() =>
				send(sandbox, 'POST', '/v1/auth/login', {
					body: { username: sandbox.username, password: sandbox.password },
				}),
		],
		[
			'createProperty',
			() =>
				send(sandbox, 'POST', '/v1/property', {
					token,
					body: { name: 'Elm 5', rent: 1800, address: { city: 'Toronto' } },
				}),
		],
		[
			'sendScreening',
			() =>
				send(sandbox, 'POST', '/v1/screening/send', {
					token,
					body: {
						checkType: 'CHECK_TYPE_DEEP_CHECK',
						email: 'ana.silva@example.com',
						phone: '+14165550100',
						firstName: 'Ana',
						lastName: 'Silva',
						propertyId: sandbox.propertyId,
						payer: 'PAYER_SELF',
					},
				}),
		],
		['listSteps', () => send(sandbox, 'GET', '/v1/flows/steps/list', { token })],
		[
			'createFlow',
			() =>
				send(sandbox, 'POST', '/v1/flows', {
					token,
					body: {
						flow: {
							name: 'Short',
							steps: [{ id: 'step-income' }, { id: 'step-identity', options: { skippable: true } }],
						},
					},
				}),
		],
		[
			'sendScreeningWithFlow',
			() =>
				send(sandbox, 'POST', '/v2/screening/send', {
					token,
					body: {
						flowId: sandbox.flowId,
						email: 'bo@example.com',
						phone: '416 555 0100',
						firstName: 'Bo',
						lastName: 'Li',
						payer: 'PAYER_SELF',
					},
				}),
		],
		['getScreeningData', async () => fetchResults(sandbox, token, sandbox.screenings[0]!.userId)],
		[
			'submitRentReport',
			() =>
				send(sandbox, 'POST', '/v1/rent-reporting/report', {
					token,
					body: {
						firstName: 'Ana',
						lastName: 'Silva',
						rentPaid: '1950',
						amountPastDue: 0,
						accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
						ecoaCode: 'ECOA_CODE_JOINT',
						address: { postalCode: 'M4C 1B5' },
					},
				}),
		],
	])('%s answers 200 with what the contract requires', async (operation, ask) => {
		const reply = await ask();

		expect(reply.status).toBe(200);
		expect(reply.headers.get('content-type')).toContain('application/json');
		expect(shortcomings(operation, reply)).toEqual([]);
		expect(sandbox.requestsOf(operation).at(-1)).toMatchObject({ status: 200, violations: [] });
	});

	test('was asked for all operations', () => {
		for (const { operationId } of operations) {
			expect(sandbox.requestsOf(operationId).length).toBeGreaterThan(0);
		}
	});
});
