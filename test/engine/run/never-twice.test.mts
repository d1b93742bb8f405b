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

// Rules 5 and 6: a request goes out again only on proof that the service did not act, and what was sent is known.

const newSandbox = useSandbox();

const updating: INodeParameters = { ...sendByColumns, updateRows: 'due', matchColumn: '' };

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters: INodeParameters = sendByColumns,
) {
	return await runOn(sandbox, { parameters, rows });
}

describe('what is tried again, with growing pauses', () => {
	useFastTime();

	const getSteps = { resource: 'flow', operation: 'getSteps', returnAll: true };
	const cut = { text: ' \n{"steps": [' };

	test.each([{ reset: 'before' as const }, cut, { text: '' }])(
		'a GET whose answer is lost: twice %j and then an answer',
		async (fault) => {
			const sandbox = await newSandbox();
			sandbox.disrupt({ operation: 'listSteps', times: 2, ...fault });
			const { items } = await runOn(sandbox, { parameters: getSteps });
			expect(items.length).toBeGreaterThan(1);
			const [first, second, third, ...more] = sandbox
				.listRequests('listSteps')
				.map(({ startedAt }) => startedAt);
			expect(second! - first!).toBeGreaterThanOrEqual(249);
			expect(third! - second!).toBeGreaterThanOrEqual(499);
			expect(more).toEqual([]);
		},
	);

	test.each([
		[cut, 4, 'The service gave no complete answer: its answer was cut off or unreadable'],
		[{ text: '<html>' }, 1, 'The service answered with a web page'],
		[{ status: 200, body: { steps: {} } }, 1, "The service answered without 'steps'"],
	])('a GET that is always answered with %j: %d requests', async (fault, requests, cause) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'listSteps', ...fault });
		const { error } = await runOn(sandbox, { parameters: getSteps });
		expect(error?.message).toBe(`${cause} [item 0]`);
		expect(sandbox.listRequests('listSteps')).toHaveLength(requests);
	});
});

test('an uncertain request stays uncertain where n8n cannot read the credential any more', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, body: { message: 'Oops' } });
	const asked = () => sandbox.listRequests('sendScreeningWithFlow').length;
	const credential = createBusyCredential(sandbox, () => asked() > 0);
	const { errorItems } = await runNode({
		credential,
		parameters: sendByColumns,
		rows: createApplicants(1),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(errorItems[0]!.json.error).toEqual({
		message:
			'The service could not process the request (500): Oops. The screening may have been accepted [item 0]',
		description: expect.any(String) as unknown,
		status: 500,
		mayHaveBeenAccepted: true,
	});
});

describe('what n8n never sent is not "maybe sent"', () => {
	useFastTime();

	const oneByOne = { ...updating, options: { maxConcurrency: 1 } };
	const CAUSE = 'The service could not be reached: Database is busy';

	test('where it cannot read the credential from the third row on', async () => {
		const sandbox = await newSandbox();
		const credential = createBusyCredential(sandbox, () => sandbox.screenings.length === 2);
		const { items } = await runNode({
			credential,
			parameters: oneByOne,
			rows: createApplicants(3),
		});
		expect(items.map(({ json }) => json.screeningStatus)).toEqual(['sent', 'sent', 'not sent']);
		expect(items[2]!.json.screeningNote).toContain(CAUSE);
	});

	test('where it cannot log in: the node fails, and no row changes', async () => {
		const sandbox = await newSandbox();
		const credential = createCredential(sandbox);
		credential.preAuthentication = () => Promise.reject(new Error('Database is busy'));
		const { items, error } = await runNode({
			credential,
			parameters: oneByOne,
			rows: createApplicants(3),
		});
		expect(sandbox.listRequests('sendScreeningWithFlow')).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toContain(CAUSE);
	});

	test.each([-5, 'soon', '5 s', '1e4', 1.5, 2 ** 31])(
		'where its timeout is %p',
		async (timeout) => {
			const sandbox = await newSandbox();
			const { items, error } = await runOn(sandbox, {
				parameters: { ...oneByOne, requestOptions: { timeout } },
				rows: createApplicants(2),
			});
			expect([sandbox.requests, items]).toEqual([[], []]);
			expect(error?.message).toMatch(
				/^Nothing was sent\. .*'Timeout' must be a number of milliseconds/,
			);
		},
	);
});

