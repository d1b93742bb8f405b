import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import { failureOf, unexpectedAnswer } from '../../../nodes/RentalScreening/run/answer.ts';
import { asFailure, type FailureKind } from '../../../nodes/RentalScreening/run/failure.ts';
import {
	ItemRun,
	type Operation,
	type Wire,
} from '../../../nodes/RentalScreening/run/operation.ts';
import type { Fault } from '../../../nodes/RentalScreening/service/fault.ts';

const OPERATION = { label: 'screening' } as Operation;
const RESULTS = { label: 'results', notFound: { cause: 'No results', hint: 'Check the ID' } };

function itemOf(method: string): ItemRun {
	const item = new ItemRun(0, {} as ItemInput, { problems: [] }, { method } as Wire);
	item.secrets.push('Hunter-2-Secret');
	return item;
}

const failureAfter = (method: string, fault: Partial<Fault>, operation = OPERATION) =>
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
	[[429], 'notProcessed', 'The service answers that there are too many', "'Max Concurrency'"],
])('a POST answered %j is %s', (statuses, kind, cause, hint) => {
	for (const status of statuses) {
		const failure = failureAfter('POST', { status });
		expect(failure).toMatchObject({ kind, status });
		expect(failure.message).toMatch(new RegExp(`^${cause}.* \\(${status}\\)`));
		expect(failure.message.endsWith(MAYBE)).toBe(kind === 'maybe');
		expect(failure.hint).toContain(hint);
		// Nothing can be accepted by a GET.
		const fetched = failureAfter('GET', { status });
		expect(fetched.kind).toBe(kind === 'maybe' ? 'unanswered' : kind);
		expect(fetched.message).not.toContain('may have been');
	}
});

test('a 404 means what the operation says', () => {
	const failure = failureAfter('GET', { status: 404, body: {} }, RESULTS as unknown as Operation);
	expect(failure).toMatchObject({ kind: 'notFound', message: 'No results (404)', status: 404 });
});

test.each([
	[{ message: 'No such street. ' }, ': No such street'],
	[{ message: 'Bad Hunter-2-Secret' }, ': Bad [redacted]'],
	['<html>Oops</html>', ''],
])('what the service says is quoted: %j', (body, quote) => {
	const message = `The service did not accept the request (422)${quote}`;
	expect(failureAfter('POST', { status: 422, body })).toMatchObject({ message });
});

const NO_ANSWER = 'The service gave no complete answer: cut by [redacted]';

test.each<[string, boolean, FailureKind, string]>([
	['POST', true, 'unreachable', 'The service could not be reached: cut by [redacted]'],
	['GET', true, 'unreachable', 'The service could not be reached: cut by [redacted]'],
	['GET', false, 'unanswered', NO_ANSWER],
	['POST', false, 'maybe', `${NO_ANSWER}. ${MAYBE}`],
])('no answer to a %s that was never sent (%p) is %s', (method, neverSent, kind, message) => {
	const failure = failureAfter(method, { neverSent, reason: 'cut by Hunter-2-Secret' });
	expect(failure).toMatchObject({ kind, message, status: undefined });
});

test.each<[unknown, string[], string]>([
	['<html></html>', ['userId'], 'The service answered with a web page'],
	[{}, ['userId', 'url'], "The service answered without 'userId' and 'url'"],
	[{ error: 'No credits' }, ['userId'], "The service answered without 'userId': No credits"],
])('a 200 that is %j', (body, missing, cause) => {
	const failureTo = (method: string) => unexpectedAnswer(body, missing, itemOf(method), OPERATION);
	expect(failureTo('GET')).toMatchObject({ kind: 'unanswered', status: 200, message: cause });
	expect(failureTo('POST')).toMatchObject({ kind: 'maybe', message: `${cause}. ${MAYBE}` });
});

test.each([
	[undefined, 'unanswered', 'The answer could not be used: Odd'],
	['screening', 'maybe', `The answer could not be used: Odd. ${MAYBE}`],
])('anything else that is thrown, with %p sent', (label, kind, message) => {
	expect(asFailure(new Error('Odd'), label)).toMatchObject({ kind, message });
	expect(asFailure('Odd', label)).toMatchObject({ kind, message });
});
