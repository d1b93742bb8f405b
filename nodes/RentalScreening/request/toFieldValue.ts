import type { ApiField } from './field';
import { checkListed } from './checkListed';
import { checkShape } from './checkShape';
import { dayNumberToDate } from './dayNumber';
import { toApiValue, type ApiValue } from './toApiValue';

/** Turns a value into what the service takes for this field: its type, then its closed list or its shape. Never throws. */
export function toFieldValue(value: unknown, field: ApiField): ApiValue {
	if (field.shape === 'date' && typeof value === 'number') return dayNumberToDate(value);
	const converted = toApiValue(value, field.type);
	if (!('value' in converted) || typeof converted.value !== 'string') return converted;
	if (field.oneOf !== undefined) return checkListed(converted.value, field.oneOf);
	if (field.shape !== undefined && field.shape !== 'date')
		return checkShape(converted.value, field.shape);
	return converted;
}
