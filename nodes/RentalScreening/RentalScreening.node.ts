import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { addressProperty } from './resources/shared/address';
import { mappingModeProperties } from './resources/shared/mappingMode';
import { optionsProperty } from './resources/shared/options';
import { personProperties } from './resources/shared/person';
import { flowOperations, flowProperties } from './resources/flow';
import { getStepOptions } from './resources/flow/stepOptions';
import { propertyOperations, propertyProperties } from './resources/property';
import {
	rentReportAdditionalFields,
	rentReportOperations,
	rentReportProperties,
} from './resources/rentReport';
import { resultsOperations, resultsProperties } from './resources/results';
import { screeningDetails, screeningOperations, screeningProperties } from './resources/screening';

export class RentalScreening implements INodeType {
	methods = { loadOptions: { getStepOptions } };

	description: INodeTypeDescription = {
		displayName: 'Rental Screening',
		name: 'rentalScreening',
		icon: { light: 'file:rentalScreening.svg', dark: 'file:rentalScreening.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Screen rental applicants: create properties, send screenings, build flows, get results and report rent',
		defaults: { name: 'Rental Screening' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rentalScreeningApi', required: true }],
		requestDefaults: {
			headers: { Accept: 'application/json' },
			// What a request carries is about a person: it goes to the service itself or nowhere.
			disableFollowRedirect: true,
		},
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Flow', value: 'flow', description: 'A reusable sequence of screening steps' },
					{ name: 'Property', value: 'property', description: 'A rental that screenings refer to' },
					{ name: 'Rent Report', value: 'rentReport', description: 'A rent payment to report' },
					{ name: 'Result', value: 'results', description: 'What a screening found out' },
					{
						name: 'Screening',
						value: 'screening',
						description: 'A screening link sent to an applicant',
					},
				],
				default: 'screening',
			},
			propertyOperations,
			screeningOperations,
			flowOperations,
			resultsOperations,
			rentReportOperations,
			...mappingModeProperties,
			...propertyProperties,
			...screeningProperties,
			...personProperties,
			...screeningDetails,
			...rentReportProperties,
			addressProperty,
			rentReportAdditionalFields,
			...flowProperties,
			...resultsProperties,
			optionsProperty,
		],
	};
}
