import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

/**
 * The person's names, for both kinds of screening and the rent report. Each is defined once for all three: n8n
 * evaluates an expression again for every definition of its name.
 */
export const personPanel: INodeProperties[] = updateDisplayOptions(
	{
		show: {
			resource: ['screening', 'rentReport'],
			operation: ['send', 'sendWithFlow', 'submit'],
			mappingMode: ['defineBelow'],
		},
	},
	[
		{
			displayName: 'First Name',
			name: 'firstName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Nathan',
		},
		{
			displayName: 'Last Name',
			name: 'lastName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Smith',
		},
	],
);
