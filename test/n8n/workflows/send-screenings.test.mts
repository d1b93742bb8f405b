import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { dataTableRows, dataTableSettings } from '../../support/data-table.mts';
import { createWithLostCredential, LOST_CREDENTIALS } from '../../support/lost-credential.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { rows } from '../../support/n8n-workflows.mts';
import { replaceNodes } from '../../support/replace-nodes.mts';
import { readSheet, writeXlsx, type SheetRow } from '../../../dev/demo/spreadsheets.mts';
import { readWorkflowFile, withSettings } from '../../support/workflow-file.mts';

const APPLICANTS: SheetRow[] = [
	{
		'First Name': 'Amara',
		'Last Name': 'Okonkwo',
		'E-mail': 'amara@example.com',
		Mobile: '+1 416 555 0111',
		'Viewed On': new Date('2025-10-03T00:00:00Z'),
	},
	{
		'First Name': 'Léo',
		'Last Name': 'Tremblay',
		'E-mail': 'leo@example.com',
		Mobile: 14165550122,
	},
	{
		'First Name': 'Priya',
		'Last Name': 'Raman',
		'E-mail': 'priya@example.com',
		Mobile: '+16475550133',
	},
	{ 'First Name': 'Wei', 'Last Name': 'Zhang', 'E-mail': '', Mobile: '+16045550166' },
	{
		'First Name': 'Amy',
		'Last Name': 'Okonkwo',
		'E-mail': 'Amara@example.com',
		Mobile: '+14165550111',
	},
];
const CSV = [
	'\uFEFFFirst Name,Last Name,Email,Phone,Notes',
	'Zoë,"Tremblay, née Roy",zoe@example.com,+1 (416) 555-0142,',
	'Hannah,O\'Neill,hannah@example.com,+1 437 555 0155,"says ""hello"""',
	'',
].join('\n');

