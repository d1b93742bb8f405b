import type { ApiField } from './field';
import { isBlank } from './blanks';
import type { Problem } from './problem';
import { fieldPath } from './fieldPath';
import { toFieldValue } from './toFieldValue';
import { cellOf, columnLabel, type Column, type Row } from './columnsOf';
import type { ColumnPlan } from './mapColumns';

export interface TakenRow {
	/** The filled cells as they are, by field name; nothing for a field in conflict. */
	readonly values: Record<string, unknown>;
	/** One for each field whose columns are filled differently in this row. */
	readonly conflicts: readonly Problem[];
}

/** Whether two cells come to the same thing once sent: 2100 and "2100" do. */
function sameValue(one: unknown, other: unknown, field: ApiField): boolean {
	if (Object.is(one, other)) return true;
	const first = toFieldValue(one, field);
	const second = toFieldValue(other, field);
	return 'value' in first && 'value' in second && first.value === second.value;
}

function conflictOf(field: ApiField, filled: readonly Column[]): Problem {
	const named = filled.map((column) => `'${columnLabel(column)}'`).join(' and ');
	return {
		field: fieldPath(field),
		problem: `is filled differently in the columns ${named}: keep only one of them`,
	};
}

/**
 * Takes the values of an operation's fields from one row. Blank cells count as absent. Where several
 * columns fit a field, the filled ones must come to the same value: they are never guessed between.
 */
export function takeRow(row: Row, { mapped }: ColumnPlan): TakenRow {
	const values: Record<string, unknown> = {};
	const conflicts: Problem[] = [];
	for (const { field, columns } of mapped) {
		const filled = columns.filter((column) => !isBlank(cellOf(row, column)));
		const [first, ...others] = filled;
		if (first === undefined) continue;
		const value = cellOf(row, first);
		if (others.every((other) => sameValue(value, cellOf(row, other), field))) {
			values[field.name] = value;
		} else conflicts.push(conflictOf(field, filled));
	}
	return { values, conflicts };
}
