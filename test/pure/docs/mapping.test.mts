import { SYNONYMS } from '../../../nodes/RentalScreening/request/synonyms.ts';
import { nodeOperations } from '../../support/operations.mts';
import { codesIn, tableBelow, textOf } from './pages.mts';

test('the column names of the docs are the synonyms of the node', () => {
	const listed = tableBelow('docs/mapping.md', 'Column names').map(([field, names]) => [
		...codesIn(field!),
		names!.split(', '),
	]);
	expect(Object.fromEntries(listed)).toEqual(SYNONYMS);
});

test('exactly the values for the whole run are named', () => {
	const [line] = /^- What is one for the whole run .*$/m.exec(textOf('docs/mapping.md')) ?? [''];
	const perRun = nodeOperations.flatMap(({ fields }) =>
		fields.filter((field) => field.perRun).map(({ name }) => name),
	);
	expect(codesIn(line).sort()).toEqual([...new Set(perRun)].sort());
});
