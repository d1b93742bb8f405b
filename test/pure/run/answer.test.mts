import { createFlow, getSteps } from '../../../nodes/RentalScreening/operations/flow.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import {
	answerIn,
	documentedMembers,
	failureOf,
	isCut,
	failureOfThrown,
} from '../../../nodes/RentalScreening/run/answer.ts';
import { type Failure, type FailureKind } from '../../../nodes/RentalScreening/core/failure.ts';
import { type Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import type { Fault } from '../../../nodes/RentalScreening/service/fault.ts';
import { Job, type Transport } from '../../../nodes/RentalScreening/run/job.ts';

function itemOf(method: string): Job {
	const item = new Job({} as never, { problems: [] }, { method } as Transport);
	item.secrets.push('Hunter-2-Secret');
	return item;
}

const failureAfter = (method: string, fault: Partial<Fault>, operation: Operation) =>
	failureOf({ headers: {}, neverSent: false, ...fault }, itemOf(method), operation);

const MAYBE = 'The screening may have been accepted';

// What each status means (rule 5), and what is said of it.
test.each<[number[], FailureKind, string, string]>([
	[[300, 301, 304, 307, 399], 'notProcessed', 'The service redirects', 'final address'],
	[[302, 303], 'maybe', 'The service redirects', 'It was not repeated'],
	[[400, 403, 404, 409, 422, 451, 498], 'refused', 'The service did not accept', 'Correct the'],
	[[401], 'noAccess', 'The service refused access', 'Test the credential'],
	[[408, 499, 500, 502, 503, 599], 'maybe', 'The service could not process', 'not repeated'],
	[[421, 425], 'notProcessed', 'The service did not process the request', 'later'],
	[[429], 'notProcessed', 'The service answers that there are too many', "'Max Requests at Once'"],
])('a POST answered %j is %s', (statuses, kind, cause, hint) => {
	for (const status of statuses) {
		const failure = failureAfter('POST', { status }, sendScreening);
		expect(failure).toMatchObject({ kind, status });
		expect(failure.message).toMatch(new RegExp(`^${cause}.* \\(${status}\\)`));
		expect(failure.message.endsWith(MAYBE)).toBe(kind === 'maybe');
		expect(failure.hint).toContain(hint);
		// Nothing can be accepted by a GET.
		const fetched = failureAfter('GET', { status }, getSteps);
		expect(fetched.kind).toBe(kind === 'maybe' ? 'unanswered' : kind);
		expect(fetched.message).not.toContain('may have been');
	}
});

const REFUSED = 'The service did not accept the request (422)';

test.each<[string, Partial<Fault>, FailureKind, string]>([
	['GET', { status: 404 }, 'notFound', 'There are no results for this user ID (404)'],
	['POST', { status: 422, body: { message: 'No. ' } }, 'refused', `${REFUSED}: No`],
	['POST', { status: 422, body: 'Hunter-2-Secret' }, 'refused', `${REFUSED}: [redacted]`],
	['POST', { status: 422, body: '<html>Oops</html>' }, 'refused', REFUSED],
	...['POST', 'GET'].map((method): [string, Partial<Fault>, FailureKind, string] => [
		method,
		{ neverSent: true, reason: 'cut by Hunter-2-Secret' },
		'unreachable',
		'The service could not be reached: cut by [redacted]',
	]),
	['GET', { reason: 'cut' }, 'unanswered', 'The service gave no complete answer: cut'],
	['POST', { reason: 'cut' }, 'maybe', `The service gave no complete answer: cut. ${MAYBE}`],
])('a %s that ends with %j is %s', (method, fault, kind, message) => {
	const operation = method === 'GET' ? getResults : sendScreening;
	expect(failureAfter(method, fault, operation)).toMatchObject({ kind, message });
});

test.each([
	[undefined, 'unanswered', 'The answer could not be used: Odd'],
	['screening', 'maybe', `The answer could not be used: Odd. ${MAYBE}`],
])('anything else that is thrown, with %p sent', (label, kind, message) => {
	expect(failureOfThrown(new Error('Odd'), label, true)).toMatchObject({ kind, message });
	expect(failureOfThrown('Odd', label, false)).toMatchObject({ kind, message });
});

const nested = (depth: number) =>
	Array.from({ length: depth }).reduce<unknown>(
		(inner, _, index) => (index % 2 ? [inner] : { inner }),
		'x',
	);

test.each<[Operation, object]>([
	[sendScreening, { userId: 7, trace: nested(99) }],
	[getResults, { user: { checkComplete: true }, screening: { deep: nested(2000) } }],
	[getResults, { user: {} }],
	[getResults, { user: {}, screening: null }],
])('an answer is used as it is: case %#', (operation, body) => {
	const method = operation === getResults ? 'GET' : 'POST';
	expect(answerIn(body, itemOf(method), operation)).toBe(body);
});

test('of a deep answer to a POST is used what is remembered of any: what is documented', () => {
	const documented = { flowId: 'f', message: 'Made' };
	const deep = { ...documented, trace: nested(100) };
	expect(answerIn(deep, itemOf('POST'), createFlow)).toEqual(documented);
	const long = { flowId: 'f', message: 'x'.repeat(301) };
	expect(documentedMembers(long, createFlow)).toEqual({ ...long, message: `${'x'.repeat(299)}…` });
});

test.each<[Operation, unknown, string]>([
	...[{}, { userId: ' ' }, { userId: 1.5 }, { userId: 2 ** 60 }, [{}], null].map(
		(body): [Operation, unknown, string] => [sendScreening, body, "without 'userId'"],
	),
	[sendScreening, { error: 'No credits' }, "without 'userId': No credits"],
	[sendScreening, '<html></html>', 'with a web page'],
	[getSteps, { steps: {} }, "without 'steps'"],
	[getResults, { user: { checkComplete: true } }, "without 'screening'"],
	[getResults, { screening: 7, user: {} }, "without 'screening'"],
	[getResults, { screening: {}, user: [] }, "without 'user'"],
	[getResults, 'Sent', "without 'screening' and 'user': Sent"],
])('what an answer lacks is said: case %#', (operation, body, what) => {
	const said = `The service answered ${what}`;
	const [method, kind, message] =
		operation === sendScreening
			? ['POST', 'maybe', `${said}. ${MAYBE}`]
			: ['GET', 'unanswered', said];
	const failure = answerIn(body, itemOf(method), operation) as Failure;
	expect(failure).toMatchObject({ kind, status: 200, message });
});

test.each([
	['', true],
	[' {"userId": "u', true],
	['<html>', false],
	['Sent', false],
	[{}, false],
	[[], false],
])('%j is an answer that was cut: %p', (body, is) => {
	expect(isCut(body)).toBe(is);
});
