import type { Sandbox } from '../../../dev/sandbox/index.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import { createApplicants, toEmail, sendByColumns } from '../../support/applicants.mts';
import { createBusyCredential, createCredential, runNode, runOn } from '../../support/engine.mts';
import { waitUntilArrived } from '../../support/eventually.mts';
import { nodeOperations } from '../../support/operations.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { createCancel } from '../../support/moments.mts';
import { useSandbox } from '../../support/use-sandbox.mts';
import { BODIES, startWireService } from '../../support/wire-service.mts';

// Rules 5 and 6: a request is sent again only on proof that the service did not act, and what was sent is known.
// All orders of events are tested in test/pure/run/interleavings, all faults of a connection in ../service/wire.

const newSandbox = useSandbox();

const updating: INodeParameters = { ...sendByColumns, updateRows: 'due', matchColumn: '' };

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters: INodeParameters = sendByColumns,
) {
	return await runOn(sandbox, { parameters, rows });
}

const listSends = (sandbox: Sandbox) => sandbox.listRequests('sendScreeningWithFlow');
const listStatuses = ({ rows }: { rows: IDataObject[] }) =>
	rows.map(({ screeningStatus }) => screeningStatus);

describe('a request that fails', () => {
	useFastTime();

	test.each([
		[{ text: ' \n{"steps": [' }, 4],
		[{ text: '<html>' }, 1],
		[{ status: 200, body: { steps: {} } }, 1],
	])('a GET that is always answered with %j is sent %d times', async (answer, times) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'listSteps', ...answer });
		await runOn(sandbox, { parameters: { resource: 'flow', operation: 'getSteps' } });
		expect(sandbox.listRequests('listSteps')).toHaveLength(times);
	});

	const oneByOne = { ...updating, options: { maxConcurrency: 1 } };

	test('a row is not sent, and no row maybe sent, when n8n cannot read the credential any more', async () => {
		const sandbox = await newSandbox();
		const credential = createBusyCredential(sandbox, () => sandbox.screenings.length === 2);
		const spec = { credential, parameters: oneByOne, rows: createApplicants(3) };
		const { rows } = await runNode(spec);
		expect(listStatuses({ rows })).toEqual(['sent', 'sent', 'not sent']);
		expect(rows[2]!.screeningNote).toContain('Database is busy');
	});

	test('the node fails and no row changes when n8n cannot log in', async () => {
		const sandbox = await newSandbox();
		const credential = createCredential(sandbox);
		credential.preAuthentication = () => Promise.reject(new Error('Database is busy'));
		const spec = { credential, parameters: oneByOne, rows: createApplicants(3) };
		const { items, error } = await runNode(spec);
		expect([listSends(sandbox), items]).toEqual([[], []]);
		expect(error?.message).toContain('The service could not be reached: Database is busy');
	});

	test.each([-5, 'soon', '5 s', '1e4', 1.5, 2 ** 31])(
		'nothing is sent with a timeout of %p',
		async (timeout) => {
			const sandbox = await newSandbox();
			const { items, error } = await runOn(sandbox, {
				parameters: { ...updating, requestOptions: { timeout } },
				rows: createApplicants(2),
			});
			expect([sandbox.requests, items]).toEqual([[], []]);
			expect(error?.message).toContain("'Timeout' must be a number of milliseconds");
		},
	);
});

test('an unclear request stays unclear when n8n cannot read the credential any more', async () => {
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

const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
	['nested 2,000 deep', '"user-1"', nest(2000), 'sent'],
	['nested 20,000 deep', '"user-1"', nest(20_000), 'sent'],
	['with a number that is too long for an ID', '12345678901234567890', '[]', 'maybe sent'],
])(
	'a request with an answer %s is sent once, and the next run knows it',
	async (_, id, more, status) => {
		const body = `{"userId":${id},"more":${more}}`;
		const service = await startWireService({
			replyTo: (__, kind) => ({ body: kind === 'POST' ? body : BODIES[kind] }),
		});
		const account = { baseUrl: service.baseUrl, username: `deep ${id}`, password: 'p4ssw0rd' };
		for (let run = 0; run < 2; run++) {
			const credential = createCredential(account);
			const spec = { credential, parameters: updating, rows: createApplicants(1) };
			expect(listStatuses(await runNode(spec))).toEqual([status]);
		}
		await service.close();
		expect(service.read.POST).toBe(1);
	},
);

