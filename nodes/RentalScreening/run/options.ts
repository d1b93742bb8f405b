import type { ItemInput } from '../request/item';
import { readNumber, readSwitch, type NumberSetting, type Setting } from '../request/settings';

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
