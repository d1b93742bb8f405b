import type { INodeParameters } from 'n8n-workflow';
import type { WorkflowJson } from '../../../dev/host/client.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { startSmtpSink, type SmtpSink } from '../../../dev/host/smtp-sink.mts';
import { addSentApplicants, findUserId, toEmail } from '../../support/applicants-table.mts';
import { openDataTable, type DataTable } from '../../support/data-table.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import {
	KILL_TIMEOUT_MS,
	testLong,
	useN8n,
	type N8nWithCredential,
} from '../../support/n8n-host.mts';
import { publish } from '../../../dev/host/published.mts';
import { findNode, readWorkflowFile } from '../../../dev/host/workflow-file.mts';

const RESULTS = {
	file: 'email-results-as-they-complete',
	/** The node for which a person chooses the table. */
	reads: 'Sent, without results',
	/** Whether it emails about screenings that are complete, or that are not. */
	whenComplete: true,
	...{ status: 'resultStatus', note: 'resultNote' },
	...{ claimed: 'emailing', done: 'complete', unclear: 'maybe emailed' },
	/** Whom an email is about. */
	subject: /(\w+) Smith/,
};

const REMINDING: typeof RESULTS = {
	file: 'remind-applicants',
	reads: 'Sent 3 days ago',
	whenComplete: false,
	...{ status: 'reminderStatus', note: 'reminderNote' },
	...{ claimed: 'reminding', done: 'reminded', unclear: 'maybe reminded' },
	subject: /^(\w+),/,
};

// Only the test completes screenings.
const host = useN8n({ completesAtFetch: false });
let mail: SmtpSink;

beforeEach(async () => {
	mail = await startSmtpSink();
});

afterEach(async () => {
	await mail.close();
});

const complete = (name: string) => host.sandbox.complete(findUserId(host, name));

const listEmailed = ({ subject }: typeof RESULTS) =>
	mail.messages.map((email) => subject.exec(email.subject!)![1]).sort();

const failToGetResults = (name: string) =>
	host.sandbox.disrupt({
		operation: 'getScreeningData',
		applicant: findUserId(host, name),
		status: 400,
	});

/** Publishes a workflow that emails, for that table. */
async function publishFor(
	{ file, reads }: typeof RESULTS,
	table: DataTable,
	{ client, credential }: N8nWithCredential = host,
	change: (workflow: WorkflowJson) => void = () => undefined,
) {
	const workflow = readWorkflowFile(file, { [reads]: { dataTableId: table.reference } });
	change(workflow);
	const account = await client.createCredential('smtp', 'Mail', mail.credential);
	return await publish(client, workflow, [credential, account]);
}

/** Makes every claim an old one, as it would be after an hour. */
function ageClaims(workflow: WorkflowJson): void {
	const { filters } = findNode(workflow, 'Old claims').parameters as {
		filters: { conditions: INodeParameters[] };
	};
	filters.conditions[1]!['keyValue'] = '={{ $now.plus({ hours: 1 }).toISO() }}';
}

