import type { INodeProperties } from 'n8n-workflow';

/** Names are asked for by both kinds of screening and by the rent report, so each is defined once for all. */
const showForPersons = {
	show: {
		resource: ['screening', 'rentReport'],
		operation: ['send', 'sendWithFlow', 'submit'],
		mappingMode: ['defineBelow'],
	},
};

export const personProperties: INodeProperties[] = [
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan',
		displayOptions: showForPersons,
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Smith',
		displayOptions: showForPersons,
	},
];
