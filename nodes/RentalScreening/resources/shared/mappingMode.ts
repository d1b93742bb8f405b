import type { INodeProperties } from 'n8n-workflow';

const mappedOperations = {
	resource: ['property', 'screening', 'rentReport'],
	operation: ['create', 'send', 'sendWithFlow', 'submit'],
};

export const mappingModeProperties: INodeProperties[] = [
	{
		displayName: 'Mapping Mode',
		name: 'mappingMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Map Automatically',
				value: 'autoMapInputData',
				description: 'Take each field from the input column of the same name, as in a spreadsheet',
			},
			{
				name: 'Map Each Field Below',
				value: 'defineBelow',
				description: 'Set the value of each field yourself',
			},
		],
		default: 'defineBelow',
		description: 'Whether to fill in the fields here or to take them from the columns of the input',
		displayOptions: { show: mappedOperations },
	},
	{
		displayName: 'Update Rows',
		name: 'updateRows',
		type: 'boolean',
		default: false,
		description: 'Whether to pass every input row on with its status',
	},
	{
		displayName:
			'Each field is taken from the column of its name, however it is written ("First Name", "first_name"). Other columns are ignored.',
		name: 'mappingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...mappedOperations, mappingMode: ['autoMapInputData'] } },
	},
];
