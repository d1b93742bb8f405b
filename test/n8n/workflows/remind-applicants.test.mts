import type { INode } from 'n8n-workflow';
import type { WorkflowJson } from '../../../dev/host/client.mts';
import { failureOf } from '../../../dev/host/execution.mts';
import { applicantRow, sentApplicants, userIdOf } from '../../support/applicants-table.mts';
import type { DataTable } from '../../support/data-table.mts';
import { useMailServices } from '../../support/network/mail-services.mts';
import { useMailbox } from '../../support/use-mailbox.mts';
import { nodeOf, readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'remind-applicants';
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

describe('Remind applicants, in n8n 2.41.1', () => {
	const services = useMailServices();
	const { host } = services;
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
		expect(mailbox.mail.messages[0]!.text).toMatch(/Hello Amara,[^]*on \d+ \w+ you were sent/);
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

	test('writes once to an applicant in several rows, and marks each of them', async () => {
		const table = await sentApplicants(host, 'Remind imported', ['Wei', 'Amara', 'Leo']);
		const imported4DaysAgo = ['Amara', 'Leo'].map((name) =>
			applicantRow(name, { userId: userIdOf(host, name), screeningStatus: 'sent' }),
		);
		await table.insert(...imported4DaysAgo);
		for (const name of ['amara', 'leo']) {
			await table.change(`${name}@example.com`, { sentAt: daysAgo(4) });
		}
		await table.change('leo@example.com', { userId: ` ${userIdOf(host, 'Leo')}` });
		const run = await imported(table);
		let offered = 0;
		mailbox.mail.refuse = () => (offered += 1) === 1;

		expect(failureOf(await run())?.message).toMatch(/not sent.*tried again/s);
		const marks = async () => (await table.rows()).map((row) => row['remindedAt'] !== null);
		expect(await marks()).toEqual([false, false, true, false, true]);
		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();

		expect(reminded()).toEqual(['leo@example.com', 'amara@example.com']);
		expect(await marks()).toEqual([false, true, true, true, true]);
	});

	test('writes to another address of the applicant where the first is refused', async () => {
		const table = await sentApplicants(host, 'Remind elsewhere', ['Amara']);
		await table.change('amara@example.com', { sentAt: daysAgo(4) });
		const [row] = await table.rows();
		const { firstName, userId, screeningStatus, sentAt } = row!;
		const email = 'smith@example.com';
		await table.insert({ firstName, email, userId, screeningStatus, sentAt });
		const run = await imported(table);
		mailbox.mail.refuse = (recipient) => recipient.startsWith('amara');

		expect(failureOf(await run())?.message).toMatch(/not sent/);
		expect(failureOf(await run())).toBeUndefined();

		expect(reminded()).toEqual([email]);
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

	/** The other email nodes as a person sets them, by the sticky note, and what the stand-in of each got. */
	const OTHER_EMAIL_NODES: ReadonlyArray<
		[string, Partial<INode>, () => [string, object], () => unknown[]]
	> = [
		[
			'Gmail',
			{
				type: 'n8n-nodes-base.gmail',
				typeVersion: 2.2,
				parameters: {
					sendTo: '={{ $json.email }}',
					subject: 'Your rental screening',
					emailType: 'text',
					message: '=Hello {{ $json.firstName }}',
					options: { appendAttribution: false },
				},
			},
			() => ['gmailOAuth2', services.gmail.credential],
			() => services.gmail.messages.map(({ to }) => [to].flat()[0]!.text),
		],
		[
			'Outlook',
			{
				type: 'n8n-nodes-base.microsoftOutlook',
				typeVersion: 2,
				parameters: {
					toRecipients: '={{ $json.email }}',
					subject: 'Your rental screening',
					bodyContent: '=Hello {{ $json.firstName }}',
				},
			},
			() => ['microsoftOutlookOAuth2Api', services.graph.credential],
			() =>
				services.graph.requests.map(({ body }) => {
					const { message } = body as {
						message: { toRecipients: Array<{ emailAddress: { address: string } }> };
					};
					return message.toRecipients[0]!.emailAddress.address;
				}),
		],
	];

	test.each(OTHER_EMAIL_NODES)(
		"writes once by n8n's own %s node",
		async (name, node, account, recipients) => {
			const table = await sentApplicants(host, `Remind by ${name}`, ['Amara']);
			await table.change('amara@example.com', { sentAt: daysAgo(4) });
			const [type, data] = account();
			const { id } = await host.client.createCredential(type, name, data);
			const file = readWorkflowFile(FILE);
			const credentials = { [type]: { id, name } };
			Object.assign(nodeOf(file, 'Email the reminder'), node, { credentials });
			const run = await imported(table, file);

			expect(failureOf(await run())).toBeUndefined();
			expect(failureOf(await run())).toBeUndefined();

			expect(recipients()).toEqual(['amara@example.com']);
			expect((await table.rows())[0]!['remindedAt']).toEqual(expect.any(String));
		},
	);

	test('names the day on which the link came where the landlord lives', async () => {
		const table = await sentApplicants(host, 'Remind in Toronto', ['Amara']);
		await table.change('amara@example.com', { sentAt: '2026-03-04T01:30:00.000Z' });
		const file = readWorkflowFile(FILE);
		file.settings = { ...file.settings, timezone: 'America/Toronto' };
		const run = await imported(table, file);

		expect(failureOf(await run())).toBeUndefined();

		expect(mailbox.mail.messages[0]!.text).toContain('on 3 March you were sent');
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
