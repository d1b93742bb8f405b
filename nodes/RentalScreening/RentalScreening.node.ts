import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { flowOperations, flowPanel } from './resources/flow';
import { searchSteps } from './resources/flowSteps';
import {
	propertyAdditionalFields,
	propertyMapping,
	propertyName,
	propertyOperations,
} from './resources/property';
import {
	rentReportAdditionalFields,
	rentReportAmounts,
	rentReportMapping,
	rentReportOperations,
} from './resources/rentReport';
import { resultsMapping, resultsOperations, resultsProperties } from './resources/results';
import {
	screeningAdditionalFields,
	screeningMapping,
	screeningOperations,
	screeningPanel,
} from './resources/screening';
import { addressProperty } from './resources/shared/address';
import { hints } from './resources/shared/hints';
import { mappingMode } from './resources/shared/mapping';
import { options } from './resources/shared/options';
import { personPanel } from './resources/shared/person';
import { resource, subtitleOf } from './resources/shared/resource';

const operations = [
	propertyOperations,
	screeningOperations,
	flowOperations,
	resultsOperations,
	rentReportOperations,
];

export class RentalScreening implements INodeType {
	methods = { listSearch: { searchSteps } };

	description: INodeTypeDescription = {
		displayName: 'Rental Screening',
		name: 'rentalScreening',
		icon: { light: 'file:rentalScreening.svg', dark: 'file:rentalScreening.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(operations),
		description:
			'Screen rental applicants: create properties, send screenings, build flows, get results and report rent',
		defaults: { name: 'Rental Screening' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rentalScreeningApi', required: true }],
		requestDefaults: {
			headers: { Accept: 'application/json' },
			// Requests carry personal data: never to another address than the service's.
			disableFollowRedirect: true,
		},
		hints,
		// n8n never shows these again in saved executions, where its redaction is on.
		sensitiveOutputFields: ['user.employmentDetails.identity.ssn'],
		properties: [
			resource,
			...operations,
			mappingMode,
			...propertyMapping,
			...screeningMapping,
			...rentReportMapping,
			...resultsMapping,
			propertyName,
			...screeningPanel,
			...personPanel,
			...rentReportAmounts,
			addressProperty,
			propertyAdditionalFields,
			screeningAdditionalFields,
			rentReportAdditionalFields,
			...flowPanel,
			...resultsProperties,
			options,
		],
	};
}
