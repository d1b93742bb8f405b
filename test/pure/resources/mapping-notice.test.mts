import { SYNONYMS } from '../../../nodes/RentalScreening/request/synonyms.ts';
import { nodeOperations } from '../../support/operations.mts';
import { panel } from '../../support/panel.mts';

const mapped = nodeOperations.filter(({ controls }) => controls.includes('mappingMode'));

/** The lines of the notice that 'Map Automatically' shows for an operation. */
function noticeOf(place: (typeof mapped)[number]): string[] {
	const notices = panel(place, { mappingMode: 'autoMapInputData' }).filter(
		({ type }) => type === 'notice',
	);
	expect(notices).toHaveLength(1);
	return [...notices[0]!.displayName.matchAll(/<li>(.*?) <\/li>/g)].map(([, line]) => line!);
}

const lineOf = (lines: string[], start: string) =>
	lines.find((line) => line.startsWith(start)) ?? '';

test.each(mapped)('$resource: $operation names each column once, where it belongs', (place) => {
	const lines = noticeOf(place);
	const starts = {
		needs: lineOf(lines, 'Needs the columns'),
		uses: lineOf(lines, 'Uses the columns'),
		replaces: lineOf(lines, 'In place of the fields below'),
	};
	for (const { label, required, perRun } of place.fields) {
		const expected = perRun ? 'replaces' : required ? 'needs' : 'uses';
		for (const [kind, line] of Object.entries(starts)) {
			expect([label, kind, line.includes(`'${label}'`)]).toEqual([label, kind, kind === expected]);
		}
	}
});

test.each(mapped)('$resource: $operation gives other names only if they work', (place) => {
	const line = lineOf(noticeOf(place), 'Other names');
	for (const [, names = '', label] of line.matchAll(/((?:'[^']+'(?: or )?)+) for '([^']+)'/g)) {
		const field = place.fields.find((each) => each.label === label)!;
		const given = names.split(' or ').map((name) => name.slice(1, -1));
		expect(SYNONYMS[field.name]).toEqual(expect.arrayContaining(given));
	}
	expect(line.includes(' for ')).toBe(place.fields.some(({ name }) => SYNONYMS[name]));
});

test.each(mapped)(
	'$resource: $operation shows a list, the one thing that notices can hold',
	(place) => {
		const lines = noticeOf(place).map((line) => `<li>${line} </li>`);
		expect(panel(place, { mappingMode: 'autoMapInputData' })).toContainEqual(
			expect.objectContaining({ displayName: `<ul>${lines.join('')}</ul>` }),
		);
	},
);

test('a rent report needs one of several columns, twice', () => {
	const report = mapped.find(({ resource }) => resource === 'rentReport')!;
	expect(noticeOf(report)[0]).toBe('Needs a name and an amount.');
});

test('results need the column of the user ID', () => {
	const results = mapped.find(({ resource }) => resource === 'results')!;
	expect(noticeOf(results)[0]).toBe("Needs the columns: 'User ID'.");
});

test.each(mapped)('$resource: $operation shows no notice where each field is mapped', (place) => {
	expect(panel(place).filter(({ type }) => type === 'notice')).toEqual([]);
});