describe.each([RESULTS, REMINDING])('$file, in n8n', (one) => {
	const { whenComplete, status, note, claimed, done, unclear } = one;
	const listStatuses = async (table: DataTable) => (await table.rows()).map((row) => row[status]);

	/** Makes a table in which these applicants are to be emailed about. */
	async function createTable(names: readonly string[], { client }: N8nWithCredential = host) {
		const sentDaysAgo = Object.fromEntries(names.map((name) => [name, 4]));
		const table = await addSentApplicants(host, client, sentDaysAgo);
		if (whenComplete) for (const name of names) complete(name);
		return table;
	}

	test.each([0, 300])(
		'two executions that start %i ms apart send one email each',
		async (apartMs) => {
			const names = ['Amara', 'Leo', 'Priya', 'Zoe'];
			const table = await createTable(names);
			host.sandbox.disrupt({ operation: 'getScreeningData', latencyMs: 400 });
			const { runApart } = await publishFor(one, table);
			for (const execution of await runApart(apartMs))
				expect(findFailure(execution)).toBeUndefined();
			expect(listEmailed(one)).toEqual(names);
			expect(await listStatuses(table)).toEqual([done, done, done, done]);
		},
	);

	test('an email that is not accepted ends the run red, keeps no other one back, and is sent by the next run', async () => {
		const table = await createTable(['Amara', 'Leo']);
		const { run } = await publishFor(one, table);
		let offered = 0;
		mail.refuse = () => (offered += 1) === 1;
		expect(findFailure(await run())?.message).toMatch(
			/^1 to .*Row \d+: The email was not accepted: ./,
		);
		expect(await listStatuses(table)).toEqual(['', done]);
		expect(findFailure(await run())).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();
		expect(listEmailed(one)).toEqual(['Amara', 'Leo']);
		expect(await table.rows()).toMatchObject([{ [status]: done, [note]: '' }, { [status]: done }]);
	});

	testLong(
		'killed while it emails: nobody gets a second email until the row is cleared, which says so after an hour',
		async () => {
			const n8n = await host.startMortal();
			const table = await createTable(['Amara', 'Leo', 'Kim'], n8n);
			const doomed = await publishFor(one, table, n8n);
			let offered = 0;
			mail.refuse = () => {
				offered += 1;
				if (offered === 2) process.kill(n8n.pid, 'SIGKILL');
				return offered === 2;
			};
			await doomed.start();
			await eventually(() => offered === 2);

			const again = await n8n.restart();
			const after = await openDataTable(again.client, table.name);
			expect(findFailure(await (await publishFor(one, after, again)).run())).toBeUndefined();
			expect(await listStatuses(after)).toEqual([claimed, claimed, claimed]);
			const { run } = await publishFor(one, after, again, ageClaims);
			expect(findFailure(await run())?.message).toMatch(/^3 to .*Row \d+: n8n stopped/);
			expect(findFailure(await run())).toBeUndefined();
			expect(await listStatuses(after)).toEqual([unclear, unclear, unclear]);
			expect(listEmailed(one)).toEqual(['Amara']);
			await after.change(toEmail('Leo'), { [status]: '' });
			expect(findFailure(await run())).toBeUndefined();
			expect(listEmailed(one)).toEqual(['Amara', 'Leo']);
		},
		KILL_TIMEOUT_MS,
	);
});

test('only who has not completed the screening after 3 days, and within 30, is reminded', async () => {
	const sentDaysAgo = { Amara: 4, Leo: 2, Priya: 4, Wei: 29, Kim: 31 };
	const table = await addSentApplicants(host, host.client, sentDaysAgo);
	await table.change(toEmail('Wei'), { userId: 'not-begun-404' });
	complete('Priya');
	const { run } = await publishFor(REMINDING, table);
	for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
	expect(mail.messages.map(({ to }) => [to].flat()[0]!.text).sort()).toEqual(
		['Amara', 'Wei'].map(toEmail),
	);
	expect(mail.messages[0]!.text).toContain('you were sent the link');
	expect(host.sandbox.listRequests('sendScreening')).toEqual([]);
});

test('an applicant whose results could not be fetched is not reminded, and the run ends red', async () => {
	const table = await addSentApplicants(host, host.client, { Amara: 4, Leo: 4 });
	const { run } = await publishFor(REMINDING, table);
	failToGetResults('Amara');
	expect(findFailure(await run())?.message).toMatch(/^1 to look at\. Row \d+: ./);
	expect(listEmailed(REMINDING)).toEqual(['Leo']);
});

test('the report is emailed with a file, and the figures are in the row, once the screening is complete', async () => {
	const table = await addSentApplicants(host, host.client, { Amara: 0, Leo: 0 });
	const { run } = await publishFor(RESULTS, table);
	expect(findFailure(await run())).toBeUndefined();
	expect(mail.messages).toEqual([]);
	complete('Amara');
	expect(findFailure(await run())).toBeUndefined();
	expect(mail.messages[0]).toMatchObject({
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
	const table = await addSentApplicants(host, host.client, { Amara: 0, Leo: 0, Kim: 31 });
	const { run } = await publishFor(RESULTS, table);
	for (const name of ['Amara', 'Leo', 'Kim']) complete(name);
	const repair = failToGetResults('Amara');
	expect(findFailure(await run())?.message).toMatch(/^1 to fix\. Row \d+: ./);
	repair();
	expect(findFailure(await run())).toBeUndefined();
	const statuses = (await table.rows()).map(({ resultStatus }) => resultStatus);
	expect(statuses).toEqual(['complete', 'complete', null]);
	expect(mail.messages).toHaveLength(2);
});
