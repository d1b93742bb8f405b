import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Disruption, Sandbox } from '../../../dev/sandbox/index.mts';
import {
	createApplicants,
	listSends,
	listStatuses,
	sendByColumns,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import { createCredential, createExecutionId, runNode, runOn } from '../../support/engine.mts';
import { fastClock, useFastTime } from '../../support/fast-time.mts';
import { nodeOperations } from '../../support/operations.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 5 and 7: a POST is sent again only on proof that the service did not act, and what was sent is known.
// All orders of events are tested in test/pure/run/interleavings, all faults of a connection in ../service/wire.

const newSandbox = useSandbox();
useFastTime(500);

const run = async (
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters: INodeParameters = sendDueRows,
	executionId = createExecutionId(),
) => await runOn(sandbox, { parameters, rows, executionId });

const oneByOne = { ...sendDueRows, options: { maxConcurrency: 1 } };
const again = { ...sendDueRows, options: { sendAgain: true, maxConcurrency: 1 } };
const [ADA, BEN] = createApplicants(2) as [IDataObject, IDataObject];

const withStatus = (...all: number[]) => all.map((status): Disruption => ({ status }));
const once = (status: number): Disruption[] => [{ status, times: 1 }];
const CUT: Disruption[] = [{ reset: 'before' }, { reset: 'after' }, { text: '{"userId' }];
const SENT = ['sent', 'sent', 'sent'];
const REFUSED = ['sent', 'refused', 'sent'];
const MAYBE = ['sent', 'maybe sent', 'sent'];

test.each([
	['limited once', once(429), SENT, 4],
	['logged out once', once(401), SENT, 4],
	['logged out', withStatus(401), ['sent', 'not sent', 'not sent'], 3],
	['refused', withStatus(400, 404, 409, 421, 425), REFUSED, 3],
	['unclear', withStatus(301, 302, 408, 499, 503), MAYBE, 3],
	['cut', CUT, MAYBE, 3],
	['no answer', [{ text: '<html>' }, { body: { message: 'Sent' } }], MAYBE, 3],
	['answered with no ID', [0, '0', '-', 'n/a'].map((userId) => ({ body: { userId } })), MAYBE, 3],
])(
	'where the second of three POSTs is %s, each row has its status',
	async (_, faults, statuses, sends) => {
		for (const fault of faults) {
			const sandbox = await newSandbox();
			sandbox.disrupt({ applicant: toEmail(1), ...fault });
			const outcome = await run(sandbox, createApplicants(3), oneByOne);
			expect([fault, listStatuses(outcome)]).toEqual([fault, statuses]);
			expect(listSends(sandbox)).toHaveLength(sends);
		}
	},
);

test.each([
	['to a token from before the run leads to one login', true, 1, ['sent', 'sent'], 3],
	['to each token leads to one login, and then refuses', true, 9, ['refused', 'sent'], 3],
	['to a token of this run refuses', false, 1, ['refused', 'sent'], 2],
])('a 403 %s', async (_, isOld, times, statuses, sends) => {
	const sandbox = await newSandbox();
	const credential = createCredential(sandbox);
	const play = async (rows: IDataObject[]) =>
		await runNode({ credential, parameters: oneByOne, rows });
	if (isOld) await play(createApplicants(3).slice(2));
	const earlier = listSends(sandbox).length;
	sandbox.disrupt({ applicant: toEmail(0), status: 403, times });
	expect(listStatuses(await play(createApplicants(2)))).toEqual(statuses);
	expect(listSends(sandbox).length - earlier).toBe(sends);
	expect(sandbox.listRequests('login')).toHaveLength(isOld ? 2 : 1);
});

test('the same request again gives a row the same ID, and its note says when it was sent', async () => {
	const sandbox = await newSandbox();
	const first = await run(sandbox, [ADA]);
	const second = await run(sandbox, [ADA]);
	const { userId, sentAt } = first.rows[0]!;
	expect(second.rows[0]).toMatchObject({ userId, sentAt, screeningStatus: 'sent' });
	expect(second.rows[0]!.screeningNote).toContain(`Already sent at ${String(sentAt)}. It was not`);
	expect(sandbox.screenings).toHaveLength(1);
});

const KNOWN = { alreadySent: true, sentAt: expect.any(String) as string };

test.each(nodeOperations.filter(({ code }) => code.identifier !== undefined))(
	'the same request again of $resource: $operation is answered from memory',
	async ({ id, resource, operation, minimal }) => {
		const sandbox = await newSandbox();
		const parameters = { resource, operation, ...minimal(sandbox).parameters };
		const first = await run(sandbox, [{}], parameters);
		const second = await run(sandbox, [{}], parameters);
		expect(second.rows).toEqual([{ ...first.rows[0], ...KNOWN }]);
		expect(sandbox.listRequests(id)).toHaveLength(1);
	},
);

test.each([
	['submitRentReport', 'rentReport', 'submit', 'reportId', { lastName: 'Smith', rentPaid: '1' }],
	['createProperty', 'property', 'create', 'propertyId', { name: 'Elm Street 12' }],
] as const)(
	'%s: an equal request for another month is another record',
	async (id, resource, operation, idColumn, row) => {
		const sandbox = await newSandbox();
		const parameters = { ...sendDueRows, resource, operation };
		const [january, february] = ['January', 'February'].map((Month) => ({ ...row, Month }));
		const first = await run(sandbox, [january!], parameters);
		const second = await run(sandbox, [january!, february!], parameters);
		expect(sandbox.listRequests(id)).toHaveLength(2);
		const [known, other] = second.rows.map((one) => one[idColumn]);
		expect(known).toBe(first.rows[0]![idColumn]);
		expect(other).not.toBe(known);
	},
);

test.each([
	['may have been accepted', { status: 500 }, ['maybe sent', 'maybe sent'], 1],
	['was refused', { status: 422 }, ['refused', 'sent'], 2],
])(
	'a request waits for an equal one in flight in another execution, which %s',
	async (_, answer, statuses, sends) => {
		const sandbox = await newSandbox({ clock: fastClock });
		sandbox.disrupt({ applicant: toEmail(0), ...answer, latencyMs: 25_000, times: 1 });
		const both = [run(sandbox, [ADA], again), run(sandbox, [ADA], again)];
		expect((await Promise.all(both)).flatMap(listStatuses).sort()).toEqual(statuses);
		expect(listSends(sandbox)).toHaveLength(sends);
	},
);

test('what may have been accepted stays maybe sent and does not end the next run, with another password too', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 500, acts: true, times: 1 });
	const first = await run(sandbox, createApplicants(4));
	sandbox.password = 'Another-Password-1';
	const second = await run(sandbox, createApplicants(4));
	const rest = (status: string) => ['maybe sent', ...Array<string>(3).fill(status)];
	expect([first, second].map(listStatuses)).toEqual([rest('not sent'), rest('sent')]);
	const stopped = await run(sandbox, [ADA], sendByColumns);
	expect(stopped.error?.message).toMatch(/^The same request was sent at .* may have been accepted/);
	expect(stopped.error?.description).toContain("'Send Again'");
	expect(sandbox.screenings).toHaveLength(4);
});

