import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import {
	findModeProblems,
	findOptionProblems,
	readMaxConcurrency,
	readOptions,
	optionsPanel,
	parseBoolean,
} from '../../../nodes/RentalScreening/request/options.ts';
import { createItem } from '../../support/item-inputs.mts';

/** Each once: Send Again is shown by either of two definitions. */
const OPTIONS = (optionsPanel.options as INodeProperties[]).filter(
	({ name }, index, all) => all.findIndex((one) => one.name === name) === index,
);

/** An item with these options and columns. */
const createOptionsItem = (options?: Readonly<Record<string, unknown>>, others = {}) =>
	({ parameter: () => options, columns: {}, ...others }) as unknown as Item;

test('options are those of the panel, with its defaults; one that cannot be read is a problem too', () => {
	const values = readOptions(createOptionsItem());
	expect(findOptionProblems(createOptionsItem())).toEqual([]);
	expect(values).toEqual(Object.fromEntries(OPTIONS.map((each) => [each.name, each.default])));
	// No option takes an object.
	const wrong = createOptionsItem(Object.fromEntries(OPTIONS.map(({ name }) => [name, {}])));
	expect(findOptionProblems(wrong)).toEqual(
		OPTIONS.map(({ displayName }) => ({
			label: displayName,
			text: expect.stringMatching(/^must be /) as string,
			scope: 'run',
		})),
	);
	expect(readOptions(wrong)).toEqual(values);
});

test('Max Requests at Once is that of the first item, or 50 where that cannot be read', () => {
	const parameter = () => {
		throw new Error('Expression refused');
	};
	const refused = createOptionsItem({}, { parameter });
	const [five, seven, many] = [5, 7, 'many'].map((maxConcurrency) =>
		createOptionsItem({ maxConcurrency }),
	);
	expect(readMaxConcurrency([five!, seven!])).toBe(5);
	for (const items of [[], [refused], [many!]]) expect(readMaxConcurrency(items)).toBe(50);
});

test('Update Rows is one of the values that the operation offers: without a mark nothing can be checked', () => {
	const listRefused = (operation: typeof getResults) =>
		['off', 'due', 'check', 'checked', true, 'Due Rows'].filter((updateRows) => {
			const item = createItem({ mappingMode: 'autoMapInputData', updateRows }, {});
			return findModeProblems(item, operation).length > 0;
		});
	expect(listRefused(sendScreening)).toEqual([true, 'Due Rows']);
	expect(listRefused(getResults)).toEqual(['check', 'checked', true, 'Due Rows']);
});

/** What an option becomes, or the text of its problem. */
function read(name: keyof ReturnType<typeof readOptions>, given: unknown): unknown {
	const item = createOptionsItem({ [name]: given });
	const problems = findOptionProblems(item);
	return problems.length === 0 ? readOptions(item)[name] : problems.map(({ text }) => text).join();
}

test.each<[keyof ReturnType<typeof readOptions>, unknown, unknown[]]>([
	['includeSsn', true, [true, 'true', 'TRUE', ' True ', 'yes', 'On', 1, '1']],
	['includeSsn', false, [false, 'false', 'FALSE', 'no', 'off', 0, '0', '', ' ', null, undefined]],
	['includeSsn', 'must be true or false', ['treu', 2, 'ten', NaN, [true], {}]],
	['waitUpToMinutes', 10, [10, '10', ' 10.0 ']],
	['waitUpToMinutes', 0.5, ['0.5']],
	['waitUpToMinutes', 0, [0, '', undefined, null]],
	['waitUpToMinutes', 'must be a number of at least 0', ['ten', -1, '1,5', true, [], '{{ 1 }}']],
	['pollEverySeconds', 1, [1]],
	['pollEverySeconds', 'must be a number of at least 1', [0, 0.9]],
	['maxConcurrency', 3, ['3.0']],
	['maxConcurrency', 'must be a whole number of at least 1', [0, 1.5, '1.5', 'all']],
	['whenIncomplete', 'skip', ['skip']],
	['whenIncomplete', 'return', ['', undefined]],
	['whenIncomplete', "must be 'skip', 'return' or 'error'", ['Return', 1]],
])('the option %s is read as %j from each of %j', (name, expected, given) => {
	expect(given.map((one) => read(name, one))).toEqual(given.map(() => expected));
});

test('any value is true, false or neither for a switch', () => {
	fc.assert(
		fc.property(fc.anything(), (value) => {
			expect([true, false, undefined]).toContain(parseBoolean(value));
		}),
	);
});
