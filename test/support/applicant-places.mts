import type { WorkflowJson } from '../../dev/host/client.mts';
import {
	addApplicants,
	APPLICANTS_FILE,
	createApplicantRow,
	PHONE,
	toEmail,
} from './applicants-table.mts';
import { openDataTable } from './data-table.mts';
import type { N8nWithCredential } from './n8n-host.mts';
import { DOCUMENT_ID } from './network/google.mts';
import { WORKBOOK_ID } from './network/graph.mts';
import { toColumnName, type Sheet } from './network/sheet.mts';
import type { SpreadsheetHost } from './network/spreadsheets.mts';
import { ageMark, publish, type Published } from '../../dev/host/published.mts';
import { findNode, readWorkflowFile } from '../../dev/host/workflow-file.mts';

// Where the workflows that screen applicants keep them: a Google sheet, an Excel workbook, a data table.

/** What a row says of an applicant. */
interface ApplicantRow {
	email: string;
	status: unknown;
	note: unknown;
	userId: unknown;
	result: unknown;
}

export interface Place {
	/** Publishes the workflow for it, in the n8n of the place or another one. */
	publish(change?: (workflow: WorkflowJson) => void, on?: N8nWithCredential): Promise<Published>;
	rows(): Promise<ApplicantRow[]>;
	/** What is the person's own in it. */
	own(): Promise<unknown>;
	/** The person types an address into the row of that applicant. */
	typeEmail(name: string, email: string): Promise<void>;
	/** The person adds an applicant below. */
	add(name: string): Promise<void>;
	/** Makes every mark older than an hour. */
	age(): Promise<void>;
	/** The same place in another n8n. */
	reopen(on: N8nWithCredential): Promise<Place>;
}

/** The person's columns, with what an update of the whole row as if typed would change. */
export const TITLES = ['First Name', 'Last Name', 'Email', 'Phone', 'Zip', 'Viewing', 'Rent'];
const toCells = (name: string) => [
	...[name, 'Smith', toEmail(name), PHONE, '02139', '1-Feb', '$2,100'],
];

/** The columns that a note asks a person to add. */
function readAdded(file: string, asked: RegExp): string[] {
	const { content } = findNode(readWorkflowFile(file), 'About').parameters;
	return asked.exec(String(content))![1]!.replaceAll('`', '').split(', ');
}

/** Types a text into the cell of a column in that row below the header; the first is 0. */
function typeCell(sheet: Sheet, row: number, title: string, text: string): void {
	sheet.type(`${toColumnName(sheet.header().indexOf(title))}${row + 2}`, [[text]]);
}

/** What is the same for a place in a sheet; `log` has the node's columns. */
function createSheetPlace(rig: SpreadsheetHost, sheet: Sheet, log: Sheet) {
	return {
		own: async () => sheet.cells().map((row) => row.slice(0, TITLES.length)),
		async typeEmail(name: string, email: string) {
			const row = sheet.rows().findIndex((one) => one['Email'] === toEmail(name));
			typeCell(sheet, row, 'Email', email);
		},
		add: async (name: string) => sheet.type(`A${sheet.rows().length + 2}`, [toCells(name)]),
		async age() {
			for (const [row, { screeningMark }] of log.rows().entries())
				if (screeningMark) typeCell(log, row, 'screeningMark', ageMark(screeningMark));
		},
		async publishFile(workflow: WorkflowJson, on: N8nWithCredential = rig.host) {
			const credentials = [on.credential, ...(await rig.accounts(on.client))];
			return await publish(on.client, workflow, credentials);
		},
	};
}

const toApplicantRow = (email: unknown, row: Readonly<Record<string, unknown>>): ApplicantRow => ({
	email: String(email),
	status: row['screeningStatus'],
	note: row['screeningNote'],
	userId: row['userId'],
	result: row['resultStatus'],
});

let made = 0;

const GOOGLE_FILE = 'screen-applicants-in-a-google-sheet';
/** The columns that the workflow for a Google sheet needs, the mark last. */
export const GOOGLE_COLUMNS = readAdded(GOOGLE_FILE, /beside them: (.*)/);

/** The workflow as a person sets it for that sheet. */
export function createSheetWorkflow({ id }: Sheet, propertyId: string): WorkflowJson {
	return readWorkflowFile(GOOGLE_FILE, {
		'Get rows': {
			documentId: { __rl: true, mode: 'list', value: DOCUMENT_ID },
			sheetName: { __rl: true, mode: 'list', value: Number(id) },
		},
		'Check rows': { propertyId },
	});
}