test.each([
	['was maybe sent is sent again', { status: 500 }, {}, 'sent', 2],
	[
		'was maybe sent, and whose mark is gone, is not sent again',
		{ status: 500 },
		{ screeningMark: '' },
		'maybe sent',
		1,
	],
	['was sent is not sent again', {}, {}, 'sent', 1],
])('a cleared row that %s', async (_, answer, change, status, sends) => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ ...answer, latencyMs: 0, times: 1 });
	const { rows } = await run(sandbox, [ADA]);
	await fastClock.wait(180_000, new AbortController().signal);
	const cleared = { ...rows[0], userId: '', screeningStatus: '', ...change };
	expect(listStatuses(await run(sandbox, [cleared]))).toEqual([status]);
	expect(listSends(sandbox)).toHaveLength(sends);
});

test.each([
	['an answer that is unclear', { status: 500 }, 1, ['maybe sent']],
	['rows that were sent', {}, 2, ['sent', 'sent', 'not sent']],
])(
	'where n8n cannot read the credential any more after %s, nothing else is sent or told wrong',
	async (_, answer, sends, statuses) => {
		const sandbox = await newSandbox();
		sandbox.disrupt(answer);
		const credential = createCredential(sandbox);
		const getDecrypted = credential.getDecrypted.bind(credential);
		credential.getDecrypted = async () => {
			if (listSends(sandbox).length >= sends) throw new Error('Database is busy');
			return await getDecrypted();
		};
		const rows = createApplicants(statuses.length);
		const outcome = await runNode({ credential, parameters: oneByOne, rows });
		expect(listStatuses(outcome)).toEqual(statuses);
	},
);

test('with Send Again, and Update Rows off, an equal request is sent again, but not for equal items of one execution', async () => {
	const sandbox = await newSandbox();
	const parameters = { ...again, updateRows: 'off' };
	const loop = createExecutionId();
	for (const [executionId, rows, sends] of [
		['first', [ADA, ADA], 1],
		[loop, [ADA, BEN, ADA], 3],
		// Another batch of Loop Over Items.
		[loop, [BEN, ADA], 3],
	] as const) {
		await fastClock.wait(180_000, new AbortController().signal);
		const { rows: outcome } = await run(sandbox, [...rows], parameters, executionId);
		expect(outcome.filter(({ userId }) => userId)).toHaveLength(rows.length);
		expect(sandbox.screenings).toHaveLength(sends);
	}
});

test('an answer is safe for a sheet and without SSN, and only its documented members are remembered', async () => {
	const sandbox = await newSandbox();
	const body = { userId: 7, message: 'SSN 123456789', ssn: '123-45-6789', link: '=1+1' };
	sandbox.disrupt({ applicant: toEmail(0), body });
	const documented = { userId: 7, message: 'SSN ***-**-6789' };
	const first = await run(sandbox, [ADA], sendByColumns);
	expect(first.rows).toEqual([{ ...documented, ssn: '***-**-6789', link: 'Text: =1+1' }]);
	const second = await run(sandbox, [ADA], sendByColumns);
	expect(second.rows).toEqual([{ ...documented, ...KNOWN }]);
});
