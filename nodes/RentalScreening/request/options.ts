import { columnsNamed } from './columns';
import type { ItemInput } from './item';
import type { Problem } from './problem';
import {
	readChoice,
	readCountryCode,
	readNumber,
	readSwitch,
	toSwitch,
	type Reading,
	type Setting,
} from './settings';

/** What to do at an applicant who has not completed the screening. */
export type WhenIncomplete = 'return' | 'skip' | 'error';

/** Every member of the node's 'Options': what the editor calls it, and what holds where it is not set. */
const OPTIONS = {
	countryCode: option(readCountryCode, { label: 'Country Code', fallback: '' }),
	includeInputFields: option(readSwitch, { label: 'Include Input Fields', fallback: false }),
	includeSsn: option(readSwitch, { label: 'Include SSN', fallback: false }),
	maxConcurrency: option(readNumber, {
		label: 'Max Concurrency',
		fallback: 50,
		least: 1,
		whole: true,
	}),
	pollEverySeconds: option(readNumber, {
		label: 'Poll Every (Seconds)',
		fallback: 30,
		least: 1,
	}),
	sendAgain: option(readSwitch, { label: 'Send Again', fallback: false }),
	waitUpToMinutes: option(readNumber, {
		label: 'Wait Up To (Minutes)',
		fallback: 0,
		least: 0,
	}),
	whenIncomplete: option<WhenIncomplete, Setting<WhenIncomplete>>(
		readChoice(['return', 'skip', 'error']),
		{
			label: 'When Incomplete',
			fallback: 'return',
		},
	),
};

type OptionValues = {
	readonly [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['fallback'];
};

/** The options as they hold for one item. */
export interface Options extends OptionValues {
	/** One for each that cannot be read; nothing is sent with its default, which stands here. */
	readonly problems: readonly Problem[];
}

const known = new WeakMap<ItemInput, Options>();

/** The options of an item, read once. Throws what n8n throws for an expression that it refuses. */
export function optionsOf(item: ItemInput): Options {
	const options = known.get(item) ?? readOptions(item);
	known.set(item, options);
	return options;
}

/** How many requests may be in flight, by the first item whose options n8n can evaluate. */
export function maxConcurrencyOf(items: readonly ItemInput[]): number {
	for (const item of items) {
		try {
			const { maxConcurrency, problems } = optionsOf(item);
			if (!problems.some(({ field }) => field === 'options.maxConcurrency')) return maxConcurrency;
		} catch {
			// n8n refuses an expression of this item and reports it.
		}
	}
	return OPTIONS.maxConcurrency.fallback;
}

function option<T, S extends Setting<T>>(
	read: (item: ItemInput, setting: S) => Reading<T>,
	setting: Omit<S, 'path'> & { fallback: T },
): { fallback: T; read: (item: ItemInput, path: string) => Reading<T> } {
	return {
		fallback: setting.fallback,
		read: (item: ItemInput, path: string) => read(item, { ...setting, path } as S),
	};
}

function readOptions(item: ItemInput): Options {
	const problems: Problem[] = [];
	const values = Object.entries(OPTIONS).map(([name, { read, fallback }]) => {
		const reading: Reading<unknown> = read(item, `options.${name}`);
		if ('problem' in reading) problems.push(reading.problem);
		return [name, 'value' in reading ? reading.value : fallback];
	});
	const options = Object.fromEntries(values) as OptionValues;
	return { ...options, sendAgain: options.sendAgain || isToBeSentAgain(item), problems };
}

/** Whether a column named like the option is on, for its row. */
function isToBeSentAgain({ columns, isOfToolCall }: ItemInput): boolean {
	if (isOfToolCall) return false;
	return columnsNamed(columns, 'sendAgain').some((column) => toSwitch(columns[column]) === true);
}
