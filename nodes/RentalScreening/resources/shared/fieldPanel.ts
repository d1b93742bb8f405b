import type { INodeProperties } from 'n8n-workflow';

import { collectionOf, isPhone, type ApiField } from '../../request/field';
import { showFor, showInCollectionFor, type NodeOperation } from './operation';

/** In the order of the panel. */
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

/**
 * The parameters of all fields. Each is defined once for all operations that have it, because n8n evaluates an
 * expression again for every definition of its name. What is one for the whole run comes first, then what is
 * required.
 */
export function fieldPanel(operations: readonly NodeOperation[]): INodeProperties[] {
	const own = placedFields(operations).sort((one, other) => rankOf(one) - rankOf(other));
	const collections = Object.keys(COLLECTIONS) as CollectionName[];
	return [
		...own.flatMap((placed) => [
			...ownParameters(placed),
			...(isPhone(placed.field) ? [countryCode(placed.operations)] : []),
		]),
		...collections.flatMap((name) => [
			...collection(name, operations, false),
			...collection(name, operations, true),
			...placedFields(operations, name)
				.filter(({ field }) => isPhone(field))
				.map((placed) => countryCode(placed.operations)),
		]),
	];
}

function countryCode(operations: readonly NodeOperation[]): INodeProperties {
	return { ...COUNTRY_CODE, displayOptions: { show: showFor(operations) } };
}

/** The parameter of a field, without where it is shown. */
export function parameterOf({ name, label, type, oneOf, panel }: ApiField): INodeProperties {
	const named = { displayName: label, name };
	if (oneOf !== undefined) {
		return { ...named, type: 'options', options: [...oneOf], default: '', ...panel };
	}
	if (type === undefined) return { ...named, type: 'string', default: '', ...panel };
	const typeOptions = { numberPrecision: type === 'integer' ? 0 : 2, ...panel?.typeOptions };
	return { ...named, type: 'number', default: 0, ...panel, typeOptions };
}

/** A field and the operations that have it; where they define it apart, the first says how it is shown. */
interface PlacedField {
	readonly field: ApiField;
	readonly operations: NodeOperation[];
}

/** The fields in a collection; those that are parameters of their own without a name of one. */
function placedFields(
	operations: readonly NodeOperation[],
	collectionName?: CollectionName,
): PlacedField[] {
	const placed = new Map<string, PlacedField>();
	for (const operation of operations) {
		for (const field of operation.fields ?? []) {
			if (collectionOf(field) !== collectionName) continue;
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
function ownParameters({ field, operations }: PlacedField): INodeProperties[] {
	const parameter = parameterOf(field);
	const shownIn = (mode: string) => ({
		displayOptions: { show: { ...showFor(operations), mappingMode: [mode] } },
	});
	const required = field.required ? { required: true } : {};
	return [
		{ ...parameter, ...required, ...shownIn('defineBelow') },
		...(field.perRun ? [{ ...parameter, ...shownIn('autoMapInputData') }] : []),
	];
}

/**
 * A collection and its members by label, if any operation has one. With `inAutoMode` for the operations where it
 * holds only what is one for the whole run, which stays in auto mode; otherwise for the others.
 */
function collection(
	name: CollectionName,
	all: readonly NodeOperation[],
	inAutoMode: boolean,
): INodeProperties[] {
	const isIn = (field: ApiField) => collectionOf(field) === name;
	const operations = all.filter(({ fields = [] }) => {
		const members = fields.filter(isIn);
		return members.length > 0 && members.some(({ perRun }) => perRun) === inAutoMode;
	});
	if (operations.length === 0) return [];
	const mode = inAutoMode ? {} : { mappingMode: ['defineBelow'] };
	const options = placedFields(operations, name).map(({ field, operations: own }) => {
		const isOfAll = own.length === operations.length;
		const displayOptions = isOfAll ? {} : { displayOptions: { show: showInCollectionFor(own) } };
		return { ...parameterOf(field), ...displayOptions };
	});
	// By code unit: the first comparison by locale would take longer than loading all the rest.
	options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
	const displayOptions = { show: { ...showFor(operations), ...mode } };
	return [{ ...COLLECTIONS[name], name, type: 'collection', default: {}, displayOptions, options }];
}
