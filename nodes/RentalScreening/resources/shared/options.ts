import type { INodeProperties } from 'n8n-workflow';

const showForResults = { show: { '/resource': ['results'] } };

export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	options: [
		{
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: false,
			description:
				"Whether to put the input item's columns in front of the response, so that a spreadsheet row stays whole",
		},
		{
			displayName: 'Include SSN',
			name: 'includeSsn',
			type: 'boolean',
			default: false,
			description:
				'Whether to show the social security number in full; otherwise all but its last four characters are masked',
			displayOptions: { show: { '/resource': ['results'], '/output': ['raw'] } },
		},
		{
			displayName: 'Max Concurrency',
			name: 'maxConcurrency',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'How many requests may be under way at the same time',
		},
		{
			displayName: 'Poll Every (Seconds)',
			name: 'pollEverySeconds',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30,
			description: 'How long to wait before asking again for results that are not complete',
			displayOptions: showForResults,
		},
		{
			displayName: 'Wait Up To (Minutes)',
			name: 'waitUpToMinutes',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'How long to wait for the applicant to complete the screening; 0 asks once and does not wait',
			displayOptions: showForResults,
		},
		{
			displayName: 'When Incomplete',
			name: 'whenIncomplete',
			type: 'options',
			options: [
				{
					name: 'Return What There Is',
					value: 'return',
					description: 'Output the results as they are',
				},
				{
					name: 'Throw an Error',
					value: 'error',
					description: 'Treat the item as not succeeded',
				},
			],
			default: 'return',
			description: 'What to do when the applicant has not completed the screening in time',
			displayOptions: showForResults,
		},
	],
};
