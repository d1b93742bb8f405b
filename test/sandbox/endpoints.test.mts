import { Ajv2020 } from 'ajv/dist/2020.js';

import { readContract, type Schema } from '../../dev/contract.mts';
import { makeResults } from '../../dev/sandbox/data/results.mts';
import type { OperationId, Sandbox } from '../../dev/sandbox/index.mts';
import { createSend, send, useClient } from './support/client.mts';

const { operations } = readContract();
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

/** Our own answers have no member that the document does not list, although a reader may not count on it. */
function closed({
	properties,
	items,
	...schema
}: Schema & { additionalProperties?: unknown }): object {
	const members = Object.entries(properties ?? {}).map(([name, member]) => [name, closed(member)]);
	return {
		...schema,
		...(properties && { properties: Object.fromEntries(members) as object }),
		...(properties && { additionalProperties: schema.additionalProperties ?? false }),
		...(items && { items: closed(items) }),
	};
}

const applicant = { firstName: 'Ana', email: 'ana.silva@example.com', phone: '+14165550100' };

/** A body for every operation that has one. */
const BODIES: Partial<Record<OperationId, (sandbox: Sandbox) => object>> = {
	login: ({ username, password }) => ({ username, password }),
	createProperty: () => ({ name: 'Elm 5', rent: 1800, address: { city: 'Toronto' } }),
	sendScreening: ({ propertyId }) => ({
		...{ ...applicant, propertyId },
		checkType: 'CHECK_TYPE_DEEP_CHECK',
	}),
	createFlow: () => {
		const steps = [{ id: 'step-income' }, { id: 'step-identity', options: { skippable: true } }];
		return { flow: { name: 'Short', steps } };
	},
	sendScreeningWithFlow: (sandbox) => createSend(sandbox),
	submitRentReport: () => ({
		...{ firstName: 'Ana', rentPaid: '1950', amountPastDue: 0, ecoaCode: 'ECOA_CODE_JOINT' },
		accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
		address: { postalCode: 'M4C 1B5' },
	}),
};

const start = useClient();

test.each(operations)('$id answers 200 with what the contract has', async (one) => {
	const { id, method, path, answer } = one;
	const { sandbox, token } = await start();
	const completedAt = new Date('2026-03-15T12:00:00Z');
	const ids = { userId: 'user-1', screeningId: 'screening-1' };
	const userId = sandbox.addApplicant(makeResults({ ...ids, ...applicant, completedAt }));
	const body = BODIES[id]?.(sandbox);
	const sending = { ...(id === 'login' ? {} : { token }), body };
	const reply = await send(sandbox, method, path.replace('{userId}', userId), sending);

	expect(reply.status).toBe(200);
	expect(reply.headers.get('content-type')).toContain('application/json');
	const validate = ajv.compile(closed(answer));
	expect(validate(reply.json) ? [] : validate.errors).toEqual([]);
	expect(sandbox.listRequests(id).at(-1)).toMatchObject({ status: 200, violations: [] });
});