/** A place in a Google sheet, with the sheet itself; `above` are rows above its header. */
export function createGoogleSheet(
	rig: SpreadsheetHost,
	names: readonly string[],
	above: ReadonlyArray<readonly string[]> = [],
) {
	const sheet = rig.addSheet(`Applicants ${(made += 1)}`);
	sheet.type('A1', [...above, [...TITLES, ...GOOGLE_COLUMNS], ...names.map(toCells)]);
	const { publishFile, ...common } = createSheetPlace(rig, sheet, sheet);
	const place: Place = {
		...common,
		async publish(change, on) {
			const workflow = createSheetWorkflow(sheet, rig.host.sandbox.propertyId);
			change?.(workflow);
			return await publishFile(workflow, on);
		},
		rows: async () =>
			sheet
				.rows()
				.filter(({ Email }) => Email !== '')
				.map((row) => toApplicantRow(row['Email'], row)),
		reopen: async () => place,
	};
	return { place, sheets: [sheet] };
}

const EXCEL_FILE = 'screen-applicants-in-an-excel-365-workbook';
const EXCEL_COLUMNS = readAdded(EXCEL_FILE, /each name in a cell of its own: (.*)/);

/**
 * A place in a workbook, with its two worksheets: the person's, and the one that the workflow writes; `above` are rows
 * above the person's header.
 */
export function createWorkbook(
	rig: SpreadsheetHost,
	names: readonly string[],
	above: ReadonlyArray<readonly string[]> = [],
) {
	const applicants = rig.addSheet('Applicants');
	const screenings = rig.addSheet('Screenings');
	applicants.type('A1', [...above, TITLES, ...names.map(toCells)]);
	screenings.type('A1', [[...TITLES, ...EXCEL_COLUMNS]]);
	const { publishFile, ...common } = createSheetPlace(rig, applicants, screenings);
	const place: Place = {
		...common,
		async publish(change, on) {
			const workflow = createWorkbookWorkflow(
				{ Applicants: applicants, 'Copy to Screenings': screenings },
				rig.host.sandbox.propertyId,
			);
			change?.(workflow);
			return await publishFile(workflow, on);
		},
		rows: async () =>
			screenings
				.rows()
				// An empty row of the person's worksheet has a key of one blank.
				.filter(({ Email }) => Email !== '')
				.map((row) => toApplicantRow(row['Email'], row)),
		reopen: async () => place,
	};
	return { place, sheets: [applicants, screenings] };
}

/** The workflow as a person sets it for these worksheets, by the nodes that name them. */
function createWorkbookWorkflow(
	worksheets: Readonly<Record<string, Sheet>>,
	propertyId: string,
): WorkflowJson {
	const workflow = readWorkflowFile(EXCEL_FILE, { 'Check rows': { propertyId } });
	for (const [name, { id }] of Object.entries(worksheets))
		Object.assign(findNode(workflow, name).parameters, {
			workbook: { __rl: true, mode: 'id', value: WORKBOOK_ID },
			worksheet: { __rl: true, mode: 'id', value: `{${id}}` },
		});
	return workflow;
}

/** A place in a data table, with the table itself. */
export async function createTablePlace(
	rig: SpreadsheetHost,
	names: readonly string[],
	on: N8nWithCredential = rig.host,
) {
	const table = await addApplicants(on.client, names.map(createApplicantRow));
	const createPlace = (of: typeof table, at: N8nWithCredential): Place => ({
		async publish(change) {
			const workflow = readWorkflowFile(APPLICANTS_FILE, {
				Applicants: { tableName: table.name },
				'Check rows': { propertyId: rig.host.sandbox.propertyId },
			});
			change?.(workflow);
			return await publish(at.client, workflow, [at.credential]);
		},
		rows: async () => (await of.rows()).map((row) => toApplicantRow(row['email'], row)),
		own: async () =>
			(await of.rows()).map(({ firstName, lastName, email, phone }) => ({
				...{ firstName, lastName, email, phone },
			})),
		typeEmail: async (name, email) => await of.change(toEmail(name), { email }),
		add: async (name) => await of.insert(createApplicantRow(name)),
		age: async () => await of.age('screeningMark'),
		reopen: async (again) => createPlace(await openDataTable(again.client, table.name), again),
	});
	return { place: createPlace(table, on), table };
}
