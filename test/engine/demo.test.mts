import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { mainJobInEngine } from '../../dev/demo/in-engine.mts';
import { readSheet } from '../../dev/demo/spreadsheets.mts';
import { resultsTable } from '../../dev/demo/table.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { useSandbox } from '../support/use-sandbox.mts';

const sandboxWith = useSandbox();

let folder: string;
let lines: string[];
const userFolderBefore = process.env['N8N_USER_FOLDER'];

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'rental-screening-demo-'));
	lines = [];
});

afterEach(async () => {
	if (userFolderBefore === undefined) delete process.env['N8N_USER_FOLDER'];
	else process.env['N8N_USER_FOLDER'] = userFolderBefore;
	await rm(folder, { recursive: true, force: true });
});

const progress = plainProgress((line) => lines.push(line));
const namesOf = (rows: IDataObject[]) =>
	rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

describe('`npm run demo`', () => {
	test('sends to all applicants of the CSV file and writes the results of each', async () => {
		const sandbox = await sandboxWith({ completeAfter: { fetches: 2 } });

		const rows = await mainJobInEngine(sandbox, folder, progress);

		const applicants = await readSheet(join(folder, 'applicants.csv'));
		expect(applicants.length).toBeGreaterThan(3);
		const people = applicants.map((row) => `${row['First Name']} ${row['Last Name']}`);
		expect(namesOf(rows)).toEqual(people);
		expect(rows.every(({ checkComplete }) => checkComplete === true)).toBe(true);
		expect(sandbox.screenings.map(({ email }) => email).sort()).toEqual(
			applicants.map((row) => row['E-mail']).sort(),
		);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
		expect(sandbox.requestsOf('login')).toHaveLength(1);
		for (const file of ['screening-results.csv', 'screening-results.xlsx']) {
			expect(namesOf((await readSheet(join(folder, file))) as IDataObject[])).toEqual(people);
		}
		const report = await readFile(join(folder, 'screening-report.html'), 'utf8');
		expect(report).toContain(people[0]);
		for (const person of people) expect(resultsTable(rows)).toContain(person);
	});

	test('shows each node as it runs', async () => {
		await mainJobInEngine(await sandboxWith(), folder, progress);

		const shown = lines.join('\n');
		expect(shown).toMatch(/✓ Send screening: 6 items/);
		expect(shown.indexOf('✓ Create property')).toBeLessThan(shown.indexOf('… Get results'));
	});

	test('says which node stopped it, and why', async () => {
		const sandbox = await sandboxWith();
		sandbox.addFault({ operation: 'createProperty', status: 422, body: { message: 'No rent' } });

		await expect(mainJobInEngine(sandbox, folder, progress)).rejects.toThrow('No rent');

		expect(lines.join('\n')).toContain('✗ Create property');
	});
});