describe('an answer that this process cannot handle', () => {
	const DEPTH = 20_000;

	test.each([
		['nested 2,000 deep', '[]', `${'['.repeat(2000)}${']'.repeat(2000)}`, 'sent'],
		['as deep as no list is', '[]', `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`, 'sent'],
		['with a number that is too long for an ID', '12345678901234567890', '[]', 'maybe sent'],
	])('%s: sent once, and the next run knows', async (_, id, more, status) => {
		const body = `{"userId":${id === '[]' ? '"user-1"' : id},"more":${more}}`;
		const replyTo = (__: string, kind: keyof typeof BODIES) =>
			kind === 'POST' ? { body } : { body: BODIES[kind] };
		const service = await startWireService({ replyTo });
		const account = { baseUrl: service.baseUrl, username: `deep ${status}`, password: 'p4ssw0rd' };
		const statuses: unknown[] = [];
		for (let run = 0; run < 2; run++) {
			const credential = createCredential(account);
			const { rows } = await runNode({
				credential,
				parameters: updating,
				rows: createApplicants(1),
			});
			statuses.push(rows[0]!.screeningStatus);
		}
		await service.close();
		expect(service.read.POST).toBe(1);
		expect(statuses).toEqual([status, status]);
	});
});

describe('a request that was just sent is not sent again', () => {
	test('with Update Rows, from the unwritten sheet: the same ID, and the note says when', async () => {
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

	test('executions that overlap wait for each other and send each applicant once', async () => {
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
		'an execution that waits for a request of another that %s learns it',
		async (_, status, statuses, requests) => {
			const clock = new ManualClock();
			const sandbox = await newSandbox({ clock });
			sandbox.disrupt({ applicant: toEmail(0), status, latencyMs: 1, times: 1 });
			const first = run(sandbox, createApplicants(1), updating);
			await clock.untilWaits(1);
			const second = run(sandbox, createApplicants(1), updating);
			await waitUntilArrived(sandbox);
			clock.advance(1);
			const outcomes = await Promise.all([first, second]);
			expect(outcomes.map(({ rows }) => rows[0]!.screeningStatus)).toEqual(statuses);
			expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(requests);
		},
	);

	test('a request that may have been accepted is known as such to the next run, and does not end it', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 500, acts: true, times: 1 });
		const first = await run(sandbox, createApplicants(4), updating);
		const second = await run(sandbox, createApplicants(4), updating);
		const listStatuses = ({ rows }: typeof first) => rows.map((row) => row.screeningStatus);
		expect(listStatuses(first)).toEqual(['maybe sent', ...Array<string>(3).fill('not sent')]);
		expect(listStatuses(second)).toEqual(['maybe sent', ...Array<string>(3).fill('sent')]);
		expect(second.rows[0]!.screeningNote).toContain(
			'may have been accepted. It was not sent again',
		);
		expect(second.rows[0]!.screeningNote).toContain("'Send Again'");
		expect(sandbox.screenings).toHaveLength(4);
		const stopped = await run(sandbox, createApplicants(1));
		expect(stopped.error?.message).toContain('may have been accepted');
		expect(sandbox.screenings).toHaveLength(4);
	});
});

