import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Schemas } from '../../nodes/RentalScreening/core/json.ts';
import { SSN, createBareAnswer, createFullAnswer } from '../pure/results/answers.mts';
import { nodeOperations } from '../support/operations.mts';
import { perform } from '../support/engine.mts';
import { readText } from '../../dev/repository.mts';
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
const fullRow = JSON.parse(readText('test/pure/results/full-row.json')) as IDataObject;
const masked = createFullAnswer();
masked.user.employmentDetails!.identity!.ssn = '***-**-6789';

/** What comes out for an applicant of whom everything is known. */
const OUTPUTS: Readonly<Record<string, IDataObject>> = {
	simplified: {
		...{ userId: 'usr-0b6d2c1e', firstName: 'Jane', lastName: 'Doe', checkComplete: true },
		...{ serviceScore: 81.5, creditScore: 712, monthlyIncome: 6250, rentToIncomePercent: 33.6 },
		redFlagCount: 2,
		redFlags:
			'Late payment: One rent payment was 6 days late, count 1; NSF: bank (First Example Bank, fee 48)',
	},
	row: { ...fullRow, userId: 'usr-0b6d2c1e' },
	selectedFields: { userId: 'usr-0b6d2c1e', creditScore: 712, jobTitle: 'Structural engineer' },
	raw: { ...masked },
	report: {
		...{
			subject: 'Screening report: Jane Doe',
			html: expect.any(String),
			text: expect.any(String),
		},
		...{ ...fullRow, userId: 'usr-0b6d2c1e' },
	},
};

test.each(Object.entries(OUTPUTS))(
	'output %s is one item, linked to its input, without the SSN',
	async (output, json) => {
		const items = await getItems(createFullAnswer(), { output, fields });
		expect(items).toMatchObject([{ json, pairedItem: { item: 0 } }]);
		expect(Object.keys(items[0]!.json)).toEqual(Object.keys(json));
		expect(items[0]!.binary === undefined).toBe(output !== 'report');
		expect(JSON.stringify(items)).not.toContain(SSN);
	},
);

test('the file of a report is its HTML, under the name of the applicant', async () => {
	const [item] = await getItems(createFullAnswer(), { output: 'report' });
	const { report, ...otherFiles } = item!.binary!;
	expect(otherFiles).toEqual({});
	expect(report).toMatchObject({
		fileName: 'screening-report-jane-doe-2026-03-01.html',
		mimeType: 'text/html',
	});
	expect(Buffer.from(report!.data, 'base64').toString('utf8')).toBe(item!.json.html);
	expect(item!.json.html).toMatch(/^<!DOCTYPE html>[^]*<h1[^>]*>Jane Doe<\/h1>/);
	expect(item!.json.text).toMatch(/^Jane Doe\nScreening complete\n/);
});

test('of an applicant of whom almost nothing is known, the figures are empty', async () => {
	const [simplified] = await getItems(createBareAnswer(), { output: 'simplified' });
	expect(simplified!.json).toEqual({
		...{ userId: 'usr-9', firstName: 'Sam', lastName: null, checkComplete: false },
		...{ serviceScore: null, creditScore: null, monthlyIncome: null, rentToIncomePercent: null },
		...{ redFlagCount: null, redFlags: null },
	});
	const [raw] = await getItems(createBareAnswer(), { output: 'raw' });
	expect(raw!.json).toEqual(createBareAnswer());
	const [report] = await getItems(createBareAnswer(), { output: 'report' });
	expect(report!.json).toMatchObject({
		subject: 'Screening report: Sam (not complete)',
		rent: 2100,
	});
	expect(report!.binary!.report!.fileName).toBe('screening-report-sam.html');
});

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
		'The results are of Jane Doe: is the user ID in the right row? If it is, write first name, email and phone as they are there.';
	expect(rows).toEqual([
		{ userId: jane, resultStatus: 'not fetched', resultNote: note },
		{ userId: john, resultStatus: 'complete', resultNote: '', creditScore: 712 },
	]);
});
