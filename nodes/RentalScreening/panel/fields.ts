import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { parameterPath, type Field } from '../core/field';
import type { Operation } from '../core/operation';
import { withFullName } from '../request/names';
import { showFor } from './operations';

const COLLECTIONS = {
	address: {
		displayName: 'Address',
		placeholder: 'Add Address Field',
		description: 'Address of the rented property',
	},
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
	columns: {
		displayName: 'Columns',
		placeholder: 'Add Column',
		description:
			'Add the fields whose columns have other names, and drag each column from the input into its field',
	},
};

/** A field and the operations that have it; where they define it apart, the first says how it is shown. */
interface PlacedField {
	readonly field: Field;
	readonly operations: Operation[];
}

/** The fields of all operations, each once: n8n evaluates an expression again for every definition of its name. */
function placeFields(
	operations: readonly Operation[],
	getFields: (operation: Operation) => readonly Field[],
	getKey: (field: Field) => string,
): PlacedField[] {
	const placed = new Map<string, PlacedField>();
	for (const operation of operations) {
		for (const field of getFields(operation)) {
			const one = placed.get(getKey(field)) ?? { field, operations: [] };
			one.operations.push(operation);
			placed.set(getKey(field), one);
		}
	}
	return [...placed.values()];
}

/** The parameters of all fields: what is required first, settings before others. Collections come last. */
export function createFieldPanel(operations: readonly Operation[]): INodeProperties[] {
	const placed = placeFields(operations, ({ fields = [] }) => fields, parameterPath);
	const getRank = ({ field: { required, isSetting } }: PlacedField) =>
		(required ? 0 : 2) + (isSetting ? 0 : 1);
	return [
		...placed
			.filter(({ field }) => field.collection === undefined)
			.sort((one, other) => getRank(one) - getRank(other))
			.flatMap(toParameters),
		...(['address', 'additionalFields'] as const).flatMap((name) => {
			const members = placed.filter(({ field }) => field.collection === name);
			const settings = members.filter(({ field }) => field.isSetting);
			return [
				...toCollection(name, members, showBelow),
				...toCollection(name, settings, showAutomatically),
			];
		}),
	];
}

/** Columns: which column each field is read from, where it has another name. */
export function createColumnsPanel(operations: readonly Operation[]): INodeProperties[] {
	const placed = placeFields(
		operations,
		({ fields = [], comparedFields = [] }) => withFullName([...fields, ...comparedFields]),
		({ name }) => name,
	);
	const show = (shown: readonly Operation[]) => ({
		show: { ...showFor(shown), mappingMode: ['autoMapInputData'] },
		hide: { updateRows: ['checked'], '@tool': [true] },
	});
	return toCollection('columns', placed, show, toColumnName);
}

/** The member of Columns for a field: a column that is dragged into it enters its name. */
function toColumnName({ name, label }: Field): INodeProperties {
	const named = { displayName: label, name, placeholder: `e.g. Applicant ${label}` };
	return { ...named, type: 'string', default: '', requiresDataPath: 'single' };
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

/** The parameter for both mapping modes; with 'Map Automatically' it is not required, as a column may hold it. */
function toParameters({ field, operations }: PlacedField): INodeProperties[] {
	const parameter = toParameter(field);
	const required = field.required ? { required: true } : {};
	return [
		{ ...parameter, ...required, displayOptions: showBelow(operations) },
		...(field.isSetting ? [{ ...parameter, displayOptions: showAutomatically(operations) }] : []),
	];
}

/** A collection with these members by label, for the operations that have any. */
function toCollection(
	name: keyof typeof COLLECTIONS,
	placed: readonly PlacedField[],
	show: (operations: readonly Operation[]) => IDisplayOptions,
	toMember = toParameter,
): INodeProperties[] {
	if (placed.length === 0) return [];
	const options = placed.map(({ field, operations }) => {
		const { resource, operation } = showFor(operations);
		const displayOptions = { show: { '/resource': resource, '/operation': operation } };
		return { ...toMember(field), displayOptions };
	});
	// By code unit: the first comparison by locale would take longer than loading all the rest.
	options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
	const displayOptions = show(placed.flatMap(({ operations }) => operations));
	return [{ ...COLLECTIONS[name], name, type: 'collection', default: {}, displayOptions, options }];
}
