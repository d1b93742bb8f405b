import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import {
	isOn,
	maxConcurrencyOf,
	SEND_AGAIN,
	sendsAgain,
} from '../../../nodes/RentalScreening/run/options.ts';

const itemOf = (value: unknown) => ({ parameter: () => value }) as unknown as ItemInput;

const refused = {
	parameter: () => {
		throw new Error('Expression refused');
	},
} as unknown as ItemInput;

test.each([
	['the first item decides', [itemOf(5), itemOf(7)], 5],
	['an item that n8n refuses does not', [refused, itemOf(7)], 7],
	['nor one that cannot be read', [itemOf('many'), itemOf(7)], 7],
	['where none can be read, the default holds', [refused, itemOf(0)], 50],
	['where there is no item, too', [], 50],
])('Max Concurrency: %s', (_, items, expected) => {
	expect(maxConcurrencyOf(items)).toBe(expected);
});

test.each([
	[true, true],
	['true', true],
	[undefined, false],
	['perhaps', false],
])('Send Again is on for %p: %p', (value, expected) => {
	expect(isOn(itemOf(value), SEND_AGAIN)).toBe(expected);
});

test.each([
	[false, { 'Send Again': 'yes' }, true],
	[false, { send_again: 'no', sendAgain: 1 }, true],
	[false, { 'Send Again': 'perhaps' }, false],
	[false, {}, false],
	[true, { 'Send Again': 'no' }, true],
])('the option %p and the row %p: sent again is %p', (option, columns, expected) => {
	expect(sendsAgain({ ...itemOf(option), columns } as ItemInput)).toBe(expected);
	const ofModel = { ...itemOf(option), columns, isOfToolCall: true } as ItemInput;
	expect(sendsAgain(ofModel)).toBe(option);
});
