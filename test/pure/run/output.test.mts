import type { INode } from 'n8n-workflow';

import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import type { Job } from '../../../nodes/RentalScreening/run/job.ts';
import { toStopError } from '../../../nodes/RentalScreening/run/output.ts';

const node = { name: 'Send', type: 'n8n-nodes-rental-screening.rentalScreening' } as INode;
const REQUESTS = Array.from({ length: 4 }, () => ({ problems: [] }));
const job = (index: number, more: object) =>
	({ index, request: { problems: [] }, ...more }) as unknown as Job;
const DONE = job(2, { identifier: "userId 'u1'" });
const UNCLEAR = job(0, { failure: { kind: 'maybe' } });

test.each([
	['its status', 'refused', 422, [], '422', /^Hint$/],
	['every ID', 'refused', undefined, [DONE], null, "Hint\nBefore that:\nRow 3: userId 'u1'"],
	['what is unclear', 'maybe', 500, [UNCLEAR], '500', /^Hint\nBefore that:\nRow 1: may have been/],
] as const)(
	'the error with which a run stops says %s',
	(_, kind, status, jobs, httpCode, description) => {
		// n8n would replace a message that holds such a code.
		const failure = new Failure(kind, 'read ECONNRESET', 'Hint', { status });
		const error = toStopError(node, { index: 3, failure }, REQUESTS, jobs);
		expect(error).toMatchObject({ message: 'Row 4: read ECONNRESET [item 3]', httpCode });
		expect(error.description).toMatch(description);
	},
);

test.each([
	['rateLimited', 'its item', 0, 'Row 1: It happened [item 0]'],
	['maybe', 'its item', 0, 'Row 1: It happened [item 0]'],
	['noAccess', 'no item, as it holds for all', undefined, 'It happened'],
	['unreachable', 'no item, as it holds for all', undefined, 'It happened'],
] as const)('the error of the kind %s names %s', (kind, _, index, message) => {
	const failure = new Failure(kind, 'It happened', 'Hint');
	const error = toStopError(node, { index: 0, failure }, REQUESTS, []);
	// n8n does so: it names the item that throws, which is the last.
	(error.context as { itemIndex?: number }).itemIndex = 9;
	expect([error.message, error.context.itemIndex]).toEqual([message, index]);
});
