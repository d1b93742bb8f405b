import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import type { DataTableRow } from '../../../dev/host/data-tables.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import {
	APPLICANT_COLUMNS,
	APPLICANTS_FILE,
	createApplicantRow,
	listAsked,
	toEmail,
	findUserId,
} from '../../support/applicants-table.mts';
import { createDataTable, openDataTable } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { describePlace } from '../../support/applicant-places.mts';
import { describeLong, testLong, useN8n } from '../../support/n8n-host.mts';
import { publish } from '../../support/published.mts';
import { readWorkflowFile } from '../../support/workflow-file.mts';

const NAMES = ['amara', 'leo', 'priya'];
const EMAILS = NAMES.map(toEmail);
const applicants = NAMES.map((name) => createApplicantRow(name));
let tables = 0;

describe('Screen applicants in a data table, in n8n', () => {
	const host = useN8n();

	const createWorkflow = (tableName: string, propertyId = host.sandbox.propertyId) =>
		readWorkflowFile(APPLICANTS_FILE, {
			Applicants: { tableName },
			'Check rows': { propertyId },
		});

	/** Publishes the workflow for a data table of its own with these rows. */
	async function publishWorkflow(tableName: string, rows: object[], propertyId?: string) {
		const { client, credential } = host;
		const table = await createDataTable(client, tableName, APPLICANT_COLUMNS);
		await table.insert(...rows.map((row) => ({ ...row })));
		return {
			...(await publish(client, createWorkflow(tableName, propertyId), [credential])),
			table,
			statuses: async () => (await table.rows()).map((row) => row['screeningStatus']),
		};
	}

	/** A row without what says when it was last looked at. */
	const withoutTurn = (row: object) => ({ ...row, checkedAt: undefined, updatedAt: undefined });

	function expectOwnIds(rows: readonly DataTableRow[]) {
		for (const { email, userId } of rows)
			if (userId) expect(userId).toBe(findUserId(host, String(email).replace(/@.*/, '')));
	}

	test('makes the table at its first run', async () => {
		const workflow = createWorkflow('Made by the workflow');
		const { run } = await publish(host.client, workflow, [host.credential]);
		expect(findFailure(await run())).toBeUndefined();
		expect(await (await openDataTable(host.client, 'Made by the workflow')).rows()).toEqual([]);
	});

	test('sends each row once, says in each what became of it, and ends red once for what was not sent', async () => {
		host.sandbox.disrupt({ applicant: 'hannah@example.com', status: 500, acts: true });
		host.sandbox.disrupt({ applicant: 'olu@example.com', status: 422 });
		const { table, run, statuses } = await publishWorkflow('Outcomes', [
			createApplicantRow('amara'),
			createApplicantRow('leo', { phone: '416' }),
			createApplicantRow('hannah'),
			createApplicantRow('priya', { userId: 'my own' }),
			createApplicantRow('wei', { screeningStatus: 'hold' }),
			createApplicantRow('olu'),
			createApplicantRow('kim', { screeningStatus: 'sent', userId: 'known' }),
			{ firstName: ' ' },
		]);
		const before = await table.rows();
		expect(findFailure(await run())?.message).toMatch(/^4 to fix\. Row \d+: .*'Phone'/i);
		const expected = [
			...['sent', 'not sent', 'maybe sent', 'not sent', 'hold', 'refused', 'sent', null],
		];
		expect(await statuses()).toEqual(expected);
		expect(listAsked(host)).toEqual(['amara', 'hannah', 'olu'].map(toEmail));
		expectOwnIds((await table.rows()).slice(0, 3));

		// What nobody corrects changes nothing, and ends no other run red that day.
		const after = (await table.rows()).map(withoutTurn);
		for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
		expect((await table.rows()).map(withoutTurn)).toEqual(after);
		const own = (row: object) =>
			Object.entries(withoutTurn(row)).filter(([name]) => !/^(screening|userId|sentAt)/.test(name));
		expect(after.map(own)).toEqual(before.map(own));

		// What is corrected goes, with nothing to clear.
		await table.change('leo@example.com', { phone: '+14165550122' });
		await table.change('priya@example.com', { userId: null });
		await table.change('olu@example.com', { email: 'olu2@example.com' });
		expect(findFailure(await run())).toBeUndefined();
		expected.splice(1, 5, 'sent', 'maybe sent', 'sent', 'hold', 'sent');
		expect(await statuses()).toEqual(expected);
		const all = ['amara', 'hannah', 'leo', 'olu2', 'olu', 'priya'].map(toEmail);
		expect(listAsked(host)).toEqual(all);
	});

	test('ends red at every run until there is a property ID', async () => {
		const { table, run, statuses } = await publishWorkflow('No property', applicants, '');
		await table.dropColumn('propertyId');
		for (let round = 0; round < 2; round += 1)
			expect(findFailure(await run())?.message).toMatch(/Property ID/);
		expect(await statuses()).toEqual([null, null, null]);
		await table.addColumn({ name: 'propertyId', type: 'string' });
		const { propertyId } = host.sandbox;
		for (const email of EMAILS) await table.change(email, { propertyId });
		expect(findFailure(await run())).toBeUndefined();
		expect(listAsked(host)).toEqual(EMAILS);
	});

	test('sends nothing where the table lacks a column, and names it', async () => {
		const { table, run } = await publishWorkflow('No mark', applicants);
		await table.dropColumn('screeningMark');
		expect(findFailure(await run())?.message).toMatch('screeningMark');
		expect(listAsked(host)).toEqual([]);
	});

	test('sends nobody twice where many runs begin at once, while rows are added', async () => {
		const names = Array.from({ length: 30 }, (_, index) => `twin${index}`);
		const { table, runAtOnce, run, statuses } = await publishWorkflow(
			'Overlap',
			names.map((name) => createApplicantRow(name)),
		);
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 300 });
		const runs = runAtOnce(3);
		await eventually(() => listAsked(host).length > 0);
		await table.insert(createApplicantRow('zoe'));
		const ended = [...(await runs), ...(await runAtOnce(2)), await run()];
		for (const execution of ended) expect(findFailure(execution)).toBeUndefined();
		expect(listAsked(host)).toEqual([...names, 'zoe'].map(toEmail).sort());
		for (const status of await statuses()) expect(status).toBe('sent');
		expectOwnIds(await table.rows());
	});

	test('writes each outcome into its own row of a table that is edited meanwhile', async () => {
		const { table, start } = await publishWorkflow('Edited', applicants);
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 2_000, times: 3 });
		const running = start();
		await eventually(() => listAsked(host).length === 3);
		await table.change('amara@example.com', { lastName: 'Jones', phone: '+14165550199' });
		await table.remove('leo@example.com');
		await running;
		expect(await table.rows()).toMatchObject([
			{ userId: findUserId(host, 'amara'), lastName: 'Jones', phone: '+14165550199' },
			{ userId: findUserId(host, 'priya'), lastName: 'Smith' },
		]);
	});

	test('an outcome that cannot be saved is sent to nobody again, and its row says so after an hour', async () => {
		const { table, run, start, statuses } = await publishWorkflow('Write refused', applicants);
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 2_000, times: 3 });
		const running = start();
		await eventually(() => listAsked(host).length === 3);
		await table.dropColumn('sentAt');
		await running;
		await table.addColumn({ name: 'sentAt', type: 'date' });
		expect(findFailure(await run())).toBeUndefined();
		expect(await statuses()).toEqual(['in progress', 'in progress', 'in progress']);
		await table.age('screeningMark');
		expect(findFailure(await run())?.message).toMatch(/ to fix\. /);
		expect(findFailure(await run())).toBeUndefined();
		expect(await statuses()).toEqual(['maybe sent', 'maybe sent', 'maybe sent']);
		expect(listAsked(host)).toEqual(EMAILS);
	});

	test('sends nobody twice beside a run that takes longer than an hour', async () => {
		const { table, run, start, statuses } = await publishWorkflow('Long', applicants);
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 8_000, times: 3 });
		const long = start();
		await eventually(() => listAsked(host).length === 3);
		await run();
		expect(await statuses()).toEqual(['in progress', 'in progress', 'in progress']);
		await table.age('screeningMark');
		await run();
		await long;
		await run();
		expect(await statuses()).toEqual(['maybe sent', 'maybe sent', 'maybe sent']);
		expect(listAsked(host)).toEqual(EMAILS);
	});

	describeLong('whatever stands in front of it, each row has its turn', () => {
		const bad = (from: number, count: number) => numbered(from, count, { phone: '416' });
		const blank = (count: number) => Array.from({ length: count }, () => ({ firstName: ' ' }));
		const numbered = (from: number, count: number, more: object = {}) =>
			Array.from({ length: count }, (_, index) => createApplicantRow(`n${from + index}`, more));

		test.each([
			// Rows that cannot be sent, blank ones, good ones; the starts that send all of the good ones.
			[700, 0, 500, 3],
			[1100, 600, 100, 4],
		])(
			'%i bad rows and %i blank ones in front of %i good ones: sent after %i starts',
			async (bads, blanks, goods, starts) => {
				const { table, run } = await publishWorkflow(`Fair ${bads}`, []);
				const rows = [...bad(0, bads), ...blank(blanks), ...numbered(bads, goods)];
				while (rows.length > 0) await table.insert(...rows.splice(0, 500));
				const ends = [];
				for (let round = 0; round < starts; round += 1)
					ends.push(findFailure(await run())?.message);
				expect(listAsked(host)).toHaveLength(goods);
				expect(new Set(listAsked(host)).size).toBe(goods);
				// Each row that cannot be sent is counted in one run, and no later one is red.
				const counts = ends.map((end) => Number(/\d+/.exec(end ?? '0')![0]));
				expect(counts.reduce((sum, count) => sum + count)).toBe(bads);
				expect(findFailure(await run())).toBeUndefined();

				// A corrected row, and a new one behind all others.
				await table.change(toEmail('n0'), { phone: '+14165550122' });
				await table.insert(createApplicantRow('zoe'));
				for (let round = 0; round < Math.ceil((bads + blanks + 1) / 500); round += 1)
					expect(findFailure(await run())).toBeUndefined();
				expect(listAsked(host)).toEqual(expect.arrayContaining(['n0', 'zoe'].map(toEmail)));
				expect(listAsked(host)).toHaveLength(goods + 2);
			},
			10 * 60_000,
		);
	});

	describePlace(host, {
		afterOverlap: /^sent$/,
		steps: {
			'after it has read the rows': ['Get rows', 'Check rows'],
			'after it has checked them': ['Check rows', 'Mark rows'],
			'after it has marked them': ['Mark rows', 'Send screenings'],
			'after it has sent them': ['Send screenings', 'Save outcomes'],
			'after it has saved the outcomes': ['Save outcomes', 'Needs attention'],
		},
		async createPlace(names) {
			tables += 1;
			const tableName = `Place ${tables}`;
			const table = await createDataTable(host.client, tableName, APPLICANT_COLUMNS);
			await table.insert(...names.map((name) => createApplicantRow(name)));
			return {
				async publish(change) {
					const workflow = createWorkflow(tableName);
					change?.(workflow);
					return await publish(host.client, workflow, [host.credential]);
				},
				rows: async () =>
					(await table.rows()).map(({ email, screeningStatus: status, userId }) => ({
						...{ email: String(email), status, userId },
					})),
				own: async () =>
					(await table.rows()).map(({ firstName, lastName, email, phone }) => ({
						...{ firstName, lastName, email, phone },
					})),
				age: async () => await table.age('screeningMark'),
			};
		},
	});

	testLong.each([
		['between mark and send', { operation: 'login', latencyMs: 10_000, times: 1 }, 0],
		['while it sends', { operation: 'sendScreening', latencyMs: 10_000, times: 3 }, 3],
		['between send and save', { applicant: 'priya@example.com', latencyMs: 10_000 }, 3],
	] as const)('killed %s: nobody twice, and each row says so', async (when, fault, sent) => {
		const { sandbox } = host;
		const userFolder = await mkdtemp(join(host.n8n.userFolder, 'crash-'));
		let n8n = await host.startAnother({ userFolder });
		try {
			const { client, credential } = n8n;
			const table = await createDataTable(client, 'Crash', APPLICANT_COLUMNS);
			await table.insert(...applicants);
			const doomed = await publish(client, createWorkflow('Crash'), [credential]);
			sandbox.disrupt(fault);
			const running = doomed.start();
			await eventually(
				() => listAsked(host).length === sent && sandbox.listRequests('login').length > 0,
			);
			if (when === 'between send and save') await eventually(() => sandbox.screenings.length >= 2);
			await n8n.kill();
			await running;

			n8n = await host.startAnother({ userFolder, packageFolder: null });
			const after = await openDataTable(n8n.client, 'Crash');
			const { run } = await publish(n8n.client, createWorkflow('Crash'), [credential]);
			const statuses = async () => (await after.rows()).map((row) => row['screeningStatus']);
			await after.insert(createApplicantRow('zoe'));
			for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
			expect(await statuses()).toEqual(['in progress', 'in progress', 'in progress', 'sent']);
			await after.age('screeningMark');
			expect(findFailure(await run())?.message).toMatch(/ to fix\. /);
			expect(findFailure(await run())).toBeUndefined();
			expect(await statuses()).toEqual(['maybe sent', 'maybe sent', 'maybe sent', 'sent']);
			expect(listAsked(host)).toEqual([...(sent === 0 ? [] : EMAILS), toEmail('zoe')]);
			expectOwnIds(await after.rows());
		} finally {
			await n8n.stop();
		}
	});
});
