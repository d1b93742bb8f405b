import type { IDataObject } from 'n8n-workflow';

/** The two operations that are measured. */
export type Work = 'send' | 'results';

export const WORK_TITLES: Record<Work, string> = {
	send: 'Send with Flow (`POST /v2/screening/send`)',
	results: 'Get results (`GET /v1/screening/data/{userId}`)',
};

export const FLOW_ID = 'flow-of-the-benchmark';

/** What one item of that work needs, in the service's own field names. */
export function rowOf(work: Work, index: number): IDataObject {
	if (work === 'results') return { userId: `usr-${index}` };
	return {
		email: `applicant-${index}@example.com`,
		phone: '+14165550100',
		firstName: 'Nathan',
		lastName: `Applicant ${index}`,
	};
}
