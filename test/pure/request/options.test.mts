import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import { maxConcurrencyOf, optionsOf } from '../../../nodes/RentalScreening/request/options.ts';
import { RentalScreening } from '../../../nodes/RentalScreening/RentalScreening.node.ts';

/** An item with these options and columns. */
const itemOf = (options: Record<string, unknown>, others = {}) =>
	({
		parameter: (path: string) => options[path.replace('options.', '')],
		columns: {},
		...others,
	}) as unknown as ItemInput;

const refused = {
	parameter: () => {
		throw new Error('Expression refused');
	},
} as unknown as ItemInput;

const [panel] = new RentalScreening().description.properties.filter(
	({ name }) => name === 'options',
);

test('are those of the panel, with its names and defaults', () => {
	const shown = panel!.options as Array<{ name: string; displayName: string; default: unknown }>;
	const { problems, ...values } = optionsOf(itemOf({}));
	expect(problems).toEqual([]);
	expect(values).toEqual(Object.fromEntries(shown.map((each) => [each.name, each.default])));
	// No option takes an object, so each has a problem that names it as the panel does.
	const wrong = optionsOf(itemOf(Object.fromEntries(shown.map(({ name }) => [name, {}]))));
	expect(wrong.problems).toEqual(
		shown.map(({ name, displayName }) => ({
			field: `options.${name}`,
			label: displayName,
			text: expect.stringMatching(/^must be /),
			ofRun: true,
		})),
	);
	expect({ ...wrong, problems: [] }).toEqual({ ...values, problems: [] });
});

test('are read once for an item', () => {
	const parameter = jest.fn();
	const item = { parameter, columns: {} } as unknown as ItemInput;
	expect(optionsOf(item)).toBe(optionsOf(item));
	expect(parameter).toHaveBeenCalledTimes(panel!.options!.length);
});

test.each([
	['the first item decides', [itemOf({ maxConcurrency: 5 }), itemOf({ maxConcurrency: 7 })], 5],
	['an item that n8n refuses does not', [refused, itemOf({ maxConcurrency: 7 })], 7],
	[
		'nor one that cannot be read',
		[itemOf({ maxConcurrency: 'many' }), itemOf({ maxConcurrency: 7 })],
		7,
	],
	['another that cannot be read is no matter', [itemOf({ maxConcurrency: 5, sendAgain: 'x' })], 5],
	['where none can be read, the default holds', [refused, itemOf({ maxConcurrency: 0 })], 50],
	['where there is no item, too', [], 50],
])('Max Concurrency: %s', (_, items, expected) => {
	expect(maxConcurrencyOf(items)).toBe(expected);
});

test.each([
	[true, true],
	['true', true],
	[undefined, false],
	['perhaps', false],
])('Send Again is on for %p: %p', (sendAgain, expected) => {
	expect(optionsOf(itemOf({ sendAgain })).sendAgain).toBe(expected);
});

test.each([
	[false, { 'Send Again': 'yes' }, true],
	[false, { send_again: 'no', sendAgain: 1 }, true],
	[false, { 'Send Again': 'perhaps' }, false],
	[false, {}, false],
	[true, { 'Send Again': 'no' }, true],
])('the option %p and the row %p: sent again is %p', (sendAgain, columns, expected) => {
	expect(optionsOf(itemOf({ sendAgain }, { columns })).sendAgain).toBe(expected);
	const ofModel = itemOf({ sendAgain }, { columns, isOfToolCall: true });
	expect(optionsOf(ofModel).sendAgain).toBe(sendAgain);
});
