import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { RESULT_OUTPUTS, shapeResult } from '../../nodes/RentalScreening/results/outputs.ts';
import { readApplicant } from '../../nodes/RentalScreening/results/applicant.ts';
import type { Schemas } from '../../nodes/RentalScreening/core/json.ts';
import { SSN, createBareAnswer, createFullAnswer } from '../pure/results/answers.mts';
import { nodeOperations } from '../support/operations.mts';
import { perform } from '../support/engine.mts';
import { useSandbox } from '../support/use-sandbox.mts';

// What Results: Get returns, and whom it asks for.

const newSandbox = useSandbox();

const getResults: INodeParameters = { resource: 'results', operation: 'get' };

/** The output items of Get for an applicant with these data. */
async function getItems(
	data: Schemas['ScreeningData'],
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const sandbox = await newSandbox();
	const userId = sandbox.addApplicant(data);
	return (await perform(sandbox, { ...getResults, userId, ...parameters })).items;
}

const fields = ['creditScore', 'jobTitle'];
const answers = { everything: createFullAnswer, 'almost nothing': createBareAnswer };
const whoAndWhat = Object.keys(answers).flatMap((known) =>
	RESULT_OUTPUTS.map(({ value }) => [String(value), known as keyof typeof answers] as const),
);

test.each(whoAndWhat)(
	'output %s of an applicant with %s known is one item, linked to its input, without the SSN',
	async (output, known) => {
		const data = answers[known]();
		const [item, ...others] = await getItems(data, { output, fields });
		const { json, fileName } = shapeResult(output, readApplicant(data, data.user.id), fields);
		expect(others).toEqual([]);
		expect(item).toMatchObject({ json, pairedItem: { item: 0 } });
		const { report, ...otherFiles } = item!.binary ?? {};
		expect([report?.fileName, otherFiles]).toEqual([fileName, {}]);
		expect(report?.mimeType).toBe(fileName && 'text/html');
		const html = report && Buffer.from(report.data, 'base64').toString('utf8');
		expect(html).toBe(item!.json.html);
		expect(JSON.stringify(item)).not.toContain(SSN);
	},
);

interface Schema {
	version?: number;
	properties: Record<string, object>;
}
const folder = path.resolve(import.meta.dirname, '../../nodes/RentalScreening/__schema__/v1.0.0');

test.each(nodeOperations)(
	'the output schema of $resource: $operation has the keys and types of what comes out',
	async (given) => {
		const { resource, operation } = given;
		const text = readFileSync(path.join(folder, resource, `${operation}.json`), 'utf8');
		const { version, ...schema } = JSON.parse(text) as Schema;
		const items =
			resource === 'results'
				? [...(await getItems(createFullAnswer(), {})), ...(await getItems(createBareAnswer(), {}))]
				: await getOutput(given);
		const validate = new Ajv({ allowUnionTypes: true }).compile(schema);

		expect(version).toBe(1);
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items) {
			validate(json);
			expect(validate.errors ?? []).toEqual([]);
			expect(Object.keys(json)).toEqual(Object.keys(schema.properties));
		}
	},
);

async function getOutput({ resource, operation, everything }: (typeof nodeOperations)[number]) {
	const sandbox = await newSandbox();
	const { parameters } = everything(sandbox);
	return (await perform(sandbox, { resource, operation, ...parameters })).items;
}

test('the service gets exactly the given user ID, for any ID', async () => {
	const sandbox = await newSandbox();
	const anyId = fc
		.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
		.filter((id) => /^[^\s.\p{C}]/u.test(id) && id === id.trim());
	const userIds = [
		...new Set(['../../v1/flows/steps/list', 'a/b c?d#é%', ...fc.sample(anyId, 50)]),
	];
	const answers = userIds.map((id) => ({
		screening: { id: 's' },
		user: { id, checkComplete: true },
	}));
	for (const answer of answers) sandbox.addApplicant(answer);
	const getRaw = { ...getResults, output: 'raw', userId: '={{ $json.userId }}' };

	const { rows, requests } = await perform(
		sandbox,
		getRaw,
		userIds.map((userId) => ({ userId })),
	);

	expect(rows).toEqual(answers);
	expect(requests.flatMap(({ violations }) => violations)).toEqual([]);
	const first = '/v1/screening/data/..%2F..%2Fv1%2Fflows%2Fsteps%2Flist';
	expect(requests.map(({ url }) => url)).toContain(first);
});

test('in a sheet whose people were sorted while their user IDs stayed, no result is written', async () => {
	const sandbox = await newSandbox();
	const [jane, john] = ['Jane', 'John'].map((firstName) =>
		sandbox.addApplicant({
			screening: { creditScore: 712 },
			user: { firstName, lastName: 'Doe', email: 'does@example.com', checkComplete: true },
		}),
	);
	const own = { resultStatus: '', resultNote: '', creditScore: '' };
	const parameters = { ...getResults, mappingMode: 'autoMapInputData', updateRows: 'due' };
	const output = { output: 'selectedFields', fields: ['creditScore'], matchColumn: 'userId' };

	const { rows } = await perform(sandbox, { ...parameters, ...output }, [
		{ 'First Name': 'John', 'Last Name': 'Doe', userId: jane!, ...own },
		{ 'First Name': 'JOHN ', 'Last Name': '', userId: john!, ...own },
	]);

	const note =
		'The results are of Jane Doe: is the user ID in the right row? If it is, write the names in the row as they are there.';
	expect(rows).toEqual([
		{ userId: jane, resultStatus: 'not fetched', resultNote: note },
		{ userId: john, resultStatus: 'complete', resultNote: '', creditScore: 712 },
	]);
});
