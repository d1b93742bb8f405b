import { getSteps } from '../../../nodes/RentalScreening/operations/flow.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import {
	fromThrown,
	readAnswer,
	toFailure,
	toLongWait,
} from '../../../nodes/RentalScreening/run/response.ts';
import type { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import {
	BLOCKED_BY_N8N,
	UNTRUSTED,
	type HttpFault,
} from '../../../nodes/RentalScreening/service/httpFault.ts';
import { Job, type Transport } from '../../../nodes/RentalScreening/run/job.ts';

const job = new Job({} as never, { problems: [] }, {} as Transport);
job.secrets.add('Hunter-2-Secret');

const failAfter = (fault: Partial<HttpFault>, operation: Operation) =>
	toFailure({ provenUnsent: false, ...fault }, job, operation);

const MAYBE = 'The screening may have been accepted';

// What each status proves (rule 5), and what is said of it.
test.each<[string, Failure['kind'], number[], string, string]>([
	[
		'that is not accepted',
		'refused',
		[400, 403, 404, 409, 421, 422, 425, 451, 498],
		...(['did not accept', 'Correct'] as const),
	],
	['without access', 'noAccess', [401], 'refused access', 'Test the credential'],
	[
		'that is limited',
		'rateLimited',
		[429],
		'answers that there are too many',
		"'Max Requests at Once'",
	],
	[
		'that may have been accepted',
		'maybe',
		[301, 302, 307, 408, 499, 500, 503, 599],
		...(['could not process', 'not repeated'] as const),
	],
])('a POST %s fails as %s, and a GET never as maybe', (_, kind, statuses, cause, hint) => {
	for (const status of statuses) {
		const failure = failAfter({ status, retryAfterMs: 7 }, sendScreening);
		expect(failure).toMatchObject({ kind, details: { status } });
		expect(failure.message).toMatch(new RegExp(`^The service ${cause}.* \\(${status}\\)`));
		expect(failure.message.endsWith(MAYBE)).toBe(kind === 'maybe');
		expect(failure.hint).toContain(hint);
		// Nothing can be accepted by a GET.
		const fetched = failAfter({ status, retryAfterMs: 7 }, getSteps);
		expect(fetched.kind).toBe(kind === 'maybe' ? 'unanswered' : kind);
		expect(fetched.message).not.toContain('may have been');
		expect(fetched.details.retryAfterMs).toBe(7);
	}
});

const WORDS = { status: 422, body: { message: 'No. ' } };
const SECRET = { status: 422, body: 'Hunter-2-Secret' };
const UNSENT = { provenUnsent: true, reason: 'nobody answers' };
const DOMAIN = { ...UNSENT, obstacle: BLOCKED_BY_N8N };
const EXPIRED = { ...UNSENT, obstacle: UNTRUSTED };

test.each<[string, Operation, Partial<HttpFault>, Failure['kind'], RegExp]>([
	['404 for results', getResults, { status: 404 }, 'notFound', /^There are no results .*404/],
	['422 with words', sendScreening, WORDS, 'refused', /did not accept the request \(422\): No$/],
	['422 with a secret', sendScreening, SECRET, 'refused', /\(422\): \[redacted\]$/],
	['no connection', sendScreening, UNSENT, 'unreachable', /not be reached: nobody answers$/],
	['a refusal of n8n', sendScreening, DOMAIN, 'blocked', /^n8n blocked the request: nobody/],
	['a certificate', getResults, EXPIRED, 'blocked', /^The certificate .* is not trusted: nobody/],
	['a cut GET', getResults, { reason: 'cut' }, 'unanswered', /no complete answer: cut$/],
	['a cut POST', sendScreening, { reason: 'cut' }, 'maybe', /answer: cut\. The .* may have/],
])('%s: the failure says what happened', (_, operation, fault, kind, message) => {
	const failure = failAfter(fault, operation);
	expect(failure.kind).toBe(kind);
	expect(failure.message).toMatch(message);
});

test.each([
	['a defect after a GET', getSteps, new Error('Odd'), 'defect', /used: Odd\. Report this/],
	['a defect after a POST', sendScreening, 'Odd', 'maybe', /: Odd\. .* accepted\. It was/],
])('%s is reported as it is', (_, operation, thrown, kind, message) => {
	const failure = fromThrown(thrown, operation);
	expect(failure.kind).toBe(kind);
	expect(`${failure.message}. ${failure.hint}`).toMatch(message);
});

test('a wait that is too long is said in minutes', () => {
	const failure = toLongWait(failAfter({ status: 503 }, sendScreening));
	expect(failure.message).toBe('The service asks to wait for more than five minutes');
});

const nested = (depth: number): unknown =>
	Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'x');

test.each([
	['an ID that is a number', sendScreening, { userId: 7, trace: nested(99) }],
	['deep results', getResults, { user: {}, screening: { deep: nested(2000) } }],
	['no steps', getSteps, { steps: [] }],
])('an answer with its members is used as it is: %s', (_, operation, body) => {
	expect(readAnswer(body, job, operation)).toBe(body);
});

const NO_ID = "without 'userId'";

test.each<[string, Operation, unknown, string]>([
	['no ID', sendScreening, {}, NO_ID],
	['a blank ID', sendScreening, { userId: ' ' }, NO_ID],
	['a fraction as its ID', sendScreening, { userId: 1.5 }, NO_ID],
	['an ID that is too large a number', sendScreening, { userId: 2 ** 60 }, NO_ID],
	['a list around it', sendScreening, [{}], NO_ID],
	['null in its place', sendScreening, null, NO_ID],
	// A row that holds one of these has no ID, so its results would never be asked for.
	['the number 0 as its ID', sendScreening, { userId: 0 }, NO_ID],
	...['0', '-', '—', 'n/a', 'N/A', '#N/A'].map((userId): [string, Operation, unknown, string] => {
		return [`${userId} as its ID`, sendScreening, { userId }, `${NO_ID}: userId: ${userId}`];
	}),
	['what went wrong', sendScreening, { error: 'No credits' }, `${NO_ID}: No credits`],
	['steps that are no list', getSteps, { steps: {} }, "without 'steps'"],
	['a user only', getResults, { user: { checkComplete: true } }, "without 'screening'"],
	['null as its screening', getResults, { user: {}, screening: null }, "without 'screening'"],
	['a list as its user', getResults, { screening: {}, user: [] }, "without 'user'"],
	['text in its place', getResults, 'Sent', "without 'screening' and 'user': Sent"],
])(
	'an answer with %s is unclear, and the failure names the member that it lacks',
	(_, operation, body, what) => {
		const failure = readAnswer(body, job, operation) as Failure;
		const isPost = operation === sendScreening;
		const message = `The service answered ${what}${isPost ? `. ${MAYBE}` : ''}`;
		expect(failure).toMatchObject({
			kind: isPost ? 'maybe' : 'unanswered',
			message,
			hint: expect.stringMatching(isPost ? /^It was not repeated/ : /^Check 'Base URL'/),
			details: { status: 200 },
		});
	},
);
