import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { deriveSchemas, SCHEMA_FOLDER } from '../../dev/schemas/derive.mts';
import { readApplicant } from '../../nodes/RentalScreening/results/applicant.ts';
import { RESULT_OUTPUTS } from '../../nodes/RentalScreening/results/outputs.ts';
import { resultsPanel } from '../../nodes/RentalScreening/operations/results.ts';
import { listOfferedOperations } from '../support/panel.mts';
import { createBareAnswer, createFullAnswer } from './results/answers.mts';

const derived = deriveSchemas();
const operations = Object.keys(derived);

const findChecked = (name: string) =>
	JSON.parse(readFileSync(join(SCHEMA_FOLDER, `${name}.json`), 'utf8'));

test('an output schema exists for each operation of the node, and for nothing else', () => {
	const files = readdirSync(SCHEMA_FOLDER, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	const expected = listOfferedOperations()
		.map((name) => name.replace(': ', '/'))
		.sort();
	expect([...operations].sort()).toEqual(expected);
	expect(files.sort()).toEqual(expected.map((name) => join(SCHEMA_FOLDER, `${name}.json`)));
});

test.each(operations)('the output schema of %s is checked in as it is derived', (name) => {
	// As text, so that the order of the fields counts as well. To fix: npm run task -- schemas
	expect(JSON.stringify(findChecked(name))).toBe(JSON.stringify(derived[name]));
});

test.each([
	['everything', createFullAnswer()],
	['almost nothing', createBareAnswer()],
])(
	'the output schema of results has the columns of the default output about %s, in their order',
	(_, answer) => {
		const output = resultsPanel.find(({ name }) => name === 'output')!.default;
		const shown = RESULT_OUTPUTS.find(({ value }) => value === output)!;
		const [item] = shown.shape(readApplicant(answer), { fields: [] });
		expect(Object.keys(findChecked('results/get').properties)).toEqual(Object.keys(item!.json));
	},
);
