import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isPhone, type Field } from '../core/field';
import type { Operation } from '../core/operation';
import { withFullName } from '../request/columns';
import { COUNTRY_CODE } from '../request/phone';
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

/**
 * The parameters of all fields, each defined once for all operations that have it: n8n evaluates an expression again for
 * every definition of its name. Collections come last.
 */
export function createFieldPanel(operations: readonly Operation[]): INodeProperties[] {
	const outsideCollections = placeFields(operations, ({ collection }) => collection === undefined);
	outsideCollections.sort((one, other) => getRank(one) - getRank(other));
	return [
		...outsideCollections.flatMap((placed) => [
			...toParameters(placed),
			...createCountryCode([placed]),
		]),
		...(['address', 'additionalFields'] as const).flatMap((name) => {
			const placed = placeFields(operations, ({ collection }) => collection === name);
			const settings = placed.filter(({ field }) => field.isSetting);
			return [
				...toCollection(name, placed, showBelow),
				...toCollection(name, settings, showAutomatically),
				...createCountryCode(placed),
			];
		}),
	];
}

/**
 * Columns: which column each field is read from, where it has another name. n8n evaluates an expression there again for
 * every definition, so there is one for all operations.
 */
export function createColumnsPanel(operations: readonly Operation[]): INodeProperties[] {
	const withColumns = operations.map((operation) => {
		const { fields = [], comparedFields = [] } = operation;
		const all = [...fields, ...comparedFields];
		return { ...operation, fields: withFullName(all.some(isPhone) ? [...all, COUNTRY_CODE] : all) };
	});
	const hide = { updateRows: ['checked'], '@tool': [true] };
	const show = (placed: readonly Operation[]) => {
		return { show: { ...showFor(placed), mappingMode: ['autoMapInputData'] }, hide };
	};
	return toCollection(
		'columns',
		placeFields(withColumns, () => true),
		show,
		toColumnName,
	);
}

/** The member of Columns for a field: a column that is dragged into it enters its name. */
function toColumnName({ name, label }: Field): INodeProperties {
	const placeholder = `e.g. Applicant ${label}`;
	return {
		displayName: label,
		name,
		type: 'string',
		default: '',
		placeholder,
		requiresDataPath: 'single',
	};
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

/** The fields that pass a test, each with its operations. */
function placeFields(
	operations: readonly Operation[],
	test: (field: Field) => boolean,
): PlacedField[] {
	const placed = new Map<string, PlacedField>();
	for (const operation of operations) {
		for (const field of operation.fields ?? []) {
			if (!test(field)) continue;
			const earlier = placed.get(field.name);
			if (earlier === undefined) placed.set(field.name, { field, operations: [operation] });
			else earlier.operations.push(operation);
		}
	}
	return [...placed.values()];
}

/** Settings come first, then what is required. */
function getRank({ field }: PlacedField): number {
	if (field.isSetting) return 0;
	return field.required ? 1 : 2;
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
