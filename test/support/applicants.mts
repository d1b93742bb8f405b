import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RecordedRequest, Sandbox } from '../../dev/sandbox/index.mts';

/** Numbered rows of a sheet of applicants. */
export function createApplicants(
	count: number,
	change: Record<number, IDataObject> = {},
): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		row: index,
		email: toEmail(index),
		phone: `+1416555${String(index).padStart(4, '0')}`,
		firstName: 'Nathan',
		lastName: `Smith ${index}`,
		...change[index],
	}));
}

export function toEmail(index: number): string {
	return `applicant${index}@example.com`;
}

/** Sending with a flow, every field taken from the row by expression. */
export const sendByExpressions: INodeParameters = {
	resource: 'screening',
	operation: 'sendWithFlow',
	flowId: '21a80d70-aeee-89a8-ad49-e6a902b8833a',
	email: '={{ $json.email }}',
	phone: '={{ $json.phone }}',
};

/** Sending with a flow, the fields taken from the columns. */
export const sendByColumns: INodeParameters = {
	resource: 'screening',
	operation: 'sendWithFlow',
	mappingMode: 'autoMapInputData',
	updateRows: 'off',
	flowId: '21a80d70-aeee-89a8-ad49-e6a902b8833a',
};

/** The same with Update Rows; whole rows come out. */
export const sendDueRows: INodeParameters = {
	...sendByColumns,
	updateRows: 'due',
	matchColumn: '',
};

/** The requests that send with a flow, in order of arrival. */
export function listSends(sandbox: Sandbox): RecordedRequest[] {
	return sandbox.listRequests('sendScreeningWithFlow');
}

/** What the status column says, row by row. */
export function listStatuses({ rows }: { rows: IDataObject[] }): unknown[] {
	return rows.map(({ screeningStatus }) => screeningStatus);
}

/** Getting the results of the user of each row. */
export const getByRow: INodeParameters = {
	resource: 'results',
	operation: 'get',
	userId: '={{ $json.userId }}',
	output: 'simplified',
};
