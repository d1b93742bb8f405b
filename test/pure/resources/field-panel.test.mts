import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import { collectionOf, isPhone } from '../../../nodes/RentalScreening/request/field.ts';
import { fieldPanel } from '../../../nodes/RentalScreening/resources/shared/fieldPanel.ts';
import type { NodeOperation } from '../../../nodes/RentalScreening/resources/shared/operation.ts';
import { mappedOperations, nodeOperations } from '../../support/operations.mts';
import { description, offeredIn, panel } from '../../support/panel.mts';

/** What is defined for several modes of one operation: with and without being required. */
const TWICE = ['propertyId', 'flowId'];

test('a field that is a parameter of its own is defined once for all operations that have it', () => {
	const own = mappedOperations
		.flatMap(({ fields }) => fields)
		.filter((field) => collectionOf(field) === undefined);
	expect(own.length).toBeGreaterThan(10);
	for (const { name } of own) {
		const definitions = description.properties.filter((property) => property.name === name);
		expect([name, definitions.length]).toEqual([name, TWICE.includes(name) ? 2 : 1]);
	}
});

test('operations that share the definition of a field say the same of it', () => {
	const placed = mappedOperations.flatMap(({ fields }) => fields);
	for (const field of placed) {
		const shared = placed.filter(
			(other) => other.name === field.name && collectionOf(other) === collectionOf(field),
		);
		for (const { label, panel: shown, required, perRun } of shared) {
			expect({ label, shown, required, perRun }).toEqual({
				label: field.label,
				shown: field.panel,
				required: field.required,
				perRun: field.perRun,
			});
		}
	}
});

test.each(nodeOperations)('$resource: $operation shows its own fields only', (place) => {
	const known = nodeOperations.flatMap(({ fields }) => fields.map(({ name }) => name));
	const shown = ['address', 'additionalFields'].flatMap((name) => offeredIn(place, name));
	const names = [...panel(place), ...shown].map(({ name }) => name);
	const expected = place.fields.map(({ name }) => name);
	expect(names.filter((name) => known.includes(name)).sort()).toEqual(expected.sort());
});

describe.each(mappedOperations)('Country Code of $resource: $operation', (place) => {
	test.each(['defineBelow', 'autoMapInputData'])(
		'in %s is right below the phone, once',
		(mappingMode) => {
			const names = panel(place, { mappingMode }).map(({ name }) => name);
			const hasPhone = place.fields.some(isPhone);
			expect(names.filter((name) => name === 'countryCode')).toHaveLength(hasPhone ? 1 : 0);
			if (!hasPhone || mappingMode !== 'defineBelow') return;
			const above = names[names.indexOf('countryCode') - 1];
			expect(above).toBe(place.resource === 'rentReport' ? 'additionalFields' : 'phone');
		},
	);
});

describe('a collection', () => {
	const text = (name: string, more: Partial<ApiField> = {}): ApiField => ({
		name,
		label: name.toUpperCase(),
		collection: 'additionalFields',
		...more,
	});
	const operation = (value: string, ...fields: ApiField[]): NodeOperation => ({
		resource: `of ${value}`,
		entry: { name: value, value },
		fields,
		label: value,
		requiredMembers: {},
		preparerFor: () => () => ({ problems: [] }),
	});

	test('lists its members by label, those of some operations only for these', () => {
		const panelOf = fieldPanel([
			operation('one', text('b'), text('a')),
			operation('two', text('b'), text('c')),
		]);
		const show = (value: string) => ({
			show: { '/resource': [`of ${value}`], '/operation': [value] },
		});
		expect(panelOf).toMatchObject([
			{
				name: 'additionalFields',
				displayOptions: {
					show: {
						resource: ['of one', 'of two'],
						operation: ['one', 'two'],
						mappingMode: ['defineBelow'],
					},
				},
				options: [
					{ name: 'a', displayOptions: show('one') },
					{ name: 'b' },
					{ name: 'c', displayOptions: show('two') },
				],
			},
		]);
		expect(panelOf[0]!.options![1]).not.toHaveProperty('displayOptions');
	});

	test('that holds what is one for the whole run stays in auto mode', () => {
		const panelOf = fieldPanel([
			operation('one', text('a')),
			operation('two', text('a', { perRun: true })),
		]);
		expect(panelOf).toMatchObject([
			{ displayOptions: { show: { operation: ['one'], mappingMode: ['defineBelow'] } } },
			{ displayOptions: { show: { operation: ['two'] } }, options: [{ name: 'a' }] },
		]);
		expect(panelOf[1]!.displayOptions!.show).not.toHaveProperty('mappingMode');
	});

	test.each(mappedOperations)(
		'of $resource: $operation holds either that or none of it',
		(place) => {
			const members = place.fields.filter((field) => collectionOf(field) === 'additionalFields');
			expect(new Set(members.map(({ perRun }) => perRun)).size).toBeLessThan(2);
		},
	);
});