test('of an answer only what the service document lists is remembered, an ID that is a number too', async () => {
	const sandbox = await newSandbox();
	const listed = { userId: 7, message: 'x'.repeat(300) };
	const more = { ssn: '123-45-6789', expires: 7, link: { url: 'https://a.example' } };
	sandbox.disrupt({ applicant: toEmail(0), status: 200, body: { ...listed, ...more } });
	await run(sandbox, createApplicants(1));
	const { rows } = await run(sandbox, createApplicants(1));
	expect(rows).toEqual([{ ...listed, alreadySent: true, sentAt: expect.any(String) }]);
});

test.each([
	['known from another member', { message: 'SSN 123456789 received', ssn: '123-45-6789' }],
	['where the message is cut', { message: `${'x'.repeat(290)} 123-45-6789` }],
])('an SSN in what is answered from memory: %s', async (_, answer) => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ applicant: toEmail(0), status: 200, body: { userId: 'u', ...answer } });
	for (const alreadySent of [undefined, true]) {
		const { rows } = await run(sandbox, createApplicants(1));
		expect(rows[0]!.alreadySent).toBe(alreadySent);
		expect(rows[0]!.message).not.toMatch(/123.?45/);
	}
});

describe('a request that differs is sent', () => {
	test('with another value, another operation, or another account', async () => {
		const [one, other] = [await newSandbox(), await newSandbox()];
		await run(one, createApplicants(1));
		await run(one, [{ ...createApplicants(1)[0], firstName: 'Bo' }]);
		await run(other, createApplicants(1));
		await run(one, createApplicants(1), {
			...sendByColumns,
			operation: 'send',
			propertyId: one.propertyId,
		});
		expect(one.screenings).toHaveLength(3);
		expect(other.screenings).toHaveLength(1);
	});

	test('where the credential is edited before it is repeated: neither account gets it twice, or not at all', async () => {
		const [one, other] = [await newSandbox(), await newSandbox()];
		await run(other, createApplicants(1));
		const credential = createCredential(one);
		const edit = () => (credential.stored = createCredential(other).stored);
		const fault = { status: 429, headers: { 'Retry-After': '0' }, times: 1 };
		one.disrupt({ ...fault, match: () => edit() !== undefined });
		const spec = { credential, parameters: sendByColumns, rows: createApplicants(1) };
		expect((await runNode(spec)).rows[0]).toMatchObject({ alreadySent: true });
		expect((await run(one, createApplicants(1))).rows[0]).not.toHaveProperty('alreadySent');
		expect([one.screenings.length, other.screenings.length]).toEqual([1, 1]);
	});

	test.each([1, 50])('with Send Again once in a run, %i at a time', async (maxConcurrency) => {
		const sandbox = await newSandbox();
		const again = { ...sendByColumns, options: { sendAgain: true, maxConcurrency } };
		const [one, other] = createApplicants(2);
		const { rows } = await run(sandbox, [one!, other!, one!], again);
		expect(sandbox.screenings).toHaveLength(2);
		expect(rows[2]).toMatchObject({ userId: rows[0]!.userId, alreadySent: true });
	});

	test('with Send Again once in each of two runs that take turns', async () => {
		const sandbox = await newSandbox();
		const again = { ...sendByColumns, options: { sendAgain: true, maxConcurrency: 1 } };
		const [one] = createApplicants(1);
		const rows = [one!, one!, one!];
		await Promise.all([run(sandbox, rows, again), run(sandbox, rows, again)]);
		expect(sandbox.screenings).toHaveLength(2);
	});

	test.each([
		['accepted', 200, 2],
		['refused', 422, 2],
		['unclear', 500, 2],
	])(
		'with Send Again while it is in flight: after it is known to be %s',
		async (_, status, requests) => {
			const clock = new ManualClock();
			const sandbox = await newSandbox({ clock });
			const body = { userId: 'first', message: 'Sent' };
			sandbox.disrupt({ applicant: toEmail(0), status, body, latencyMs: 1, times: 1 });
			const again = { ...sendByColumns, options: { sendAgain: true } };
			const first = run(sandbox, createApplicants(1), again);
			await clock.untilWaits(1);
			const second = run(sandbox, createApplicants(1), again);
			await waitUntilArrived(sandbox);
			expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
			clock.advance(1);
			await first;
			expect((await second).rows[0]).not.toHaveProperty('alreadySent');
			expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(requests);
			const third = await run(sandbox, createApplicants(1));
			expect(third.rows[0]).toMatchObject({ alreadySent: true });
		},
	);
});

