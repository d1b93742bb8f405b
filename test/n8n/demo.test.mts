import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeSamples } from '../../dev/demo/samples.mts';
import { readSheet } from '../../dev/demo/spreadsheets.mts';
import { resultsTable } from '../../dev/demo/table.mts';
import { failureOf, outputJson } from '../../dev/host/execution.mts';
import { loadWorkflow, MAIN_JOB } from '../../dev/host/home.mts';
import { testedVersions, useN8n } from '../support/n8n-host.mts';

describe.each(testedVersions({ oldestToo: true }))(
	'the main job of the demo in n8n %s',
	(version) => {
		const host = useN8n({ version }, { completeAfter: { fetches: 2 } });
		const inside = (file: string) => join(host.n8n.workingFolder, file);

		beforeAll(async () => {
			await placeSamples(host.n8n.workingFolder);
		});

		test('turns the list of applicants into a CSV and an XLSX file with a row for each, and a report', async () => {
			const applicants = await readSheet(inside('applicants.csv'));
			expect(applicants.length).toBeGreaterThan(3);
			const people = applicants.map((row) => `${row['First Name']} ${row['Last Name']}`);

			const workflowId = await loadWorkflow(host.n8n, MAIN_JOB, [host.credential]);
			const execution = await host.client.runWorkflow(workflowId);

			expect(failureOf(execution)).toBeUndefined();
			expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
			expect(host.sandbox.requestsOf('createProperty')).toMatchObject([{ body: { rent: 2100 } }]);
			expect(host.sandbox.screenings.map(({ email }) => email).sort()).toEqual(
				applicants.map((row) => row['E-mail']).sort(),
			);
			for (const file of ['screening-results.csv', 'screening-results.xlsx']) {
				const rows = await readSheet(inside(file));
				expect(rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual(people);
				// A CSV file has texts only, in the writer's way.
				expect(new Set(rows.map((row) => String(row['checkComplete']).toLowerCase()))).toEqual(
					new Set(['true']),
				);
			}
			expect(await readFile(inside('screening-report.html'), 'utf8')).toContain(people[0]);
			const table = resultsTable(outputJson(execution, 'Get results'));
			for (const person of people) expect(table).toContain(person);
		});
	},
);
