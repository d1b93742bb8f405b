import type { WorkflowJson } from '../../../dev/host/client.mts';
import type { N8nWithCredential } from '../n8n-host.mts';
import { ageMark, publish, type Published } from '../published.mts';
import { readWorkflowFile } from '../workflow-file.mts';
import { DOCUMENT_ID } from './google.mts';
import { toColumnName, type Sheet } from './sheet.mts';
import type { SpreadsheetHost } from './spreadsheets.mts';

/** The columns that the workflow writes, as its note says to add them. */
export const WRITTEN = [
	...['screeningStatus', 'screeningNote', 'userId', 'sentAt'],
	...['resultStatus', 'resultNote'],
	...['serviceScore', 'creditScore', 'monthlyIncome', 'rentToIncomePercent'],
	...['redFlagCount', 'redFlags', 'screeningMark'],
];

export interface SheetOptions {
	/** The person's own header row. */
	columns: readonly string[];
	/** What the person types below it, row by row. */
	rows: ReadonlyArray<readonly string[]>;
	/** The columns added for the workflow; default all that it writes. */
	added?: readonly string[];
	/** Cells formatted as text. */
	asText?: string;
	/** As it is set in the workflow; default the sandbox's. */
	propertyId?: string;
}

/** The workflow "Screen applicants in a Google sheet", imported and pointed at a sheet of its own. */
export type ApplicantSheet = Awaited<ReturnType<typeof createApplicantSheet>>;

let made = 0;

/** Makes a sheet with a person's cells and publishes the workflow for it. */
export async function createApplicantSheet(
	rig: SpreadsheetHost,
	{ columns, rows, added = WRITTEN, asText, propertyId }: SheetOptions,
) {
	made += 1;
	const sheet = rig.addSheet(`Applicants ${made}`);
	if (asText) sheet.formatAsText(asText);
	const header = [...columns, ...added];
	sheet.type('A1', [header, ...rows]);

	/** Types into a column from that row on. */
	const type = (column: string, row: number, ...values: string[]) => {
		const cells = values.map((value) => [value]);
		sheet.type(`${toColumnName(header.indexOf(column))}${row}`, cells);
	};
	return {
		...(await publishSheetWorkflow(rig, sheet, rig.host, { propertyId })),
		sheet,
		/** The cells that are the person's own: all but those that the workflow writes. */
		ownCells() {
			const cells = sheet.cells();
			return cells.map((row) =>
				row.filter((_, index) => !WRITTEN.includes(String(cells[0]![index]!.value))),
			);
		},
		type,
		/** Makes every mark older than an hour. */
		age() {
			for (const [index, { screeningMark }] of sheet.rows().entries()) {
				if (screeningMark === '') continue;
				type('screeningMark', index + 2, ageMark(screeningMark));
			}
		},
	};
}

/** Publishes the workflow for that sheet in an n8n, changed by a test. */
export async function publishSheetWorkflow(
	rig: SpreadsheetHost,
	sheet: Sheet,
	{ client, credential }: N8nWithCredential,
	{ propertyId, change }: PublishOptions = {},
): Promise<Published> {
	const credentials = [credential, await rig.account(client)];
	const workflow = createSheetWorkflow(rig, sheet, propertyId);
	change?.(workflow);
	return await publish(client, workflow, credentials);
}

interface PublishOptions {
	propertyId?: string | undefined;
	change?: ((workflow: WorkflowJson) => void) | undefined;
}

/** The workflow as a person sets it for that sheet. */
export function createSheetWorkflow(
	{ host }: SpreadsheetHost,
	{ id }: Sheet,
	propertyId = host.sandbox.propertyId,
): WorkflowJson {
	return readWorkflowFile('screen-applicants-in-a-google-sheet', {
		'Get rows': {
			documentId: { __rl: true, mode: 'list', value: DOCUMENT_ID },
			sheetName: { __rl: true, mode: 'list', value: Number(id) },
		},
		'Check rows': { propertyId },
	});
}
