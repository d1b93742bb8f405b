import type { INodeProperties } from 'n8n-workflow';

/** Needed, but a column of the input may give them too, so the editor must not insist on the field. */
const NEEDED_WITHOUT_MARK = ['propertyId', 'flowId'];

/** Whether the operation cannot do without the field. */
export function isRequired({ name, required }: INodeProperties): boolean {
	return required === true || NEEDED_WITHOUT_MARK.includes(name);
}
