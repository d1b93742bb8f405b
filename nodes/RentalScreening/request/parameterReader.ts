import { parameterPath, type Field, type FieldReader } from '../core/field';
import type { Item } from '../core/item';

/** Reads fields from the panel, where each is mapped ('Map Each Field Below'). */
export function createParameterReader(
	items: readonly Item[],
	fields: readonly Field[],
): FieldReader {
	const perItem = fields.filter(
		(field) => !field.sharedByRun && items[0]?.isConstant(parameterPath(field)) === false,
	);
	return {
		read: (item, field) => ({
			value: item.parameter(parameterPath(field)),
			source: { scope: perItem.includes(field) ? 'item' : 'run' },
		}),
		has: () => true,
	};
}
