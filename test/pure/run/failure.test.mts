import {
	asksToWait,
	failureOf,
	unexpectedAnswer,
} from '../../../nodes/RentalScreening/run/answer.ts';
import {
	alreadySentUnclear,
	asFailure,
	cancelled,
	Failure,
	notSent,
	serviceFails,
	type FailureKind,
} from '../../../nodes/RentalScreening/run/failure.ts';
import type { Operation, PreparedRequest } from '../../../nodes/RentalScreening/run/operation.ts';
import type { Fault } from '../../../nodes/RentalScreening/service/fault.ts';

const OPERATION: Operation = {
	label: 'screening',
	requiredMembers: {},
	preparerFor: () => () => ({ problems: [] }),
};

const subject = (
	method: string,
	request: Partial<PreparedRequest> = {},
	operation = OPERATION,
) => ({
	operation,
	method,
	request: { problems: [], ...request },
	secrets: ['Hunter-2-Secret'],
});

const NOTHING: Fault = { headers: {}, neverSent: false, cancelled: false };
const answered = (status: number, body?: unknown): Fault => ({ ...NOTHING, status, body });
const messageOf = (fault: Fault) => failureOf(fault, subject('POST')).message;

const MAY_HAVE_BEEN_ACCEPTED = 'The screening may have been accepted';
const NOT_REPEATED =
	'It was not repeated. Look in the dashboard of the service before you send this item again.';

// What each status means to a POST (rule 5), and what is said of it.
test.each<[number, FailureKind, string, string]>([
	[300, 'notProcessed', 'The service redirects to another address', 'final address'],
	[301, 'notProcessed', 'The service redirects to another address', 'final address'],
	[302, 'maybe', 'The service redirects to another address', NOT_REPEATED],
	[303, 'maybe', 'The service redirects to another address', NOT_REPEATED],
	[399, 'notProcessed', 'The service redirects to another address', 'final address'],
	[400, 'refused', 'The service did not accept the request', 'Correct the values'],
	[401, 'noAccess', 'The service refused access', 'Test the credential'],
	[403, 'refused', 'The service does not allow this account to do this', 'Ask your provider'],
	[404, 'refused', 'The service did not accept the request', 'Correct the values'],
	[408, 'maybe', 'The service answered that the request timed out', NOT_REPEATED],
	[409, 'refused', 'The service did not accept the request', 'Correct the values'],
	[421, 'notProcessed', 'The service did not process the request', 'later'],
	[422, 'refused', 'The service did not accept the request', 'Correct the values'],
	[425, 'notProcessed', 'The service did not process the request', 'later'],
	[
		429,
		'notProcessed',
		'The service answers that there are too many requests',
		"'Max Concurrency'",
	],
	[451, 'refused', 'The service did not accept the request', 'Correct the values'],
	[499, 'maybe', 'The service answered that the connection was closed', NOT_REPEATED],
	[500, 'maybe', 'The service could not process the request', NOT_REPEATED],
	[599, 'maybe', 'The service could not process the request', NOT_REPEATED],
])('a POST answered %d is %s', (status, kind, cause, hint) => {
	const more = kind === 'maybe' ? `. ${MAY_HAVE_BEEN_ACCEPTED}` : '';
	expect(failureOf(answered(status), subject('POST'))).toMatchObject({
		kind,
		status,
		message: `${cause} (${status})${more}`,
		hint: expect.stringContaining(hint) as unknown,
	});
});

test.each<[number, FailureKind]>([
	[302, 'unanswered'],
	[400, 'refused'],
	[408, 'unanswered'],
	[429, 'notProcessed'],
	[500, 'unanswered'],
	[503, 'unanswered'],
])('a GET answered %d is %s: nothing was accepted', (status, kind) => {
	const failure = failureOf(answered(status), subject('GET'));
	expect(failure).toMatchObject({ kind, status });
	expect(failure.message).not.toContain('accepted.');
});

test.each([
	[{ message: 'No such street' }, ': No such street'],
	[{ message: 'The phone is invalid. ' }, ': The phone is invalid'],
	[{ message: 'did not accept the request' }, ''],
	[{ message: 'Bad Hunter-2-Secret' }, ': Bad [redacted]'],
	['<html>Oops</html>', ''],
])('what the service says is quoted: %j', (body, quote) => {
	expect(messageOf(answered(422, body))).toBe(
		`The service did not accept the request (422)${quote}`,
	);
});

describe('an ID that may be the cause', () => {
	const property: Operation = {
		...OPERATION,
		refersTo: { name: 'propertyId', label: 'property', hint: "Run 'Property: Create'." },
	};
	const user: Operation = {
		...OPERATION,
		refersTo: { name: 'userId', label: 'user', hint: 'Check it.', notFound: 'No data for user' },
	};
	const send = subject('POST', { body: { propertyId: 'p-1' } }, property);
	const fetch = subject('GET', { path: { userId: 'usr-123-45-6789' } }, user);

	test.each<[string, number, ReturnType<typeof subject>, FailureKind, string]>([
		['in a body', 404, send, 'refused', "The service did not accept the property ID 'p-1' (404)"],
		[
			'in a path',
			400,
			fetch,
			'refused',
			"The service did not accept the user ID 'usr-123-45-6789' (400)",
		],
		['in a path', 404, fetch, 'notFound', "No data for user 'usr-123-45-6789' (404)"],
	])('%s, %d: it is named', (_, status, given, kind, message) => {
		expect(failureOf(answered(status), given)).toMatchObject({
			kind,
			message,
			hint: given.operation.refersTo!.hint,
		});
	});

	test.each([400, 422])('in a body, %d: it may be any field', (status) => {
		expect(failureOf(answered(status), send).message).toBe(
			`The service did not accept the request (${status})`,
		);
	});
});

