import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import type { Field, Problem } from '../core/field';
import type { Request } from '../core/operation';
import { normalizeColumnName } from '../core/sheetRow';
import { toOneLine, truncate } from '../core/text';
import { isNamePart } from './names';

/** The failure of an item that must not be sent, or undefined when it may be. `isFetch`: it would change nothing. */
export function invalidItemFailure({ problems }: Request, isFetch = false): Failure | undefined {
	if (problems.length === 0) return undefined;
	return new Failure(
		'invalid',
		problems.map(formatProblem).join('; '),
		`Correct the row and run the workflow again.${isFetch ? '' : ' Nothing was sent for it.'}`,
	);
}

/** The failure at which a run stops. */
export interface FailedItem {
	readonly index: number;
	readonly failure: Failure;
	/** It names its items itself. */
	readonly namesRows?: true;
}

const ITEMS_IN_MESSAGE = 3;

/** Why a run stops at invalid items: the first three with field and fix, and how many more; undefined without any. */
export function invalidRunFailure(
	requests: readonly Request[],
	isFetch = false,
): FailedItem | undefined {
	const index = requests.findIndex(({ problems }) => problems.length > 0);
	if (index === -1) return undefined;
	const shared = sharedProblems(requests).map(formatProblem);
	const lines = new Set(shared);
	for (const [row, request] of requests.entries()) {
		const own = request.problems.map(formatProblem).filter((text) => !shared.includes(text));
		const prefix = requests.length === 1 ? '' : `${rowPrefix(row, request)}: `;
		if (own.length > 0) lines.add(prefix + own.join(', '));
	}
	const shown = [...lines].slice(0, ITEMS_IN_MESSAGE);
	if (lines.size > shown.length) shown.push(`and ${lines.size - shown.length} more`);
	const message = `Nothing was ${isFetch ? 'fetched' : 'sent'}. ${shown.join('; ')}`;
	const failure = new Failure('invalid', message, 'Fix the values above and run again.');
	return { index, failure, namesRows: true };
}

/** The problems of the sheet or the settings that every one of these has. */
export function sharedProblems([first, ...others]: readonly Request[]): Problem[] {
	return (first?.problems ?? []).filter((problem) => {
		const text = formatProblem(problem);
		const hasIt = ({ problems }: Request) => problems.some((one) => formatProblem(one) === text);
		return problem.scope === 'run' && others.every(hasIt);
	});
}

/** A problem as text: "'Mobile' must …", or the sentences about the sheet. */
function formatProblem(problem: Problem): string {
	if ('sentence' in problem) return problem.sentence;
	return `'${toOneLine(problem.label, 100)}' ${problem.clause}`;
}

/** An item as people count, by the row of its sheet: "Row 4 ('Amara Okonkwo')". */
export function rowPrefix(index: number, request?: Request): string {
	const { rowNumber = index + 1, subject } = request ?? {};
	const inBrackets = subject === undefined ? '' : ` ('${toOneLine(subject, 100)}')`;
	return `Row ${rowNumber}${inBrackets}`;
}

/** A note stays readable in its cell. */
const MAX_DESCRIPTION_LENGTH = 1000;

/**
 * What a request would send, its settings last, and from which column where that is not called like the field: "Email
 * ada@example.com (from 'Applicant Email'); Phone +14165550101".
 */
export function describeRequest(
	{ body = {}, columnOf = {} }: Request,
	fields: readonly Field[] = [],
): string {
	const isSetting = (field: Field) => field.isSetting === true;
	const inOrder = [...fields.filter((field) => !isSetting(field)), ...fields.filter(isSetting)];
	const sent = { ...body, ...(body.address as IDataObject | undefined) };
	const parts = inOrder
		.filter(({ name }) => sent[name] !== undefined)
		.map((field) => {
			const value = `${field.label} ${toOneLine(sent[field.name], 100)}`;
			const column = columnOf[field.name] ?? (isNamePart(field) ? columnOf.fullName : undefined);
			return isOwnName(field, column) ? value : `${value} (from '${toOneLine(column, 100)}')`;
		});
	return truncate(parts.join('; '), MAX_DESCRIPTION_LENGTH);
}

/** Whether a column is called like its field; true for a setting, and where the value is of no column. */
function isOwnName({ name, label, isSetting }: Field, column?: string): boolean {
	if (column === undefined || isSetting) return true;
	return [name, label].map(normalizeColumnName).includes(normalizeColumnName(column));
}
