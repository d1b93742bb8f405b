import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nClient, SavedCredential } from '../../../dev/host/client.mts';
import { startN8n, type RunningN8n } from '../../../dev/host/n8n.mts';
import { eventually } from '../../support/eventually.mts';
import { describeLong, useN8n } from '../../support/n8n-host.mts';
import {
	refusal,
	startGraph,
	type Graph,
	type GraphRequest,
} from '../../support/network/microsoft/graph.mts';
import type { Worksheet } from '../../support/network/microsoft/worksheet.mts';
import { startNetwork, type Network } from '../../support/network/network.mts';
import { olderMark, publish, redEnd, type Published } from '../../support/published.mts';
import { nodeOf, readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'screen-applicants-in-an-excel-365-workbook';

/** The header that the workflow's note asks for. */
const HEADER = String(nodeOf(readWorkflowFile(FILE), 'About').parameters['content'])
	.match(/paste this header.*of its own: (.*)/)![1]!
	.replaceAll('`', '')
	.split(', ');

/** A sheet as people have it: phones and ZIPs that look like numbers, dates, a blank row. */
const TITLES = ['First Name', 'Last Name', 'Email', 'Phone', 'Zip', 'Unit', 'Move In', 'Notes'];
const NAMES = ['Amara', 'Leo', 'Priya'];
const emailOf = (name: string) => `${name.toLowerCase()}@example.com`;
const EMAILS = NAMES.map(emailOf);
const applicant = (name: string, phone = '+14165550101') => [
	...[name, 'Smith', emailOf(name), `'${phone}`, "'02139", "'00123", '2-Feb', "'=1+1"],
];
const ROWS = [TITLES, ...NAMES.map((name) => applicant(name))];

describe('Screen applicants in an Excel 365 workbook, in n8n 2.41.1', () => {
	let graph: Graph;
	let network: Network;
	const host = useN8n(
		async () => {
			graph = await startGraph();
			network = await startNetwork(graph.hosts);
			return { env: network.env };
		},
		{ completeAfter: {} },
	);

	beforeEach(() => {
		graph.meanwhile = undefined;
	});

	afterAll(async () => {
		await graph?.stop();
		await network?.stop();
	});

	interface Book extends Published {
		applicants: Worksheet;
		screenings: Worksheet;
		statuses(): unknown[];
		/** Makes every mark older than an hour. */
		age(): void;
	}

	const excelAccount = async (client: N8nClient) =>
		await client.createCredential('microsoftExcelOAuth2Api', 'Excel', graph.credential);

	/** Publishes the workflow for two worksheets, as a person sets it. */
	async function publishFor(
		applicants: Worksheet,
		screenings: Worksheet,
		propertyId = host.sandbox.propertyId,
		client: N8nClient = host.client,
		credential: SavedCredential = host.credential,
	) {
		const workflow = readWorkflowFile(FILE);
		for (const [name, { id }] of [
			['Applicants', applicants],
			['Screenings', screenings],
		] as const) {
			Object.assign(nodeOf(workflow, name).parameters, {
				workbook: { __rl: true, mode: 'id', value: graph.workbookId },
				worksheet: { __rl: true, mode: 'id', value: id },
			});
		}
		nodeOf(workflow, 'Check rows').parameters['propertyId'] = propertyId;
		return await publish(client, workflow, [credential, await excelAccount(client)]);
	}

	async function workbook(rows = ROWS, propertyId?: string, header = HEADER): Promise<Book> {
		const applicants = graph.addWorksheet('Applicants');
		applicants.type(rows);
		applicants.typeFormula(1, TITLES.length, '=SUM(1,2)', 3);
		const screenings = graph.addWorksheet('Screenings');
		screenings.formatAsText(HEADER.length, 8);
		screenings.type([header]);
		return {
			...(await publishFor(applicants, screenings, propertyId)),
			applicants,
			screenings,
			statuses: () => filled({ screenings }).map((row) => row['screeningStatus']),
			age() {
				const column = HEADER.indexOf('screeningMark');
				for (const [index, row] of screenings.cells().entries()) {
					if (index === 0 || row[column]!.value === '') continue;
					const texts = row.map(({ value }) => String(value));
					texts[column] = olderMark(texts[column], 61);
					screenings.type([texts], index + 1);
				}
			},
		};
	}

	const filled = ({ screenings }: Pick<Book, 'screenings'>) =>
		screenings.rows().filter((row) => row['Email'] !== '');
	const asked = () =>
		host.sandbox
			.requestsOf('sendScreening')
			.map(({ body }) => (body as { email: string }).email)
			.sort();
	const idOf = (email: string) =>
		host.sandbox.screenings.find((screening) => screening.email === email)?.userId ?? '';

	/** No ID and no result is another person's, the user's worksheet is as it was, and nothing is a formula. */
	function expectOwn({ applicants, screenings }: Book, before: unknown) {
		for (const row of screenings.rows()) {
			if (row['userId'] === '') expect(row['resultStatus']).toBe('');
			else expect(row['userId']).toBe(idOf(String(row['Email'])));
		}
		for (const { formula } of screenings.cells().flat()) expect(formula).toBeUndefined();
		expect(applicants.cells()).toEqual(before);
		expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	}

	test('sends each row once and brings its results; a corrected row goes, an uncorrected one is red once', async () => {
		const rows = [...ROWS.slice(0, 3), applicant('Priya', 'none'), TITLES.map(() => '')];
		const book = await workbook(rows);
		expect(redEnd(await book.run())).toMatch(/need attention/);
		expect(book.statuses()).toEqual(['sent', 'sent', 'not sent']);
		expect(redEnd(await book.run())).toBeUndefined();
		expect(asked()).toEqual(EMAILS.slice(0, 2));

		book.applicants.type([applicant('Priya')], 4);
		const before = book.applicants.cells();
		host.sandbox.complete(idOf(EMAILS[0]!));
		for (let round = 0; round < 2; round += 1) expect(redEnd(await book.run())).toBeUndefined();
		expect(filled(book)).toMatchObject([
			{
				screeningStatus: 'sent',
				resultStatus: 'complete',
				creditScore: expect.anything() as unknown,
			},
			{ screeningStatus: 'sent', resultStatus: 'not complete' },
			{ screeningStatus: 'sent', screeningNote: '', resultStatus: 'not complete' },
		]);
		const cells = book.screenings.cells();
		expect(redEnd(await book.run())).toBeUndefined();
		expect(book.screenings.cells()).toEqual(cells);
		expect(asked()).toEqual(EMAILS);
		expectOwn(book, before);
	});

	test.each([
		['an email that occurs twice', [...ROWS, applicant('Leo')], undefined, /leo@example\.com/],
		['a row without an email', [...ROWS, ['Nia', '', '', "'+14165550105"]], undefined, /Email/],
		['no property ID', ROWS, '', /Property ID/],
	])('sends nobody and is red at every run with %s', async (_, rows, propertyId, message) => {
		const book = await workbook(rows, propertyId);
		for (let round = 0; round < 2; round += 1) expect(redEnd(await book.run())).toMatch(message);
		expect(book.statuses()).toEqual([]);
		expect(asked()).toEqual([]);
	});

	test('sends nobody twice where two runs begin at once', async () => {
		const book = await workbook();
		const before = book.applicants.cells();
		host.sandbox.addFault({ operation: 'sendScreening', latencyMs: 500, times: 3 });
		await book.runAtOnce(2);
		book.age();
		await book.run();
		await book.run();
		expect(asked()).toEqual(EMAILS);
		for (const status of book.statuses()) expect(status).toMatch(/^(maybe )?sent$/);
		expectOwn(book, before);
	});

	const isWrite = ({ operation }: GraphRequest) => operation === 'write';
	const isSave = ({ operation, body }: GraphRequest) =>
		operation === 'write' && JSON.stringify(body).includes('"sent"');
	const isResult = ({ operation, body }: GraphRequest) =>
		operation === 'write' && JSON.stringify(body).includes('"not complete"');

	describeLong('where Graph refuses to write', () => {
		test.each([
			['the marks', isWrite, 0, []],
			['the outcomes', isSave, 3, ['maybe sent', 'maybe sent', 'maybe sent']],
		] as const)('%s', async (_, at, sent, expected) => {
			const book = await workbook();
			const before = book.applicants.cells();
			graph.meanwhile = (request) => (at(request) ? refusal(503, 'Not now.') : undefined);
			expect(redEnd(await book.run())).toBeDefined();
			expect(asked()).toHaveLength(sent);
			graph.meanwhile = undefined;
			book.age();
			await book.run();
			await book.run();
			expect(asked()).toEqual(EMAILS);
			expect(book.statuses()).toEqual(expected.length === 0 ? ['sent', 'sent', 'sent'] : expected);
			expectOwn(book, before);
		});
	});

	describeLong('where both worksheets are changed while it runs', () => {
		const moves = {
			'a row is inserted': (sheet: Worksheet) => sheet.insertRow(2),
			'they are sorted': (sheet: Worksheet) => sheet.sortDescending(),
		};
		// The reads are: applicants, screenings, before the mark, before the outcomes, before the results.
		const cases = [3, 4, 5].flatMap((read) =>
			(Object.keys(moves) as Array<keyof typeof moves>).map((what) => [read, what] as const),
		);
		test.each(cases)('before read %i: %s', async (read, what) => {
			const book = await workbook([TITLES, applicant('Kim')]);
			await book.run();
			host.sandbox.complete(idOf(emailOf('Kim')));
			book.applicants.type(
				NAMES.map((name) => applicant(name)),
				3,
			);
			let reads = 0;
			graph.meanwhile = ({ operation }) => {
				if (operation !== 'read' || (reads += 1) !== read) return undefined;
				moves[what](book.applicants);
				moves[what](book.screenings);
				return undefined;
			};
			await book.run();
			graph.meanwhile = undefined;
			const before = book.applicants.cells();
			book.age();
			await book.run();
			await book.run();
			expect(asked()).toEqual([...EMAILS, emailOf('Kim')].sort());
			expect(book.statuses()).toEqual(['sent', 'sent', 'sent', 'sent']);
			expectOwn(book, before);
		});
	});

	describeLong('where n8n is killed', () => {
		const atGraph = (at: (request: GraphRequest) => boolean) => async (n8n: RunningN8n) =>
			await new Promise<void>((resolve) => {
				graph.meanwhile = async (request) => {
					if (!at(request)) return undefined;
					graph.meanwhile = undefined;
					await n8n.kill();
					resolve();
					return refusal(503, 'Nobody hears this.');
				};
			});
		const whileAsking =
			(operation: 'login' | 'sendScreening', times: number) => async (n8n: RunningN8n) => {
				host.sandbox.addFault({ operation, latencyMs: 10_000, times });
				await eventually(() => host.sandbox.requestsOf(operation).length === times);
				await n8n.kill();
			};
		test.each([
			['before the marks are written', atGraph(isWrite), 0, []],
			['between mark and send', whileAsking('login', 1), 0, 'sending'],
			['while it sends', whileAsking('sendScreening', 3), 3, 'sending'],
			['before the outcomes are written', atGraph(isSave), 3, 'sending'],
			['before the results are written', atGraph(isResult), 3, 'sent'],
		] as const)('%s', async (when, kill, sent, left) => {
			const { baseUrl, username, password, propertyId } = host.sandbox;
			const userFolder = await mkdtemp(join(host.n8n.userFolder, 'killed-'));
			const n8n = await startN8n({ env: network.env, userFolder });
			try {
				const account = { baseUrl, username, password };
				const credential = await n8n.client.createCredential('rentalScreeningApi', 'A', account);
				const book = await workbook();
				const { applicants, screenings } = book;
				const before = applicants.cells();
				const doomed = await publishFor(applicants, screenings, propertyId, n8n.client, credential);
				if (when.includes('results')) await doomed.run();
				const killed = kill(n8n);
				await doomed.start();
				await killed;
				const three = left.length === 0 ? [] : [left, left, left];
				expect([asked().length, book.statuses()]).toEqual([sent, three]);
				expect(redEnd(await book.run())).toBeUndefined();
				book.age();
				const isOpen = left === 'sending';
				expect(redEnd(await book.run()) !== undefined).toBe(isOpen);
				expect(redEnd(await book.run())).toBeUndefined();
				const last = isOpen ? 'maybe sent' : 'sent';
				expect(book.statuses()).toEqual([last, last, last]);
				expect(asked()).toEqual(isOpen && sent === 0 ? [] : EMAILS);
				expectOwn(book, before);
			} finally {
				await n8n.stop();
			}
		});
	});
});
