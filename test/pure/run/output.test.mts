import type { INode } from 'n8n-workflow';

import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import type { Job } from '../../../nodes/RentalScreening/run/job.ts';
import { toStopError } from '../../../nodes/RentalScreening/run/output.ts';

const node = { name: 'Send', type: 'n8n-nodes-rental-screening.rentalScreening' } as INode;

const REQUESTS = Array.from({ length: 4 }, () => ({ problems: [] }));

const done = { index: 2, request: { problems: [] }, identifier: "userId 'u1'" } as unknown as Job;

test.each([
	['a status', 422, [], '422', 'Hint'],
	['what was done', undefined, [done], null, "Hint\nBefore that:\nRow 3: userId 'u1'"],
])('the error with which a run stops says %s', (_, status, jobs, httpCode, description) => {
	const failure = new Failure('refused', 'read ECONNRESET', 'Hint', { status });
	const error = toStopError(node, { index: 3, failure }, REQUESTS, jobs);
	// n8n does so: it names the item that throws, which is the last.
	(error.context as { itemIndex?: number }).itemIndex = 9;
	expect(error).toMatchObject({
		message: 'Row 4: read ECONNRESET [item 3]',
		description,
		httpCode,
	});
	expect(error.context.itemIndex).toBe(3);
});

test('a message that begins with a column stands behind its row', () => {
	const failure = new Failure('invalid', "'Mail' is empty", 'Hint');
	expect(toStopError(node, { index: 3, failure }, REQUESTS, []).message).toBe(
		"Row 4: 'Mail' is empty [item 3]",
	);
});

test.each([
	['rateLimited', 0, 'Row 1: It happened [item 0]'],
	['maybe', 0, 'Row 1: It happened [item 0]'],
	['noAccess', undefined, 'It happened'],
	['unreachable', undefined, 'It happened'],
] as const)(
	'the error of %s names the item %p: none where it holds for all',
	(kind, index, message) => {
		const failure = new Failure(kind, 'It happened', 'Hint');
		const error = toStopError(node, { index: 0, failure }, REQUESTS, []);
		// n8n does so: it names the item that throws.
		(error.context as { itemIndex?: number }).itemIndex = 9;
		expect([error.message, error.context.itemIndex]).toEqual([message, index]);
	},
);

test.each([
	['noAccess', { cause: 'credential-invalid' }],
	['blocked', { cause: 'configuration-invalid' }],
	['rateLimited', { cause: 'rate-limited', retryAfterMs: 7000 }],
	['maybe', { cause: 'temporarily-unavailable' }],
	['defect', { cause: 'node-defect' }],
	['cancelled', undefined],
] as const)('the error of %s declares %j to n8n', (kind, declared) => {
	const failure = new Failure(kind, 'Happened', 'Hint', { retryAfterMs: 7000 });
	expect(toStopError(node, { index: 0, failure }, REQUESTS, []).failure).toEqual(declared);
});

test('the error of a rate limit that names no wait declares none to n8n', () => {
	const failure = new Failure('rateLimited', 'Happened', 'Hint');
	const error = toStopError(node, { index: 0, failure }, REQUESTS, []);
	expect(error.failure).toStrictEqual({ cause: 'rate-limited' });
});