describe('the same request again', () => {
	test('gives a row the same ID, and its note says when it was sent', async () => {
		const sandbox = await newSandbox();
		const first = await run(sandbox, createApplicants(2), updating);
		const second = await run(sandbox, createApplicants(2), updating);
		expect(sandbox.screenings).toHaveLength(2);
		for (const [index, row] of second.rows.entries()) {
			const { userId, sentAt } = first.rows[index]!;
			expect(row).toMatchObject({ userId, sentAt, screeningStatus: 'sent' });
			expect(row.screeningNote).toBe(
				`Already sent at ${String(sentAt)}. It was not sent again. To send it again, clear 'userId' and 'screeningStatus' and turn 'Send Again' on.`,
			);
		}
	});

	test('is sent once by executions that overlap, and each has the ID', async () => {
		const sandbox = await newSandbox({ latencyMs: 10 });
		const outcomes = await Promise.all([
			run(sandbox, createApplicants(20), updating),
			run(sandbox, createApplicants(20).reverse(), updating),
			run(sandbox, createApplicants(20), sendByColumns),
		]);
		expect(sandbox.screenings).toHaveLength(20);
		const ids = new Map(sandbox.screenings.map(({ email, userId }) => [email, userId]));
		for (const { rows } of outcomes.slice(0, 2)) {
			for (const { email, userId } of rows) expect(userId).toBe(ids.get(String(email)));
		}
	});

	test.each([
		['may have been accepted', 500, ['maybe sent', 'maybe sent'], 1],
		['was refused', 422, ['refused', 'sent'], 2],
	])(
		'waits for the one in flight in another execution, which %s',
		async (_, status, statuses, times) => {
			const clock = new ManualClock();
			const sandbox = await newSandbox({ clock });
			sandbox.disrupt({ applicant: toEmail(0), status, latencyMs: 1, times: 1 });
			const first = run(sandbox, createApplicants(1), updating);
			await clock.untilWaits(1);
			const second = run(sandbox, createApplicants(1), updating);
			await waitUntilArrived(sandbox);
			clock.advance(1);
			expect((await Promise.all([first, second])).flatMap(listStatuses)).toEqual(statuses);
			expect(listSends(sandbox)).toHaveLength(times);
		},
	);

	test('that may have been accepted stays maybe sent and does not end the next run', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 500, acts: true, times: 1 });
		const first = await run(sandbox, createApplicants(4), updating);
		const second = await run(sandbox, createApplicants(4), updating);
		const rest = (status: string) => ['maybe sent', ...Array<string>(3).fill(status)];
		expect(listStatuses(first)).toEqual(rest('not sent'));
		expect(listStatuses(second)).toEqual(rest('sent'));
		expect(second.rows[0]!.screeningNote).toMatch(/It was not sent again.*'Send Again'/);
		const stopped = await run(sandbox, createApplicants(1));
		expect(stopped.error?.message).toContain('may have been accepted');
		expect(sandbox.screenings).toHaveLength(4);
	});

	test.each(nodeOperations.filter(({ code }) => code.identifier !== undefined))(
		'of $resource: $operation is answered from memory',
		async ({ id, resource, operation, least }) => {
			const sandbox = await newSandbox();
			const parameters = { resource, operation, ...least(sandbox).parameters };
			const first = await run(sandbox, [{}], parameters);
			const second = await run(sandbox, [{}], parameters);
			const known = { alreadySent: true, sentAt: expect.any(String) as string };
			expect(second.rows).toEqual([{ ...first.rows[0], ...known }]);
			expect(sandbox.listRequests(id)).toHaveLength(1);
		},
	);

	test.each([1, 50])('with Send Again is sent once in a run of %i at a time', async (most) => {
		const sandbox = await newSandbox();
		const again = { ...sendByColumns, options: { sendAgain: true, maxConcurrency: most } };
		const [one, other] = createApplicants(2);
		await run(sandbox, [one!], again);
		const { rows } = await run(sandbox, [one!, other!, one!], again);
		expect(sandbox.screenings).toHaveLength(3);
		expect(rows[2]).toMatchObject({ userId: rows[0]!.userId, alreadySent: true });
	});

	test('is one of the account that gets it, where the credential is edited before a repeat', async () => {
		const [one, other] = [await newSandbox(), await newSandbox()];
		await run(other, createApplicants(1));
		const credential = createCredential(one);
		const edit = () => (credential.stored = createCredential(other).stored);
		const limited = { status: 429, headers: { 'Retry-After': '0' }, times: 1 };
		one.disrupt({ ...limited, match: () => edit() !== undefined });
		const spec = { credential, parameters: sendByColumns, rows: createApplicants(1) };
		expect((await runNode(spec)).rows[0]).toMatchObject({ alreadySent: true });
		expect((await run(one, createApplicants(1))).rows[0]).not.toHaveProperty('alreadySent');
		expect([one.screenings.length, other.screenings.length]).toEqual([1, 1]);
	});

	test.each([
		['submitRentReport', 'rentReport', 'submit', 'reportId', { lastName: 'Smith', rentPaid: '1' }],
		['createProperty', 'property', 'create', 'propertyId', { name: 'Elm Street 12' }],
	] as const)(
		'by %s for another month is another record',
		async (id, resource, operation, idColumn, row) => {
			const by = { resource, operation, mappingMode: 'autoMapInputData' };
			const settings = { ...by, updateRows: 'due', matchColumn: '' };
			const sandbox = await newSandbox();
			const january = { ...row, Month: 'January' };
			const first = await run(sandbox, [january], settings);
			const second = await run(sandbox, [january, { ...row, Month: 'February' }], settings);
			expect(sandbox.listRequests(id)).toHaveLength(2);
			const [known, other] = second.rows.map((one) => one[idColumn]);
			expect(known).toBe(first.rows[0]![idColumn]);
			expect(other).toEqual(expect.any(String));
			expect(other).not.toBe(known);
		},
	);
});

