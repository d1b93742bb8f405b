import { SYNONYMS } from '../../../nodes/RentalScreening/request/synonyms.ts';
import { mappedOperations, nodeOperations } from '../../support/operations.mts';
import { codesIn, tablesBelow, textOf } from './pages.mts';

test('the column names of the docs are the synonyms of the node', () => {
	const [, names = []] = tablesBelow('docs/mapping.md', 'Column names');
	const listed = names.map(([field, others]) => [...codesIn(field!), others!.split(', ')]);
	expect(Object.fromEntries(listed)).toEqual(SYNONYMS);
});

test('exactly the values for the whole run are named', () => {
	const [line] = /^- What is one for the whole run .*$/m.exec(textOf('docs/mapping.md')) ?? [''];
	const perRun = nodeOperations.flatMap(({ fields }) =>
		fields.filter((field) => field.perRun).map(({ name }) => name),
	);
	expect(codesIn(line).sort()).toEqual([...new Set(perRun)].sort());
});

test('the columns of each operation are its fields', () => {
	const [table = []] = tablesBelow('docs/mapping.md', 'Column names');
	const listed = table.map(([, needs, uses]) =>
		`${needs}, ${uses}`
			.split(/, |; | or (?!State)/)
			.filter((name) => name !== '')
			.sort(),
	);
	const expected = mappedOperations.map(({ fields }) => fields.map(({ label }) => label).sort());
	expect(listed).toEqual(expect.arrayContaining([...expected, ['User ID']]));
	expect(listed).toHaveLength(expected.length + 1);
});
