import type { Problem } from '../request/field';
import type { ItemInput } from '../request/item';
import { optionsOf } from '../request/options';
import { quotable } from '../request/text';
import { Failure } from './failure';
import type { Operation, PreparedRequest } from './operation';

/** Rule 1: reads and checks what every item asks for, before anything is sent. */
export function checkAll(operation: Operation, items: readonly ItemInput[]): PreparedRequest[] {
	const prepare = operation.preparerFor(items);
	return items.map((item) => {
		const broken = item.refusedParameter();
		if (broken !== undefined) return refused(broken.name, broken.thrown);
		const request = prepare(item);
		const ofSettings = [...optionsOf(item).problems, ...problemOfTimeout(item)];
		return { ...request, problems: [...request.problems, ...ofSettings] };
	});
}

function refused(label: string, thrown: unknown): PreparedRequest {
	const reason = thrown instanceof Error ? thrown.message : 'n8n gives no reason';
	const text = `could not be evaluated: ${quotable(reason)}`;
	return { problems: [{ label, text }], endsNode: true };
}

/** n8n's request misreads anything but digits, and takes more than a timer can count for 1 ms. */
function problemOfTimeout(item: ItemInput): Problem[] {
	const given = String(item.parameter('requestOptions.timeout') ?? '');
	if (/^\d{0,9}$/.test(given)) return [];
	const text = 'must be a number of milliseconds, such as 10000';
	return [{ label: 'Timeout', text, ofRun: true }];
}

/** The failure of an item that must not be sent, or undefined when it may be. */
export function problemOf({ problems }: PreparedRequest): Failure | undefined {
	if (problems.length === 0) return undefined;
	return new Failure(
		'invalid',
		problems.map(clauseOf).join('; '),
		'Correct the row and run the workflow again. Nothing was sent for it.',
	);
}

/** The failure at which a run stops. */
export interface FailedItem {
	readonly index: number;
	readonly failure: Failure;
	/** It names its items itself. */
	readonly ofItems?: true;
}

const ITEMS_IN_MESSAGE = 3;

/** Why a run stops at invalid items: the first three with field and fix, and how many more; undefined without any. */
export function problemsOf(prepared: readonly PreparedRequest[]): FailedItem | undefined {
	const index = prepared.findIndex(({ problems }) => problems.length > 0);
	if (index === -1) return undefined;
	const ofAll = problemsOfAll(prepared).map(clauseOf);
	const lines = new Set(ofAll);
	for (const [row, request] of prepared.entries()) {
		const label = prepared.length === 1 ? '' : `${rowLabel(row, request)}: `;
		const ofItem = request.problems.map(clauseOf).filter((clause) => !ofAll.includes(clause));
		if (ofItem.length > 0) lines.add(label + ofItem.join(', '));
	}
	const shown = [...lines].slice(0, ITEMS_IN_MESSAGE).join('; ');
	const more = lines.size - ITEMS_IN_MESSAGE;
	const failure = new Failure(
		'invalid',
		`Nothing was sent. ${shown}${more > 0 ? `; and ${more} more` : ''}`,
		'Fix the values above and run again.',
	);
	return { index, failure, ofItems: true };
}

/** The problems of the sheet or the settings that every one of these has. */
export function problemsOfAll([first, ...others]: readonly PreparedRequest[]): Problem[] {
	const isShared = (problem: Problem) =>
		others.every(({ problems }) => problems.map(clauseOf).includes(clauseOf(problem)));
	return (first?.problems ?? []).filter((one) => (one.ofSheet ?? one.ofRun) && isShared(one));
}

/** A problem of the column or, without one, the field that it names: "'Mobile' must …"; or of the sheet. */
function clauseOf({ column, label, text, ofSheet }: Problem): string {
	return ofSheet ? text : `'${quotable(column ?? label)}' ${text}`;
}

/** An item as people count: "Row 4 ('Amara Okonkwo')". */
export function rowLabel(index: number, request?: PreparedRequest): string {
	const who = request?.who;
	return `Row ${index + 1}${who === undefined ? '' : ` ('${quotable(who)}')`}`;
}
