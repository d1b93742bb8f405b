import { findFailure } from '../../../dev/host/execution.mts';
import {
	createApplicantRow,
	daysAgo,
	addSentApplicants,
	findUserId,
} from '../../support/applicants-table.mts';
import type { DataTable } from '../../support/data-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { useMailbox } from '../../support/use-mailbox.mts';
import { readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'remind-applicants';
/** What a run that ends red says. */
const RED = /^\d not reminded, .*First: \w+@example\.com/;

describe('Remind applicants, in n8n', () => {
	const host = useN8n({ completeAfter: {} });
	const mailbox = useMailbox();

	async function importWorkflow(table: DataTable) {
		const { client, credential } = host;
		const workflow = readWorkflowFile(FILE, {
			'Sent 3 days ago': { dataTableId: table.reference },
		});
		const smtp = await mailbox.createCredential(client);
		const { id } = await client.createWorkflow(workflow, [credential, smtp]);
		return async () => await client.runWorkflow(id);
	}

	/** The addresses that got a message. */
	const reminded = () =>
		mailbox.mail.messages.map(({ to }) => [to].flat().map((each) => each!.text)).flat();

	test('writes once to applicants who have not completed after three days, and sends no screening again', async () => {
		const { sandbox } = host;
		const table = await addSentApplicants(host, 'Remind', ['Amara', 'Leo', 'Priya', 'Wei', 'Zoe']);
		await table.change('amara@example.com', { sentAt: daysAgo(4) });
		await table.change('leo@example.com', { sentAt: daysAgo(2) });
		await table.change('priya@example.com', { sentAt: daysAgo(30) });
		await table.change('wei@example.com', { sentAt: daysAgo(4), userId: 'not-begun-404' });
		await table.change('zoe@example.com', { sentAt: daysAgo(9), remindedAt: daysAgo(6) });
		sandbox.complete(findUserId(host, 'Priya'));
		const run = await importWorkflow(table);

		expect(findFailure(await run())).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();

		expect(reminded()).toEqual(['amara@example.com', 'wei@example.com']);
		expect(mailbox.mail.messages[0]).toMatchObject({
			subject: expect.stringMatching(/^Amara, /) as string,
			text: expect.stringContaining('you were sent the link') as string,
		});
		const rows = await table.rows();
		expect(rows.map((row) => [row['firstName'], row['remindedAt'] !== null])).toEqual([
			['Amara', true],
			['Leo', false],
			['Priya', false],
			['Wei', true],
			['Zoe', true],
		]);
		expect(sandbox.listRequests('sendScreening')).toEqual([]);
	});

	test('writes once to an applicant in several rows, and marks each of them', async () => {
		const table = await addSentApplicants(host, 'Remind imported', ['Wei', 'Amara', 'Leo']);
		const imported4DaysAgo = ['Amara', 'Leo'].map((name) =>
			createApplicantRow(name, { userId: findUserId(host, name), screeningStatus: 'sent' }),
		);
		await table.insert(...imported4DaysAgo);
		for (const name of ['amara', 'leo']) {
			await table.change(`${name}@example.com`, { sentAt: daysAgo(4) });
		}
		await table.change('leo@example.com', { userId: ` ${findUserId(host, 'Leo')}` });
		const run = await importWorkflow(table);
		let offered = 0;
		mailbox.mail.refuse = () => (offered += 1) === 1;

		expect(findFailure(await run())?.message).toMatch(RED);
		const marks = async () => (await table.rows()).map((row) => row['remindedAt'] !== null);
		expect(await marks()).toEqual([false, false, true, false, true]);
		expect(findFailure(await run())).toBeUndefined();
		expect(findFailure(await run())).toBeUndefined();

		// The email that was refused did not keep the other one back, and was sent at the next run.
		expect(reminded()).toEqual(['leo@example.com', 'amara@example.com']);
		expect(await marks()).toEqual([false, true, true, true, true]);
	});

	test('writes to no applicant whose results could not be fetched', async () => {
		const table = await addSentApplicants(host, 'Unknown state', ['Amara', 'Leo']);
		for (const name of ['amara', 'leo']) {
			await table.change(`${name}@example.com`, { sentAt: daysAgo(4) });
		}
		host.sandbox.disrupt({
			operation: 'getScreeningData',
			applicant: findUserId(host, 'Amara'),
			status: 400,
		});
		const run = await importWorkflow(table);

		expect(findFailure(await run())).toBeUndefined();

		expect(reminded()).toEqual(['leo@example.com']);
	});
});
