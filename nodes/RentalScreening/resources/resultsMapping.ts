import type { INodeProperties } from 'n8n-workflow';

import { mappingNotice } from './shared/mapping';
import { updateRows } from './shared/updateRows';

const get = { resource: ['results'], operation: ['get'] };
const USER_ID = { name: 'userId', label: 'User ID', type: 'string', required: true } as const;

/** 'Update Rows' is for the outputs that are one row per applicant. */
export const resultsMapping: INodeProperties[] = [
	mappingNotice(get, [USER_ID]),
	...updateRows(
		{ ...get, output: ['simplified', 'row', 'selectedFields'] },
		{
			skips:
				"rows without a 'User ID' and rows whose 'Result Status' is 'complete' stay as they are",
			columns: "'resultStatus', 'resultNote' and the columns of the output",
		},
	),
];
