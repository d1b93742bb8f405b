import { read, utils } from '@e965/xlsx';
import { findFailure } from '../../../dev/host/execution.mts';
import { createApplicantRow, addSentApplicants } from '../../support/applicants-table.mts';
import type { DataTable } from '../../support/data-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { useMailbox } from '../../support/use-mailbox.mts';
import { findNode, readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'compare-applicants';
const PROPERTY = 'property-of-the-comparison';
const EVIL = '<b>Mallory';
const FLAGS = ['Debt < limit & "more"', 'Two months of rent are missing'];
const COLUMNS = [
	'First name',
	'Last name',
	'Service score',
	'Credit score',
	'Monthly income',
	'Rent to income, %',
	'Red flags',
];

/** The text of each cell of a table, by rows. Whoever wrote an element into a cell gets a cell less. */
function readCells(html: string): string[][] {
	return html
		.split('<tr')
		.slice(1)
		.map((row) =>
			Array.from(row.matchAll(/<t[hd][^>]*>([^<]*)<\/t[hd]>/g), ([, text]) => text!.trim()),
		);
}

describe('Compare applicants, in n8n', () => {
	const host = useN8n({ completeAfter: {} });
	const mailbox = useMailbox();

	/** Imports the workflow for the property. */
	async function importWorkflow(table: DataTable) {
		const { client, credential } = host;
		const workflow = readWorkflowFile(FILE, {
			'Applicants of the property': { dataTableId: table.reference },
		});
		const { filters } = findNode(workflow, 'Applicants of the property').parameters as unknown as {
			filters: { conditions: Array<{ keyValue?: string }> };
		};
		filters.conditions[0]!.keyValue = PROPERTY;
		const smtp = await mailbox.createCredential(client);
		const { id } = await client.createWorkflow(workflow, [credential, smtp]);
		return async () => await client.runWorkflow(id);
	}

	/** An applicant of the property with results as the service would have them. */
	function createApplicant(
		firstName: string,
		serviceScore: number | null,
		{ complete = true, ...screening }: { complete?: boolean; redFlags?: unknown } = {},
	) {
		const userId = host.sandbox.addApplicant({
			screening: {
				serviceScore,
				creditScore: 700,
				rent: 2100,
				monthlyIncome: 6000.5,
				...screening,
			},
			user: { firstName, lastName: 'Smith', checkComplete: complete },
		});
		return createApplicantRow(firstName.replace(/\W/g, ''), {
			userId,
			propertyId: PROPERTY,
			screeningStatus: 'sent',
		});
	}

	test('mails the rows of one property, sorted, as a table and as an XLSX file', async () => {
		const table = await addSentApplicants(host, 'Compare', ['Elsewhere']);
		await table.insert(
			createApplicant('Amara', 61.25, { redFlags: FLAGS }),
			createApplicant(EVIL, 97),
			createApplicant('Leo', null),
			createApplicant('Priya', 88, { redFlags: [] }),
			createApplicant('Wei', 99, { complete: false }),
		);
		const run = await importWorkflow(table);

		expect(findFailure(await run())).toBeUndefined();

		const [message] = mailbox.mail.messages;
		expect(mailbox.mail.messages).toHaveLength(1);
		const html = String(message!.html);
		const figures = ['700', '6000.5', '35'];
		expect(readCells(html)).toEqual([
			COLUMNS,
			[EVIL.replace('<', '&lt;'), 'Smith', '97', ...figures, ''],
			['Priya', 'Smith', '88', ...figures, '0'],
			['Amara', 'Smith', '61.25', ...figures, `2 ${FLAGS.join('; ').replace('<', '&lt;')}`],
			['Leo', 'Smith', '', ...figures, ''],
		]);

		const [file] = message!.attachments;
		expect(file!.filename).toBe('applicants.xlsx');
		const { Sheets, SheetNames } = read(file!.content, { type: 'buffer' });
		const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]!]!);
		expect(rows.map((row) => row['serviceScore'])).toEqual([97, 88, 61.25, undefined]);
		expect(rows[1]).toMatchObject({ firstName: 'Priya', monthlyIncome: 6000.5 });
		expect(host.sandbox.listRequests('sendScreening')).toEqual([]);
	});

	test('mails nothing if no applicant is done, and says so if results cannot be fetched', async () => {
		const table = await addSentApplicants(host, 'Nobody done', ['Elsewhere']);
		await table.insert(createApplicant('Wei', 99, { complete: false }));
		const run = await importWorkflow(table);

		expect(findFailure(await run())).toBeUndefined();
		host.sandbox.disrupt({ operation: 'getScreeningData', status: 400 });
		expect(findFailure(await run())).toBeDefined();

		expect(mailbox.mail.messages).toEqual([]);
	});
});
