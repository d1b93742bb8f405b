import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import {
	createApplicants,
	listSends,
	listStatuses,
	sendByColumns,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import { createBusyCredential, createCredential, runNode, runOn } from '../../support/engine.mts';
import { nodeOperations } from '../../support/operations.mts';
import { useSandbox, waitUntilArrived } from '../../support/use-sandbox.mts';

// Rules 5 and 6: a request is sent again only on proof that the service did not act, and what was sent is known.
// All orders of events are tested in test/pure/run/interleavings, all faults of a connection in ../service/wire.

const newSandbox = useSandbox();

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters: INodeParameters = sendDueRows,
) {
	return await runOn(sandbox, { parameters, rows });
}

const KNOWN = { alreadySent: true, sentAt: expect.any(String) as string };

test('the same request again gives a row the same ID, and its note says when it was sent', async () => {
	const sandbox = await newSandbox();
	const first = await run(sandbox, createApplicants(2));
	const second = await run(sandbox, createApplicants(2));
	expect(sandbox.screenings).toHaveLength(2);
	for (const [index, row] of second.rows.entries()) {
		const { userId, sentAt } = first.rows[index]!;
		expect(row).toMatchObject({ userId, sentAt, screeningStatus: 'sent' });
		expect(row.screeningNote).toBe(
			`Already sent at ${String(sentAt)}. It was not sent again. To send it again, clear 'userId' and 'screeningStatus' and turn 'Send Again' on.`,
		);
	}
});

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
		expect(other).toEqual(expect.any(String));
		expect(other).not.toBe(known);
	},
);

test.each([
	['may have been accepted', 500, ['maybe sent', 'maybe sent'], 1],
	['was refused', 422, ['refused', 'sent'], 2],
])(
	'a request waits for an equal one in flight in another execution, which %s',
	async (_, status, statuses, times) => {
		const clock = new ManualClock();
		const sandbox = await newSandbox({ clock });
		sandbox.disrupt({ applicant: toEmail(0), status, latencyMs: 1, times: 1 });
		const first = run(sandbox, createApplicants(1));
		await clock.untilWaits(1);
		const second = run(sandbox, createApplicants(1));
		await waitUntilArrived(sandbox);
		clock.advance(1);
		expect((await Promise.all([first, second])).flatMap(listStatuses)).toEqual(statuses);
		expect(listSends(sandbox)).toHaveLength(times);
	},
);

test('what may have been accepted stays maybe sent and does not end the next run', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 500, acts: true, times: 1 });
	const first = await run(sandbox, createApplicants(4));
	const second = await run(sandbox, createApplicants(4));
	const rest = (status: string) => ['maybe sent', ...Array<string>(3).fill(status)];
	expect(listStatuses(first)).toEqual(rest('not sent'));
	expect(listStatuses(second)).toEqual(rest('sent'));
	expect(second.rows[0]!.screeningNote).toMatch(/It was not sent again.*'Send Again'/);
	const stopped = await run(sandbox, createApplicants(1), sendByColumns);
	expect(stopped.error?.message).toContain('may have been accepted');
	expect(sandbox.screenings).toHaveLength(4);
});

test('what may have been accepted is not sent again once the password has been changed', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 500, acts: true, times: 1 });
	const first = await run(sandbox, createApplicants(1));
	sandbox.password = 'Another-Password-1';
	const second = await run(sandbox, createApplicants(1));
	expect([first, second].flatMap(listStatuses)).toEqual(['maybe sent', 'maybe sent']);
	expect(listSends(sandbox)).toHaveLength(1);
});

test('what may have been accepted stays that when n8n cannot read the credential any more', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 500 });
	const credential = createBusyCredential(sandbox, () => listSends(sandbox).length > 0);
	const { errorItems } = await runNode({
		credential,
		parameters: sendByColumns,
		rows: createApplicants(1),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(errorItems[0]!.json.error).toMatchObject({ status: 500, mayHaveBeenAccepted: true });
});

