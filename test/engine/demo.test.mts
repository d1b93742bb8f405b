import { createServer } from 'node:http';

import { formatResults, screenInEngine } from '../../dev/demo/run.mts';
import { sampleApplicants as applicants } from '../../dev/demo/samples.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { listen } from '../support/local-server.mts';
import { useSandbox } from '../support/use-sandbox.mts';

const newSandbox = useSandbox();
const environment = { ...process.env };

afterEach(() => {
	process.env = { ...environment };
});

test('`npm run demo` screens all applicants of the sample file, and shows each step and the results, also behind a proxy', async () => {
	const proxied: string[] = [];
	const proxy = await listen(
		createServer(({ url }, response) => {
			proxied.push(String(url));
			response.writeHead(502).end();
		}),
	);
	process.env['HTTP_PROXY'] = `http://127.0.0.1:${proxy.port}`;
	const sandbox = await newSandbox({ completeAfter: { fetches: 1 } });
	const lines: string[] = [];

	const rows = await screenInEngine(
		sandbox,
		plainProgress((line) => lines.push(line)),
	).finally(proxy.close);

	expect(sandbox.screenings.map(({ email }) => email)).toEqual(
		applicants.map(({ email }) => email),
	);
	expect(proxied).toEqual([]);
	expect(rows.every(({ checkComplete }) => checkComplete === true)).toBe(true);
	const table = formatResults(rows);
	for (const { firstName, lastName } of applicants) {
		expect(table).toContain(`${firstName} ${lastName}`);
	}
	expect(lines.join('\n')).toMatch(/✓ Send screenings: 6 items/);
	expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
});
