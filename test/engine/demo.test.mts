import { createServer } from 'node:http';

import { formatResults, screenInEngine } from '../../dev/demo/run.mts';
import { sampleApplicants as applicants } from '../../dev/demo/samples.mts';
import { listen } from '../support/local-server.mts';
import { useSandbox } from '../support/use-sandbox.mts';

const newSandbox = useSandbox();
const environment = { ...process.env };

afterEach(() => {
	process.env = { ...environment };
});

test('`npm run demo` screens all sample applicants and shows their results, also behind a proxy', async () => {
	const proxied: string[] = [];
	const proxy = await listen(
		createServer(({ url }, response) => {
			proxied.push(String(url));
			response.writeHead(502).end();
		}),
	);
	process.env['HTTP_PROXY'] = `http://127.0.0.1:${proxy.port}`;
	const sandbox = await newSandbox();

	const rows = await screenInEngine(sandbox).finally(proxy.close);

	const sentTo = sandbox.screenings.map(({ email }) => email);
	expect(sentTo).toEqual(applicants.map(({ email }) => email));
	expect(proxied).toEqual([]);
	const table = formatResults(rows);
	expect(table).not.toMatch(/null|undefined/);
	for (const { firstName, lastName } of applicants)
		expect(table).toContain(`${firstName} ${lastName}`);
});
