import type { INodeProperties } from 'n8n-workflow';

import { RESULT_OUTPUTS, shapeResults } from '../../../nodes/RentalScreening/results/outputs.ts';
import { description } from '../../support/panel.mts';
import { choicesOf } from '../../support/walk-description.mts';
import { fullAnswer } from '../results/answers.mts';
import { codesIn, tableBelow, textOf } from './pages.mts';

const PAGE = 'docs/results.md';

test('the outputs are those of the node, as the editor calls them', () => {
	const listed = tableBelow(PAGE, 'Outputs').map(([value, name]) => [...codesIn(value!), name]);
	expect(listed.sort()).toEqual(RESULT_OUTPUTS.map(({ value, name }) => [value, name]).sort());
});

describe('the columns of the lists', () => {
	const listed = new Map(
		tableBelow(PAGE, 'Columns').map(([output, columns]) => [
			codesIn(output!)[0]!,
			codesIn(columns!),
		]),
	);
	const shape = (output: (typeof RESULT_OUTPUTS)[number]) =>
		shapeResults(fullAnswer(), output, { userId: 'usr-1', fields: [], includeSsn: false });
	const lists = RESULT_OUTPUTS.filter((output) => shape(output).length > 1);

	test('are there for each of them', () => {
		expect([...listed.keys()].sort()).toEqual(lists.map(({ value }) => value).sort());
	});

	test.each(lists.map((output) => [output.value, output] as const))(
		'of %s are those of the node, in their order',
		(value, output) => {
			const [item] = shape(output);
			const names = ['userId', 'firstName', 'lastName', ...listed.get(value)!];
			expect(names).toEqual(Object.keys(item!.json));
		},
	);
});

test("the values of 'When Incomplete' are those of the node", () => {
	const options = description.properties.find(({ name }) => name === 'options')!
		.options as INodeProperties[];
	const choices = choicesOf(options.find(({ name }) => name === 'whenIncomplete')!);
	const listed = tableBelow(PAGE, 'Applicants who have not completed the screening');
	expect(listed.map(([value, name]) => [...codesIn(value!), name]).sort()).toEqual(
		choices.map(({ value, name }) => [value, name]).sort(),
	);
});

test('the outputs with Update Rows are named, and no other', () => {
	const section = textOf(PAGE).split('\n## Update Rows\n')[1]!;
	const [sentence] = /^With .*_Update Rows_ writes/m.exec(section) ?? [''];
	const outputs = RESULT_OUTPUTS.filter(({ rowColumns }) => rowColumns);
	expect(codesIn(sentence).sort()).toEqual(outputs.map(({ value }) => value).sort());
});
