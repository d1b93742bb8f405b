import { createFlow, getSteps } from '../../../nodes/RentalScreening/operations/flow.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import {
	fromThrown,
	isCut,
	pickDocumented,
	readAnswer,
	toFailure,
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

// What each status means (rule 5), and what is said of it.
test.each<[number[], Failure['kind'], string, string]>([
	[[400, 403, 404, 409, 421, 425, 498], 'refused', 'The service did not accept', 'Correct the'],
	[[401], 'noAccess', 'The service refused access', 'Test the credential'],
	[[302, 307, 408, 499, 500, 503, 599], 'maybe', 'The service could not process', 'not repeated'],
	[[429], 'rateLimited', 'The service answers that there are too many', "'Max Requests at Once'"],
])('a POST answered %j is %s', (statuses, kind, cause, hint) => {
	for (const status of statuses) {
		const failure = failAfter({ status }, sendScreening);
		expect(failure).toMatchObject({ kind, status });
		expect(failure.message).toMatch(new RegExp(`^${cause}.* \\(${status}\\)`));
		expect(failure.message.endsWith(MAYBE)).toBe(kind === 'maybe');
		expect(failure.hint).toContain(hint);
		// Nothing can be accepted by a GET.
		const fetched = failAfter({ status }, getSteps);
		expect(fetched.kind).toBe(kind === 'maybe' ? 'unanswered' : kind);
		expect(fetched.message).not.toContain('may have been');
	}
});

test.each([408, 499, 500])('a GET that is answered %d is to be run again later', (status) => {
	// A 408 and a 499 are not repeated.
	expect(failAfter({ status }, getSteps).hint).toBe('Run it again later.');
});

const REFUSED = 'The service did not accept the request (422)';

test.each<[string, Partial<HttpFault>, Failure['kind'], string]>([
	['GET', { status: 404 }, 'notFound', 'There are no results for this user ID (404)'],
	['POST', { status: 422, body: { message: 'No. ' } }, 'refused', `${REFUSED}: No`],
	['POST', { status: 422, body: 'Hunter-2-Secret' }, 'refused', `${REFUSED}: [redacted]`],
	...['POST', 'GET'].map((method): [string, Partial<HttpFault>, Failure['kind'], string] => [
		method,
		{ provenUnsent: true, reason: 'cut by Hunter-2-Secret' },
		'unreachable',
		'The service could not be reached: cut by [redacted]',
	]),
	['GET', { reason: 'cut' }, 'unanswered', 'The service gave no complete answer: cut'],
	['POST', { reason: 'cut' }, 'maybe', `The service gave no complete answer: cut. ${MAYBE}`],
])('a %s that ends with %j is %s', (method, fault, kind, message) => {
	const operation = method === 'GET' ? getResults : sendScreening;
	expect(failAfter(fault, operation)).toMatchObject({ kind, message });
});

test.each<[Partial<HttpFault>, Failure['kind'], string]>([
	[
		{ obstacle: BLOCKED_BY_N8N, reason: 'Domain not allowed' },
		'blocked',
		'n8n blocked the request: Domain not allowed',
	],
	[
		{ obstacle: UNTRUSTED, reason: 'it has expired' },
		'blocked',
		"The certificate of the service's address is not trusted: it has expired",
	],
])('what kept a request from the service is named: %j', (fault, kind, message) => {
	const failure = failAfter({ provenUnsent: true, ...fault }, sendScreening);
	expect(failure).toMatchObject({ kind, message, scope: 'run', isRemembered: false });
});

test.each([
	['GET', getSteps, 'defect', 'The answer could not be used: Odd'],
	['POST', sendScreening, 'maybe', `The answer could not be used: Odd. ${MAYBE}`],
])(
	'what else is thrown after a %s says that the answer could not be used',
	(_, operation, kind, message) => {
		expect(fromThrown(new Error('Odd'), operation, true)).toMatchObject({ kind, message });
		expect(fromThrown('Odd', operation, false)).toMatchObject({ kind, message });
	},
);

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
])('an answer with its required members is used as it is: case %#', (operation, body) => {
	expect(readAnswer(body, job, operation)).toBe(body);
});

test('of a deep answer to a POST only the documented members are used, the message masked and cut', () => {
	const documented = { flowId: 'f', message: 'Made' };
	const deep = { ...documented, trace: nested(100) };
	expect(readAnswer(deep, job, createFlow)).toEqual(documented);
	const long = (end: string) => ({ flowId: 'f', message: 'x'.repeat(290) + end });
	const pick = (end: string) => pickDocumented(long(end), createFlow).message;
	expect(pick('0123456789a')).toBe(`${'x'.repeat(290)}012345678…`);
	// An SSN is masked before the end is cut.
	expect(pick(' 123-45-6789')).toBe(`${'x'.repeat(290)} ***-**-6…`);
});

test.each<[Operation, unknown, string]>([
	...[{}, { userId: ' ' }, { userId: 1.5 }, { userId: 2 ** 60 }, [{}], null].map(
		(body): [Operation, unknown, string] => [sendScreening, body, "without 'userId'"],
	),
	[sendScreening, { error: 'No credits' }, "without 'userId': No credits"],
	[sendScreening, '<html></html>', "without 'userId'"],
	[getSteps, { steps: {} }, "without 'steps'"],
	[getResults, { user: { checkComplete: true } }, "without 'screening'"],
	[getResults, { screening: 7, user: {} }, "without 'screening'"],
	[getResults, { screening: {}, user: [] }, "without 'user'"],
	[getResults, 'Sent', "without 'screening' and 'user': Sent"],
])(
	'an answer that lacks a required member fails and names it: case %#',
	(operation, body, what) => {
		const said = `The service answered ${what}`;
		const failure = readAnswer(body, job, operation) as Failure;
		const hint = "Check 'Base URL' in the credential, or ask your provider.";
		const isPost = operation === sendScreening;
		expect(failure.status).toBe(200);
		expect(failure).toMatchObject(
			isPost
				? { kind: 'maybe', message: `${said}. ${MAYBE}` }
				: { kind: 'unanswered', message: said, hint },
		);
	},
);

test.each([
	['', true],
	[' {"userId": "u', true],
	['<html>', false],
	['Sent', false],
	[{}, false],
	[[], false],
])('the answer %j was cut: %p', (body, is) => {
	expect(isCut(body)).toBe(is);
});
