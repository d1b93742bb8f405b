import type { IDataObject } from 'n8n-workflow';

import type { N8nClient, SavedCredential, WorkflowJson } from '../../../../dev/host/client.mts';
import { olderMark, publish, type Published } from '../../published.mts';
import { readWorkflowFile, withParameters } from '../../workflow-file.mts';
import type { Cell } from './cells.mts';
import type { GoogleRequest } from './google.mts';
import type { GoogleHost } from './host.mts';
import { columnName } from './sheet.mts';
import type { Tab } from './tab.mts';

export const FILE = 'screen-applicants-in-a-google-sheet';

/** The columns that the workflow writes, as its note says to add them. */
export const WRITTEN = [
	...['userId', 'screeningStatus', 'screeningNote', 'screeningMark', 'sentAt'],
	...['resultStatus', 'resultNote'],
	...['serviceScore', 'creditScore', 'monthlyIncome', 'rentToIncomePercent'],
	...['redFlagCount', 'redFlags'],
];

export interface SheetOptions {
	/** The person's own header row. */
	columns: readonly string[];
	/** What the person types below it, row by row. */
	rows: ReadonlyArray<readonly string[]>;
	/** The columns added for the workflow; default all that it writes. */
	added?: readonly string[];
	/** Columns formatted as plain text, by their letter. */
	plainText?: readonly string[];
	/** Default 26, as Google's. */
	columnCount?: number;
	/** As it is set in the workflow; default the sandbox's. */
	propertyId?: string;
}

/** The workflow "Screen applicants in a Google sheet", imported and pointed at a sheet of its own. */
export interface ApplicantSheet<T extends Tab = Tab> extends Published {
	sheet: T;
	/** The rows below the header: figures as numbers, dates as text, empty cells as ''. */
	rows(): Promise<IDataObject[]>;
	/** The cells that are the person's own: all but those that the workflow writes. */
	ownCells(): Promise<Cell[][]>;
	/** The cells below the header that the workflow writes. */
	writtenCells(): Promise<Cell[]>;
	/** Types into a column from that row on. */
	type(column: string, row: number, ...values: string[]): Promise<void>;
	/** Makes every mark so many minutes older. */
	age(minutes: number): Promise<void>;
}

let made = 0;

/** Makes a sheet with a person's cells and publishes the workflow for it. */
export async function applicantSheet(
	rig: GoogleHost,
	options: SheetOptions,
): Promise<ApplicantSheet> {
	const { columns, rows, added = WRITTEN, plainText = [], columnCount } = options;
	made += 1;
	const sheet = await rig.document.addTab(`Applicants ${made}`, columnCount);
	for (const letter of plainText) await sheet.format(`${letter}:${letter}`, 'text');
	const header = [...columns, ...added];
	await sheet.type('A1', [header, ...rows]);

	const cellsBy = async (choose: (header: string) => boolean) => {
		const cells = await sheet.cells();
		const headers = cells[0]!.map(({ value }) => String(value));
		return cells.map((row) => row.filter((_, index) => choose(headers[index]!)));
	};
	const read = async () => {
		const [headers = [], ...below] =
			(await sheet.read('', 'UNFORMATTED_VALUE', 'FORMATTED_STRING')) ?? [];
		return below.map((cells) =>
			Object.fromEntries(headers.map((name, index) => [String(name), cells[index] ?? ''])),
		);
	};
	const type = async (column: string, row: number, ...values: string[]) => {
		const at = `${columnName(header.indexOf(column))}${row}`;
		await sheet.type(
			at,
			values.map((value) => [value]),
		);
	};
	const { host, account } = rig;
	return {
		...(await publishFor(rig, sheet, options, host.client, [host.credential, account])),
		sheet,
		rows: read,
		ownCells: async () => await cellsBy((name) => !WRITTEN.includes(name)),
		writtenCells: async () => (await cellsBy((name) => WRITTEN.includes(name))).slice(1).flat(),
		type,
		async age(minutes) {
			for (const [index, { screeningMark }] of (await read()).entries()) {
				if (screeningMark === '') continue;
				await type('screeningMark', index + 2, olderMark(screeningMark, minutes));
			}
		},
	};
}

/** Publishes the workflow for that sheet in an n8n. */
export async function publishFor(
	rig: GoogleHost,
	tab: Tab,
	options: Pick<SheetOptions, 'propertyId'>,
	client: N8nClient,
	credentials: SavedCredential[],
): Promise<Published> {
	return await publish(client, workflowFor(rig, tab, options), credentials);
}

/** The workflow as a person sets it for that sheet. */
export function workflowFor(
	{ host, document }: GoogleHost,
	{ sheetId }: Tab,
	{ propertyId = host.sandbox.propertyId }: Pick<SheetOptions, 'propertyId'> = {},
): WorkflowJson {
	return withParameters(readWorkflowFile(FILE), {
		'Get rows': {
			documentId: { __rl: true, mode: 'list', value: document.documentId },
			sheetName: { __rl: true, mode: 'list', value: sheetId },
		},
		'Check rows': { propertyId },
	});
}

const body = ({ operation, body: written }: GoogleRequest) =>
	operation === 'write' ? JSON.stringify(written) : '';

/** Whether a request marks rows as `sending`. */
export function isMark(request: GoogleRequest): boolean {
	return body(request).includes('"sending"');
}

/** Whether a request writes what came of sending rows. */
export function isSave(request: GoogleRequest): boolean {
	return /"(sent|not sent|refused|maybe sent)"/.test(body(request));
}

/** Whether a request writes results. */
export function isResult(request: GoogleRequest): boolean {
	return /"(complete|not complete|not fetched)"/.test(body(request));
}
