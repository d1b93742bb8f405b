import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import type { WorkflowJson } from '../../../dev/host/client.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import {
	addSentApplicants,
	daysAgo,
	findUserId,
	toEmail,
} from '../../support/applicants-table.mts';
import { openDataTable, type DataTable } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { testLong, useN8n, type N8nWithCredential } from '../../support/n8n-host.mts';
import { publish } from '../../support/published.mts';
import { useMailbox } from '../../support/use-mailbox.mts';
import { findNode, readWorkflowFile } from '../../support/workflow-file.mts';

let tables = 0;
const makeName = () => `Emails ${(tables += 1)}`;

// Only the test completes screenings.
const host = useN8n({ completeAfter: {} });
const mailbox = useMailbox();

/** Publishes a workflow that emails, for that table. */
async function publishFor(
	{ file, reads }: Pick<Emailing, 'file' | 'reads'>,
	table: DataTable,
	{ client, credential }: N8nWithCredential = host,
	change: (workflow: WorkflowJson) => void = () => undefined,
) {
	const workflow = readWorkflowFile(file, { [reads]: { dataTableId: table.reference } });
	change(workflow);
	return await publish(client, workflow, [credential, await mailbox.createCredential(client)]);
}

/** Makes every claim an old one, as it would be after an hour. */
function ageClaims(workflow: WorkflowJson): void {
	const { filters } = findNode(workflow, 'Old claims').parameters as {
		filters: { conditions: INodeParameters[] };
	};
	filters.conditions[1]!['keyValue'] = '={{ $now.plus({ hours: 1 }).toISO() }}';
}

interface Emailing {
	file: string;
	/** The node for which a person chooses the table. */
	reads: string;
	status: string;
	note: string;
	claimed: string;
	done: string;
	unclear: string;
	/** Makes a table in which these applicants are to be emailed about. */
	createTable(names: readonly string[], on?: N8nWithCredential): Promise<DataTable>;
	/** Whom an email is about. */
	findName(email: { subject?: string | undefined }): string;
}

const RESULTS: Emailing = {
	file: 'email-results-as-they-complete',
	reads: 'Sent, without results',
	status: 'resultStatus',
	note: 'resultNote',
	claimed: 'emailing',
	done: 'complete',
	unclear: 'maybe emailed',
	async createTable(names, { client } = host) {
		const table = await addSentApplicants({ client, sandbox: host.sandbox }, makeName(), names);
		for (const name of names) host.sandbox.complete(findUserId(host, name));
		return table;
	},
	findName: ({ subject = '' }) => /(\w+) Smith/.exec(subject)![1]!,
};

const REMINDING: Emailing = {
	file: 'remind-applicants',
	reads: 'Sent 3 days ago',
	status: 'reminderStatus',
	note: 'reminderNote',
	claimed: 'reminding',
	done: 'reminded',
	unclear: 'maybe reminded',
	async createTable(names, { client } = host) {
		const table = await addSentApplicants({ client, sandbox: host.sandbox }, makeName(), names);
		for (const { email } of await table.rows())
			await table.change(String(email), { sentAt: daysAgo(4) });
		return table;
	},
	findName: ({ subject = '' }) => /^(\w+),/.exec(subject)![1]!,
};

