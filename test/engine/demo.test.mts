import { resultsTable, screenInEngine } from '../../dev/demo/run.mts';
import { sampleApplicants as applicants } from '../../dev/demo/samples.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { useSandbox } from '../support/use-sandbox.mts';

const newSandbox = useSandbox();

test('`npm run demo` screens all applicants of the sample file, and shows each step and the results', async () => {
	const sandbox = await newSandbox({ completeAfter: { fetches: 2 } });
	const lines: string[] = [];

	const rows = await screenInEngine(
		sandbox,
		plainProgress((line) => lines.push(line)),
	);

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
