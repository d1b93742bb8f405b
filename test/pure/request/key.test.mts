import type { IDataObject } from 'n8n-workflow';

import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { toRequestKey } from '../../../nodes/RentalScreening/request/key.ts';
import { createItem } from '../../support/item-inputs.mts';

// Whether two rows are one rent report: the columns that are not sent tell months apart.
test.each<[string, IDataObject, boolean]>([
	[
		'what this node and its workflows write into them',
		{ screeningStatus: 'sent', sentAt: 'x' },
		true,
	],
	['an empty cell', { Notes: ' ' }, true],
	['a column of the user', { Month: 'May' }, false],
])('two rows that differ in %s are one rent report or not', (_, more, isOne) => {
	const toKey = (columns: IDataObject) =>
		toRequestKey(
			createItem({}, columns),
			{ body: { rentPaid: '1' }, problems: [] },
			submitRentReport,
		);
	expect(toKey({ Tenant: 'Ada', ...more }) === toKey({ Tenant: 'Ada' })).toBe(isOne);
});
