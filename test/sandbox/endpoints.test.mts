import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

import { contractFile } from '../../dev/contract.mts';
import { makeResults } from '../../dev/sandbox/data/results.mts';
import type { OperationId, Sandbox } from '../../dev/sandbox/index.mts';
import { send, useClient } from './support/client.mts';

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

const applicant = { firstName: 'Ana', lastName: 'Silva', payer: 'PAYER_SELF' };
const contact = { email: 'ana.silva@example.com', phone: '+14165550100' };

/** A body for every operation that has one. */
const BODIES: Partial<Record<OperationId, (sandbox: Sandbox) => object>> = {
	login: ({ username, password }) => ({ username, password }),
	createProperty: () => ({ name: 'Elm 5', rent: 1800, address: { city: 'Toronto' } }),
	sendScreening: ({ propertyId }) => {
		return { ...applicant, ...contact, propertyId, checkType: 'CHECK_TYPE_DEEP_CHECK' };
	},
	createFlow: () => {
		const steps = [{ id: 'step-income' }, { id: 'step-identity', options: { skippable: true } }];
		return { flow: { name: 'Short', steps } };
	},
	sendScreeningWithFlow: ({ flowId }) => ({ ...applicant, ...contact, flowId }),
	submitRentReport: () => ({
		...{ firstName: 'Ana', lastName: 'Silva', rentPaid: '1950', amountPastDue: 0 },
		accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
		ecoaCode: 'ECOA_CODE_JOINT',
		address: { postalCode: 'M4C 1B5' },
	}),
};

const start = useClient();

test.each(operations)('$operationId answers 200 with what the contract requires', async (one) => {
	const { sandbox, token } = await start();
	const userId = sandbox.addApplicant(
		makeResults({
			userId: 'user-1',
			screeningId: 'screening-1',
			checkType: 'CHECK_TYPE_DEEP_CHECK',
			...contact,
			completedAt: new Date('2026-03-15T12:00:00Z'),
		}),
	);
	const { operationId, method, path, responses } = one;
	const body = BODIES[operationId]?.(sandbox);
	const reply = await send(sandbox, method.toUpperCase(), path.replace('{userId}', userId), {
		...(operationId === 'login' ? {} : { token }),
		body,
	});

	expect(reply.status).toBe(200);
	expect(reply.headers.get('content-type')).toContain('application/json');
	const { $ref } = responses['200']!.content['application/json'].schema;
	const validate = ajv.getSchema(`contract${$ref}`)!;
	expect(validate(reply.json) ? [] : validate.errors).toEqual([]);
	expect(sandbox.listRequests(operationId).at(-1)).toMatchObject({ status: 200, violations: [] });
});
