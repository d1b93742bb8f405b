import { join } from 'node:path';
import { readSheet, writeXlsx, type SheetRow } from '../../../dev/demo/spreadsheets.mts';
import { failureOf } from '../../../dev/host/execution.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'a-living-sheet';
/** A file that cannot be written. */
const NOWHERE = { fileName: 'no/such/folder/applicants.xlsx' };

const applicant = (name: string, more: SheetRow = {}): SheetRow => ({
	Unit: '4B',
	Name: `${name} of the waiting list`,
	Email: `${name.toLowerCase()}@example.com`,
	Phone: '+14165550111',
	...more,
});

describe('A living sheet, in n8n 2.41.1', () => {
	// Only the test completes screenings.
	const host = useN8n({ version: '2.41.1' }, { completeAfter: {} });
	const sheetAt = (name: string) => join(host.n8n.workingFolder, name);

	async function imported(name: string, others: Parameters<typeof withParameters>[1] = {}) {
		const { sandbox, client, credential } = host;
		const workflow = withParameters(readWorkflowFile(FILE), {
			'Read the sheet': { fileSelector: name },
			'Send screenings': { propertyId: sandbox.propertyId },
			...others,
		});
		// A sheet that cannot be written stays so.
		for (const node of workflow.nodes) node.waitBetweenTries = 1;
		const { id } = await client.createWorkflow(workflow, [credential]);
		return async () => await client.runWorkflow(id);
	}

	const idOf = (email: string) =>
		host.sandbox.screenings.find((screening) => screening.email === email)!.userId;
	const complete = (email: string) => host.sandbox.complete(idOf(email));
	const countOf = (operation: 'sendScreening' | 'getScreeningData') =>
		host.sandbox.requestsOf(operation).length;

	test('sends a new row, and has the results in the same row when the applicant is done', async () => {
		const { sandbox } = host;
		const file = sheetAt('applicants.xlsx');
		await writeXlsx(file, [applicant('Amara'), applicant('Leo')]);
		const run = await imported('applicants.xlsx');

		// First run: both are sent, no one is done.
		expect(failureOf(await run())).toBeUndefined();
		const sent = await readSheet(file);
		expect(sent).toMatchObject([
			{ ...applicant('Amara'), userId: idOf('amara@example.com'), screeningStatus: 'sent' },
			{ ...applicant('Leo'), userId: idOf('leo@example.com'), screeningStatus: 'sent' },
		]);
		expect(sent.map((row) => row['resultStatus'])).toEqual(['not complete', 'not complete']);

		// A person adds a row in between and sorts the sheet; an applicant completes the screening.
		complete('amara@example.com');
		await writeXlsx(file, [applicant('Priya'), ...(sent as SheetRow[]).reverse()]);
		expect(failureOf(await run())).toBeUndefined();

		const rows = await readSheet(file);
		expect(rows.map((row) => [row['Name'], row['screeningStatus'], row['resultStatus']])).toEqual([
			[applicant('Priya')['Name'], 'sent', 'not complete'],
			[applicant('Leo')['Name'], 'sent', 'not complete'],
			[applicant('Amara')['Name'], 'sent', 'complete'],
		]);
		const amara = rows[2]!;
		expect(amara).toMatchObject({ ...applicant('Amara'), checkComplete: true });
		expect(amara['creditScore']).toEqual(expect.any(Number));
		expect(amara['monthlyIncome']).toEqual(expect.any(Number));
		expect(countOf('sendScreening')).toBe(3);

		// Third run: no one is sent again, and complete results are not fetched again.
		const asked = countOf('getScreeningData');
		expect(failureOf(await run())).toBeUndefined();
		expect(await readSheet(file)).toEqual(rows);
		expect(countOf('sendScreening')).toBe(3);
		expect(countOf('getScreeningData') - asked).toBe(2);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('goes on with the good rows beside bad ones, and keeps what each of them has', async () => {
		const { sandbox } = host;
		const file = sheetAt('bad-rows.xlsx');
		await writeXlsx(file, [
			applicant('Amara', { Phone: 'none' }),
			applicant('Leo'),
			applicant('Priya', { userId: 'nobody-knows-this-one' }),
			applicant('Hannah'),
			{ Name: 'a line that is no applicant' },
		]);
		sandbox.addFault({ applicant: 'hannah@example.com', reset: 'after' });
		const run = await imported('bad-rows.xlsx');

		// A row that may have been sent counts once; one that is due, or has an ID without a status, at each run.
		expect(failureOf(await run())?.message).toMatch(/^3 of 5 rows need attention/);
		expect(failureOf(await run())?.message).toMatch(/^2 of 5 rows need attention/);

		const rows = await readSheet(file);
		expect(rows.map((row) => [row['screeningStatus'], row['resultStatus']])).toEqual([
			['not sent', ''],
			['sent', 'not complete'],
			['', 'not complete'],
			['maybe sent', ''],
			['', ''],
		]);
		expect(rows[0]!['screeningNote']).toMatch(/phone/i);
		expect(countOf('sendScreening')).toBe(2);
	});

	test('has the sheet written before it asks for results, so that their failure loses nothing', async () => {
		const { sandbox } = host;
		const file = sheetAt('no-results.xlsx');
		await writeXlsx(file, [applicant('Amara')]);
		const run = await imported('no-results.xlsx');
		const repair = sandbox.addFault({ operation: 'getScreeningData', status: 500 });

		await run();

		const [row] = await readSheet(file);
		expect(row).toMatchObject({ userId: idOf('amara@example.com'), screeningStatus: 'sent' });

		repair();
		complete('amara@example.com');
		expect(failureOf(await run())).toBeUndefined();
		expect(await readSheet(file)).toMatchObject([{ resultStatus: 'complete' }]);
		expect(countOf('sendScreening')).toBe(1);
	});

	test('sends nothing where the sheet cannot be written', async () => {
		const file = sheetAt('locked.xlsx');
		await writeXlsx(file, [applicant('Amara')]);
		const before = await readSheet(file);
		const run = await imported('locked.xlsx', { 'Check it can be written': NOWHERE });

		expect(failureOf(await run())).toBeDefined();

		expect(countOf('sendScreening')).toBe(0);
		expect(await readSheet(file)).toEqual(before);
	});

	test('sends no applicant again if the sheet could not be written after the first run', async () => {
		const file = sheetAt('locked-later.xlsx');
		await writeXlsx(file, [applicant('Amara')]);
		const lockedLater = await imported('locked-later.xlsx', { 'Write the sheet': NOWHERE });
		expect(failureOf(await lockedLater())).toBeDefined();
		expect(countOf('sendScreening')).toBe(1);

		// The node knows for 24 hours what it sent: the next run has the userId of the first.
		const run = await imported('locked-later.xlsx');
		expect(failureOf(await run())).toBeUndefined();
		expect(await readSheet(file)).toMatchObject([{ userId: idOf('amara@example.com') }]);
		expect(countOf('sendScreening')).toBe(1);
	});
});
