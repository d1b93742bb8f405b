import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf } from '../../../dev/host/execution.mts';
import { dataTableSettings } from '../../support/data-table.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
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

	/** Imports the workflow, with settings of its own, and returns what runs it. */
	async function imported(name: string, settings: Record<string, string | number> = {}) {
		const file = readWorkflowFile('send-screenings-from-a-spreadsheet');
		const workflow = withSettings(file, {
			spreadsheet: name,
			notSent: `not-sent-${name}.xlsx`,
			...(await dataTableSettings(host.n8n, file, `Screenings of ${name}`)),
			...settings,
		});
		const { id } = await host.client.createWorkflow(workflow, [host.credential]);
		const run = async (): Promise<void> => {
			expect(failureOf(await host.client.runWorkflow(id))).toBeUndefined();
		};
		return { id, run };
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
		const mend = sandbox.addFault({ applicant: 'hannah@example.com', status: 503, acts: true });

		await run();
		mend();
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
