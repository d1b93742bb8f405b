import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { formatList, type Problem } from '../core/field';
import { readUpdateRows, UPDATE_ROWS, type Item } from '../core/item';
import type { Operation } from '../core/operation';
import { isBlank, trimBlanks } from '../core/text';
import { toFieldValue } from './values';

/** The options as they hold for one item. */
interface Options {
	readonly includeSsn: boolean;
	readonly maxConcurrency: number;
	readonly pollEverySeconds: number;
	readonly sendAgain: boolean;
	readonly waitUpToMinutes: number;
	readonly whenIncomplete: 'return' | 'skip' | 'error';
	/** One for each option that cannot be read. Its default stands above, but an item with a problem is not sent. */
	readonly problems: readonly Problem[];
}

const DEFAULT_CONCURRENCY = 50;

/** Operations that send nothing. */
const READS = { '/operation': ['get', 'getSteps'] };

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
	{ show: { '/mappingMode': ['defineBelow'] }, hide: READS },
	{ hide: { ...READS, '/mappingMode': ['defineBelow'], '/updateRows': ['check'] } },
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

/** A setting of the node, as a `T`, by the type that the panel gives it; its default where it is not set or has a problem. */
export function readSetting<T>(
	given: unknown,
	property: INodeProperties,
): { value: T; problem?: Problem } {
	const fallback = property.default as T;
	if (isBlank(given)) return { value: fallback };
	const { value, must } = readByType(given, property);
	if (value !== undefined) return { value: value as T };
	const problem: Problem = { label: property.displayName, text: must, scope: 'run' };
	return { value: fallback, problem };
}

/** The value, undefined where it is not what it must be, and a clause that says what that is. */
function readByType(
	given: unknown,
	{ type, typeOptions, options = [] }: INodeProperties,
): { value: unknown; must: string } {
	if (type === 'boolean') return { value: parseBoolean(given), must: 'must be true or false' };
	if (type === 'number') {
		const isWhole = typeOptions?.numberPrecision === 0;
		const min = typeOptions?.minValue ?? -Infinity;
		const number = toFieldValue(given, { type: isWhole ? 'integer' : 'number' });
		const isUsable = number.kind === 'valid' && Number(number.value) >= min;
		const must = `must be a ${isWhole ? 'whole ' : ''}number of at least ${min}`;
		return { value: isUsable ? number.value : undefined, must };
	}
	const values = options.flatMap((option) => ('value' in option ? String(option.value) : []));
	const must = `must be ${formatList(values, 'or')}`;
	return { value: values.find((value) => value === given), must };
}

const ON = ['true', 'yes', 'on', '1'];
const OFF = ['false', 'no', 'off', '0'];

/** true and false, also as text or as 1 and 0, in any case; undefined for anything else. */
export function parseBoolean(value: unknown): boolean | undefined {
	if (!['boolean', 'string', 'number'].includes(typeof value)) return undefined;
	const text = trimBlanks(String(value)).toLowerCase();
	return ON.includes(text) ? true : OFF.includes(text) ? false : undefined;
}

/** The options of an item. Throws what n8n throws for an expression that it refuses. */
export function readOptions(item: Item): Options {
	const given = (item.parameter('options') ?? {}) as IDataObject;
	const settings = OPTIONS.map((option) => readSetting(given[option.name], option));
	const values = OPTIONS.map(({ name }, index) => [name, settings[index]!.value]);
	const problems = settings.flatMap(({ problem }) => problem ?? []);
	return { ...(Object.fromEntries(values) as Omit<Options, 'problems'>), problems };
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
	const offered: readonly unknown[] = rows?.mark === undefined ? ['off', 'due'] : UPDATE_ROWS;
	const text = 'has a value that this operation does not offer: choose one from the list';
	return offered.includes(mode) ? [] : [{ label: 'Update Rows', text, scope: 'run' }];
}
