import { failureOf } from '../../../dev/host/execution.mts';
import { refusal, startGraph, type Graph } from '../../support/network/microsoft/graph.mts';
import type { Worksheet } from '../../support/network/microsoft/worksheet.mts';
import { startNetwork, type Network } from '../../support/network/network.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { nodeOf, readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'a-living-excel-workbook';

/** The header that the workflow's note asks for. */
const HEADER = [
	...new Set(
		String(nodeOf(readWorkflowFile(FILE), 'About').parameters['content'])
			.match(/paste this header.*?: (.*), each/)![1]!
			.replaceAll('`', '')
			.split(', '),
	),
];

/** A sheet as people have it: phones and ZIPs that look like numbers, dates, a formula, a blank row. */
const APPLICANTS = [
	['First Name', 'Last Name', 'Email', 'Phone', 'Zip', 'Unit', 'Move In', 'Notes'],
	['Amara', 'Okonkwo', 'amara@example.com', "'+14165550101", "'02139", "'00123", '2-Feb', "'=1+1"],
	['Leo', 'Park', 'leo@example.com', '(416) 555-0102', "'02140", "'007", '3/1/2026', 'call first'],
	['Priya', 'Shah', 'priya@example.com', 'none', "'02141", "'12", '4-Mar', '-'],
	['Sam', 'Twin', 'twin@example.com', '+1 416 555 0103', '', '', '', ''],
	['Pat', 'Twin', 'TWIN@example.com', '+1 416 555 0104', '', '', '', ''],
	['', '', '', '', '', '', '', ''],
	['Nia', 'Noemail', '', '+1 416 555 0105', '', '', '', ''],
];

