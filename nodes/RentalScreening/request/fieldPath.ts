import type { ApiField } from './field';

/** The field as it stands in the body: 'email', or 'address.city' for what stands within an object. */
export function fieldPath(field: ApiField): string {
	return field.within === undefined ? field.name : `${field.within}.${field.name}`;
}
