import { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import type { Operation, PreparedRequest } from '../../../nodes/RentalScreening/run/operation.ts';
import * as failures from '../../../nodes/RentalScreening/run/requestFailure.ts';
import type { Fault } from '../../../nodes/RentalScreening/service/fault.ts';
import { redactionOf } from '../../../nodes/RentalScreening/service/redaction.ts';

const OPERATION: Operation = {
	label: 'screening',
	requiredMembers: {},
	preparerFor: () => () => ({ problems: [] }),
	refersTo: {
		name: 'propertyId',
		label: 'property',
		hint: "Run 'Property: Create'.",
		notFound: 'There is no property with the ID',
	},
};

const subject = (
	method: string,
	request: Partial<PreparedRequest> = {},
	operation = OPERATION,
) => ({
	operation,
	method,
	request: { problems: [], ...request },
	redaction: redactionOf([]),
});

const NOTHING: Fault = { headers: {}, neverSent: false, cancelled: false };
const answered = (status: number, body?: unknown): Fault => ({ ...NOTHING, status, body });

/** Message, hint, status and kind of a failure. */
function told({ message, hint, status, kind }: Failure) {
	return [message, hint, status, kind];
}

const IT_WAS_NOT_REPEATED =
	'It was not repeated. Look in the dashboard of the service before you send this item again.';
const REDIRECT =
	"The node does not follow redirects. Enter the final address as 'Base URL' in the credential.";

describe('an answer other than 200', () => {
	test.each<[number, string, string, string, string]>([
		[
			299,
			'POST',
			'The service did not accept the request',
			'Check the values of this item, or ask your provider.',
			'redirected',
		],
		[300, 'POST', 'The service redirects to another address', REDIRECT, 'redirected'],
		[301, 'POST', 'The service redirects to another address', REDIRECT, 'redirected'],
		[399, 'POST', 'The service redirects to another address', REDIRECT, 'redirected'],
		[
			400,
			'POST',
			'The service did not accept the request',
			'Check the values of this item.',
			'refused',
		],
		[
			401,
			'POST',
			'The service refused access',
			expect.stringContaining('Test the credential') as string,
			'noAccess',
		],
		[
			403,
			'POST',
			'The service does not allow this account to do this',
			'Ask your provider to allow this account to do it.',
			'refused',
		],
		[
			404,
			'POST',
			'The service did not find what was asked for',
			expect.stringContaining('Base URL') as string,
			'refused',
		],
		[
			409,
			'POST',
			'The service says that this conflicts with what it has',
			expect.stringContaining('dashboard') as string,
			'refused',
		],
		[
			418,
			'POST',
			'The service did not accept the request',
			'Check the values of this item, or ask your provider.',
			'refused',
		],
		[
			422,
			'POST',
			'The service did not accept the values',
			'Correct the row and run the workflow again.',
			'refused',
		],
		[
			429,
			'POST',
			'The service answers that there are too many requests',
			expect.stringContaining("'Max Concurrency'") as string,
			'tryLater',
		],
		[302, 'GET', 'The service redirects to another address', REDIRECT, 'notFetched'],
		[
			500,
			'GET',
			'The service could not process the request',
			'It was asked several times. Run it again later.',
			'unanswered',
		],
		[
			503,
			'GET',
			'The service could not process the request',
			'It was asked several times. Run it again later.',
			'unanswered',
		],
	])('%d to a %s', (status, method, cause, hint, kind) => {
		expect(told(failures.failureOf(answered(status), subject(method)))).toEqual([
			`${cause} (${status})`,
			hint,
			status,
			kind,
		]);
	});

	test.each<[number, string]>([
		[302, 'The service redirects to another address'],
		[303, 'The service redirects to another address'],
		[500, 'The service could not process the request'],
		[599, 'The service could not process the request'],
	])('%d to a POST may mean that it was accepted', (status, cause) => {
		expect(told(failures.failureOf(answered(status), subject('POST')))).toEqual([
			`${cause} (${status}). The screening may have been accepted`,
			IT_WAS_NOT_REPEATED,
			status,
			'maybe',
		]);
	});

	test('what the service says is quoted, unless the message says it already', () => {
		const { message } = failures.failureOf(
			answered(422, { message: 'No such street' }),
			subject('POST'),
		);
		expect(message).toBe('The service did not accept the values (422): No such street');
		const same = answered(422, { message: 'did not accept the values' });
		expect(failures.failureOf(same, subject('POST')).message).toBe(
			'The service did not accept the values (422)',
		);
	});

	test.each([
		[400, 'refused'],
		[403, 'refused'],
		[404, 'refused'],
		[408, 'maybe'],
		[409, 'refused'],
		[421, 'tryLater'],
		[425, 'tryLater'],
		[451, 'refused'],
		[498, 'refused'],
		[499, 'maybe'],
	])('the outcome of a POST after a %d: %s', (status, kind) => {
		expect(failures.failureOf(answered(status), subject('POST')).kind).toBe(kind);
	});

	test.each([
		[429, 'unavailable'],
		[422, 'refused'],
		[421, 'tryLater'],
	])('a %d that asks to wait more than five minutes: %s', (status, kind) => {
		const fault = { ...answered(status), headers: { 'retry-after': '301' } };
		expect(failures.failureOf(fault, subject('POST')).kind).toBe(kind);
	});

	test('a message of the service that ends in a full stop does not end in two', () => {
		const fault = answered(422, { message: 'The phone is invalid. ' });
		expect(failures.failureOf(fault, subject('POST')).message).toBe(
			'The service did not accept the values (422): The phone is invalid',
		);
	});
});

describe('an answer to a request that refers to something', () => {
	const request = { body: { propertyId: 'p-1' } };

	test.each<[number, string, string]>([
		[404, "There is no property with the ID 'p-1' (404)", "Run 'Property: Create'."],
		[
			400,
			"The service did not accept the request with the property ID 'p-1' (400)",
			"Run 'Property: Create'.",
		],
		[
			422,
			'The service did not accept the values (422)',
			'Correct the row and run the workflow again.',
		],
	])('%d', (status, message, hint) => {
		expect(told(failures.failureOf(answered(status), subject('POST', request)))).toEqual([
			message,
			hint,
			status,
			'refused',
		]);
	});

	test('names the ID in the path first', () => {
		const inPath = subject('GET', { path: { propertyId: 'p-2' }, ...request });
		expect(failures.failureOf(answered(404), inPath).message).toContain("'p-2'");
	});

	test.each([[{}], [{ body: { propertyId: 7 } }]])(
		'without the ID, %j, nothing is named',
		(given) => {
			const { message } = failures.failureOf(answered(404), subject('POST', given));
			expect(message).toBe('The service did not find what was asked for (404)');
		},
	);

	test('does not say that it is missing where 404 may mean something else', () => {
		const refersTo = { name: 'propertyId', label: 'property', hint: 'Look it up.' };
		const { message } = failures.failureOf(
			answered(404),
			subject('POST', request, { ...OPERATION, refersTo }),
		);
		expect(message).toBe("The service did not accept the request with the property ID 'p-1' (404)");
	});
});

test('an ID is quoted as it was given', () => {
	const refersTo = {
		name: 'userId',
		label: 'user',
		notFound: 'No data for user',
		hint: 'Check it.',
	};
	const request = { path: { userId: 'usr-123-45-6789' }, problems: [] };
	const { message } = failures.failureOf(
		answered(404),
		subject('GET', request, { ...OPERATION, refersTo }),
	);
	expect(message).toBe("No data for user 'usr-123-45-6789' (404)");
});

describe('no answer', () => {
	const CHECK = "Check 'Base URL' in the credential and the network, or run it again later.";
	const reason = 'no answer came in time';

	test.each<[string, Fault, unknown[]]>([
		[
			'POST',
			{ ...NOTHING, neverSent: true, reason },
			[`The service could not be reached: ${reason}`, CHECK, undefined, 'unreachable'],
		],
		[
			'GET',
			{ ...NOTHING, neverSent: true, reason },
			[`The service could not be reached: ${reason}`, CHECK, undefined, 'unreachable'],
		],
		[
			'POST',
			{ ...NOTHING, neverSent: true },
			['n8n did not send the request: its log may say why', CHECK, undefined, 'unreachable'],
		],
		[
			'GET',
			{ ...NOTHING, reason },
			[`The service gave no complete answer: ${reason}`, CHECK, undefined, 'unanswered'],
		],
		[
			'POST',
			{ ...NOTHING, reason },
			[
				`The request was sent, but ${reason}. The screening may have been accepted`,
				IT_WAS_NOT_REPEATED,
				undefined,
				'maybe',
			],
		],
		[
			'POST',
			{ ...NOTHING, n8nSays: 'odd' },
			[
				expect.stringMatching(
					/^It is unclear whether the request was sent: .*\. The screening may/,
				),
				IT_WAS_NOT_REPEATED,
				undefined,
				'maybe',
			],
		],
	])('to a %s: %j', (method, fault, expected) => {
		expect(told(failures.failureOf(fault, subject(method)))).toEqual(expected);
	});
});

describe('a 200 that does not hold what it must', () => {
	test.each<[unknown, string[] | 'all', string]>([
		['<html></html>', 'all', 'The service answered with a web page'],
		['yes', 'all', 'The service answered with something other than a JSON object'],
		[{}, ['userId'], "The service answered without 'userId'"],
		[{}, ['userId', 'url'], "The service answered without 'userId' and 'url'"],
		[
			{ error: 'Insufficient credits' },
			['userId'],
			"The service answered without 'userId': Insufficient credits",
		],
		[{ userId: 1.5 }, ['userId'], "The service answered without 'userId'"],
		[
			{ userId: 2 ** 60, message: 'Sent' },
			['userId'],
			"The service answered with the number 1152921504606847000 as 'userId', which is too large to be exact",
		],
	])('%j', (body, missing, cause) => {
		expect(told(failures.unexpectedAnswer(body, missing, subject('GET')))).toEqual([
			cause,
			"Check 'Base URL' in the credential, or ask your provider.",
			200,
			'notFetched',
		]);
		expect(told(failures.unexpectedAnswer(body, missing, subject('POST')))).toEqual([
			`${cause}. The screening may have been accepted`,
			IT_WAS_NOT_REPEATED,
			200,
			'maybe',
		]);
	});
});

test('what is not sent because of a failure keeps all of it', () => {
	const because = new Failure('noAccess', 'No access', 'Log in', 401);
	expect(told(failures.notSent(because))).toEqual([
		'Not sent. No access',
		'Log in',
		401,
		'noAccess',
	]);
});

test('a request that is identical to one that may have been accepted', () => {
	expect(told(failures.alreadySentUnclear(OPERATION, Date.UTC(2026, 0, 31, 12)))).toEqual([
		'The same request was sent at 2026-01-31T12:00:00.000Z and the screening may have been accepted. It was not sent again',
		"Look in the dashboard of the service. Within 24 hours it is sent again only with 'Send Again', the option or a column of that name.",
		undefined,
		'maybe',
	]);
});

test('a cancelled item: in flight or before that', () => {
	expect(told(failures.cancelled())).toEqual([
		'The execution was cancelled before this item was done',
		'Run the items that are left again.',
		undefined,
		'cancelled',
	]);
	expect(told(failures.cancelled('screening'))).toEqual([
		'The execution was cancelled while the request was in flight. The screening may have been accepted',
		'Look in the dashboard of the service before you send this item again.',
		undefined,
		'maybe',
	]);
});
