import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isPhone, type Field } from '../core/field';
import { showFor, showInCollectionFor } from './operations';
import type { NodeOperation } from '../core/operation';

const COLLECTIONS = {
	address: {
		displayName: 'Address',
		placeholder: 'Add Address Field',
		description: 'Address of the rented property',
	},
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
};

type CollectionName = keyof typeof COLLECTIONS;

/** Completes phone numbers; where it is shown follows from the phone. */
const COUNTRY_CODE: INodeProperties = {
	displayName: 'Country Code',
	name: 'countryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1',
	hint: "Put in front of phone numbers without +, such as 1 for +14165550100. If empty, 'Send' refuses these numbers.",
	description: 'One leading 0 of the number is dropped, but not with 1; a leading 00 becomes +',
};

/** A field and the operations that have it; where they define it apart, the first says how it is shown. */
interface PlacedField {
	readonly field: Field;
	readonly operations: NodeOperation[];
}

/**
 * The parameters of all fields, each defined once for all operations that have it: n8n evaluates an expression again for
 * every definition of its name. What is one for the whole run comes first, then what is required, then collections.
 */
export function fieldPanel(operations: readonly NodeOperation[]): INodeProperties[] {
	const own = placedFields(operations).sort((one, other) => rankOf(one) - rankOf(other));
	return [
		...own.flatMap((placed) => [...parametersOf(placed), ...countryCode([placed])]),
		...(['address', 'additionalFields'] as const).flatMap((name) => {
			const placed = placedFields(operations, name);
			const isPerRun = ({ field }: PlacedField) => field.perRun === true;
			const members = placed.filter((one) => !isPerRun(one));
			return [
				...collection(name, members, DEFINE_BELOW),
				...BOTH_MODES.flatMap((mode) => collection(name, placed.filter(isPerRun), mode)),
				...countryCode(placed),
			];
		}),
	];
}

const DEFINE_BELOW = { show: { mappingMode: ['defineBelow'] } };
/** Checked Rows takes what is one for the whole run from the check. */
const AUTOMATICALLY = {
	show: { mappingMode: ['autoMapInputData'] },
	hide: { updateRows: ['checked'] },
};
/** Two definitions, since a 'Checked Rows' that is stored must not hide a field with 'Map Each Field Below'. */
const BOTH_MODES = [DEFINE_BELOW, AUTOMATICALLY];

/** Where a parameter of these operations is shown, in this mode. */
function showIn(mode: IDisplayOptions, operations: readonly NodeOperation[]) {
	return { displayOptions: { ...mode, show: { ...showFor(operations), ...mode.show } } };
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

/** The fields in a collection, or those that are parameters of their own. */
function placedFields(
	operations: readonly NodeOperation[],
	within?: CollectionName,
): PlacedField[] {
	const placed = new Map<string, PlacedField>();
	for (const operation of operations) {
		for (const field of operation.fields ?? []) {
			if (field.collection !== within) continue;
			const known = placed.get(field.name);
			if (known === undefined) placed.set(field.name, { field, operations: [operation] });
			else known.operations.push(operation);
		}
	}
	return [...placed.values()];
}

function rankOf({ field: { perRun, required } }: PlacedField): number {
	return perRun ? 0 : required ? 1 : 2;
}

/** What is one for the whole run stays in auto mode; it is not required there, as a column may hold it. */
function parametersOf({ field, operations }: PlacedField): INodeProperties[] {
	const parameter = toParameter(field);
	const required = field.required ? { required: true } : {};
	return [
		{ ...parameter, ...required, ...showIn(DEFINE_BELOW, operations) },
		...(field.perRun ? [{ ...parameter, ...showIn(AUTOMATICALLY, operations) }] : []),
	];
}

/** Country Code for the phone among these fields, if one is. */
function countryCode(placed: readonly PlacedField[]): INodeProperties[] {
	return placed
		.filter(({ field }) => isPhone(field))
		.flatMap(({ operations }) =>
			BOTH_MODES.map((mode) => ({ ...COUNTRY_CODE, ...showIn(mode, operations) })),
		);
}

/** A collection with these members by label, of the operations that have any, in this mode. */
function collection(
	name: CollectionName,
	placed: readonly PlacedField[],
	mode: IDisplayOptions,
): INodeProperties[] {
	if (placed.length === 0) return [];
	const options = placed.map(({ field, operations }) => ({
		...toParameter(field),
		displayOptions: { show: showInCollectionFor(operations) },
	}));
	// By code unit: the first comparison by locale would take longer than loading all the rest.
	options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
	const operations = placed.flatMap(({ operations: having }) => having);
	const shown = showIn(mode, operations);
	return [{ ...COLLECTIONS[name], name, type: 'collection', default: {}, ...shown, options }];
}
