import { columnsNamed } from '../request/columns';
import type { ItemInput } from '../request/item';
import {
	readNumber,
	readSwitch,
	toSwitch,
	type NumberSetting,
	type Setting,
} from '../request/settings';

export const INCLUDE_INPUT_FIELDS: Setting<boolean> = {
	path: 'options.includeInputFields',
	label: 'Include Input Fields',
	fallback: false,
};

export const MAX_CONCURRENCY: NumberSetting = {
	path: 'options.maxConcurrency',
	label: 'Max Concurrency',
	fallback: 50,
	least: 1,
	whole: true,
};

export const SEND_AGAIN: Setting<boolean> = {
	path: 'options.sendAgain',
	label: 'Send Again',
	fallback: false,
};

/** Whether a switch is on; one that cannot be read is a problem of the item, so nothing is sent with it. */
export function isOn(item: ItemInput, setting: Setting<boolean>): boolean {
	const reading = readSwitch(item, setting);
	return 'value' in reading && reading.value;
}

/** Whether to send again what was sent before: the option, or a column of that name for its row. */
export function sendsAgain(item: ItemInput): boolean {
	if (isOn(item, SEND_AGAIN)) return true;
	if (item.isOfToolCall) return false;
	return columnsNamed(item.columns, 'sendAgain').some(
		(column) => toSwitch(item.columns[column]) === true,
	);
}

/** How many requests may be in flight, by the first item whose options n8n can evaluate. */
export function maxConcurrencyOf(items: readonly ItemInput[]): number {
	for (const item of items) {
		try {
			const reading = readNumber(item, MAX_CONCURRENCY);
			if ('value' in reading) return reading.value;
		} catch {
			// n8n refuses an expression of this item and reports it.
		}
	}
	return MAX_CONCURRENCY.fallback;
}
