import type { INodeProperties } from 'n8n-workflow';

/**
 * The steps of a flow, picked by the names that `GET /v1/flows/steps/list` gives them, in an order that can be
 * dragged.
 */
export const stepPicker: INodeProperties = {
	displayName: 'Steps',
	name: 'steps',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	required: true,
	default: {},
	placeholder: 'Add Step',
	description: 'The steps in the order in which the applicant goes through them; drag to reorder',
	displayOptions: {
		show: { resource: ['flow'], operation: ['create'], specifySteps: ['fields'] },
	},
	options: [
		{
			displayName: 'Step',
			name: 'step',
			values: [
				{
					displayName: 'Step Name or ID',
					name: 'id',
					type: 'options',
					default: '',
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					typeOptions: { loadOptionsMethod: 'getStepOptions' },
				},
				{
					displayName: 'Skippable',
					name: 'skippable',
					type: 'boolean',
					default: false,
					description: 'Whether the applicant may skip this step',
				},
			],
		},
	],
};