const LIMITED_FOR_LONG = { status: 429, headers: { 'Retry-After': '900' } };

const [ADA, BEN] = createApplicants(2) as [IDataObject, IDataObject];

test.each([
	['is unclear', { status: 500 }, 'maybe sent', [ADA, { ...ADA }]],
	['was accepted', { applicant: toEmail(1), ...LIMITED_FOR_LONG }, 'sent', [ADA, BEN, { ...ADA }]],
])(
	'a row whose equal row %s is so too, also where nothing is sent any more',
	async (_, disruption, status, rows) => {
		const sandbox = await newSandbox();
		sandbox.disrupt(disruption);
		const outcome = await run(sandbox, rows, { ...sendDueRows, options: { maxConcurrency: 1 } });
		const statuses = listStatuses(outcome);
		expect([statuses.at(0), statuses.at(-1)]).toEqual([status, status]);
	},
);

test.each([1, 50])(
	'with Send Again equal rows are sent once in a run of %i at a time',
	async (maxConcurrency) => {
		const sandbox = await newSandbox();
		const again = { ...sendByColumns, options: { sendAgain: true, maxConcurrency } };
		await run(sandbox, [ADA], again);
		const { rows } = await run(sandbox, [ADA, BEN, ADA], again);
		expect(sandbox.screenings).toHaveLength(3);
		expect(rows[2]).toMatchObject({ userId: rows[0]!.userId, alreadySent: true });
	},
);

test('a request is one of the account that gets it, where the credential is edited before a repeat', async () => {
	const [one, other] = [await newSandbox(), await newSandbox()];
	await run(other, createApplicants(1));
	const credential = createCredential(one);
	const edit = () => (credential.stored = createCredential(other).stored);
	const limited = { status: 429, headers: { 'Retry-After': '0' }, times: 1 };
	one.disrupt({ ...limited, match: () => edit() !== undefined });
	const spec = { credential, parameters: sendByColumns, rows: createApplicants(1) };
	expect((await runNode(spec)).rows[0]).toMatchObject({ alreadySent: true });
	const next = await run(one, createApplicants(1), sendByColumns);
	expect(next.rows[0]).not.toHaveProperty('alreadySent');
	expect([one.screenings.length, other.screenings.length]).toEqual([1, 1]);
});

test('an answer is safe for a sheet and without SSN, and only its documented members are remembered', async () => {
	const sandbox = await newSandbox();
	const body = { userId: 7, message: 'SSN 123456789', ssn: '123-45-6789', link: '=1+1' };
	sandbox.disrupt({ applicant: toEmail(0), status: 200, body });
	const documented = { userId: 7, message: 'SSN ***-**-6789' };
	const first = await run(sandbox, createApplicants(1), sendByColumns);
	expect(first.rows).toEqual([{ ...documented, ssn: '***-**-6789', link: 'Text: =1+1' }]);
	const second = await run(sandbox, createApplicants(1), sendByColumns);
	expect(second.rows).toEqual([{ ...documented, ...KNOWN }]);
});

const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
	['nested 2,000 deep', '"user-1"', nest(2000), 'sent'],
	['nested 20,000 deep', '"user-1"', nest(20_000), 'sent'],
	['with a number that is too long for an ID', '12345678901234567890', '[]', 'maybe sent'],
])(
	'a request with an answer %s is sent once, and the next run knows it',
	async (_, id, more, status) => {
		const sandbox = await newSandbox();
		const text = `{"userId":${id},"more":${more}}`;
		sandbox.disrupt({ text, headers: { 'Content-Type': 'application/json' } });
		for (let pass = 0; pass < 2; pass++) {
			expect(listStatuses(await run(sandbox, createApplicants(1)))).toEqual([status]);
		}
		expect(listSends(sandbox)).toHaveLength(1);
	},
);
