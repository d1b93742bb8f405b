import { randomUUID } from 'node:crypto';
import type { SavedCredential, WorkflowJson } from '../../../dev/host/client.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import {
	addApplicants,
	addSentApplicants,
	APPLICANT_COLUMNS,
	APPLICANTS_FILE,
	createApplicantRow,
	findUserId,
	listAsked,
	readForTable,
	toEmail,
} from '../../support/applicants-table.mts';
import { createDataTable, openDataTable, type DataTable } from '../../support/data-table.mts';
import { startHold } from '../../support/hold.mts';
import {
	KILL_TIMEOUT_MS,
	testLong,
	useN8n,
	type N8nWithCredential,
} from '../../support/n8n-host.mts';
import { publish } from '../../../dev/host/published.mts';

// What is the same for sheets and workbooks is tested in screen-applicants.test.mts.

// Only the test completes screenings.
const host = useN8n({ completesAtFetch: false });

/** Publishes the workflow for that table, with the property set. */
async function publishFor(
	table: Pick<DataTable, 'name'>,
	on: N8nWithCredential = host,
	change: (workflow: WorkflowJson) => void = () => undefined,
) {
	const { propertyId } = host.sandbox;
	const workflow = readForTable(APPLICANTS_FILE, table, { 'Check rows': { propertyId } });
	change(workflow);
	return await publish(on.client, workflow, [on.credential]);
}

const createName = () => `Rental applicants of ${randomUUID()}`;

const listFetched = () =>
	host.sandbox.listRequests('getScreeningData').map(({ url }) => url.replace(/.*\//, ''));

/** Executes it with nothing set but, perhaps, the account, as a person does in the editor. */
async function runByHand(table: Pick<DataTable, 'name'>, credentials: SavedCredential[]) {
	const workflow = readForTable(APPLICANTS_FILE, table);
	const { id } = await host.client.createWorkflow(workflow, credentials);
	return await host.client.runWorkflow(id);
}

test('the workflow with an account, and nothing else set, makes the table with every column at its first execution', async () => {
	const name = createName();
	for (let round = 0; round < 2; round += 1)
		expect(findFailure(await runByHand({ name }, [host.credential]))).toBeUndefined();
	const table = await openDataTable(host.client, name);
	expect(await table.rows()).toEqual([]);
	expect(await table.columns()).toEqual(APPLICANT_COLUMNS);
});

test('an account that is missing ends the run red, and nothing is marked', async () => {
	const table = await addApplicants(host.client, [createApplicantRow('Amara')]);
	expect(findFailure(await runByHand(table, []))?.message).toMatch(/Check rows.*credential/);
	expect(await table.rows()).toMatchObject([{ screeningStatus: null, screeningMark: null }]);
});

test('it may be published without a property ID, where each row has one', async () => {
	const { propertyId } = host.sandbox;
	const table = await addApplicants(host.client, [{ ...createApplicantRow('Amara'), propertyId }]);
	const workflow = readForTable(APPLICANTS_FILE, table);
	const { run } = await publish(host.client, workflow, [host.credential]);
	expect(findFailure(await run())).toBeUndefined();
	expect(await table.rows()).toMatchObject([{ screeningStatus: 'sent' }]);
});

test('a table of that name with other columns ends the run red with the columns that it lacks', async () => {
	const name = createName();
	await createDataTable(host.client, name, [{ name: 'email', type: 'string' }]);
	const { run } = await publishFor({ name });
	expect(findFailure(await run())?.message).toMatch(/screeningStatus.* do not exist/);
});

test('another table whose name contains that of the applicants ends the run red, and nothing is sent', async () => {
	const table = await addApplicants(host.client, [createApplicantRow('Amara')]);
	await createDataTable(host.client, `${table.name} of last year`, APPLICANT_COLUMNS);
	const { run } = await publishFor(table);
	expect(findFailure(await run())?.message).toMatch(/already exists/);
	expect(listAsked(host)).toEqual([]);
});

test.each([0, 300])(
	'two executions that start %i ms apart send one link each, and both bring the results',
	async (apartMs) => {
		const names = ['Amara', 'Leo', 'Priya', 'Zoe'];
		const table = await addApplicants(host.client, names.map(createApplicantRow));
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 500 });
		const { runApart, run } = await publishFor(table);
		for (const execution of await runApart(apartMs)) expect(findFailure(execution)).toBeUndefined();
		expect(listAsked(host)).toEqual(names.map(toEmail));
		for (const name of names) host.sandbox.complete(findUserId(host, name));
		for (const execution of await runApart(apartMs)) expect(findFailure(execution)).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();
		const userIds = names.map((name) => findUserId(host, name));
		expect(await table.rows()).toMatchObject(
			userIds.map((userId) => ({ userId, resultStatus: 'complete' })),
		);
		expect(listAsked(host)).toHaveLength(4);
	},
);

