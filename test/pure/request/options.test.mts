import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { findModeProblems, readOptions } from '../../../nodes/RentalScreening/request/options.ts';
import { createItem } from '../../support/item-inputs.mts';

const DEFAULTS = { maxConcurrency: 50, sendAgain: false, onlyComplete: false };
const CHOSEN = { maxConcurrency: 3, sendAgain: true, onlyComplete: true };

test.each<[string, unknown, object]>([
	['their defaults where there are none', undefined, DEFAULTS],
	['their defaults where none is chosen', {}, DEFAULTS],
	['their defaults otherwise', { maxConcurrency: 0, sendAgain: 'true', onlyComplete: 1 }, DEFAULTS],
	['as chosen, in whole numbers', { ...CHOSEN, maxConcurrency: 3.9 }, CHOSEN],
])('options hold %s', (_, options, expected) => {
	expect(readOptions(createItem({ options }))).toEqual(expected);
});

test('Update Rows is one of the values that the operation offers: without a mark nothing can be checked', () => {
	const listRefused = (operation: typeof getResults) =>
		['off', 'due', 'check', 'checked', undefined, true, 'Due Rows'].filter((updateRows) => {
			const item = createItem({ mappingMode: 'autoMapInputData', output: 'row', updateRows });
			return findModeProblems(item, operation).length > 0;
		});
	expect(listRefused(sendScreening)).toEqual([true, 'Due Rows']);
	expect(listRefused(getResults)).toEqual(['check', 'checked', true, 'Due Rows']);
});
