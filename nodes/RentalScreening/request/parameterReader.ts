import { parameterPath, type Field, type Given, type Inputs } from '../core/field';
import type { Item } from '../core/item';

/** Reads fields from the panel, where each is mapped ('Map Each Field Below'). */
export function readParameters(items: readonly Item[], fields: readonly Field[]): Inputs[] {
	const places = fields.map((field) => {
		const path = parameterPath(field);
		const isShared = field.isSetting === true || items[0]?.isConstant(path) === true;
		const scope = isShared ? ('run' as const) : ('item' as const);
		return { name: field.name, path, label: field.label, scope };
	});
	return items.map((item) => {
		const inputs: Record<string, Given> = {};
		for (const { name, path, label, scope } of places) {
			inputs[name] = { value: item.parameter(path), label, scope };
		}
		return inputs;
	});
}
