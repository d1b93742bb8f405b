import type { WorkflowJson } from '../../../dev/host/client.mts';
import { failureOf } from '../../../dev/host/execution.mts';
import { sentApplicants, userIdOf } from '../../support/applicants-table.mts';
import type { DataTable } from '../../support/data-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { useMailbox } from '../../support/use-mailbox.mts';
import {
	OTHER_EMAIL_NODES,
	readWorkflowFile,
	withAnswer,
	withParameters,
} from '../../support/workflow-file.mts';

const FILE = 'remind-applicants';
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

describe('Remind applicants, in n8n 2.41.1', () => {
	// Only the test completes screenings.
	const host = useN8n({ version: '2.41.1' }, { completeAfter: {} });
	const mailbox = useMailbox();

	async function imported(table: DataTable, file: WorkflowJson = readWorkflowFile(FILE)) {
		const { client, credential } = host;
		const workflow = withParameters(file, {
			'Sent 3 days ago': { dataTableId: table.reference },
		});
		const smtp = await client.createCredential('smtp', 'Mail', { ...mailbox.mail.credential });
		const { id } = await client.createWorkflow(workflow, [credential, smtp]);
		return async () => await client.runWorkflow(id);
	}

	/** The addresses that got a message. */
	const reminded = () =>
		mailbox.mail.messages.map(({ to }) => [to].flat().map((each) => each!.text)).flat();

	test('writes once to applicants who have not completed after three days, and sends no screening again', async () => {
		const { sandbox } = host;
		const table = await sentApplicants(host, 'Remind', ['Amara', 'Leo', 'Priya', 'Wei', 'Zoe']);
		await table.change('amara@example.com', { sentAt: daysAgo(4) });
		await table.change('leo@example.com', { sentAt: daysAgo(2) });
		await table.change('priya@example.com', { sentAt: daysAgo(30) });
		await table.change('wei@example.com', { sentAt: daysAgo(4), userId: 'not-begun-404' });
		await table.change('zoe@example.com', { sentAt: daysAgo(9), remindedAt: daysAgo(6) });
		sandbox.complete(userIdOf(host, 'Priya'));
		const run = await imported(table);

		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();

		expect(reminded()).toEqual(['amara@example.com', 'wei@example.com']);
		expect(mailbox.mail.messages[0]!.text).toMatch(/Hello Amara,[^]*on \d+ \w+ you got/);
		const rows = await table.rows();
		expect(rows.map((row) => [row['firstName'], row['remindedAt'] !== null])).toEqual([
			['Amara', true],
			['Leo', false],
			['Priya', false],
			['Wei', true],
			['Zoe', true],
		]);
		expect(sandbox.requestsOf('sendScreening')).toHaveLength(5);
	});

	test('writes again only to applicants whose email could not be sent', async () => {
		const table = await sentApplicants(host, 'Remind again', ['Amara', 'Leo', 'Priya']);
		for (const name of ['amara', 'leo', 'priya']) {
			await table.change(`${name}@example.com`, { sentAt: daysAgo(4) });
		}
		const run = await imported(table);
		mailbox.mail.refuse = (recipient) => recipient.startsWith('amara');

		expect(failureOf(await run())?.message).toMatch(/not sent.*tried again/s);
		expect(reminded()).toEqual(['leo@example.com', 'priya@example.com']);

		mailbox.mail.refuse = () => false;
		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();
		expect(reminded()).toEqual(['leo@example.com', 'priya@example.com', 'amara@example.com']);
	});

	test.each(OTHER_EMAIL_NODES)('notes an email that %s sent', async (name, answer) => {
		const table = await sentApplicants(host, `Remind by ${name}`, ['Amara']);
		await table.change('amara@example.com', { sentAt: daysAgo(4) });
		const file = withAnswer(readWorkflowFile(FILE), 'Email the reminder', answer);
		const run = await imported(table, file);

		expect(failureOf(await run())).toBeUndefined();

		expect((await table.rows())[0]!['remindedAt']).toEqual(expect.any(String));
	});

	test('names the day on which the link came where the landlord lives', async () => {
		const table = await sentApplicants(host, 'Remind in Toronto', ['Amara']);
		await table.change('amara@example.com', { sentAt: '2026-03-04T01:30:00.000Z' });
		const file = readWorkflowFile(FILE);
		file.settings = { ...file.settings, timezone: 'America/Toronto' };
		const run = await imported(table, file);

		expect(failureOf(await run())).toBeUndefined();

		expect(mailbox.mail.messages[0]!.text).toContain('on 3 March you got');
	});

	test('writes to no applicant whose results could not be fetched', async () => {
		const table = await sentApplicants(host, 'Unknown state', ['Amara', 'Leo']);
		for (const name of ['amara', 'leo']) {
			await table.change(`${name}@example.com`, { sentAt: daysAgo(4) });
		}
		host.sandbox.addFault({
			operation: 'getScreeningData',
			applicant: userIdOf(host, 'Amara'),
			status: 400,
		});
		const run = await imported(table);

		expect(failureOf(await run())).toBeUndefined();

		expect(reminded()).toEqual(['leo@example.com']);
	});
});
