import type { INodeProperties } from 'n8n-workflow';

import { columnsNamed } from './columns';
import { quotedList, type Problem } from './field';
import type { ItemInput } from './item';
import { isBlank, trimBlanks } from './text';
import { toApiValue } from './values';

/** A parameter of the node that is not sent, such as one of the 'Options'. */
export interface Setting<T> {
	/** What the editor calls it. */
	readonly label: string;
	readonly kind: Kind<T>;
	/** What holds where it is not set; absent where it must be set. */
	readonly fallback?: T;
}

interface Kind<T> {
	/** What the editor shows for it. */
	readonly panel: Pick<INodeProperties, 'type' | 'typeOptions' | 'options'>;
	/** The value as an expression or a sheet gives it, converted if it is clear; it is neither nothing nor blank. */
	read(given: unknown): T | undefined;
	/** A clause that says what it must be. */
	readonly must: string;
}

/** A setting that was read, or what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly problem: Problem };

export function readSetting<T>(
	given: unknown,
	path: string,
	{ label, kind, fallback }: Setting<T>,
): Reading<T> {
	const value = isBlank(given) ? fallback : kind.read(given);
	if (value !== undefined) return { value };
	return { problem: { field: path, label, text: kind.must, ofRun: true } };
}

const ON = ['true', 'yes', 'on', '1'];
const OFF = ['false', 'no', 'off', '0'];

/** true and false, also as text or as 1 and 0, in any case; undefined for anything else. */
export function toSwitch(value: unknown): boolean | undefined {
	if (!['boolean', 'string', 'number'].includes(typeof value)) return undefined;
	const text = trimBlanks(String(value)).toLowerCase();
	return ON.includes(text) ? true : OFF.includes(text) ? false : undefined;
}

export const SWITCH: Kind<boolean> = {
	panel: { type: 'boolean' },
	read: toSwitch,
	must: 'must be true or false',
};

export function numberFrom(least: number, type: 'number' | 'integer' = 'number'): Kind<number> {
	return {
		panel: { type: 'number', typeOptions: { minValue: least } },
		read(given) {
			const result = toApiValue(given, type);
			const number = 'value' in result ? Number(result.value) : NaN;
			return number >= least ? number : undefined;
		},
		must: `must be ${type === 'integer' ? 'a whole number' : 'a number'} of at least ${least}`,
	};
}

/** A country code as digits; it may be given with +. */
const COUNTRY_CODE: Kind<string> = {
	panel: { type: 'string' },
	read(given) {
		const text = toApiValue(given, 'string');
		const [, code] = 'value' in text ? (/^\+?([1-9]\d{0,2})$/.exec(String(text.value)) ?? []) : [];
		return code;
	},
	must: 'must be a country code, such as 1',
};

/** What to do at an applicant who has not completed the screening. */
export type WhenIncomplete = 'return' | 'skip' | 'error';

const CHOICES: readonly WhenIncomplete[] = ['return', 'skip', 'error'];

const WHEN_INCOMPLETE: Kind<WhenIncomplete> = {
	panel: {
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
	},
	read: (given) => CHOICES.find((choice) => choice === given),
	must: `must be ${quotedList(CHOICES, 'or')}`,
};

interface Option<T> extends Setting<T> {
	readonly fallback: T;
	readonly placeholder?: string;
	readonly description: string;
}

/** Every member of the node's 'Options', as the editor shows it and as it is read. */
export const OPTIONS = {
	countryCode: {
		label: 'Country Code',
		kind: COUNTRY_CODE,
		fallback: '',
		placeholder: 'e.g. 1',
		description:
			'Put in front of phone numbers without +. One leading 0 is dropped, but not with 1; a leading 00 becomes +. If empty, no code is added.',
	},
	includeInputFields: {
		label: 'Include Input Fields',
		kind: SWITCH,
		fallback: false,
		description: 'Whether to put the columns of the input item in front of the response',
	},
	includeSsn: {
		label: 'Include SSN',
		kind: SWITCH,
		fallback: false,
		description:
			'Whether to show the social security number in full; otherwise all but its last four digits are masked',
	},
	maxConcurrency: {
		label: 'Max Concurrency',
		kind: numberFrom(1, 'integer'),
		fallback: 50,
		description: 'How many requests may be in flight at the same time',
	},
	pollEverySeconds: {
		label: 'Poll Every (Seconds)',
		kind: numberFrom(1),
		fallback: 30,
		description:
			"How long to wait before asking again for incomplete results, within 'Wait Up To (Minutes)'",
	},
	sendAgain: {
		label: 'Send Again',
		kind: SWITCH,
		fallback: false,
		description:
			'Whether to send again what was sent in the last 24 hours; a column of this name does it for its row',
	},
	waitUpToMinutes: {
		label: 'Wait Up To (Minutes)',
		kind: numberFrom(0),
		fallback: 0,
		description:
			'How long to wait for the applicant to complete the screening; 0 asks once and does not wait',
	},
	whenIncomplete: {
		label: 'When Incomplete',
		kind: WHEN_INCOMPLETE,
		fallback: 'return',
		description: 'What to do when the applicant has not completed the screening in time',
	},
} satisfies Record<string, Option<unknown>>;

export type OptionName = keyof typeof OPTIONS;

type OptionValues = {
	readonly [Name in OptionName]: (typeof OPTIONS)[Name]['kind'] extends Kind<infer T> ? T : never;
};

/** The options as they hold for one item. */
export interface Options extends OptionValues {
	/** One for each that cannot be read; nothing is sent with its default, which stands here. */
	readonly problems: readonly Problem[];
}

const NONE = {};
/** By what n8n gives for 'Options': the same for all items, unless it holds an expression. */
const known = new WeakMap<object, Options>();

/** The options of an item, read once. Throws what n8n throws for an expression that it refuses. */
export function optionsOf(item: ItemInput): Options {
	const given = item.parameter('options');
	const set = typeof given === 'object' && given !== null ? given : NONE;
	const options = known.get(set) ?? readOptions(set as Record<string, unknown>);
	known.set(set, options);
	return options;
}

function readOptions(given: Readonly<Record<string, unknown>>): Options {
	const problems: Problem[] = [];
	const values = Object.entries(OPTIONS).map(([name, option]) => {
		const reading = readSetting<unknown>(given[name], `options.${name}`, option);
		if ('problem' in reading) problems.push(reading.problem);
		return [name, 'value' in reading ? reading.value : option.fallback];
	});
	return { ...(Object.fromEntries(values) as OptionValues), problems };
}

/** Whether the option 'Send Again' is on for an item, or a column of that name for its row. */
export function isSentAgain(item: ItemInput): boolean {
	const { columns, isOfToolCall } = item;
	if (optionsOf(item).sendAgain) return true;
	if (isOfToolCall) return false;
	return columnsNamed(columns, 'sendAgain').some((column) => toSwitch(columns[column]) === true);
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
