import { Failure, type FailedItem } from '../core/failure';
import type { Problem } from '../core/field';
import type { Request } from '../core/operation';
import { toOneLine } from '../core/text';

/** The failure of an item that must not be sent, or undefined when it may be. `isFetch`: it would change nothing. */
export function invalidItemFailure({ problems }: Request, isFetch = false): Failure | undefined {
	if (problems.length === 0) return undefined;
	// A sentence says itself what to do.
	const isSaid = problems.every((problem) => 'sentence' in problem);
	const hint = `Correct the values and run it again.${isFetch ? '' : ' Nothing was sent for it.'}`;
	return new Failure('invalid', problems.map(formatProblem).join('; '), isSaid ? '' : hint);
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
