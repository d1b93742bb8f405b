import type { ItemInput } from './item';
import { quotedList, type Problem } from './problem';
import { isBlank, trimBlanks } from './text';
import { toApiValue } from './values';

/** A parameter of the node that is not sent, such as one of the 'Options'. */
export interface Setting<T> {
	/** Where the editor keeps it, such as 'options.waitUpToMinutes'. */
	readonly path: string;
	readonly label: string;
	/** What holds where it is not set. */
	readonly fallback: T;
}

export interface NumberSetting extends Setting<number> {
	readonly least: number;
	readonly whole?: true;
}

/** A setting as an expression or a sheet gave it, converted if it is clear, or what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly problem: Problem };

const ON = ['true', 'yes', 'on', '1'];
const OFF = ['false', 'no', 'off', '0'];

/** true and false, also as text or as 1 and 0, in any case; undefined for anything else. */
export function toSwitch(value: unknown): boolean | undefined {
	if (!['boolean', 'string', 'number'].includes(typeof value)) return undefined;
	const text = trimBlanks(String(value)).toLowerCase();
	return ON.includes(text) ? true : OFF.includes(text) ? false : undefined;
}

export function readSwitch(item: ItemInput, setting: Setting<boolean>): Reading<boolean> {
	const given = item.parameter(setting.path);
	const value = isBlank(given) ? setting.fallback : toSwitch(given);
	return value === undefined ? refuse(setting, 'must be true or false') : { value };
}

export function readNumber(item: ItemInput, setting: NumberSetting): Reading<number> {
	const { fallback, least, whole } = setting;
	const result = toApiValue(item.parameter(setting.path), whole ? 'integer' : 'number');
	const value = 'empty' in result ? fallback : 'value' in result ? Number(result.value) : NaN;
	if (value >= least) return { value };
	const kind = whole ? 'a whole number' : 'a number';
	return refuse(setting, `must be ${kind} of at least ${least}`);
}

/** A value of a closed list, exactly as it is called. */
export function readChoice<T extends string>(
	choices: readonly T[],
): (item: ItemInput, setting: Setting<T>) => Reading<T> {
	return (item, setting) => {
		const given = item.parameter(setting.path) ?? setting.fallback;
		const value = choices.find((choice) => choice === given);
		return value === undefined
			? refuse(setting, `must be ${quotedList(choices, 'or')}`)
			: { value };
	};
}

/** A country code as digits; it may be given with +. */
export function readCountryCode(item: ItemInput, setting: Setting<string>): Reading<string> {
	const given = toApiValue(item.parameter(setting.path), 'string');
	if ('empty' in given) return { value: setting.fallback };
	const [, code] = 'value' in given ? (/^\+?([1-9]\d{0,2})$/.exec(String(given.value)) ?? []) : [];
	return code === undefined
		? refuse(setting, 'must be a country code, such as 1')
		: { value: code };
}

function refuse({ path, label }: Setting<unknown>, text: string): { problem: Problem } {
	return { problem: { field: path, label, text, ofRun: true } };
}
