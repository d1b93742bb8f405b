import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isPhone, type Field } from '../core/field';
import type { Operation } from '../core/operation';
import { COUNTRY_CODE } from '../request/phone';
import { showFor } from './operations';

const COLLECTIONS = {
	address: {
		displayName: 'Address',
		placeholder: 'Add Address Field',
		description: 'Address of the rented property',
	},
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
};

/** A field and the operations that have it; where they define it apart, the first says how it is shown. */
interface PlacedField {
	readonly field: Field;
	readonly operations: Operation[];
}

/**
 * The parameters of all fields, each defined once for all operations that have it: n8n evaluates an expression again for
 * every definition of its name. Collections come last.
 */
export function createFieldPanel(operations: readonly Operation[]): INodeProperties[] {
	const outsideCollections = placeFields(operations);
	outsideCollections.sort((one, other) => getRank(one) - getRank(other));
	return [
		...outsideCollections.flatMap((placed) => [
			...toParameters(placed),
			...createCountryCode([placed]),
		]),
		...(['address', 'additionalFields'] as const).flatMap((name) => {
			const placed = placeFields(operations, name);
			const shared = placed.filter(({ field }) => field.sharedByRun);
			return [
				...toCollection(name, placed, showBelow),
				...toCollection(name, shared, showAutomatically),
				...createCountryCode(placed),
			];
		}),
	];
}

/** Where a parameter of these operations is shown with 'Map Each Field Below'. */
function showBelow(operations: readonly Operation[]): IDisplayOptions {
	return { show: { ...showFor(operations), mappingMode: ['defineBelow'] } };
}

/**
 * The same with 'Map Automatically', where Checked Rows takes what is one for the whole run from the check. It is another
 * definition, since a 'Checked Rows' that is stored must not hide the field with 'Map Each Field Below'.
 */
function showAutomatically(operations: readonly Operation[]): IDisplayOptions {
	const show = { ...showFor(operations), mappingMode: ['autoMapInputData'] };
	return { show, hide: { updateRows: ['checked'] } };
}

/** The parameter of a field, without where it is shown. */
export function toParameter({ name, label, type, oneOf, panel }: Field): INodeProperties {
	const named = { displayName: label, name };
	if (oneOf !== undefined) {
		return { ...named, type: 'options', options: [...oneOf], default: '', ...panel };
	}
	if (type === undefined) return { ...named, type: 'string', default: '', ...panel };
	const typeOptions = { numberPrecision: type === 'integer' ? 0 : 2, ...panel?.typeOptions };
	return { ...named, type: 'number', default: 0, ...panel, typeOptions };
}

/** The fields in this collection, or those that are in none. */
function placeFields(
	operations: readonly Operation[],
	collection?: Field['collection'],
): PlacedField[] {
	const placed = new Map<string, PlacedField>();
	for (const operation of operations) {
		for (const field of operation.fields ?? []) {
			if (field.collection !== collection) continue;
			const earlier = placed.get(field.name);
			if (earlier === undefined) placed.set(field.name, { field, operations: [operation] });
			else earlier.operations.push(operation);
		}
	}
	return [...placed.values()];
}

/** What is one for the whole run comes first, then what is required. */
function getRank({ field }: PlacedField): number {
	if (field.sharedByRun) return 0;
	return field.required ? 1 : 2;
}

/** The parameter for both mapping modes; with 'Map Automatically' it is not required, as a column may hold it. */
function toParameters({ field, operations }: PlacedField): INodeProperties[] {
	const parameter = toParameter(field);
	const required = field.required ? { required: true } : {};
	return [
		{ ...parameter, ...required, displayOptions: showBelow(operations) },
		...(field.sharedByRun ? [{ ...parameter, displayOptions: showAutomatically(operations) }] : []),
	];
}

/** Country Code for the phone among these fields, if one is. */
function createCountryCode(placed: readonly PlacedField[]): INodeProperties[] {
	return placed
		.filter(({ field }) => isPhone(field))
		.flatMap(({ operations }) => [showBelow(operations), showAutomatically(operations)])
		.map((displayOptions) => ({ ...toParameter(COUNTRY_CODE), displayOptions }));
}

/** A collection with these members by label, for the operations that have any. */
function toCollection(
	name: keyof typeof COLLECTIONS,
	placed: readonly PlacedField[],
	show: (operations: readonly Operation[]) => IDisplayOptions,
): INodeProperties[] {
	if (placed.length === 0) return [];
	const options = placed.map(({ field, operations }) => {
		const { resource, operation } = showFor(operations);
		const displayOptions = { show: { '/resource': resource, '/operation': operation } };
		return { ...toParameter(field), displayOptions };
	});
	// By code unit: the first comparison by locale would take longer than loading all the rest.
	options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
	const displayOptions = show(placed.flatMap(({ operations }) => operations));
	return [{ ...COLLECTIONS[name], name, type: 'collection', default: {}, displayOptions, options }];
}
