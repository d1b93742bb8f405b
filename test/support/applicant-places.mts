import type { WorkflowJson } from '../../dev/host/client.mts';
import { APPLICANT_COLUMNS, APPLICANTS_FILE, toEmail } from './applicants-table.mts';
import { createDataTable, openDataTable } from './data-table.mts';
import type { N8nWithCredential } from './n8n-host.mts';
import { DOCUMENT_ID } from './network/google.mts';
import { WORKBOOK_ID } from './network/graph.mts';
import { toColumnName, type Sheet } from './network/sheet.mts';
import type { SpreadsheetHost } from './network/spreadsheets.mts';
import { ageMark, publish, type Published } from './published.mts';
import { findNode, readWorkflowFile } from './workflow-file.mts';

// Where the workflows that screen applicants keep them: a Google sheet, an Excel workbook, a data table.

/** What a row says of an applicant. */
interface ApplicantRow {
	email: string;
	status: unknown;
	note: unknown;
	userId: unknown;
	result: unknown;
}

interface PublishOptions {
	on?: N8nWithCredential;
	propertyId?: string;
	change?: (workflow: WorkflowJson) => void;
}

export interface Place {
	/** Publishes the workflow for it, in the n8n of the place or another one. */
	publish(options?: PublishOptions): Promise<Published>;
	rows(): Promise<ApplicantRow[]>;
	/** What is the person's own in it. */
	own(): Promise<unknown>;
	/** The person types into the row of that applicant. */
	type(name: string, cells: Readonly<Record<string, string>>): Promise<void>;
	/** The person adds an applicant below. */
	add(name: string): Promise<void>;
	/** Makes every mark older than an hour. */
	age(): Promise<void>;
	/** The same place in another n8n. */
	reopen(on: N8nWithCredential): Promise<Place>;
}

/** A kind of place: the workflow for it, its steps, and what makes one with applicants of these names. */
export interface PlaceKind {
	kind: string;
	hasResults: boolean;
	/** The steps between which a start may be held: each from one node to the next. */
	steps: Readonly<Record<string, readonly [from: string, to: string]>>;
	create(names: readonly string[], on?: N8nWithCredential): Promise<Place>;
}

export const PHONE = '+14165550101';
/** The person's columns, with what an update of the whole row as if typed would change. */
const TITLES = ['First Name', 'Last Name', 'Email', 'Phone', 'Zip', 'Viewing', 'Rent', 'Remark'];
const toCells = (name: string) => [
	...[name, 'Smith', toEmail(name), `'${PHONE}`, "'02139", '1-Feb', '$2,100', "'=no formula"],
];

/** The columns that a note asks a person to add. */
function readAdded(file: string, asked: RegExp): string[] {
	const { content } = findNode(readWorkflowFile(file), 'About').parameters;
	return asked.exec(String(content))![1]!.replaceAll('`', '').split(', ');
}

/** Types texts into cells of the row of that number, by the names of their columns. */
function typeCells(sheet: Sheet, row: number, cells: Readonly<Record<string, string>>): void {
	const header = sheet.cells('1:1')[0]!.map(({ value }) => value);
	for (const [title, text] of Object.entries(cells)) {
		const cell = `${toColumnName(header.indexOf(title))}${row}`;
		sheet.write(cell, [[text]], (value, before) => ({ ...before, value }));
	}
}

const findRow = (sheet: Sheet, name: string) =>
	sheet.rows().findIndex((row) => row['Email'] === toEmail(name)) + 2;