describe.each([RESULTS, REMINDING])('$file, in n8n', (one) => {
	const { status, note, claimed, done, unclear, createTable } = one;
	const listStatuses = async (table: DataTable) => (await table.rows()).map((row) => row[status]);
	const listEmailed = () => mailbox.mail.messages.map(one.findName).sort();

	test.each([0, 300])(
		'two executions that start %i ms apart send one email each',
		async (apartMs) => {
			const table = await createTable(['Amara', 'Leo', 'Priya', `Zoe${apartMs}`]);
			host.sandbox.disrupt({ operation: 'getScreeningData', latencyMs: 400 });
			const { runApart } = await publishFor(one, table);
			for (const execution of await runApart(apartMs))
				expect(findFailure(execution)).toBeUndefined();
			expect(listEmailed()).toEqual(['Amara', 'Leo', 'Priya', `Zoe${apartMs}`]);
			expect(await listStatuses(table)).toEqual([done, done, done, done]);
		},
	);

	test('an email that is not accepted ends the run red, keeps no other one back, and is sent by the next run', async () => {
		const table = await createTable(['Amara', 'Leo']);
		const { run } = await publishFor(one, table);
		let offered = 0;
		mailbox.mail.refuse = () => (offered += 1) === 1;
		expect(findFailure(await run())?.message).toMatch(
			/^1 to .*Row \d+: The email was not accepted: ./,
		);
		expect(await listStatuses(table)).toEqual(['', done]);
		expect(findFailure(await run())).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();
		expect(listEmailed()).toEqual(['Amara', 'Leo']);
		expect(await table.rows()).toMatchObject([{ [status]: done, [note]: '' }, { [status]: done }]);
	});

	test('a claim that is an hour old ends one run red as maybe emailed, and is emailed again only once it is cleared', async () => {
		const table = await createTable(['Amara', 'Leo']);
		await table.change('amara@example.com', { [status]: claimed });
		expect(findFailure(await (await publishFor(one, table)).run())).toBeUndefined();
		expect(await listStatuses(table)).toEqual([claimed, done]);

		const { run } = await publishFor(one, table, host, ageClaims);
		expect(findFailure(await run())?.message).toMatch(/^1 to .*Row \d+: n8n stopped/);
		expect(findFailure(await run())).toBeUndefined();
		expect(await listStatuses(table)).toEqual([unclear, done]);
		await table.change('amara@example.com', { [status]: '' });
		expect(findFailure(await run())).toBeUndefined();
		expect(listEmailed()).toEqual(['Amara', 'Leo']);
	});

	test('a row with a word of the person is left alone', async () => {
		const table = await createTable(['Amara']);
		await table.change('amara@example.com', { [status]: 'hold' });
		expect(findFailure(await (await publishFor(one, table)).run())).toBeUndefined();
		expect(listEmailed()).toEqual([]);
	});

	test('nothing is emailed, and no row says that it was, with a deleted mail account', async () => {
		const table = await createTable(['Amara']);
		const workflow = await publishFor(one, table);
		const lost = (await host.client.listCredentials()).filter(({ type }) => type === 'smtp');
		for (const { id } of lost) await host.client.rest('DELETE', `/credentials/${id}`);
		expect(findFailure(await workflow.run())).toBeDefined();
		expect(await listStatuses(table)).not.toEqual([done]);
	});

	testLong(
		'killed while it emails: nobody gets a second email, and the rows say so after an hour',
		async () => {
			const userFolder = await mkdtemp(join(host.n8n.userFolder, 'crash-'));
			let n8n = await host.startAnother({ userFolder });
			try {
				const table = await createTable(['Amara', 'Leo', 'Kim'], n8n);
				const doomed = await publishFor(one, table, n8n);
				const { pid } = n8n;
				let offered = 0;
				mailbox.mail.refuse = () => {
					offered += 1;
					if (offered === 2) process.kill(pid, 'SIGKILL');
					return offered === 2;
				};
				await doomed.start();
				await eventually(() => offered === 2);

				n8n = await host.startAnother({ userFolder, packageFolder: null });
				const after = await openDataTable(n8n.client, table.name);
				expect(findFailure(await (await publishFor(one, after, n8n)).run())).toBeUndefined();
				expect(await listStatuses(after)).toEqual([claimed, claimed, claimed]);
				const { run } = await publishFor(one, after, n8n, ageClaims);
				expect(findFailure(await run())?.message).toMatch(/^3 to /);
				expect(await listStatuses(after)).toEqual([unclear, unclear, unclear]);
				expect(listEmailed()).toEqual(['Amara']);
			} finally {
				await n8n.stop();
			}
		},
	);
});

/** The workflow that reminds, for applicants who were sent the link so many days ago. */
async function remind(sentDaysAgo: Readonly<Record<string, number>>) {
	const table = await addSentApplicants(host, makeName(), Object.keys(sentDaysAgo));
	for (const [name, days] of Object.entries(sentDaysAgo))
		await table.change(toEmail(name), { sentAt: daysAgo(days) });
	return { table, ...(await publishFor(REMINDING, table)) };
}

