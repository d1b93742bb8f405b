import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Item } from '../../nodes/RentalScreening/core/item.ts';
import type { Operation, Request } from '../../nodes/RentalScreening/core/operation.ts';
import { getResults } from '../../nodes/RentalScreening/operations/results.ts';
import { sendScreeningWithFlow } from '../../nodes/RentalScreening/operations/screening.ts';
import { checkAll } from '../../nodes/RentalScreening/request/check.ts';
import type { Mode } from '../../nodes/RentalScreening/request/options.ts';
import { decide } from '../../nodes/RentalScreening/rows/decide.ts';
import { createRowUpdater } from '../../nodes/RentalScreening/rows/updater.ts';

// Update Rows without n8n: the rows of a sheet, and what is written into them.

export const NOW = Date.UTC(2026, 10, 24, 12);
export const MINUTE_MS = 60_000;

/** The node's own columns, all empty. */
export const EMPTY_COLUMNS = {
	...{ userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' },
};

/** In each test of the file it is `NOW`. */
export function useFixedTime(): void {
	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());
}

export interface SheetSettings {
	operation?: Operation;
	mode?: Mode;
	/** '' for whole rows. */
	matchColumn?: string;
	workflow?: string;
	credential?: string;
	execution?: string;
	parameters?: Record<string, string>;
	/** What a row asks for; its cell `Asks` by default. */
	read?: (item: Item) => Request;
}

/** A row asks for what is in its cell `Asks`; 'blank' and 'wrong' are what they say. */
const readAsks = (item: Item): Request => {
	const { Asks: asks = '' } = item.columns;
	const problem = { label: 'Asks', clause: 'must be right', scope: 'item' } as const;
	return {
		body: { asks, flowId: item.parameter('flowId') } as IDataObject,
		problems: asks === 'wrong' ? [problem] : [],
		isBlankRow: asks === 'blank',
		columnOf: { asks: { name: 'Asks', path: ['Asks'] } },
	};
};

/** Update Rows over these rows, in this process. */
export function openSheet(sheet: readonly IDataObject[], settings: SheetSettings = {}) {
	const { operation = sendScreeningWithFlow, mode = 'due', matchColumn = '' } = settings;
	const { workflow = 'w', credential = 'c', execution = 'e' } = settings;
	const { parameters = {}, read = readAsks } = settings;
	const context = {
		getWorkflow: () => ({ id: workflow }),
		getExecutionId: () => execution,
		getNode: () => ({ credentials: { rentalScreeningApi: { id: credential } } }),
	} as never;
	const given = {
		...{ resource: operation.resource, operation: String(operation.entry.value) },
		...{ mappingMode: 'autoMapInputData', updateRows: mode, matchColumn, flowId: 'f1' },
		...{ output: 'simplified', ...parameters },
	};
	const origin = { context, parameters: given, isToolCall: false, timezone: 'UTC' };
	const items = sheet.map(
		(row, index) => new Item({ ...origin, withExpressions: new Set() }, index, row),
	);
	const reading = { ...operation, readRequests: (all: readonly Item[]) => all.map(read) };
	const requests = mode === 'checked' ? [] : checkAll(reading, items);
	const rows = createRowUpdater(context, reading, items, requests, mode);
	const { failure } = rows.setupFailure ?? {};
	return {
		rows,
		items,
		item: items[0]!,
		/** Why the node fails before anything is sent; undefined where it does not. */
		setupFailure: failure && `${failure.message}. ${failure.hint}`,
		steps: items.map((item) => decide(rows.getRow(item), mode)),
	};
}

export const openResults = (sheet: readonly IDataObject[], settings: SheetSettings = {}) =>
	openSheet(sheet, {
		operation: getResults,
		read: ({ columns }) => ({
			pathValues: { userId: String(columns.userId) },
			...{ problems: [], isBlankRow: columns.userId === '' },
		}),
		...settings,
	});

/** The row that is returned; undefined where none is. */
export function readJson([item]: readonly INodeExecutionData[]): IDataObject | undefined {
	return item?.json;
}

/** The rows as Check Only marks them. */
export function checkSheet(sheet: readonly IDataObject[], settings: SheetSettings = {}) {
	const { rows, items } = openSheet(sheet, { ...settings, mode: 'check' });
	return items.map((item) => ({ ...item.columns, ...readJson(rows.writeUnsent(item)) }));
}