test.each([
	['is unclear', { status: 500 }, 'maybe sent', [0, 0]],
	[
		'was accepted',
		{ applicant: toEmail(1), status: 429, headers: { 'Retry-After': '900' } },
		'sent',
		[0, 1, 0],
	],
])(
	'a row whose equal row %s is so too, also where nothing is sent any more',
	async (_, disruption, status, people) => {
		const sandbox = await newSandbox();
		sandbox.disrupt(disruption);
		const all = createApplicants(2);
		const rows = people.map((person) => ({ ...all[person]! }));
		const outcome = await run(sandbox, rows, { ...updating, options: { maxConcurrency: 1 } });
		const equal = listStatuses(outcome).filter((_status, index) => people[index] === 0);
		expect(equal).toEqual([status, status]);
	},
);

test('an answer is safe for a sheet and without SSN, and only its documented members are remembered', async () => {
	const sandbox = await newSandbox();
	const body = { userId: 7, message: 'SSN 123456789', ssn: '123-45-6789', link: '=1+1' };
	sandbox.disrupt({ applicant: toEmail(0), status: 200, body });
	const documented = { userId: 7, message: 'SSN ***-**-6789' };
	const first = await run(sandbox, createApplicants(1));
	expect(first.rows).toEqual([{ ...documented, ssn: '***-**-6789', link: 'Text: =1+1' }]);
	const second = await run(sandbox, createApplicants(1));
	const known = { alreadySent: true, sentAt: expect.any(String) as string };
	expect(second.rows).toEqual([{ ...documented, ...known }]);
});

describe('cancelling', () => {
	// What was done may wait two seconds for the log.
	useFastTime();

	test('ends the wait for the same request of another execution', async () => {
		const clock = new ManualClock();
		const sandbox = await newSandbox({ clock });
		sandbox.disrupt({ applicant: toEmail(0), latencyMs: 1000 });
		const first = run(sandbox, createApplicants(1), updating);
		await clock.untilWaits(1);
		const { now, onStart } = createCancel();
		const second = runOn(sandbox, { rows: createApplicants(1), onStart });
		await waitUntilArrived(sandbox);
		now();
		expect((await second).error?.message).toContain('The execution was cancelled');
		clock.advance(1000);
		expect(listStatuses(await first)).toEqual(['sent']);
		expect(sandbox.screenings).toHaveLength(1);
	});
});
