import { readCell } from './columns';
import { parameterPath, type ApiField } from './field';
import type { ItemInput } from './item';
import type { MappingPlan } from './mapping';
import { isUnfilled } from './text';

/** Whether no column of the record's own fields is filled; what is one for the whole run does not count. */
export function blankRowsByColumn({ mapped }: MappingPlan): (item: ItemInput) => boolean {
	const columns = mapped
		.filter(({ field }) => field.perRun !== true)
		.flatMap(({ own, synonyms }) => [...own, ...synonyms]);
	return ({ columns: row }) => columns.every((column) => isUnfilled(readCell(row, column)));
}

/**
 * The same where each field is mapped: no expression of the record's own fields gives a value. If they give
 * none in the whole run, they may be wrong, and a row with anything in it is not blank.
 */
export function blankRowsByField(
	items: readonly ItemInput[],
	fields: readonly ApiField[],
): (item: ItemInput) => boolean {
	const [first] = items;
	const paths = fields
		.filter(({ perRun }) => perRun !== true)
		.map(parameterPath)
		.filter((path) => first?.isFixed(path) === false);
	const asksForNothing = (item: ItemInput) =>
		paths.every((path) => isUnfilled(item.parameter(path)));
	let somebodyAsks: boolean | undefined;
	return (item) => {
		if (paths.length === 0 || !asksForNothing(item)) return false;
		if (isEmptyRow(item)) return true;
		somebodyAsks ??= !items.every(asksForNothing);
		return somebodyAsks;
	};
}

/** The number that n8n's spreadsheet nodes add to a row is none of its cells. */
function isEmptyRow({ columns }: ItemInput): boolean {
	return Object.entries(columns).every(
		([name, value]) => name === 'row_number' || isUnfilled(value),
	);
}
