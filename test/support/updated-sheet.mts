import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Item } from '../../nodes/RentalScreening/core/item.ts';
import type { Operation, Request } from '../../nodes/RentalScreening/core/operation.ts';
import { getResults } from '../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../nodes/RentalScreening/operations/screening.ts';
import { checks } from '../../nodes/RentalScreening/rows/checks.ts';
import { makeFingerprint, readOwner, type Mark } from '../../nodes/RentalScreening/rows/mark.ts';
import { createRowUpdater } from '../../nodes/RentalScreening/rows/updater.ts';
import type { GivenMark, Mode } from './row-model.mts';

// Update Rows without n8n: the rows of a sheet, their marks, and what is written into them.

export const NOW = Date.UTC(2026, 10, 24, 12);
export const MINUTE_MS = 60_000;
export const REQUEST: Request = { body: { email: 'ann@x.example' }, problems: [] };
const OTHER_REQUEST: Request = { body: { email: 'bob@x.example' }, problems: [] };

/** The node's own columns, all empty. */
export const EMPTY_COLUMNS = {
	...{ userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' },
};

/** In each test of the file it is `NOW`. */
export function useFixedTime(): void {
	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());
}

/** The execution with this ID, as n8n tells a node of it. */
/** A person also starts a retry; the engine's tests start 'manual' executions. */
const createExecution = (id: string, isManual = false) =>
	({ getExecutionId: () => id, getMode: () => (isManual ? 'retry' : 'trigger') }) as never;

export interface SheetSettings {
	operation?: Operation;
	mode?: Mode;
	/** '' for whole rows. */
	matchColumn?: string;
	isManual?: boolean;
	/** What each row asks for. */
	request?: Request;
	/** The same where they differ. */
	requests?: readonly Request[];
}

/** Update Rows over these rows, in this execution. */
export function openSheet(sheet: readonly IDataObject[], settings: SheetSettings = {}) {
	const { operation = sendScreening, mode = 'due', matchColumn = '' } = settings;
	const { isManual = false, request = REQUEST } = settings;
	const parameters = {
		...{ resource: 'screening', operation: 'send', mappingMode: 'autoMapInputData' },
		...{ updateRows: mode, matchColumn },
	};
	const source = { context: {} as never, parameters, isToolCall: false, timezone: 'UTC' };
	const items = sheet.map(
		(row, index) => new Item({ ...source, withExpressions: new Set() }, index, row),
	);
	const { requests = items.map(() => request) } = settings;
	const rows = createRowUpdater(createExecution('7', isManual), operation, items, requests)!;
	const { failure } = rows.setupFailure ?? {};
	return {
		rows,
		items,
		item: items[0]!,
		/** Why the node fails before anything is sent; undefined where it does not. */
		setupFailure: failure && `${failure.message}. ${failure.hint}`,
		isDue: items.map((item) => rows.isDue(item)),
	};
}

export const openResults = (sheet: readonly IDataObject[], settings: SheetSettings = {}) =>
	openSheet(sheet, { operation: getResults, ...settings });

/** The row that is returned; undefined where none is. */
export function readJson([item]: readonly INodeExecutionData[]): IDataObject | undefined {
	return item?.json;
}

/** What the first of these rows becomes without a request. */
export function writeUnsent(...given: Parameters<typeof openSheet>): IDataObject | undefined {
	const { rows, item } = openSheet(...given);
	return readJson(rows.writeUnsent(item));
}

const [, PROCESS = ''] = readOwner(createExecution('7')).split(' ');

/** Execution and process in marks. */
export const OWNERS: Record<GivenMark['owner'], string> = {
	'this execution': `7 ${PROCESS}`,
	'another execution': `6 ${PROCESS}`,
	'another process': '7 p2',
};

/** What this process knows of the checks that make marks. */
export const CHECK_IDS: Record<GivenMark['check'], string> = {
	unknown: 'c1',
	'not begun': checks.add('r1', 'screening send', {}),
	begun: checks.add('r2', 'screening send', {}),
	'of another operation': checks.add('r3', 'screening sendWithFlow', {}),
};
checks.find({ checkId: CHECK_IDS.begun } as Mark)!.hasBegun = true;

/** Made just now by this execution, of a row that is to be sent. */
export const OWN_MARK: GivenMark = {
	...{ age: 0, owner: 'this execution', purpose: 'send', check: 'not begun', copy: 'none' },
};

/** The text of a mark; `row` tells those of different rows apart. */
export function createMark(given: Partial<GivenMark>, id?: string, row = 'r1'): string {
	const { age, owner, purpose, check } = { ...OWN_MARK, ...given };
	const operation = check === 'of another operation' ? 'screening sendWithFlow' : 'screening send';
	const fingerprint =
		purpose === 'another request'
			? makeFingerprint('send', operation, OTHER_REQUEST)
			: makeFingerprint(purpose, operation, REQUEST, id);
	const time = new Date(NOW - age * MINUTE_MS).toISOString();
	return `${time} ${OWNERS[owner]} ${CHECK_IDS[check]} ${row} ${fingerprint}`;
}

/** A row in progress with such a mark, in all else `OWN_MARK`. */
export function createMarkedRow(mark: Partial<GivenMark> = {}, row?: string) {
	return {
		...{ ...EMPTY_COLUMNS, screeningStatus: 'in progress' },
		screeningMark: createMark(mark, undefined, row),
	};
}