const CHECK = "Check 'Base URL' in the credential and the network, or run it again later.";
const reason = 'no answer came in time';

test.each<[string, Partial<Fault>, FailureKind, string, string]>([
	[
		'POST',
		{ neverSent: true, reason },
		'unreachable',
		`The service could not be reached: ${reason}`,
		CHECK,
	],
	[
		'GET',
		{ neverSent: true, reason },
		'unreachable',
		`The service could not be reached: ${reason}`,
		CHECK,
	],
	[
		'POST',
		{ neverSent: true },
		'unreachable',
		'n8n did not send the request: its log may say why',
		CHECK,
	],
	[
		'POST',
		{ neverSent: true, n8nSays: 'Busy' },
		'unreachable',
		'n8n did not send the request: Busy',
		CHECK,
	],
	['GET', { reason }, 'unanswered', `The service gave no complete answer: ${reason}`, CHECK],
	[
		'POST',
		{ reason },
		'maybe',
		`The request may have been sent: ${reason}. ${MAY_HAVE_BEEN_ACCEPTED}`,
		NOT_REPEATED,
	],
	[
		'POST',
		{ n8nSays: 'odd' },
		'maybe',
		`The request may have been sent: odd. ${MAY_HAVE_BEEN_ACCEPTED}`,
		NOT_REPEATED,
	],
])('no answer to a %s: %j', (method, fault, kind, message, hint) => {
	expect(failureOf({ ...NOTHING, ...fault }, subject(method))).toMatchObject({
		kind,
		message,
		hint,
	});
});

test.each<[unknown, string[] | 'all', string]>([
	['<html></html>', 'all', 'The service answered with a web page'],
	['yes', 'all', 'The service answered with something other than a JSON object'],
	[{}, ['userId'], "The service answered without 'userId'"],
	[{}, ['userId', 'url'], "The service answered without 'userId' and 'url'"],
	[{ error: 'No credits' }, ['userId'], "The service answered without 'userId': No credits"],
])('a 200 that is %j', (body, missing, cause) => {
	expect(unexpectedAnswer(body, missing, subject('GET'))).toMatchObject({
		kind: 'unanswered',
		status: 200,
		message: cause,
		hint: "Check 'Base URL' in the credential, or ask your provider.",
	});
	expect(unexpectedAnswer(body, missing, subject('POST'))).toMatchObject({
		kind: 'maybe',
		status: 200,
		message: `${cause}. ${MAY_HAVE_BEEN_ACCEPTED}`,
		hint: NOT_REPEATED,
	});
});

describe('what is not sent', () => {
	const because = new Failure('noAccess', 'No access', 'Log in', 401);

	test.each<[string, Failure, FailureKind, string]>([
		['since the gate is closed', notSent(because), 'noAccess', 'Not sent. No access'],
		[
			'since the service asks to wait',
			asksToWait(answered(503, { message: 'Back at six.' }), subject('POST')),
			'unavailable',
			'The service could not process the request (503): Back at six',
		],
		[
			'after the first unclear answer',
			serviceFails(1),
			'unavailable',
			'The service is failing: it is unclear what became of the first request',
		],
		[
			'after three unclear answers',
			serviceFails(3),
			'unavailable',
			'The service is failing: it is unclear what became of 3 requests',
		],
		[
			'since it may have been accepted before',
			alreadySentUnclear(OPERATION, Date.UTC(2026, 0, 31, 12)),
			'maybe',
			`The same request was sent at 2026-01-31T12:00:00.000Z and the screening may have been accepted. It was not sent again`,
		],
		[
			'before the cancellation',
			cancelled(),
			'cancelled',
			'The execution was cancelled before this item was done',
		],
		[
			'again: it was in flight then',
			cancelled('screening'),
			'maybe',
			`The execution was cancelled while the request was in flight. ${MAY_HAVE_BEEN_ACCEPTED}`,
		],
	])('%s', (_, failure, kind, message) => {
		expect(failure).toMatchObject({ kind, message });
		expect(failure.hint).not.toBe('');
	});
});

// Retry On Fail takes over what is final; what is of the run names no item.
test.each<[FailureKind, boolean, boolean]>([
	['invalid', true, false],
	['notSetUp', true, true],
	['noAccess', true, true],
	['unreachable', false, true],
	['unavailable', true, false],
	['notProcessed', false, false],
	['refused', true, false],
	['maybe', true, false],
	['notFound', false, false],
	['unanswered', false, false],
	['incomplete', true, false],
	['cancelled', true, false],
])('%s: final %p, of the run %p', (kind, isFinal, isOfRun) => {
	expect(new Failure(kind, 'What happened', 'Hint')).toMatchObject({ isFinal, isOfRun });
});

test.each<[unknown, string | undefined, FailureKind, string]>([
	[new Error('Disk full'), undefined, 'unanswered', ''],
	['Disk full', undefined, 'unanswered', ''],
	[new Error('Disk full'), 'screening', 'maybe', `. ${MAY_HAVE_BEEN_ACCEPTED}`],
])(
	'what is no failure is a defect of the node: %p, while a %s is sent',
	(thrown, label, kind, more) => {
		expect(asFailure(thrown, label)).toMatchObject({
			kind,
			message: `The answer could not be used: Disk full${more}`,
			hint: 'Report this to the maintainers of the node.',
		});
	},
);
