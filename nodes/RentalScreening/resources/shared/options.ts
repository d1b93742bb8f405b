import type { INodeProperties } from 'n8n-workflow';

import type { ApiField } from '../../request/field';
import { showInCollectionFor, type NodeOperation } from './operation';

const isPhone = ({ shape }: ApiField) => shape === 'phone' || shape === 'phoneWithPlus';

/** What may be set beside the fields of a request. */
export function options(operations: readonly NodeOperation[]): INodeProperties {
	const showWhere = (isMeant: (operation: NodeOperation) => boolean) => ({
		show: showInCollectionFor(operations.filter(isMeant)),
	});
	const ofResults = showWhere(({ resource }) => resource === 'results');
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: [
			{
				displayName: 'Country Code',
				name: 'countryCode',
				type: 'string',
				default: '',
				placeholder: 'e.g. 1',
				description:
					'Put in front of phone numbers without +, after one leading 0 is dropped; 00 in front means +. Without it no country is guessed.',
				displayOptions: showWhere(({ fields = [] }) => fields.some(isPhone)),
			},
			{
				displayName: 'Include Input Fields',
				name: 'includeInputFields',
				type: 'boolean',
				default: false,
				description: 'Whether to put the columns of the input item in front of the response',
				// With 'Update Rows' they are there anyway.
				displayOptions: { hide: { '/updateRows': [true] } },
			},
			{
				displayName: 'Include SSN',
				name: 'includeSsn',
				type: 'boolean',
				default: false,
				description:
					'Whether to show the social security number in full; otherwise all but its last four digits are masked',
				displayOptions: { show: { '/resource': ['results'], '/output': ['raw'] } },
			},
			{
				displayName: 'Max Concurrency',
				name: 'maxConcurrency',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 50,
				description: 'How many requests may be in flight at the same time',
			},
			{
				displayName: 'Poll Every (Seconds)',
				name: 'pollEverySeconds',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 30,
				description:
					"How long to wait before asking again for incomplete results, within 'Wait Up To (Minutes)'",
				displayOptions: ofResults,
			},
			{
				displayName: 'Send Again',
				name: 'sendAgain',
				type: 'boolean',
				default: false,
				description:
					'Whether to send again what was sent in the last 24 hours; a column of this name does it for its row',
				displayOptions: showWhere(({ entry }) => entry.routing?.request?.method === 'POST'),
			},
			{
				displayName: 'Wait Up To (Minutes)',
				name: 'waitUpToMinutes',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'How long to wait for the applicant to complete the screening; 0 asks once and does not wait',
				displayOptions: ofResults,
			},
			{
				displayName: 'When Incomplete',
				name: 'whenIncomplete',
				type: 'options',
				options: [
					{
						name: 'Leave Out',
						value: 'skip',
						description: 'Return no item for this applicant',
					},
					{
						name: 'Return Partial Results',
						value: 'return',
						description: 'Return what is known so far',
					},
					{
						name: 'Throw an Error',
						value: 'error',
						description: 'Fail this item',
					},
				],
				default: 'return',
				description: 'What to do when the applicant has not completed the screening in time',
				displayOptions: ofResults,
			},
		],
	};
}
