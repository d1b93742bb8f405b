import { parameterPath, type Field, type FieldReader } from '../core/field';
import type { Item } from '../core/item';
import { isEmptyRow } from '../core/sheetRow';
import { isEmptyCell } from '../core/text';

/** Reads fields from the panel, where each is mapped ('Map Each Field Below'). */
export function createParameterReader(
	items: readonly Item[],
	fields: readonly Field[],
): FieldReader {
	const perItem = fields.filter(
		(field) => !field.sharedByRun && items[0]?.isConstant(parameterPath(field)) === false,
	);
	const expressions = perItem.map(parameterPath);
	// Looking at other items must not throw: an expression that n8n refuses for one of them is that item's own problem.
	const hasValue = (item: Item) =>
		item.findEvaluationError() === undefined &&
		expressions.some((path) => !isEmptyCell(item.parameter(path)));
	let hasAnyValue: boolean | undefined;
	return {
		read: (item, field) => ({
			value: item.parameter(parameterPath(field)),
			source: { scope: perItem.includes(field) ? 'item' : 'run' },
		}),
		has: () => true,
		isBlankRow(item) {
			if (expressions.length === 0 || hasValue(item)) return false;
			// If no item of the run has a value, the expressions may be wrong: a row with anything in it is not blank then.
			return isEmptyRow(item.columns) || (hasAnyValue ??= items.some(hasValue));
		},
		isEmptyRow: ({ columns }) => isEmptyRow(columns),
	};
}
