import { RentalScreeningApi } from '../../../credentials/RentalScreeningApi.credentials.ts';
import { FULL_NAME } from '../../../nodes/RentalScreening/request/columns.ts';
import { COUNTRY_CODE } from '../../../nodes/RentalScreening/request/phone.ts';
import { readApplicant } from '../../../nodes/RentalScreening/results/applicant.ts';
import { RESULT_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { mappedOperations, nodeOperations } from '../../support/operations.mts';
import { description, findOperationEntry } from '../../support/panel.mts';
import { readText } from '../../support/repository.mts';
import { listChoices } from '../../support/walk-description.mts';
import { createFullAnswer } from '../results/answers.mts';
import { findCodes, readTable } from './pages.mts';

// The names in the tables of README and docs, compared with the node as sets.

type Place = (typeof nodeOperations)[number];

const RESULTS = 'docs/results.md';

const boldIn = (cell: string) => /\*\*(.+)\*\*/.exec(cell)?.[1];
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const parameter = (name: string, from = description.properties) =>
	from.find((property) => property.name === name)!;

/** The operation as the docs call it: 'Screening: Send'. */
function formatPlace(place: Place): string {
	const resource = listChoices(parameter('resource')).find(
		({ value }) => value === place.resource,
	)!;
	return `${resource.name}: ${findOperationEntry(place)!.name}`;
}
const places = nodeOperations.map((place) => [formatPlace(place), place] as const);

test('README lists each operation', () => {
	const listed = readTable('README.md', 'Operations').map(([operation]) => boldIn(operation!));
	expect(listed.sort()).toEqual(places.map(([name]) => name).sort());
});

test('README lists the fields of the credential as the editor shows them', () => {
	const fields = new RentalScreeningApi().properties.filter(({ type }) => type !== 'hidden');
	expect(readTable('README.md', 'Credential').map(([field]) => field)).toEqual(
		fields.map(({ displayName }) => displayName),
	);
});

test('the docs list the other names of columns, and the personal ones', () => {
	const table = readTable('docs/sheets.md', 'Which column is read');
	const listed = table.flatMap(([field, others]) =>
		findCodes(field!).map((name) => [name, others!.split('; ')[0]!.split(', ')] as const),
	);
	const fields = [COUNTRY_CODE, FULL_NAME, ...mappedOperations.flatMap((place) => place.fields)];
	const named = fields.flatMap(({ name, otherNames }) => (otherNames ? [[name, otherNames]] : []));
	// A rent is listed with the other one.
	expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(named));
	const personal = table.filter(([field]) => field!.includes('¹'));
	expect(sorted(personal.flatMap(([field]) => findCodes(field!)))).toEqual(
		sorted(fields.filter(({ isPersonal }) => isPersonal).map(({ name }) => name)),
	);
	const settings = [COUNTRY_CODE, ...fields].filter(({ isSetting }) => isSetting);
	const [line = ''] =
		/^`propertyId`.* are fields of the node/m.exec(readText('docs/sheets.md')) ?? [];
	expect(sorted(findCodes(line))).toEqual(sorted(settings.map(({ name }) => name)));
});

test.each([
	['a-google-sheet', /Add these to yours: (.*)/],
	['an-excel-365-workbook', /paste this header.*of its own: `key`, (.*)/],
])("README's header to copy is what the note of %s asks for", (place, asked) => {
	const { nodes } = JSON.parse(readText(`workflows/screen-applicants-in-${place}.json`)) as {
		nodes: Array<{ parameters: { content?: string } }>;
	};
	const notes = nodes.map(({ parameters }) => parameters.content).join('\n');
	const [, line = ''] = /^```text\n(screeningStatus\t.*)\n```$/m.exec(readText('README.md')) ?? [];
	expect(findCodes(asked.exec(notes)![1]!)).toEqual(line.split('\t'));
});

test('the docs list the outputs of results and the columns of its lists', () => {
	const listed = readTable(RESULTS, 'Outputs').map(([value, name]) => [...findCodes(value!), name]);
	expect(listed.sort()).toEqual(RESULT_OUTPUTS.map(({ value, name }) => [value, name]).sort());
	const lists = RESULT_OUTPUTS.flatMap((output) => {
		const items = output.shape(readApplicant(createFullAnswer()), { fields: [] });
		return items.length > 1 ? [[output.value, Object.keys(items[0]!.json)]] : [];
	});
	const columns = readTable(RESULTS, 'Columns').map(([output, names]) => [
		findCodes(output!)[0]!,
		['userId', 'firstName', 'lastName', ...findCodes(names!)],
	]);
	expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(lists));
});
