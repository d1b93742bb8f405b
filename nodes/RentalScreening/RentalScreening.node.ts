import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { createFlow, flowPanel, getSteps } from './operations/flow';
import { createProperty } from './operations/property';
import { submitRentReport } from './operations/rentReport';
import { getResults, resultsPanel } from './operations/results';
import { sendScreening, sendScreeningWithFlow } from './operations/screening';
import { createColumnsPanel, createFieldPanel } from './panel/fields';
import { createMappingPanel, createOperationPanel } from './panel/operations';
import { rowsHint, createRowsPanel } from './panel/rows';
import { searchSteps } from './panel/stepPicker';
import { optionsPanel } from './request/options';
import { underRunRules } from './run/hook';

/** In the order of the panel, which is made from this list; only the options name their operations themselves. */
const operations = [
	createProperty,
	sendScreening,
	sendScreeningWithFlow,
	createFlow,
	getSteps,
	getResults,
	submitRentReport,
];

export class RentalScreening implements INodeType {
	methods = { listSearch: { searchSteps } };

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
			// Requests carry personal data: never to another address than the service's.
			disableFollowRedirect: true,
		},
		hints: [rowsHint],
		// n8n never shows these again in saved executions, where its redaction is on.
		sensitiveOutputFields: ['user.employmentDetails.identity.ssn'],
		properties: [
			...createOperationPanel(operations, underRunRules),
			...createMappingPanel(operations),
			...createRowsPanel(operations),
			...createFieldPanel(operations),
			...flowPanel,
			...resultsPanel,
			...createColumnsPanel(operations),
			optionsPanel,
		],
	};
}
