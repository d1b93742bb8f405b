import { Ajv2020 } from 'ajv/dist/2020.js';

import { readContract, type Schema } from '../../dev/contract.mts';
import { makeResults } from '../../dev/sandbox/data/results.mts';
import { nodeOperations } from '../support/operations.mts';
import { useSandbox } from '../support/use-sandbox.mts';
import { logIn, WITHOUT_TOKEN } from './client.mts';

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

/** Our own answers have no member that the document does not list, although a reader may not count on it. */
const close = (schema: Schema) =>
	JSON.parse(JSON.stringify(schema), (_name, member: Schema | null) =>
		member?.properties ? { additionalProperties: false, ...member } : member,
	) as object;

const newSandbox = useSandbox();

test.each(readContract().operations)(
	'$id answers 200 with what the contract has',
	async ({ id, method, path, answer }) => {
		const sandbox = await newSandbox();
		const client = await logIn(sandbox);
		const userId = sandbox.addApplicant(
			makeResults({
				...{ userId: 'user-1', screeningId: 'screening-1', completedAt: new Date(0) },
				...{ firstName: 'Ana', email: 'ana.silva@example.com', phone: '+14165550100' },
			}),
		);
		const { username, password } = sandbox;
		const filled = nodeOperations.find((operation) => operation.id === id)?.everything(sandbox);
		const reply = await client.request({
			...{ method, url: path.replace('{userId}', userId) },
			...(filled
				? { data: filled.body }
				: { data: { username, password }, headers: WITHOUT_TOKEN }),
		});

		expect(reply.status).toBe(200);
		expect(reply.headers['content-type']).toContain('application/json');
		const validate = ajv.compile(close(answer));
		expect(validate(reply.data) ? [] : validate.errors).toEqual([]);
		expect(sandbox.listRequests(id).at(-1)).toMatchObject({ status: 200, violations: [] });
	},
);
