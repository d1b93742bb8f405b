import type { ApiField } from '../../nodes/RentalScreening/request/field.ts';
import type { Operation } from '../../nodes/RentalScreening/run/operation.ts';
import { createFlow, getSteps } from '../../nodes/RentalScreening/resources/flow.ts';
import { createProperty, propertyFields } from '../../nodes/RentalScreening/resources/property.ts';
import {
	rentReportFields,
	submitRentReport,
} from '../../nodes/RentalScreening/resources/rentReport.ts';
import { getResults } from '../../nodes/RentalScreening/resources/results.ts';
import {
	sendFields,
	sendScreening,
	sendScreeningWithFlow,
	sendWithFlowFields,
} from '../../nodes/RentalScreening/resources/screening.ts';

/** One operation of the node, as its source has it. */
export interface NodeOperation {
	/** As the contract calls it. */
	id: string;
	resource: string;
	operation: string;
	code: Operation;
	fields: readonly ApiField[];
	/** Parameters that are not named like a field of the service. */
	controls: string[];
}

/** The seven operations of the node. */
export const nodeOperations: readonly NodeOperation[] = [
	{
		id: 'createProperty',
		resource: 'property',
		operation: 'create',
		code: createProperty,
		fields: propertyFields,
		controls: ['mappingMode', 'updateRows'],
	},
	{
		id: 'sendScreening',
		resource: 'screening',
		operation: 'send',
		code: sendScreening,
		fields: sendFields,
		controls: ['mappingMode', 'updateRows'],
	},
	{
		id: 'sendScreeningWithFlow',
		resource: 'screening',
		operation: 'sendWithFlow',
		code: sendScreeningWithFlow,
		fields: sendWithFlowFields,
		controls: ['mappingMode', 'updateRows'],
	},
	{
		id: 'listSteps',
		resource: 'flow',
		operation: 'getSteps',
		code: getSteps,
		fields: [],
		controls: ['returnAll', 'limit'],
	},
	{
		id: 'createFlow',
		resource: 'flow',
		operation: 'create',
		code: createFlow,
		fields: [],
		controls: ['flowName', 'specifySteps', 'steps'],
	},
	{
		id: 'getScreeningData',
		resource: 'results',
		operation: 'get',
		code: getResults,
		fields: [],
		controls: ['mappingMode', 'updateRows', 'userId', 'output'],
	},
	{
		id: 'submitRentReport',
		resource: 'rentReport',
		operation: 'submit',
		code: submitRentReport,
		fields: rentReportFields,
		controls: ['mappingMode', 'updateRows'],
	},
];