describe('A living Excel workbook, in n8n 2.41.1 with its own Excel node', () => {
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

	interface Book {
		applicants: Worksheet;
		screenings: Worksheet;
		run: () => Promise<string | undefined>;
	}

	/** Saves the workflow for a workbook of its own, as a person sets it. */
	async function workbook(header: readonly string[] = HEADER, rows = APPLICANTS): Promise<Book> {
		const { client, credential, sandbox } = host;
		const applicants = graph.addWorksheet('Applicants');
		applicants.type(rows);
		applicants.typeFormula(1, rows[0]!.length, '=SUM(1,2)', 3);
		const screenings = graph.addWorksheet('Screenings');
		screenings.formatAsText(HEADER.length, 1);
		screenings.type([header]);
		const workflow = readWorkflowFile(FILE);
		for (const [name, { id }] of Object.entries({
			Applicants: applicants,
			Screenings: screenings,
		})) {
			Object.assign(nodeOf(workflow, name).parameters, {
				workbook: { __rl: true, mode: 'id', value: graph.workbookId },
				worksheet: { __rl: true, mode: 'id', value: id },
			});
		}
		Object.assign(nodeOf(workflow, 'Send screenings').parameters, {
			propertyId: sandbox.propertyId,
			options: { countryCode: '1' },
		});
		const account = await client.createCredential(
			'microsoftExcelOAuth2Api',
			'Excel',
			graph.credential,
		);
		const { id } = await client.createWorkflow(workflow, [credential, account]);
		const run = async () => failureOf(await client.runWorkflow(id))?.message;
		return { applicants, screenings, run };
	}

	const sent = () => host.sandbox.screenings.map(({ email }) => email).sort();
	const userIdOf = (email: string) =>
		host.sandbox.screenings.find((screening) => screening.email === email)!.userId;

	test('sends each row once, leaves the worksheet of the user as it is, and writes each ID into its own row', async () => {
		const { applicants, screenings, run } = await workbook();
		const before = applicants.cells();

		expect(await run()).toMatch(/^4 of 6 rows need attention/);

		expect(sent()).toEqual(['amara@example.com', 'leo@example.com']);
		expect(screenings.rows()).toMatchObject([
			{
				Email: 'amara@example.com',
				screeningStatus: 'sent',
				screeningNote: '',
				userId: userIdOf('amara@example.com'),
			},
			{ Email: 'leo@example.com', screeningStatus: 'sent', userId: userIdOf('leo@example.com') },
			{
				Email: 'priya@example.com',
				screeningStatus: 'not sent',
				userId: '',
				screeningNote: expect.stringContaining('Phone') as string,
			},
		]);

		// The bad row is corrected; the applicant of another one completes the screening.
		applicants.type(
			[['+14165550106']].map(([phone]) => ['Priya', 'Shah', 'priya@example.com', `'${phone!}`]),
			4,
		);
		const corrected = applicants.cells();
		host.sandbox.complete(userIdOf('amara@example.com'));
		expect(await run()).toMatch(/^3 of 6 rows need attention/);
		expect(await run()).toMatch(/^3 of 6 rows need attention/);

		expect(sent()).toEqual(['amara@example.com', 'leo@example.com', 'priya@example.com']);
		expect(screenings.rows()).toMatchObject([
			{
				Email: 'amara@example.com',
				resultStatus: 'complete',
				creditScore: expect.anything() as number,
			},
			{ Email: 'leo@example.com', resultStatus: 'not complete', creditScore: '' },
			{ Email: 'priya@example.com', screeningStatus: 'sent', screeningNote: '' },
		]);
		expect(screenings.rows()).toHaveLength(3);
		expect(applicants.cells()).toEqual(corrected);
		expect(corrected.filter((_, row) => row !== 3)).toEqual(before.filter((_, row) => row !== 3));
		for (const row of screenings.cells())
			for (const cell of row) expect(cell.formula).toBeUndefined();
	});

	test.each([429, 503, 400])(
		'sends nobody where the mark is refused with %i, and nobody twice where the outcome is',
		async (status) => {
			const { screenings, run } = await workbook(HEADER, APPLICANTS.slice(0, 3));
			graph.meanwhile = ({ operation }) =>
				operation === 'write' ? refusal(status, 'Not now.') : undefined;
			expect(await run()).toBeDefined();
			expect(sent()).toEqual([]);

			let writes = 0;
			graph.meanwhile = ({ operation }) => {
				if (operation === 'write') writes += 1;
				return writes > 1 ? refusal(status, 'Not now.') : undefined;
			};
			expect(await run()).toBeDefined();
			expect(sent()).toHaveLength(2);
			expect(screenings.rows()).toMatchObject([
				{ screeningStatus: 'sending', userId: '' },
				{ screeningStatus: 'sending', userId: '' },
			]);

			graph.meanwhile = undefined;
			expect(await run()).toMatch(/^2 of 2 rows need attention/);
			expect(sent()).toHaveLength(2);

			// Whoever clears the status within 24 hours gets the known IDs.
			screenings.type(
				[
					['amara@example.com', '', ''],
					['leo@example.com', '', ''],
				],
				2,
			);
			expect(await run()).toBeUndefined();
			expect(sent()).toHaveLength(2);
			expect(screenings.rows()).toMatchObject([
				{ screeningStatus: 'sent', userId: userIdOf('amara@example.com') },
				{ screeningStatus: 'sent', userId: userIdOf('leo@example.com') },
			]);
		},
	);

	test('finds the row of an applicant where both worksheets were sorted meanwhile', async () => {
		const { applicants, screenings, run } = await workbook(HEADER, APPLICANTS.slice(0, 3));
		let writes = 0;
		graph.meanwhile = ({ operation }) => {
			if (operation === 'write') writes += 1;
			if (operation === 'read' && writes === 1) {
				applicants.sortDescending();
				screenings.sortDescending();
			}
			return undefined;
		};

		expect(await run()).toBeUndefined();

		expect(screenings.rows()).toMatchObject([
			{ Email: 'leo@example.com', userId: userIdOf('leo@example.com') },
			{ Email: 'amara@example.com', userId: userIdOf('amara@example.com') },
		]);
	});
});
