import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, outputItems } from '../../../dev/host/execution.mts';
import { dataTableSettings } from '../../support/data-table.mts';
import { createWithLostCredential, LOST_CREDENTIALS } from '../../support/lost-credential.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { startSmtpSink, type SmtpSink } from '../../../dev/host/smtp-sink.mts';
import { readSheet, writeXlsx } from '../../../dev/demo/spreadsheets.mts';
import { readWorkflowFile, withSettings } from '../../support/workflow-file.mts';

const CSV = [
	'First Name,Last Name,Email,Phone',
	'Amara,Okonkwo,amara@example.com,+14165550111',
	'Léo,Tremblay,leo@example.com,+15145550122',
	'',
].join('\n');

describe.each(testedVersions())('Collect results, in n8n %s', (version) => {
	// Nobody is done before the test says so.
	const host = useN8n({ version }, { completeAfter: { seconds: 3600 } });
	let mail: SmtpSink;

	beforeEach(async () => {
		mail = await startSmtpSink();
	});

	afterEach(async () => {
		await mail.close();
	});

	/**
	 * Sends to the applicants of the CSV, with a data table of that name. Returns the table's settings and the
	 * credentials that collecting needs.
	 */
	async function sent(spreadsheet: string, tableName: string) {
		const { sandbox, client, credential } = host;
		const smtp = await client.createCredential('smtp', 'Mail', { ...mail.credential });
		await writeFile(join(host.n8n.workingFolder, spreadsheet), CSV);
		const collectFile = readWorkflowFile('collect-results');
		const table = await dataTableSettings(host.n8n, collectFile, tableName);
		const send = withSettings(readWorkflowFile('send-screenings-from-a-spreadsheet'), {
			spreadsheet,
			propertyId: sandbox.propertyId,
			...table,
		});
		const { id } = await client.createWorkflow(send, [credential]);
		expect(failureOf(await client.runWorkflow(id))).toBeUndefined();
		return { table, credentials: [credential, smtp] };
	}

	it('appends the row, mails the report and is done with an applicant who has completed', async () => {
		const { sandbox, client } = host;
		const fileOf = (name: string) => join(host.n8n.workingFolder, name);
		const { table, credentials } = await sent('applicants.csv', 'Rental screenings');
		const settings = { mailTo: 'lana@example.com', ...table };
		const collect = withSettings(readWorkflowFile('collect-results'), settings);
		const { id } = await client.createWorkflow(collect, credentials);
		const run = async () => await client.runWorkflow(id, { trigger: 'Start' });
		const userIdOf = (email: string) =>
			sandbox.screenings.find((screening) => screening.email === email)!.userId;

		expect(failureOf(await run())).toBeUndefined();
		expect(mail.messages).toEqual([]);

		// The first try of mailing is refused: the row is there, the applicant stays on the list.
		sandbox.complete(userIdOf('amara@example.com'));
		mail.refuses = true;
		expect(failureOf(await run())?.message).toMatch(/not mailed/);
		expect(await readSheet(fileOf('collected-results.xlsx'))).toHaveLength(1);
		mail.refuses = false;

		expect(failureOf(await run())).toBeUndefined();
		const [message] = mail.messages;
		expect(mail.messages).toHaveLength(1);
		expect(message?.subject).toBe('Screening report: Amara Okonkwo');
		expect(message?.to).toMatchObject({ text: 'lana@example.com' });
		expect(message?.html).toContain('Rental screening report');
		expect(message?.html).toContain('Amara Okonkwo');
		expect(message?.text).toContain('Amara Okonkwo');
		if (version === '2.41.1') {
			// n8n 1 calls the option otherwise; the workflow's sticky note says so.
			expect(message?.attachments).toMatchObject([
				{ contentDisposition: 'attachment', contentType: 'text/html' },
			]);
			expect(message?.attachments[0]?.filename).toMatch(/amara.*\.html$/i);
			expect(message?.attachments[0]?.content.toString()).toContain('Amara Okonkwo');
		}

		// Done: the next runs ask for the other one only.
		sandbox.complete(userIdOf('leo@example.com'));
		const before = sandbox.requests.length;
		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();

		const asked = sandbox.requests.slice(before).map(({ url }) => url);
		expect(new Set(asked)).toEqual(
			new Set([`/v1/screening/data/${encodeURIComponent(userIdOf('leo@example.com'))}`]),
		);
		expect(mail.messages.map(({ subject }) => subject)).toEqual([
			'Screening report: Amara Okonkwo',
			'Screening report: Léo Tremblay',
		]);
		const rows = await readSheet(fileOf('collected-results.xlsx'));
		expect(rows).toMatchObject([
			{ applicant: 'amara@example.com / 12 Elm Street, Unit 4', firstName: 'Amara' },
			{ applicant: 'leo@example.com / 12 Elm Street, Unit 4', firstName: 'Léo' },
		]);
		expect(rows.map((row) => row['userId'])).toEqual([
			userIdOf('amara@example.com'),
			userIdOf('leo@example.com'),
		]);
		expect(rows.every((row) => row['checkComplete'] === true)).toBe(true);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	it('keeps every row of its file, also those without a userId', async () => {
		const { sandbox, client } = host;
		const fileOf = (name: string) => join(host.n8n.workingFolder, name);
		const { table, credentials } = await sent('kept.csv', 'Kept');
		for (const { userId } of sandbox.screenings) sandbox.complete(userId);
		await writeXlsx(fileOf('kept.xlsx'), [{ firstName: 'Ana' }, { firstName: 'Bo' }]);
		const settings = { results: 'kept.xlsx', ...table };
		const collect = withSettings(readWorkflowFile('collect-results'), settings);
		const { id } = await client.createWorkflow(collect, credentials);

		const execution = await client.runWorkflow(id, { trigger: 'Start' });

		expect(failureOf(execution)).toBeUndefined();
		expect(outputItems(execution, 'Read results so far')).toHaveLength(1);
		expect((await readSheet(fileOf('kept.xlsx'))).map((row) => row['firstName'])).toEqual([
			'Ana',
			'Bo',
			'Amara',
			'Léo',
		]);
	});

	describe.each(LOST_CREDENTIALS)('when a credential %s', (lost) => {
		const number = LOST_CREDENTIALS.indexOf(lost);

		/** Sends to Amara, who completes; returns what makes the workflow, and its credentials. */
		async function completed(name: string) {
			const { sandbox } = host;
			const { table, credentials } = await sent(`${name}.csv`, name);
			sandbox.complete(
				sandbox.screenings.find(({ email }) => email === 'amara@example.com')!.userId,
			);
			const collect = () =>
				withSettings(readWorkflowFile('collect-results'), {
					results: `${name}.xlsx`,
					mailTo: 'lana@example.com',
					...table,
				});
			return { collect, credentials };
		}

		it('marks nobody as done whose report was not mailed', async () => {
			const { client } = host;
			const { collect, credentials } = await completed(`No mailbox ${number}`);
			const lostAt = { node: 'Mail the report', lost };
			const id = await createWithLostCredential(client, collect(), credentials, lostAt);
			const started = await client.startWorkflow(id, 'Start');
			const execution = await client.waitForExecution(started);
			expect(mail.messages).toEqual([]);

			// The credential is there again: the report is mailed now.
			await client.updateWorkflow(id, collect(), credentials);
			expect(failureOf(await client.runWorkflow(id, { trigger: 'Start' }))).toBeUndefined();
			expect(mail.messages).toHaveLength(1);
			expect(execution.status).toBe('error');
			expect(failureOf(execution)?.message).toMatch(/report was not mailed.*ended before/i);
		});

		it('says so where the results could not be asked for', async () => {
			const { client } = host;
			const { collect, credentials } = await completed(`No account ${number}`);
			const lostAt = { node: 'Get results', lost };
			const id = await createWithLostCredential(client, collect(), credentials, lostAt);

			const started = await client.startWorkflow(id, 'Start');
			const execution = await client.waitForExecution(started);

			expect(execution.status).toBe('error');
			expect(failureOf(execution)?.message).toMatch(/ended before/);
			expect(mail.messages).toEqual([]);
		});
	});
});
