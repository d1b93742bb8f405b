import { screenInEngine } from '../../dev/demo/in-engine.mts';
import { sampleApplicants as applicants } from '../../dev/demo/samples.mts';
import { resultsTable } from '../../dev/demo/table.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { useSandbox } from '../support/use-sandbox.mts';

const newSandbox = useSandbox();

describe('`npm run demo`', () => {
	let lines: string[];
	const userFolderBefore = process.env['N8N_USER_FOLDER'];
	const progress = plainProgress((line) => lines.push(line));

	beforeEach(() => {
		lines = [];
	});

	afterEach(() => {
		if (userFolderBefore === undefined) delete process.env['N8N_USER_FOLDER'];
		else process.env['N8N_USER_FOLDER'] = userFolderBefore;
	});

	test('screens all sample applicants, and shows each step and the results', async () => {
		const sandbox = await newSandbox({ completeAfter: { fetches: 2 } });

		const rows = await screenInEngine(sandbox, progress);

		expect(applicants.length).toBeGreaterThan(3);
		expect(sandbox.screenings.map(({ email }) => email)).toEqual(
			applicants.map(({ email }) => email),
		);
		expect(rows.every(({ checkComplete }) => checkComplete === true)).toBe(true);
		const table = resultsTable(rows);
		for (const { firstName, lastName } of applicants) {
			expect(table).toContain(`${firstName} ${lastName}`);
		}
		expect(lines.join('\n')).toMatch(/✓ Send screenings: 6 items/);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('says which node stopped it, and why', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'login', status: 403, body: { message: 'Locked' } });

		await expect(screenInEngine(sandbox, progress)).rejects.toThrow('Locked');

		expect(lines.join('\n')).toContain('✗ Send screenings');
	});
});
