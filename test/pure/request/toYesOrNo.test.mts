import { toYesOrNo } from '../../../nodes/RentalScreening/request/toYesOrNo.ts';

test.each([true, 'true', 'TRUE', ' True '])('%j is yes', (value) => {
	expect(toYesOrNo(value)).toBe(true);
});

test.each([false, 'false', 'FALSE', '', ' ', null, undefined])('%j is no', (value) => {
	expect(toYesOrNo(value)).toBe(false);
});

test.each(['yes', 1, 0, 'treu'])('%j is neither', (value) => {
	expect(toYesOrNo(value)).toBe(value);
});
