import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Problem } from '../core/field';
import { readUpdateRows, UPDATE_ROWS, type Item } from '../core/item';
import { hasMarks, type Operation } from '../core/operation';
import { formatList, isBlank, trimBlanks } from '../core/text';
import { toFieldValue } from './values';

/** The options as they hold for one item. */
interface Options {
	readonly includeSsn: boolean;
	readonly maxConcurrency: number;
	readonly pollEverySeconds: number;
	readonly sendAgain: boolean;
	readonly waitUpToMinutes: number;
	readonly whenIncomplete: 'return' | 'skip' | 'error';
}

const DEFAULT_CONCURRENCY = 50;

/** Where the operation sends nothing. */
const ON_FETCH = { '/operation': ['get', 'getSteps'] };

const OF_RESULTS = { show: { '/resource': ['results'] } };

const OPTIONS: Array<INodeProperties & { name: keyof Options }> = [
	{
		displayName: 'Include SSN',
		name: 'includeSsn',
		type: 'boolean',
		default: false,
		description:
			'Whether to show the social security number in full; otherwise all but its last four digits are masked',
		displayOptions: { show: { '/resource': ['results'], '/output': ['raw'] } },
	},
	{
		displayName: 'Max Requests at Once',
		name: 'maxConcurrency',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: DEFAULT_CONCURRENCY,
		description: 'Advanced: how many requests may wait for their answers at the same time',
	},
	{
		displayName: 'Repeat Every (Seconds)',
		name: 'pollEverySeconds',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		description: "Advanced: how often to ask for incomplete results within 'Wait Up To (Minutes)'",
		displayOptions: OF_RESULTS,
	},
	{
		displayName: 'Send Again',
		name: 'sendAgain',
		type: 'boolean',
		default: false,
		description:
			'Whether to send again what was sent in the last 24 hours, instead of answering with the result of that',
	},
	{
		displayName: 'Wait Up To (Minutes)',
		name: 'waitUpToMinutes',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'How long to wait for the applicant to complete the screening; 0 asks once and does not wait',
		displayOptions: OF_RESULTS,
	},
	{
		displayName: 'When Incomplete',
		name: 'whenIncomplete',
		type: 'options',
		options: [
			{ name: 'Leave Out', value: 'skip', description: 'Return no item for this applicant' },
			{
				name: 'Return Partial Results',
				value: 'return',
				description: 'Return what is known so far',
			},
			{ name: 'Throw an Error', value: 'error', description: 'Fail this item' },
		],
		default: 'return',
		description: 'What to do when the applicant has not completed the screening in time',
		displayOptions: OF_RESULTS,
	},
];

/** Shown twice: Check Only has no use for it, but must not hide it where it is stored beside 'Map Each Field Below'. */
const SEND_AGAIN_DISPLAY: IDisplayOptions[] = [
	{ show: { '/mappingMode': ['defineBelow'] }, hide: ON_FETCH },
	{ hide: { ...ON_FETCH, '/mappingMode': ['defineBelow'], '/updateRows': ['check'] } },
];

export const optionsPanel: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	options: OPTIONS.flatMap((option) =>
		option.name === 'sendAgain'
			? SEND_AGAIN_DISPLAY.map((displayOptions) => ({ ...option, displayOptions }))
			: [option],
	),
};

/** A setting of the node, as a `T`, by the type that the panel gives it; its default where it is not set, or wrong. */
export function readSetting<T>(given: unknown, property: INodeProperties): T {
	const value = isBlank(given) ? undefined : parseSetting(given, property);
	return (value ?? property.default) as T;
}

/** What is wrong with a setting. */
export function findSettingProblems(given: unknown, property: INodeProperties): Problem[] {
	if (isBlank(given) || parseSetting(given, property) !== undefined) return [];
	const text = `must be ${describeExpected(property)}`;
	return [{ label: property.displayName, text, scope: 'run' }];
}

/** Undefined where it is not what it must be. */
function parseSetting(given: unknown, property: INodeProperties): unknown {
	if (property.type === 'boolean') return parseBoolean(given);
	if (property.type === 'options') return listValues(property).find((value) => value === given);
	const number = toFieldValue(given, {
		type: isWhole(property) ? 'integer' : 'number',
		panel: property,
	});
	return number.kind === 'valid' ? number.value : undefined;
}

function describeExpected(property: INodeProperties): string {
	if (property.type === 'boolean') return 'true or false';
	if (property.type === 'options') return formatList(listValues(property), 'or');
	return `a ${isWhole(property) ? 'whole ' : ''}number of at least ${property.typeOptions?.minValue}`;
}

function listValues({ options = [] }: INodeProperties): string[] {
	return options.flatMap((option) => ('value' in option ? String(option.value) : []));
}

function isWhole({ typeOptions }: INodeProperties): boolean {
	return typeOptions?.numberPrecision === 0;
}

const ON = ['true', 'yes', 'on', '1'];
const OFF = ['false', 'no', 'off', '0'];

/** true and false, also as text or as 1 and 0, in any case; undefined for anything else. */
export function parseBoolean(value: unknown): boolean | undefined {
	if (!['boolean', 'string', 'number'].includes(typeof value)) return undefined;
	const text = trimBlanks(String(value)).toLowerCase();
	if (ON.includes(text)) return true;
	return OFF.includes(text) ? false : undefined;
}

/** The options of an item. Throws what n8n throws for an expression that it refuses. */
export function readOptions(item: Item): Options {
	const given = readGivenOptions(item);
	const values = OPTIONS.map((option) => [option.name, readSetting(given[option.name], option)]);
	return Object.fromEntries(values) as Options;
}

/** What is wrong with the options of an item. */
export function findOptionProblems(item: Item): Problem[] {
	const given = readGivenOptions(item);
	return OPTIONS.flatMap((option) => findSettingProblems(given[option.name], option));
}

function readGivenOptions(item: Item): IDataObject {
	return (item.parameter('options') ?? {}) as IDataObject;
}

/** How many requests may be in flight, by the first item. */
export function readMaxConcurrency([first]: readonly Item[]): number {
	try {
		return first === undefined ? DEFAULT_CONCURRENCY : readOptions(first).maxConcurrency;
	} catch {
		// n8n refuses an expression of this item and reports it.
		return DEFAULT_CONCURRENCY;
	}
}

/** What is wrong with 'Update Rows': a value that the operation does not offer, such as `true`. */
export function findModeProblems(item: Item, { rows }: Operation): Problem[] {
	const mode = readUpdateRows(item);
	// Without a mark nothing can be checked first.
	const offered: readonly unknown[] =
		rows !== undefined && hasMarks(rows) ? UPDATE_ROWS : ['off', 'due'];
	const text = 'has a value that this operation does not offer: choose one from the list';
	return offered.includes(mode) ? [] : [{ label: 'Update Rows', text, scope: 'run' }];
}
