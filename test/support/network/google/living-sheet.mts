import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { N8nClient, SavedCredential } from '../../../../dev/host/client.mts';
import { failureOf, type Execution } from '../../../../dev/host/execution.mts';
import { readWorkflowFile, withParameters } from '../../workflow-file.mts';
import type { Cell } from './cells.mts';
import type { GoogleRequest } from './google.mts';
import type { GoogleHost } from './host.mts';
import type { Sheet } from './sheet.mts';

/** The columns that the workflow writes, as its note says to add them. */
export const WRITTEN = [
	...['userId', 'screeningStatus', 'screeningNote', 'screeningMark', 'sentAt'],
	...['resultStatus', 'resultNote'],
	...['serviceScore', 'creditScore', 'monthlyIncome', 'rentToIncomePercent'],
	...['redFlagCount', 'redFlags'],
];

export interface LivingSheetOptions {
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
	/** More parameters of the workflow's nodes. */
	parameters?: Record<string, INodeParameters>;
	/** Nodes that try again do so at once. */
	impatient?: boolean;
}

/** The workflow "A living Google sheet", imported and pointed at a sheet of its own. */
export interface LivingSheet {
	sheet: Sheet;
	workflowId: string;
	run(): Promise<Execution>;
	/** The rows below the header: figures as numbers, dates as text, empty cells as ''. */
	rows(): Promise<IDataObject[]>;
	/** The cells that are the person's own: all but those that the workflow writes. */
	ownCells(): Promise<Cell[][]>;
	/** The cells below the header that the workflow writes. */
	writtenCells(): Promise<Cell[]>;
}

let made = 0;

/** Makes a sheet with a person's cells and imports the workflow for it. */
export async function livingSheet(
	{ host, document, account }: GoogleHost,
	options: LivingSheetOptions,
	client: N8nClient = host.client,
	credentials: SavedCredential[] = [host.credential, account],
): Promise<LivingSheet> {
	const { columns, rows, added = WRITTEN, plainText = [], columnCount, parameters = {} } = options;
	made += 1;
	const sheet = await document.addTab(`Applicants ${made}`, columnCount);
	for (const letter of plainText) await sheet.format(`${letter}:${letter}`, 'text');
	await sheet.type('A1', [[...columns, ...added], ...rows]);

	const workflow = withParameters(readWorkflowFile('a-living-google-sheet'), {
		'Get rows': {
			documentId: { __rl: true, mode: 'list', value: document.documentId },
			sheetName: { __rl: true, mode: 'list', value: sheet.sheetId },
		},
		'Send screenings': { propertyId: host.sandbox.propertyId, ...parameters['Send screenings'] },
	});
	if (options.impatient) for (const node of workflow.nodes) node.waitBetweenTries = 1;
	const { id } = await client.createWorkflow(workflow, credentials);

	const cellsBy = async (choose: (header: string) => boolean) => {
		const cells = await sheet.cells();
		const headers = cells[0]!.map(({ value }) => String(value));
		return cells.map((row) => row.filter((_, index) => choose(headers[index]!)));
	};
	return {
		sheet,
		workflowId: id,
		run: async () => await client.runWorkflow(id),
		async rows() {
			const [headers = [], ...below] =
				(await sheet.read('', 'UNFORMATTED_VALUE', 'FORMATTED_STRING')) ?? [];
			return below.map((cells) =>
				Object.fromEntries(headers.map((header, index) => [String(header), cells[index] ?? ''])),
			);
		},
		ownCells: async () => await cellsBy((header) => !WRITTEN.includes(header)),
		writtenCells: async () => (await cellsBy((header) => WRITTEN.includes(header))).slice(1).flat(),
	};
}

/** Whether a request marks rows as `sending`. */
export function isMark({ operation, body }: GoogleRequest): boolean {
	return operation === 'write' && JSON.stringify(body).includes('"sending"');
}

/** Whether a request writes what came of sending rows. */
export function isSave({ operation, body }: GoogleRequest): boolean {
	return operation === 'write' && /"(sent|not sent|refused|maybe sent)"/.test(JSON.stringify(body));
}

/** What the last node says of a run that ended red; undefined for a green one. */
export function redEnd(execution: Execution): string | undefined {
	return failureOf(execution)?.message;
}
