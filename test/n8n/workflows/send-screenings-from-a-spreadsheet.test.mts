import { join } from 'node:path';
import { readSheet, writeXlsx, type SheetRow } from '../../../dev/demo/spreadsheets.mts';
import { failureOf } from '../../../dev/host/execution.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'send-screenings-from-a-spreadsheet';
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d/) as unknown;

const applicant = (name: string, more: SheetRow = {}): SheetRow => ({
	Unit: '4B',
	'First Name': name,
	Surname: 'Smith',
	'E-mail': `${name.toLowerCase()}@example.com`,
	Mobile: '+1 416 555 0111',
	...more,
});

describe('Send screenings from a spreadsheet, in n8n 2.41.1', () => {
	const host = useN8n({ version: '2.41.1' });
	const sheetAt = (name: string) => join(host.n8n.workingFolder, name);

	async function imported(name: string) {
		const { sandbox, client, credential } = host;
		const workflow = withParameters(readWorkflowFile(FILE), {
			'Read the sheet': { fileSelector: name },
			'Send screenings': { propertyId: sandbox.propertyId },
		});
		const { id } = await client.createWorkflow(workflow, [credential]);
		return async () => await client.runWorkflow(id);
	}

	const asked = () =>
		host.sandbox
			.requestsOf('sendScreening')
			.map(({ body }) => (body as { email: string }).email)
			.sort();

	test('writes each outcome into its row and sends only what is due when it is run again', async () => {
		const file = sheetAt('applicants.xlsx');
		await writeXlsx(file, [
			applicant('Amara', { 'Viewed On': new Date('2025-10-03T00:00:00Z'), Note: 'calls at 9' }),
			applicant('Leo', { Mobile: 'ask his sister' }),
			applicant('Priya', { 'User ID': 'sent-by-hand' }),
			applicant('Hannah'),
			applicant('Wei'),
		]);
		const before = await readSheet(file);
		const repair = host.sandbox.addFault({
			applicant: 'hannah@example.com',
			status: 503,
			acts: true,
		});
		const run = await imported('applicants.xlsx');

		expect(failureOf(await run())?.message).toMatch(/^3 of 5 rows need attention/);
		const after = await readSheet(file);

		// Filled columns stay as they are; the outcome comes after them.
		expect(Object.keys(after[0]!)).toEqual([
			...Object.keys(before[0]!),
			'screeningStatus',
			'screeningNote',
			'sentAt',
		]);
		after.forEach((row, index) => {
			const { 'User ID': userId, ...own } = before[index]!;
			expect(row).toMatchObject(own);
			if (userId) expect(row['User ID']).toBe(userId);
		});
		const idOf = (email: string) =>
			host.sandbox.screenings.find((screening) => screening.email === email)!.userId;
		expect(after).toMatchObject([
			{ screeningStatus: 'sent', 'User ID': idOf('amara@example.com'), sentAt: ISO },
			{
				screeningStatus: 'not sent',
				screeningNote: expect.stringMatching(/Mobile|phone/) as unknown,
			},
			{
				screeningStatus: '',
				screeningNote: expect.stringMatching(/'User ID' is filled/) as unknown,
			},
			{ screeningStatus: 'maybe sent', 'User ID': '' },
			{ screeningStatus: 'sent', 'User ID': idOf('wei@example.com') },
		]);
		expect(asked()).toEqual(['amara@example.com', 'hannah@example.com', 'wei@example.com']);

		// As it is: nothing is due but the row that was not sent, and that is still wrong.
		repair();
		expect(failureOf(await run())?.message).toMatch(/^2 of 5 rows need attention/);
		expect(asked()).toHaveLength(3);
		expect(await readSheet(file)).toEqual(after);

		// The wrong row is corrected and a row is added: these two are sent.
		const corrected = (after as SheetRow[]).map((row) =>
			row['First Name'] === 'Leo' ? { ...row, Mobile: '+14165550122' } : row,
		);
		await writeXlsx(file, [...corrected, applicant('Zoe')]);
		// What is left is the ID without a status.
		expect(failureOf(await run())?.message).toMatch(/^1 of 6 rows need attention/);
		expect(asked()).toEqual([
			'amara@example.com',
			'hannah@example.com',
			'leo@example.com',
			'wei@example.com',
			'zoe@example.com',
		]);
		expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('leaves the file as it is if nothing can be sent', async () => {
		const file = sheetAt('refused.xlsx');
		await writeXlsx(file, [applicant('Amara'), applicant('Leo')]);
		const before = await readSheet(file);
		host.sandbox.addFault({ operation: 'login', status: 401 });
		const run = await imported('refused.xlsx');

		expect(failureOf(await run())?.message).toMatch(/refused/);

		expect(await readSheet(file)).toEqual(before);
		expect(asked()).toEqual([]);
	});

	test('says so where there is no file, and leaves a sheet without rows as it is', async () => {
		const none = await imported('nowhere.xlsx');
		expect(failureOf(await none())?.message).toMatch(/No file/);

		await writeXlsx(sheetAt('empty.xlsx'), []);
		const empty = await imported('empty.xlsx');
		expect(failureOf(await empty())).toBeUndefined();
		expect(await readSheet(sheetAt('empty.xlsx'))).toEqual([]);
		expect(host.sandbox.requests).toEqual([]);
	});
});