test('only who has not completed the screening after 3 days, and within 30, is reminded', async () => {
	const sentDaysAgo = { Amara: 4, Leo: 2, Priya: 4, Wei: 29, Kim: 31 };
	const { table, run } = await remind(sentDaysAgo);
	await table.change('wei@example.com', { userId: 'not-begun-404' });
	host.sandbox.complete(findUserId(host, 'Priya'));
	for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
	const { messages } = mailbox.mail;
	expect(messages.map(({ to }) => [to].flat()[0]!.text).sort()).toEqual(
		['amara', 'wei'].map(toEmail),
	);
	expect(messages[0]).toMatchObject({
		text: expect.stringContaining('you were sent the link') as string,
	});
	expect(host.sandbox.listRequests('sendScreening')).toEqual([]);
});

test('an applicant whose results could not be fetched is not reminded, and the run ends red', async () => {
	const { run } = await remind({ Amara: 4, Leo: 4 });
	const applicant = findUserId(host, 'Amara');
	host.sandbox.disrupt({ operation: 'getScreeningData', applicant, status: 400 });
	expect(findFailure(await run())?.message).toMatch(/^1 to look at\. Row \d+: ./);
	expect(mailbox.mail.messages.map(REMINDING.findName)).toEqual(['Leo']);
});

test('rows that share a user ID remind nobody, and the run ends red', async () => {
	const { table, run } = await remind({ Amara: 4, Leo: 4, Wei: 4 });
	await table.change('leo@example.com', { userId: findUserId(host, 'Amara') });
	expect(findFailure(await run())?.message).toMatch(/^2 to look at\. Row \d+: /);
	expect(mailbox.mail.messages.map(REMINDING.findName)).toEqual(['Wei']);
});

/** The workflow that emails results, for these applicants. */
async function emailResults(names: readonly string[]) {
	const table = await addSentApplicants(host, makeName(), names);
	return { table, ...(await publishFor(RESULTS, table)) };
}

test('the report is emailed with a file, and the figures are in the row, once the screening is complete', async () => {
	const { table, run } = await emailResults(['Amara', 'Leo']);
	expect(findFailure(await run())).toBeUndefined();
	expect(mailbox.mail.messages).toEqual([]);
	host.sandbox.complete(findUserId(host, 'Amara'));
	expect(findFailure(await run())).toBeUndefined();
	const [email] = mailbox.mail.messages;
	expect(email).toMatchObject({
		subject: expect.stringContaining('Screening report') as string,
		html: expect.stringContaining('creening report') as string,
		attachments: [{ contentDisposition: 'attachment', contentType: 'text/html' }],
	});
	expect(await table.rows()).toMatchObject([
		{ resultStatus: 'complete', resultNote: '', creditScore: expect.any(Number) as number },
		{ resultStatus: null, creditScore: null },
	]);
	// Who is done is not asked for again.
	const before = host.sandbox.listRequests('getScreeningData').length;
	expect(findFailure(await run())).toBeUndefined();
	expect(host.sandbox.listRequests('getScreeningData')).toHaveLength(before + 1);
});

test('results are asked for 30 days, and those that cannot be fetched end the run red beside the others', async () => {
	const { table, run } = await emailResults(['Amara', 'Leo', 'Kim']);
	await table.change('kim@example.com', { sentAt: daysAgo(31) });
	for (const name of ['Amara', 'Leo', 'Kim']) host.sandbox.complete(findUserId(host, name));
	const applicant = findUserId(host, 'Amara');
	const repair = host.sandbox.disrupt({ operation: 'getScreeningData', applicant, status: 400 });
	expect(findFailure(await run())?.message).toMatch(/^1 to fix\. Row \d+: ./);
	repair();
	expect(findFailure(await run())).toBeUndefined();
	expect((await table.rows()).map((row) => row['resultStatus'])).toEqual([
		'complete',
		'complete',
		null,
	]);
	expect(mailbox.mail.messages).toHaveLength(2);
});