test('a row that cannot be sent and results that cannot be fetched keep no other row back, and end one run red', async () => {
	const table = await addSentApplicants(host, host.client, { Priya: 4, Kim: 4, Wei: 4, Ada: 31 });
	await table.insert(createApplicantRow('Amara'), { ...createApplicantRow('Leo'), phone: '416' });
	for (const name of ['Priya', 'Kim', 'Ada']) host.sandbox.complete(findUserId(host, name));
	const applicant = findUserId(host, 'Kim');
	host.sandbox.disrupt({ operation: 'getScreeningData', applicant, status: 400 });
	const { run } = await publishFor(table);
	expect(findFailure(await run())?.message).toMatch(/^2 to fix\. Row \d+: \w/);
	const rows = await table.rows();
	expect(
		rows.map((row) => [row['firstName'], row['screeningStatus'], row['resultStatus']]),
	).toEqual([
		['Priya', 'sent', 'complete'],
		['Kim', 'sent', 'not fetched'],
		['Wei', 'sent', 'not complete'],
		// Nobody asks for results after 30 days.
		['Ada', 'sent', null],
		['Amara', 'sent', 'not complete'],
		['Leo', 'refused', null],
	]);
	expect(rows[0]).toMatchObject({
		serviceScore: expect.any(Number) as number,
		checkedAt: expect.any(String) as string,
	});
	expect(listFetched()).not.toContain(findUserId(host, 'Ada'));
	expect(findFailure(await run())).toBeUndefined();
	// Who is complete is not asked for again.
	expect(listFetched().filter((userId) => userId === findUserId(host, 'Priya'))).toHaveLength(1);
});

testLong(
	'of 1,200 applicants, 700 of whom wait for results, each is asked for within three starts',
	async () => {
		const { sandbox, client } = host;
		const { propertyId } = sandbox;
		const table = await addApplicants(client, []);
		const sentAt = new Date().toISOString();
		const waiting: string[] = [];
		for (let from = 0; from < 1200; from += 300) {
			const rows = Array.from({ length: 300 }, (_, index) => {
				const row = createApplicantRow(`Applicant${from + index}`);
				const userId = sandbox.addScreening({ ...row, propertyId });
				const isComplete = from + index >= 700;
				if (!isComplete) waiting.push(userId);
				const resultStatus = isComplete ? 'complete' : null;
				return { ...row, propertyId, screeningStatus: 'sent', sentAt, userId, resultStatus };
			});
			await table.insert(...rows);
		}
		const { run } = await publishFor(table);
		for (let start = 0; start < 3; start += 1) {
			expect(findFailure(await run())).toBeUndefined();
			expect(listFetched()).toHaveLength((start + 1) * 500);
		}
		expect(new Set(listFetched())).toEqual(new Set(waiting));
	},
	KILL_TIMEOUT_MS,
);

/** From where to where a start is killed; what has been sent by then, marked at least, is to be looked up. */
const SENDING = [
	{ step: ['Get rows', 'Move to the back'], ends: 'sent', asked: true },
	{ step: ['Move to the back', 'Check rows'], ends: 'sent', asked: true },
	{ step: ['Check rows', 'Mark rows'], ends: 'sent', asked: true },
	{ step: ['Mark rows', 'Send screenings'], ends: 'maybe sent', asked: false },
	{ step: ['Send screenings', 'Save outcomes'], ends: 'maybe sent', asked: true },
] as const;

const FETCHING = [
	['Get sent rows', 'Move sent rows back'],
	['Move sent rows back', 'Get results'],
	['Get results', 'Save results'],
] as const;

testLong(
	'killed at any step: nobody is sent a second link, each row says so after an hour, and results still come',
	async () => {
		const n8n = await host.startMortal();
		const { client } = n8n;
		const holdAt = async (table: DataTable, step: readonly [string, string]) => {
			const hold = await startHold();
			const change = (workflow: WorkflowJson) => hold.insert(workflow, step);
			return { table, hold, doomed: await publishFor(table, n8n, change) };
		};
		const sending = [];
		for (const [index, { step, ...rest }] of SENDING.entries()) {
			const name = `Amara${index}`;
			const table = await addApplicants(client, [createApplicantRow(name)]);
			sending.push({ ...rest, name, ...(await holdAt(table, step)) });
		}
		const fetching = [];
		for (const [index, step] of FETCHING.entries()) {
			const table = await addSentApplicants(host, client, { [`Leo${index}`]: 4 });
			host.sandbox.complete(findUserId(host, `Leo${index}`));
			fetching.push(await holdAt(table, step));
		}
		const all = [...sending, ...fetching];
		const running = all.map(async ({ doomed }) => await doomed.start());
		for (const { hold } of all) await hold.reached;
		await n8n.kill();
		await Promise.all(running);
		for (const { hold } of all) await hold.close();

		const again = await n8n.restart();
		for (const { name, table, ends, asked } of sending) {
			const after = await openDataTable(again.client, table.name);
			const { run } = await publishFor(after, again);
			expect(findFailure(await run())).toBeUndefined();
			await after.age('screeningMark');
			const message = findFailure(await run())?.message;
			expect(message === undefined).toBe(ends === 'sent');
			expect(findFailure(await run())).toBeUndefined();
			const userId = ends === 'sent' ? findUserId(host, name) : null;
			expect(await after.rows()).toMatchObject([{ screeningStatus: ends, userId }]);
			expect(listAsked(host).filter((email) => email === toEmail(name))).toHaveLength(
				Number(asked),
			);
		}
		for (const { table } of fetching) {
			const after = await openDataTable(again.client, table.name);
			expect(findFailure(await (await publishFor(after, again)).run())).toBeUndefined();
			expect(await after.rows()).toMatchObject([{ resultStatus: 'complete' }]);
		}
	},
	KILL_TIMEOUT_MS,
);