describe.each(testedVersions())('Send screenings from a spreadsheet, in n8n %s', (version) => {
	const host = useN8n({ version });
	const fileOf = (name: string) => join(host.n8n.workingFolder, name);
	const outcomeOf = async (name: string) =>
		(await readSheet(fileOf(name))).map(({ userId, screeningStatus }) => [screeningStatus, userId]);

	/** The workflow's file with settings of its own; `table` are those of its data table. */
	async function withOwnSettings(name: string, settings: Record<string, string | number> = {}) {
		const file = readWorkflowFile('send-screenings-from-a-spreadsheet');
		const table = await dataTableSettings(host.n8n, file, `Screenings of ${name}`);
		const notSent = `not-sent-${name}.xlsx`;
		const workflow = withSettings(file, { spreadsheet: name, notSent, ...table, ...settings });
		return { workflow, table };
	}

	/** Imports the workflow, with settings of its own, and returns what runs it. */
	async function imported(name: string, settings: Record<string, string | number> = {}) {
		const { workflow, table } = await withOwnSettings(name, settings);
		const { id } = await host.client.createWorkflow(workflow, [host.credential]);
		const run = async (): Promise<void> => {
			expect(failureOf(await host.client.runWorkflow(id))).toBeUndefined();
		};
		return { id, run, table };
	}

	it('sends the rows of an XLSX file, writes them back, and never sends one again', async () => {
		await writeXlsx(fileOf('applicants.xlsx'), APPLICANTS);
		const { sandbox } = host;
		const { run } = await imported('applicants.xlsx');

		await run();

		const [property] = sandbox.requestsOf('createProperty');
		expect(property?.body).toMatchObject({ name: '12 Elm Street, Unit 4', rent: 2100 });
		expect(sandbox.screenings.map(({ email }) => email).sort()).toEqual([
			'amara@example.com',
			'priya@example.com',
		]);
		const rows = await readSheet(fileOf('applicants.xlsx'));
		const sent = (email: string) => sandbox.screenings.find((one) => one.email === email)!;
		expect(rows).toHaveLength(5);
		expect(rows[0]).toEqual({
			'First Name': 'Amara',
			'Last Name': 'Okonkwo',
			'E-mail': 'amara@example.com',
			Mobile: '+1 416 555 0111',
			'Viewed On': '2025-10-03',
			propertyId: sent('amara@example.com').propertyId,
			userId: sent('amara@example.com').userId,
			sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d/),
			screeningStatus: 'sent',
			reason: '',
		});
		expect(await outcomeOf('applicants.xlsx')).toEqual([
			['sent', sent('amara@example.com').userId],
			['not sent', ''],
			['sent', sent('priya@example.com').userId],
			['not sent', ''],
			['not sent', ''],
		]);
		const failed = await readSheet(fileOf('not-sent-applicants.xlsx.xlsx'));
		expect(failed.map((row) => [row['First Name'], row['reason']])).toEqual([
			['Léo', expect.stringMatching(/'phone' must start with \+/)],
			['Wei', expect.stringMatching(/'email' is missing/)],
			['Amy', expect.stringMatching(/row 2 of the sheet/)],
		]);

		await run();

		expect(sandbox.screenings).toHaveLength(2);
		expect(sandbox.requestsOf('createProperty')).toHaveLength(1);
		// Who shares an address with another is not taken for that other one.
		expect((await outcomeOf('applicants.xlsx'))[4]).toEqual(['not sent', '']);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);

		const mended = (await readSheet(fileOf('applicants.xlsx'))) as SheetRow[];
		mended[1]!['Mobile'] = '+14165550122';
		await writeXlsx(fileOf('applicants.xlsx'), mended.slice(0, 3));
		await run();

		expect(sandbox.screenings.map(({ email }) => email).sort()).toEqual([
			'amara@example.com',
			'leo@example.com',
			'priya@example.com',
		]);
		expect(await readSheet(fileOf('not-sent-applicants.xlsx.xlsx'))).toEqual([
			{ screeningStatus: 'Every row is sent', reason: '' },
		]);
	});

	it('remembers who was sent when the file with the user ids is lost', async () => {
		await writeFile(fileOf('lost.csv'), CSV);
		const { run } = await imported('lost.csv', { propertyId: host.sandbox.propertyId });
		await run();
		const outcome = await outcomeOf('lost.csv');
		await writeFile(fileOf('lost.csv'), CSV);

		await run();

		expect(host.sandbox.requestsOf('sendScreening')).toHaveLength(2);
		expect(host.sandbox.requestsOf('createProperty')).toEqual([]);
		expect(await outcomeOf('lost.csv')).toEqual(outcome);
		expect(outcome).toEqual([
			['sent', expect.stringMatching(/./)],
			['sent', expect.stringMatching(/./)],
		]);
		expect(await readSheet(fileOf('lost.csv'))).toMatchObject([
			{ 'First Name': 'Zoë', 'Last Name': 'Tremblay, née Roy', Phone: '+1 (416) 555-0142' },
			{ 'First Name': 'Hannah', Notes: 'says "hello"' },
		]);
	});

	it('marks what may have been accepted, and does not send it again', async () => {
		await writeFile(fileOf('unsure.csv'), CSV);
		const { sandbox } = host;
		const { run } = await imported('unsure.csv', { propertyId: sandbox.propertyId });
		const hint = sandbox.addFault({ applicant: 'hannah@example.com', status: 503, acts: true });

		await run();
		hint();
		await run();

		expect(sandbox.requestsOf('sendScreening')).toHaveLength(2);
		expect((await outcomeOf('unsure.csv')).map(([status]) => status)).toEqual([
			'sent',
			'maybe sent',
		]);
		expect(await readSheet(fileOf('not-sent-unsure.csv.xlsx'))).toMatchObject([
			{ 'First Name': 'Hannah', reason: expect.stringMatching(/may have been accepted/) },
		]);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	it('makes one property for each rental that Settings names, whatever the sheet has lost', async () => {
		const { sandbox, client } = host;
		const [head, zoe, hannah] = CSV.split('\n');
		const { id, run } = await imported('rentals.csv');
		await writeFile(fileOf('rentals.csv'), [head, zoe].join('\n'));
		await run();
		// A fresh export of the sheet, without what was written back.
		await writeFile(fileOf('rentals.csv'), [head, zoe, hannah].join('\n'));
		await run();
		expect(sandbox.requestsOf('createProperty')).toHaveLength(1);

		// The next rental in the same sheet, with the ID of the first in the rows that were sent.
		const first = sandbox.screenings[0]!.propertyId;
		const sheet = (await readSheet(fileOf('rentals.csv'))) as SheetRow[];
		expect(sheet.map((row) => row['propertyId'])).toEqual([first, first]);
		await writeXlsx(fileOf('rentals.xlsx'), [
			...sheet,
			{ 'First Name': 'Wei', Email: 'wei@example.com', Phone: '+16045550166' },
			{ 'First Name': 'Nobody', Email: 'nobody@example.com', Phone: '1' },
		]);
		const next = withSettings(await client.getWorkflow(id), {
			spreadsheet: 'rentals.xlsx',
			property: 'Maple Court, Unit 4B',
		});
		await client.updateWorkflow(id, next, [host.credential]);
		await run();
		await run();

		const made = sandbox.requestsOf('createProperty').map(({ body }) => body);
		expect(made).toMatchObject([
			{ name: '12 Elm Street, Unit 4' },
			{ name: 'Maple Court, Unit 4B' },
		]);
		const wei = sandbox.screenings.find(({ email }) => email === 'wei@example.com')!;
		expect(sandbox.screenings).toHaveLength(3);
		expect(wei.propertyId).not.toBe(first);
		expect((await readSheet(fileOf('rentals.xlsx'))).map((row) => row['propertyId'])).toEqual([
			first,
			first,
			wei.propertyId,
			'',
		]);
	});

	it.each([
		[
			'has other separators',
			'Email;Phone\nzoe@example.com;+14165550142\n',
			/no column with e-mail addresses/,
		],
		['is not in UTF-8', CSV.replace('\uFEFF', ''), /row 2 of the sheet, column 'First Name'/],
	])('stops before anything is made where a CSV file %s', async (fault, text, sentence) => {
		const name = `${fault}.csv`;
		const content = Buffer.from(text, 'latin1');
		await writeFile(fileOf(name), content);
		const { id } = await imported(name);

		const execution = await host.client.runWorkflow(id);

		expect(failureOf(execution)?.message).toMatch(sentence);
		expect(failureOf(execution)?.message).toMatch(/CSV UTF-8/);
		expect(host.sandbox.requests).toEqual([]);
		expect(await readFile(fileOf(name))).toEqual(content);
	});

	it('leaves columns of the sheet alone that are called like its own', async () => {
		const { sandbox } = host;
		await writeXlsx(fileOf('own.xlsx'), [
			{ Email: 'amara@example.com', Phone: '+14165550111', reason: 'Moves for work' },
			{ Email: 'leo@example.com', Phone: '5', reason: 'Student', sentAt: 'by post' },
		]);
		const { run } = await imported('own.xlsx', { propertyId: sandbox.propertyId });
		await run();
		await run();

		const [amara, leo] = await readSheet(fileOf('own.xlsx'));
		expect(amara).toMatchObject({ screeningStatus: 'sent', reason: 'Moves for work' });
		expect(leo).toMatchObject({ screeningStatus: 'not sent', sentAt: 'by post' });
		expect(leo?.['reason']).toMatch(/^Not sent: .*'phone'/);
	});

	it('remembers as sent what did arrive, once its userId stands in the sheet', async () => {
		await writeFile(fileOf('arrived.csv'), CSV);
		const { sandbox } = host;
		const { run, table } = await imported('arrived.csv', { propertyId: sandbox.propertyId });
		const hint = sandbox.addFault({ applicant: 'hannah@example.com', status: 503, acts: true });
		await run();
		hint();
		const [{ userId } = { userId: '' }] = sandbox.screenings.filter(
			({ email }) => email === 'hannah@example.com',
		);
		const sheet = (await readSheet(fileOf('arrived.csv'))) as SheetRow[];
		expect(sheet[1]).toMatchObject({ screeningStatus: 'maybe sent', userId: '' });
		await writeXlsx(fileOf('arrived.xlsx'), [sheet[0]!, { ...sheet[1]!, userId }]);
		const again = await imported('arrived.xlsx', { propertyId: sandbox.propertyId, ...table });
		await again.run();

		expect(sandbox.requestsOf('sendScreening')).toHaveLength(2);
		expect((await outcomeOf('arrived.xlsx'))[1]).toEqual(['sent', userId]);
		const remembered = await dataTableRows(host.n8n, table);
		expect(remembered.find(({ email }) => email === 'hannah@example.com')).toMatchObject({
			status: 'sent',
			userId,
		});
	});

	it('takes another source of rows and a flow of own steps, as its sticky note tells', async () => {
		const { sandbox, client, credential } = host;
		const { workflow } = await withOwnSettings('unused.xlsx');
		const sheet = rows('Get row(s) in sheet', [
			{ Email: 'amara@example.com', Phone: '+14165550111' },
			{ Email: 'leo@example.com', Phone: '' },
		]);
		const readers = ['Read spreadsheet', 'CSV or XLSX?', 'From CSV', 'From XLSX'];
		replaceNodes(workflow, readers, sheet);
		replaceNodes(workflow, ['Is the property known?', 'Create property', 'Remember the property']);
		Object.assign(workflow.nodes.find(({ name }) => name === 'Send screening')!.parameters, {
			operation: 'sendWithFlow',
			flowId: sandbox.flowId,
		});
		const { id } = await client.createWorkflow(workflow, [credential]);

		const execution = await client.runWorkflow(id);

		expect(failureOf(execution)).toBeUndefined();
		expect(sandbox.screenings).toMatchObject([
			{ email: 'amara@example.com', flowId: sandbox.flowId },
		]);
		expect(outputJson(execution, 'Rows to write')).toMatchObject([
			{ screeningStatus: 'sent', userId: sandbox.screenings[0]?.userId },
			{ screeningStatus: 'not sent', reason: expect.stringMatching(/'phone'/) },
		]);
		expect(sandbox.requestsOf('createProperty')).toEqual([]);
	});

	it.each(LOST_CREDENTIALS)('records nobody as sent when the credential %s', async (lost) => {
		const name = `lost-${LOST_CREDENTIALS.indexOf(lost)}.csv`;
		await writeFile(fileOf(name), CSV);
		const { sandbox, client, credential } = host;
		const { workflow, table } = await withOwnSettings(name, { propertyId: sandbox.propertyId });
		const lostAt = { node: 'Send screening', lost };
		const id = await createWithLostCredential(client, workflow, [credential], lostAt);

		await client.waitForExecution(await client.startWorkflow(id));

		expect(sandbox.requests).toEqual([]);
		const sheet = await readSheet(fileOf(name));
		const unsent = ['not sent', '', '', expect.stringMatching(/ended before/)];
		expect(
			sheet.map(({ screeningStatus, userId, sentAt, reason }) => [
				screeningStatus,
				userId,
				sentAt,
				reason,
			]),
		).toEqual([unsent, unsent]);

		// The credential is there again: all are sent now.
		const mended = withSettings(readWorkflowFile('send-screenings-from-a-spreadsheet'), {
			spreadsheet: name,
			notSent: `not-sent-${name}.xlsx`,
			propertyId: sandbox.propertyId,
			...table,
		});
		await client.updateWorkflow(id, mended, [credential]);
		expect(failureOf(await client.runWorkflow(id))).toBeUndefined();
		expect(sandbox.screenings).toHaveLength(2);
		expect((await outcomeOf(name)).map(([status]) => status)).toEqual(['sent', 'sent']);
	});

	it('never sends again what a run that was ended on the way had begun', async () => {
		await writeFile(fileOf('ended.csv'), CSV);
		const { sandbox, client } = host;
		const { id, run } = await imported('ended.csv', { propertyId: sandbox.propertyId });
		const asked = new Promise<void>((resolve) => {
			const match = () => {
				if (sandbox.requestsOf('sendScreening').length >= 2) resolve();
				return true;
			};
			sandbox.addFault({ operation: 'sendScreening', match, times: 2, latencyMs: 60_000 });
		});

		const execution = await client.startWorkflow(id);
		await asked;
		await client.cancelExecution(execution);
		await client.waitForExecution(execution);
		await run();

		expect(sandbox.requestsOf('sendScreening')).toHaveLength(2);
		expect((await readSheet(fileOf('ended.csv'))).map((row) => row['screeningStatus'])).toEqual([
			'maybe sent',
			'maybe sent',
		]);
	});
});
