import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import type { Field, Problem } from '../core/field';
import type { Request } from '../core/operation';
import { toOneLine, truncate } from '../core/text';
import { isNamePart } from './columns';

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
	const sharedClauses = sharedProblems(requests).map(formatProblem);
	const lines = new Set(sharedClauses);
	for (const [row, request] of requests.entries()) {
		const prefix = requests.length === 1 ? '' : `${rowPrefix(row, request)}: `;
		const rowClauses = request.problems
			.map(formatProblem)
			.filter((clause) => !sharedClauses.includes(clause));
		if (rowClauses.length > 0) lines.add(prefix + rowClauses.join(', '));
	}
	const shown = [...lines].slice(0, ITEMS_IN_MESSAGE).join('; ');
	const omitted = lines.size - ITEMS_IN_MESSAGE;
	const more = omitted > 0 ? `; and ${omitted} more` : '';
	const message = `Nothing was ${isFetch ? 'fetched' : 'sent'}. ${shown}${more}`;
	const failure = new Failure('invalid', message, 'Fix the values above and run again.');
	return { index, failure, namesRows: true };
}

/** The problems of the sheet or the settings that every one of these has. */
export function sharedProblems([first, ...others]: readonly Request[]): Problem[] {
	const isShared = (problem: Problem) =>
		others.every(({ problems }) => problems.map(formatProblem).includes(formatProblem(problem)));
	return (first?.problems ?? []).filter((one) => one.scope !== 'item' && isShared(one));
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
	const settings = fields.filter(({ isSetting }) => isSetting);
	const inOrder = [...fields.filter((field) => !settings.includes(field)), ...settings];
	const sent = { ...body, ...(body.address as IDataObject | undefined) };
	const parts = inOrder.flatMap((field) => {
		const { name, label } = field;
		if (sent[name] === undefined) return [];
		const column = columnOf[name] ?? (isNamePart(field) ? columnOf.fullName : undefined);
		const from = column === undefined ? '' : ` (from '${toOneLine(column, 100)}')`;
		return [`${label} ${toOneLine(sent[name], 100)}${from}`];
	});
	return truncate(parts.join('; '), MAX_DESCRIPTION_LENGTH);
}
