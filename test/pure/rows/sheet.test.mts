import { isSame } from '../../../nodes/RentalScreening/rows/sheet.ts';

test.each<[cell: unknown, value: unknown, same: boolean]>([
	[undefined, '', true],
	[null, ' ', true],
	['', null, true],
	[undefined, 'sent', false],
	['sent', '', false],
	['undefined', undefined, false],
	['sent', 'sent', true],
	[7, '7', true],
	[{}, '[object Object]', false],
])('a cell of %j holds %j already: %p', (cell, value, same) => {
	expect(isSame(cell, value)).toBe(same);
});