test.each([
	{
		record: 'rent report',
		id: 'submitRentReport' as const,
		parameters: { resource: 'rentReport', operation: 'submit' },
		row: { firstName: 'Nathan', lastName: 'Smith', rentAmount: '1950' },
		columns: { note: 'reportNote', id: 'reportId' },
	},
	{
		record: 'property',
		id: 'createProperty' as const,
		parameters: { resource: 'property', operation: 'create' },
		row: { name: 'Elm Street 12', rent: 1950 },
		columns: { note: 'propertyNote', id: 'propertyId' },
	},
])(
	'the $record of January is not sent again, and that of February is another one',
	async ({ id, parameters, row, columns }) => {
		const settings = {
			...parameters,
			mappingMode: 'autoMapInputData',
			updateRows: 'due',
			matchColumn: '',
		};
		const sandbox = await newSandbox();
		const january = { ...row, Month: 'January' };
		const first = await run(sandbox, [january], settings);
		const second = await run(sandbox, [january, { ...row, Month: 'February' }], settings);
		expect(sandbox.listRequests(id)).toHaveLength(2);
		const [known, other] = second.rows;
		expect(known![columns.id]).toBe(first.rows[0]![columns.id]);
		expect(known![columns.note]).toContain('It was not sent again');
		expect(other![columns.id]).toEqual(expect.any(String));
		expect(other![columns.id]).not.toBe(known![columns.id]);
	},
);

test.each(nodeOperations.filter(({ code }) => code.identifier !== undefined))(
	'$resource: $operation is not sent twice',
	async ({ id, resource, operation, least }) => {
		const sandbox = await newSandbox();
		const parameters = { resource, operation, ...least(sandbox).parameters };
		const first = await run(sandbox, [{}], parameters);
		const second = await run(sandbox, [{}], parameters);
		expect(second.rows).toEqual([
			{ ...first.rows[0], alreadySent: true, sentAt: expect.any(String) },
		]);
		expect(sandbox.listRequests(id)).toHaveLength(1);
	},
);

describe('a run that is cancelled', () => {
	// What was done may wait two seconds for the log.
	useFastTime();

	test('ends its wait for another execution', async () => {
		const clock = new ManualClock();
		const sandbox = await newSandbox({ clock });
		sandbox.disrupt({ applicant: toEmail(0), latencyMs: 1000 });
		const first = run(sandbox, createApplicants(1), updating);
		await clock.untilWaits(1);
		const { now, onStart } = createCancel();
		const second = runNode({
			credential: createCredential(sandbox),
			parameters: sendByColumns,
			rows: createApplicants(1),
			onStart,
		});
		await waitUntilArrived(sandbox);
		now();
		const { error } = await second;
		expect(error?.message).toContain('The execution was cancelled before this item was done');
		clock.advance(1000);
		expect((await first).rows[0]!.screeningStatus).toBe('sent');
		expect(sandbox.screenings).toHaveLength(1);
	});
});

test('what the service says beside the ID is safe for a sheet and holds no SSN', async () => {
	const sandbox = await newSandbox();
	const body = { userId: 'u-1', message: 'Sent, SSN 123-45-6789', ssn: '123456789', link: '=1+1' };
	sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 200, body });
	const { rows } = await run(sandbox, createApplicants(1));
	expect(rows).toEqual([
		{ userId: 'u-1', message: 'Sent, SSN ***-**-6789', ssn: '***-**-6789', link: 'Text: =1+1' },
	]);
});
