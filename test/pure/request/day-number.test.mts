import { dayNumberToDate } from '../../../nodes/RentalScreening/request/dayNumber.ts';
import { toFieldValue } from '../../../nodes/RentalScreening/request/toFieldValue.ts';

const dateOfBirth = { name: 'dateOfBirth', type: 'string', shape: 'date' } as const;

test.each([
	[45688, '2025-01-31'],
	[45687.79, '2025-01-31'],
	[45688.3, '2025-01-31'],
	[33025, '1990-06-01'],
	[3654, '1910-01-01'],
	[109574, '2199-12-31'],
])('%d is the day %s of a spreadsheet', (days, day) => {
	expect(dayNumberToDate(days)).toEqual({ value: day });
});

test.each([1990, 2026, 0, -1, 109575, 20260131, NaN, Infinity])(
	'%d is no day of a spreadsheet',
	(number) => {
		expect(dayNumberToDate(number)).toEqual({
			problem: 'must be a date, such as 2025-01-31, not a bare number',
		});
	},
);

test('only a bare number in a date field is taken for one', () => {
	expect(toFieldValue(45688, dateOfBirth)).toEqual({ value: '2025-01-31' });
	expect(toFieldValue('45688', dateOfBirth)).toEqual({ value: '45688' });
	expect(toFieldValue('Jan 31, 2025', dateOfBirth)).toEqual({ value: 'Jan 31, 2025' });
	expect(toFieldValue(45688, { name: 'rentPaid', type: 'string' })).toEqual({ value: '45688' });
});