function ageMarks(sheet: Sheet): void {
	for (const [index, { screeningMark = '' }] of sheet.rows().entries())
		if (screeningMark !== '')
			typeCells(sheet, index + 2, { screeningMark: ageMark(screeningMark) });
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
export const GOOGLE_COLUMNS = readAdded(GOOGLE_FILE, /Add these to yours: (.*)/);

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

/** A place in a Google sheet, with the sheet itself. */
export function createGoogleSheet(rig: SpreadsheetHost, names: readonly string[], titles = TITLES) {
	const sheet = rig.addSheet('google', `Applicants ${(made += 1)}`);
	const cells = names.map((name) => toCells(name).slice(0, titles.length));
	sheet.type('A1', [[...titles, ...GOOGLE_COLUMNS], ...cells]);
	const place: Place = {
		async publish({ on = rig.host, propertyId = rig.host.sandbox.propertyId, change } = {}) {
			const workflow = createSheetWorkflow(sheet, propertyId);
			change?.(workflow);
			const credentials = [on.credential, ...(await rig.accounts(on.client))];
			return await publish(on.client, workflow, credentials);
		},
		rows: async () =>
			sheet.rows().map((row) => toApplicantRow(row['Email'] ?? row[titles[2]!], row)),
		own: async () => sheet.cells().map((row) => row.slice(0, titles.length)),
		type: async (name, cells) => typeCells(sheet, findRow(sheet, name), cells),
		add: async (name) => sheet.type(`A${sheet.rows().length + 2}`, [toCells(name)]),
		age: async () => ageMarks(sheet),
		reopen: async () => place,
	};
	return { place, sheet };
}

const EXCEL_FILE = 'screen-applicants-in-an-excel-365-workbook';
const EXCEL_COLUMNS = readAdded(EXCEL_FILE, /each name in a cell of its own: (.*)/);

/** A place in a workbook, with its two worksheets. */
export function createWorkbook(rig: SpreadsheetHost, names: readonly string[]) {
	const applicants = rig.addSheet('graph', 'Applicants');
	const screenings = rig.addSheet('graph', 'Screenings');
	applicants.type('A1', [TITLES, ...names.map(toCells)]);
	applicants.typeFormula(`${toColumnName(TITLES.length)}2`, '=SUM(1,2)', 3);
	screenings.formatAsText(`A1:${toColumnName(EXCEL_COLUMNS.length - 1)}20`);
	screenings.type('A1', [EXCEL_COLUMNS]);
	/** Applicants in the person's worksheet by their keys. */
	const findEmail = (key: unknown) => {
		const found = applicants.rows().find((row) => {
			const parts = ['First Name', 'Email', 'Phone'].map((title) => row[title]);
			return parts.join('').toLowerCase().replace(/[\W_]/g, '') === key;
		});
		return found?.['Email'] ?? `(${String(key)})`;
	};
	const place: Place = {
		async publish({ on = rig.host, propertyId = rig.host.sandbox.propertyId, change } = {}) {
			const workflow = readWorkflowFile(EXCEL_FILE, { 'Check rows': { propertyId } });
			const worksheets = { Applicants: applicants, Log: screenings };
			for (const [name, { id }] of Object.entries(worksheets))
				Object.assign(findNode(workflow, name).parameters, {
					workbook: { __rl: true, mode: 'id', value: WORKBOOK_ID },
					worksheet: { __rl: true, mode: 'id', value: id },
				});
			change?.(workflow);
			const credentials = [on.credential, ...(await rig.accounts(on.client))];
			return await publish(on.client, workflow, credentials);
		},
		rows: async () =>
			screenings
				.rows()
				.filter(({ key }) => key !== '')
				.map((row) => toApplicantRow(findEmail(row['key']), row)),
		own: async () => applicants.cells(),
		async type(name, cells) {
			const own = Object.keys(cells).every((title) => TITLES.includes(title));
			const emails = screenings.rows().map(({ key }) => findEmail(key));
			if (own) typeCells(applicants, findRow(applicants, name), cells);
			else typeCells(screenings, emails.indexOf(toEmail(name)) + 2, cells);
		},
		add: async (name) => applicants.type(`A${applicants.rows().length + 2}`, [toCells(name)]),
		age: async () => ageMarks(screenings),
		reopen: async () => place,
	};
	return { place, applicants, screenings };
}

/** A place in a data table, with the table itself. */
export async function createTablePlace(
	rig: SpreadsheetHost,
	names: readonly string[],
	on: N8nWithCredential = rig.host,
) {
	const tableName = `Applicants ${(made += 1)}`;
	const toRow = (name: string) => ({
		...{ firstName: name, lastName: 'Smith', email: toEmail(name), phone: PHONE },
	});
	const table = await createDataTable(on.client, tableName, APPLICANT_COLUMNS);
	await table.insert(...names.map(toRow));
	const createPlace = (of: typeof table, at: N8nWithCredential): Place => ({
		async publish({ propertyId = rig.host.sandbox.propertyId, change } = {}) {
			const workflow = readWorkflowFile(APPLICANTS_FILE, {
				Applicants: { tableName },
				'Check rows': { propertyId },
			});
			change?.(workflow);
			return await publish(at.client, workflow, [at.credential]);
		},
		rows: async () => (await of.rows()).map((row) => toApplicantRow(row['email'], row)),
		own: async () =>
			(await of.rows()).map(({ firstName, lastName, email, phone }) => ({
				...{ firstName, lastName, email, phone },
			})),
		async type(name, cells) {
			const toColumn = (title: string) =>
				title[0]!.toLowerCase() + title.slice(1).replaceAll(' ', '');
			const data = Object.entries(cells).map(([title, text]) => [toColumn(title), text]);
			await of.change(toEmail(name), Object.fromEntries(data));
		},
		add: async (name) => await of.insert(toRow(name)),
		age: async () => await of.age('screeningMark'),
		reopen: async (again) => createPlace(await openDataTable(again.client, tableName), again),
	});
	return { place: createPlace(table, on), table };
}

/** The three kinds of places. */
export function listPlaceKinds(rig: SpreadsheetHost): PlaceKind[] {
	return [
		{
			kind: 'a Google sheet',
			hasResults: true,
			steps: {
				'after it has read the rows': ['Get rows', 'Check rows'],
				'after it has marked them': ['Mark rows', 'Read marked rows'],
				'after it has sent them': ['Send screenings', 'Save outcomes'],
			},
			create: async (names) => createGoogleSheet(rig, names).place,
		},
		{
			kind: 'an Excel workbook',
			hasResults: true,
			steps: {
				'after it has read the rows': ['Match', 'Check rows'],
				'after it has marked them': ['Mark rows', 'Read marked rows'],
				'after it has sent them': ['Send screenings', 'Results and outcomes'],
			},
			create: async (names) => createWorkbook(rig, names).place,
		},
		{
			kind: 'a data table',
			hasResults: false,
			steps: {
				'after it has read the rows': ['Get rows', 'Check rows'],
				'after it has marked them': ['Mark rows', 'Send screenings'],
				'after it has sent them': ['Send screenings', 'Save outcomes'],
			},
			create: async (names, on) => (await createTablePlace(rig, names, on)).place,
		},
	];
}
