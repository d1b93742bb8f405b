import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { flowOperations, flowPanel } from './resources/flow';
import { searchSteps } from './resources/flowSteps';
import { propertyOperations, propertyRows } from './resources/property';
import { rentReportOperations, rentReportRows } from './resources/rentReport';
import { resultsOperations, resultsPanel, resultsRows } from './resources/results';
import { screeningOperations, screeningRows } from './resources/screening';
import { fieldPanel } from './resources/shared/fieldPanel';
import { hints } from './resources/shared/hints';
import { mappingMode, mappingNotices } from './resources/shared/mapping';
import { options } from './resources/shared/options';
import { operationDropDowns, resource, subtitleOf } from './resources/shared/resource';
import { returnedColumns } from './resources/shared/updateRows';

const operations = [
	...propertyOperations,
	...screeningOperations,
	...flowOperations,
	...resultsOperations,
	...rentReportOperations,
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
			...operationDropDowns(operations),
			mappingMode(operations),
			...mappingNotices(operations),
			...propertyRows,
			...screeningRows,
			...rentReportRows,
			...resultsRows,
			...returnedColumns(operations),
			...fieldPanel(operations),
			...flowPanel,
			...resultsPanel,
			options(operations),
		],
	};
}
