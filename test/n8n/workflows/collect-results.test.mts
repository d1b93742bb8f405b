import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';
import type { N8nClient, SavedCredential, WorkflowJson } from '../../../dev/host/client.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { daysAgo, addSentApplicants, findUserId } from '../../support/applicants-table.mts';
import type { DataTable } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { testLong, useN8n } from '../../support/n8n-host.mts';
import { createChain, createCodeNode } from '../../support/n8n-workflows.mts';
import { useMailbox } from '../../support/use-mailbox.mts';
import { fillInFields, readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'collect-results';
const SAMPLE = 'email-a-report-called-by-collect-results';

/** What a run that ends red says. */
const RED = /^1 to fix\. Row \d+: [^[]/;

const CALLED = {
	name: 'Called',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

/** Stands for a person who clears a row, and the workflow that sends it again. */
const sendAgain = ({ reference }: DataTable) => ({
	name: 'Send again',
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1.1,
	parameters: {
		operation: 'update',
		dataTableId: reference,
		filters: { conditions: [{ keyName: 'screeningStatus', condition: 'eq', keyValue: 'sent' }] },
		columns: {
			mappingMode: 'defineBelow',
			value: { userId: 'usr-new' },
			schema: [{ id: 'userId', displayName: 'userId', type: 'string', display: true }],
		},
	},
});

describe('Collect results, in n8n', () => {
	// Only the test completes screenings.
	const host = useN8n({ completeAfter: {} });
	const mailbox = useMailbox();

	/** Saves the workflow and the one that it calls, and returns its ID. */
	async function saveWorkflows(
		client: N8nClient,
		table: DataTable,
		credentials: SavedCredential[],
		called: WorkflowJson = readWorkflowFile(SAMPLE),
	) {
		const sub = await client.createWorkflow(called, credentials);
		await client.activate(sub.id);
		const workflow = readWorkflowFile(FILE, {
			'Sent and not complete': { dataTableId: table.reference },
			'Call your workflow': { workflowId: { __rl: true, mode: 'id', value: sub.id } },
		});
		return (await client.createWorkflow(workflow, credentials)).id;
	}

	/** Saves both for a table, and returns what runs it. */
	async function importWorkflow(table: DataTable, called?: WorkflowJson) {
		const { client, credential } = host;
		const smtp = await mailbox.createCredential(client);
		const id = await saveWorkflows(client, table, [credential, smtp], called);
		return async () => await client.runWorkflow(id);
	}

	const complete = (...names: string[]) => {
		for (const name of names) host.sandbox.complete(findUserId(host, name));
	};
	const subjects = () => mailbox.mail.messages.map(({ subject }) => subject);
	const statuses = async (table: DataTable) =>
		(await table.rows()).map((row) => row['resultStatus'] ?? '');

	test('mails the report of an applicant who is done, fills in the row, and does not ask again', async () => {
		const table = await addSentApplicants(host, 'Collect', ['Amara', 'Leo']);
		const run = await importWorkflow(table);

		// No one is done.
		expect(findFailure(await run())).toBeUndefined();
		expect(subjects()).toEqual([]);

		complete('Amara');
		expect(findFailure(await run())).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();

		const [message] = mailbox.mail.messages;
		expect(mailbox.mail.messages).toHaveLength(1);
		expect(message!.subject).toMatch(/Screening report/);
		expect(message!.html).toContain('creening report');
		expect(message!.text!.length).toBeGreaterThan(100);
		expect(message!.attachments).toMatchObject([
			{ contentDisposition: 'attachment', contentType: 'text/html' },
		]);
		expect(await table.rows()).toMatchObject([
			{
				firstName: 'Amara',
				screeningStatus: 'sent',
				resultStatus: 'complete',
				resultNote: '',
				creditScore: expect.any(Number) as number,
				monthlyIncome: expect.any(Number) as number,
			},
			{ firstName: 'Leo', resultStatus: null, creditScore: null },
		]);

		const before = host.sandbox.listRequests('getScreeningData').length;
		complete('Leo');
		expect(findFailure(await run())).toBeUndefined();
		expect(host.sandbox.listRequests('getScreeningData')).toHaveLength(before + 1);
		expect(subjects()).toHaveLength(2);
		expect(host.sandbox.listRequests('sendScreening')).toEqual([]);
	});

	test('links the report to the form of the decision', async () => {
		const table = await addSentApplicants(host, 'Linked', ['Amara']);
		complete('Amara');
		const address = 'https://n8n.example.com/form/decide';
		const called = readWorkflowFile(SAMPLE);
		fillInFields(called, 'Your form', { form: address });
		const run = await importWorkflow(table, called);

		expect(findFailure(await run())).toBeUndefined();

		const [{ text, html, attachments }] = mailbox.mail.messages as [ParsedMail];
		const link = `${address}?userId=${findUserId(host, 'Amara')}&lastName=Smith`;
		expect(text).toContain(link);
		expect(html).toContain(`href="${link}"`);
		expect(attachments[0]!.content.toString()).not.toContain(address);
	});

	test('counts a call as made that returns nothing or many items, and as failed whose first item has an error', async () => {
		const table = await addSentApplicants(host, 'Answers', ['Amara', 'Leo', 'Priya']);
		complete('Amara', 'Leo', 'Priya');
		const answer = createCodeNode(
			'Answer',
			`const { firstName } = $input.first().json;
			if (firstName === 'Leo') return [{ json: { error: 'The printer is off' } }];
			return firstName === 'Amara' ? [] : [{ json: {} }, { json: {} }];`,
		);
		const run = await importWorkflow(table, createChain('Yours', CALLED, answer));

		expect(findFailure(await run())?.message).toMatch(RED);

		expect(await statuses(table)).toEqual(['complete', 'not passed on', 'complete']);
		expect((await table.rows())[1]!['resultNote']).toContain('The printer is off');
	});

	test('calls once for an applicant in several rows, one ID of them with a blank around it, and marks each', async () => {
		const table = await addSentApplicants(host, 'Imported twice', ['Amara']);
		const [{ firstName, lastName, email, screeningStatus, userId, sentAt }] =
			(await table.rows()) as [Record<string, string>];
		await table.insert({ firstName, lastName, email, screeningStatus, userId, sentAt });
		await table.change('amara@example.com', { userId });
		const other = { firstName, email: 'other@example.com', screeningStatus, sentAt };
		await table.insert({ ...other, userId: ` ${userId} ` });
		complete('Amara');
		const run = await importWorkflow(table);

		expect(findFailure(await run())).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();

		// The row whose ID is written differently is an applicant of its own, once.
		expect(subjects().length).toBeLessThanOrEqual(2);
		const rows = await table.rows();
		expect(rows).toHaveLength(3);
		for (const row of rows) {
			expect(row).toMatchObject({ resultStatus: 'complete' });
			expect(row['creditScore']).toEqual(expect.any(Number));
		}
		expect(rows.map((row) => row['userId'])).toEqual([userId, userId, ` ${userId} `]);
	});

	test('leaves a row alone that was sent again while your workflow was called', async () => {
		const table = await addSentApplicants(host, 'Sent again', ['Amara']);
		complete('Amara');
		const run = await importWorkflow(table, createChain('Yours', CALLED, sendAgain(table)));

		expect(findFailure(await run())).toBeUndefined();

		expect(await table.rows()).toMatchObject([{ userId: 'usr-new', resultStatus: null }]);
	});

	test('asks for no applicant who was sent the screening more than 30 days ago', async () => {
		const table = await addSentApplicants(host, 'Old', ['Amara', 'Leo']);
		await table.change('amara@example.com', { sentAt: daysAgo(31) });
		await table.change('leo@example.com', { sentAt: daysAgo(29) });
		complete('Amara', 'Leo');
		const run = await importWorkflow(table);

		expect(findFailure(await run())).toBeUndefined();

		expect(await statuses(table)).toEqual(['', 'complete']);
	});

	test('mails again only what the mail server refused', async () => {
		const { mail } = mailbox;
		const table = await addSentApplicants(host, 'Refused', ['Amara', 'Leo', 'Priya']);
		const run = await importWorkflow(table);
		complete('Amara', 'Leo', 'Priya');
		let offered = 0;
		mail.refuse = () => (offered += 1) === 2;

		expect(findFailure(await run())?.message).toMatch(RED);
		expect(await statuses(table)).toEqual(['complete', 'not passed on', 'complete']);
		expect((await table.rows())[1]!['resultNote']).toMatch(/\w/);
		expect(mail.messages).toHaveLength(2);

		mail.refuse = () => false;
		expect(findFailure(await run())).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();
		expect(await statuses(table)).toEqual(['complete', 'complete', 'complete']);
		expect((await table.rows())[1]!['resultNote']).toBe('');
		expect(mail.messages).toHaveLength(3);
	});

	test.each([
		['goes on beside an applicant', ['Amara', 'Leo'], ['', 'complete']],
		['also ends red alone', ['Amara'], ['']],
	])(
		'says at the end that the results of one cannot be fetched: %s',
		async (what, names, after) => {
			const table = await addSentApplicants(host, what, names);
			const run = await importWorkflow(table);
			complete(...names);
			const repair = host.sandbox.disrupt({
				operation: 'getScreeningData',
				applicant: findUserId(host, 'Amara'),
				status: 400,
			});

			expect(findFailure(await run())?.message).toMatch(RED);
			expect(await statuses(table)).toEqual(after);

			repair();
			expect(findFailure(await run())).toBeUndefined();
			expect(await statuses(table)).toEqual(names.map(() => 'complete'));
			expect(subjects()).toHaveLength(names.length);
		},
	);

	testLong('mails no report again that was mailed before n8n was killed', async () => {
		const { mail } = mailbox;
		const userFolder = await mkdtemp(join(host.n8n.userFolder, 'crash-'));
		let n8n = await host.startAnother({ userFolder });
		try {
			const { client, credential, pid } = n8n;
			const smtp = await mailbox.createCredential(client);
			const another = { client, credential, sandbox: host.sandbox };
			const table = await addSentApplicants(another, 'Crash', ['Amara', 'Leo']);
			complete('Amara', 'Leo');
			const id = await saveWorkflows(client, table, [credential, smtp]);
			let offered = 0;
			mail.refuse = () => {
				offered += 1;
				if (offered === 2) process.kill(pid, 'SIGKILL');
				return offered === 2;
			};
			await client.startWorkflow(id);
			await eventually(() => offered === 2);

			n8n = await host.startAnother({ userFolder, packageFolder: null });
			expect(findFailure(await n8n.client.runWorkflow(id))).toBeUndefined();

			expect(subjects()).toHaveLength(2);
			expect(new Set(subjects()).size).toBe(2);
		} finally {
			await n8n.stop();
		}
	});

	test.each(['rentalScreeningApi', 'smtp'])(
		'mails no empty report and marks no row as complete if the credential %s was deleted',
		async (type) => {
			const { client } = host;
			const table = await addSentApplicants(host, `Deleted ${type}`, ['Amara']);
			complete('Amara');
			const data = type === 'smtp' ? {} : { baseUrl: 'https://screening.example.com' };
			const lost = await client.createCredential(type, 'Deleted', data);
			const smtp = await mailbox.createCredential(client);
			const others = [host.credential, smtp].filter((each) => each.type !== type);
			const id = await saveWorkflows(client, table, [...others, lost]);
			await client.rest('DELETE', `/credentials/${lost.id}`);

			await client.runWorkflow(id);

			expect(subjects()).toEqual([]);
			expect(await statuses(table)).not.toEqual(['complete']);
		},
	);
});
