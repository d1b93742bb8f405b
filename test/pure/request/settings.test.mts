import fc from 'fast-check';
import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import {
	readCountryCode,
	readNumber,
	readSwitch,
	toSwitch,
} from '../../../nodes/RentalScreening/request/settings.ts';

const itemWith = (value: unknown) => ({ parameter: () => value }) as unknown as ItemInput;
const setting = { path: 'options.any', label: 'Any' };
const problemOf = (text: string) => ({
	problem: { field: 'options.any', label: 'Any', text, ofRun: true },
});

describe('a switch', () => {
	const read = (value: unknown, fallback = false) =>
		readSwitch(itemWith(value), { ...setting, fallback });

	test.each([true, 'true', 'TRUE', ' True ', 'yes', 'On', 1, '1'])('%j is on', (value) => {
		expect(read(value)).toEqual({ value: true });
	});

	test.each([false, 'false', 'FALSE', 'no', 'off', 0, '0'])('%j is off', (value) => {
		expect(read(value, true)).toEqual({ value: false });
	});

	test.each(['', ' ', null, undefined])('%j is what holds otherwise', (value) => {
		expect(read(value, true)).toEqual({ value: true });
		expect(read(value, false)).toEqual({ value: false });
	});

	test.each(['treu', 2, 'ten', NaN, [true], {}])('%j is refused', (value) => {
		expect(read(value)).toEqual(problemOf('must be true or false'));
	});

	test('never throws, for any value', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				expect([true, false, undefined]).toContain(toSwitch(value));
			}),
		);
	});
});

describe('a number', () => {
	const minutes = { ...setting, fallback: 0, least: 0 };
	const read = (value: unknown) => readNumber(itemWith(value), minutes);

	test.each<[unknown, number]>([
		[10, 10],
		['10', 10],
		[' 2.5 ', 2.5],
		[0, 0],
		['', 0],
		[undefined, 0],
		[null, 0],
	])('%j is %d', (value, number) => expect(read(value)).toEqual({ value: number }));

	test.each(['ten', -1, '10 minutes', '1,5', true, [], NaN, '{{ 1 }}'])(
		'%j is refused',
		(value) => {
			expect(read(value)).toEqual(problemOf('must be a number of at least 0'));
		},
	);

	test('may have to be whole, and may have to be given', () => {
		const limit = { ...setting, fallback: NaN, least: 1, whole: true } as const;
		for (const value of [undefined, '', 0, 1.5, '1.5', 'all']) {
			expect(readNumber(itemWith(value), limit)).toEqual(
				problemOf('must be a whole number of at least 1'),
			);
		}
		expect(readNumber(itemWith('3.0'), limit)).toEqual({ value: 3 });
	});
});

describe('a country code', () => {
	const countryCode = { path: 'options.countryCode', label: 'Country Code', fallback: '' };
	const read = (value: unknown) => readCountryCode(itemWith(value), countryCode);

	test.each<[unknown, string]>([
		['1', '1'],
		[1, '1'],
		[' +44 ', '44'],
		['972', '972'],
		['', ''],
		[undefined, ''],
		[null, ''],
	])('%j is %j', (value, code) => expect(read(value)).toEqual({ value: code }));

	test.each(['0', '01', '+', '1234', '1 (Canada)', 'CA', '1.5', -1, 1.5, true, ['1'], '{{ 1 }}'])(
		'%j is refused',
		(value) => {
			expect(read(value)).toEqual({
				problem: {
					field: 'options.countryCode',
					label: 'Country Code',
					text: 'must be a country code, such as 1',
					ofRun: true,
				},
			});
		},
	);
});
