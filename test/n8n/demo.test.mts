import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import type { IDataObject } from 'n8n-workflow';
import { placeSamples } from '../../dev/demo/samples.mts';
import { resultsTable } from '../../dev/demo/table.mts';
import { failureOf, outputJson } from '../../dev/host/execution.mts';
import { loadWorkflow, MAIN_JOB } from '../../dev/host/home.mts';
import { testedVersions, useN8n } from '../support/n8n-host.mts';

const APPLICANTS = 'applicants.csv';

describe.each(testedVersions())('the main job of the demo in n8n %s', (version) => {
	const host = useN8n({ version }, { completeAfter: { fetches: 2 } });
	const inside = (file: string) => join(host.n8n.workingFolder, file);

	beforeAll(async () => {
		await placeSamples(host.n8n.workingFolder);
	});

	it('turns the list of applicants into a CSV and an XLSX file with a row for each', async () => {
		const emails = utils
			.sheet_to_json<IDataObject>(await firstSheet(inside(APPLICANTS)))
			.map((row) => row['E-mail']);
		expect(emails.length).toBeGreaterThan(3);

		const workflowId = await loadWorkflow(host.n8n, MAIN_JOB, [host.credential]);
		const execution = await host.client.runWorkflow(workflowId);

		expect(failureOf(execution)).toBeUndefined();
		expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
		expect(host.sandbox.screenings.map(({ email }) => email).sort()).toEqual([...emails].sort());
		for (const file of ['screening-results.csv', 'screening-results.xlsx']) {
			const rows = utils.sheet_to_json<IDataObject>(await firstSheet(inside(file)));
			expect(rows.map(({ email }) => email)).toEqual(emails);
			expect(rows.every(({ checkComplete }) => checkComplete === true)).toBe(true);
		}
		const table = resultsTable(outputJson(execution, 'Get results'));
		for (const email of emails) {
			const result = outputJson(execution, 'Get results').find((row) => row['email'] === email);
			expect(table).toContain(`${result?.['firstName']} ${result?.['lastName']}`);
		}
	});
});

async function firstSheet(file: string) {
	const workbook = read(await readFile(file));
	return workbook.Sheets[workbook.SheetNames[0]!]!;
}
