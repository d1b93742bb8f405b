import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { demoProperty, steps } from '../../dev/sandbox/data/demo.mts';
import type { OperationId, Sandbox } from '../../dev/sandbox/index.mts';
import { createFlow, getSteps } from '../../nodes/RentalScreening/operations/flow.ts';
import { createProperty } from '../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../nodes/RentalScreening/operations/rentReport.ts';
import { getResults } from '../../nodes/RentalScreening/operations/results.ts';
import {
	sendScreening,
	sendScreeningWithFlow,
} from '../../nodes/RentalScreening/operations/screening.ts';
import { isFetch, type Operation } from '../../nodes/RentalScreening/core/operation.ts';

/** Parameters of the node beside resource and operation, and the body that they must become. */
interface Filled {
	parameters: INodeParameters;
	body?: object;
}

/** One operation of the node: its source, how it is set up, and what it must ask of the service. */
interface Example {
	/** As the contract calls it. */
	id: Exclude<OperationId, 'login'>;
	code: Operation;
	/** Parameters that are not named like a field of the service. */
	controls: string[];
	/** Every field filled in. */
	everything: (sandbox: Sandbox) => Filled;
	/** Only what the operation cannot do without. */
	minimal: (sandbox: Sandbox) => Filled;
	/** What it must put out, item by item. */
	output: (sandbox: Sandbox) => IDataObject[];
}

const IDENTIFIER = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown as string;

const address = {
	street: '12 Elm Street',
	city: 'Toronto',
	provinceState: 'ON',
	country: 'CA',
	postalCode: 'M5V 2T6',
};

const applicant = {
	email: 'nathan.smith@example.com',
	phone: '+14165550100',
	firstName: 'Nathan',
	lastName: 'Smith',
};

const rentReport = {
	rentAmount: '1950',
	rentPaid: '1900.50',
	lastName: 'Smith',
	firstName: 'Nathan',
};

const rentReportExtras = {
	leaseStartDate: '2025-09-01',
	leaseEndDate: '2026-08-31',
	currentBalanceDue: 49.5,
	amountPastDue: 0,
	accountStatus: 'ACCOUNT_STATUS_30_DAYS_PAST_DUE',
	paymentHistoryProfile: '000100',
	dateOfFirstDelinquency: '2026-03-01',
	middleName: 'James',
	dateOfBirth: '1990-05-17',
	phone: '416 555 0100',
	email: 'nathan.smith@example.com',
	ecoaCode: 'ECOA_CODE_JOINT',
};

const knownResults = {
	screening: { id: 'screening-7', creditScore: 712 },
	user: { id: 'applicant-7', firstName: 'Nathan', checkComplete: true },
};

/** Sends these parameters as they are, those in 'Additional Fields', and what is sent by default. */
function toFilled(
	parameters: INodeParameters,
	additionalFields?: INodeParameters,
	defaults: object = {},
): Filled {
	const body = { ...parameters, ...additionalFields, ...defaults };
	return { parameters: { ...parameters, ...(additionalFields && { additionalFields }) }, body };
}

const listSent = ({ screenings }: Sandbox) =>
	screenings.map(({ userId, email, phone }) => ({
		userId,
		message: `The screening link was sent to ${email} and ${phone}`,
	}));

const askForRaw = (sandbox: Sandbox) => ({
	parameters: { userId: sandbox.addApplicant(knownResults), output: 'raw' },
});

const { rent, ...demoWithoutRent } = demoProperty;
const minimalApplicant = { email: applicant.email, phone: applicant.phone };
const payer = 'PAYER_SELF';

const EXAMPLES: readonly Example[] = [
	{
		id: 'createProperty',
		code: createProperty,
		controls: ['mappingMode'],
		everything: () => toFilled(demoWithoutRent as INodeParameters, { rent: rent! }),
		minimal: () => toFilled({ name: '12 Elm Street' }),
		output: () => [{ propertyId: IDENTIFIER }],
	},
	{
		id: 'sendScreening',
		code: sendScreening,
		controls: ['mappingMode', 'countryCode'],
		everything: ({ propertyId }) => {
			const more = { checkType: 'CHECK_TYPE_OTHER', payer: 'PAYER_OTHER' };
			return toFilled({ propertyId, ...applicant }, more);
		},
		minimal: ({ propertyId }) => {
			const defaults = { checkType: 'CHECK_TYPE_DEEP_CHECK', payer };
			return toFilled({ propertyId, ...minimalApplicant }, undefined, defaults);
		},
		output: listSent,
	},
	{
		id: 'sendScreeningWithFlow',
		code: sendScreeningWithFlow,
		controls: ['mappingMode', 'countryCode'],
		everything: ({ flowId }) => toFilled({ flowId, ...applicant }, { payer: 'PAYER_OTHER' }),
		minimal: ({ flowId }) => toFilled({ flowId, ...minimalApplicant }, undefined, { payer }),
		output: listSent,
	},
	{
		id: 'listSteps',
		code: getSteps,
		controls: ['returnAll', 'limit'],
		everything: () => ({ parameters: { returnAll: true } }),
		minimal: () => ({ parameters: {} }),
		output: () => steps.map((step) => ({ ...step })),
	},
	{
		id: 'createFlow',
		code: createFlow,
		controls: ['flowName', 'specifySteps', 'steps'],
		everything: () => ({
			parameters: {
				flowName: 'Standard screening',
				specifySteps: 'fields',
				steps: { step: [{ id: 'step-income', skippable: true }] },
			},
			body: {
				flow: {
					name: 'Standard screening',
					steps: [{ id: 'step-income', options: { skippable: true } }],
				},
			},
		}),
		minimal: () => ({
			parameters: { flowName: 'Short', specifySteps: 'json', stepsJson: '["step-identity"]' },
			body: { flow: { name: 'Short', steps: [{ id: 'step-identity' }] } },
		}),
		output: () => [{ flowId: IDENTIFIER }],
	},
	{
		id: 'getScreeningData',
		code: getResults,
		controls: ['mappingMode', 'userId', 'output'],
		everything: askForRaw,
		minimal: askForRaw,
		output: () => [knownResults],
	},
	{
		id: 'submitRentReport',
		code: submitRentReport,
		controls: ['mappingMode', 'countryCode'],
		everything: () => toFilled({ ...rentReport, address }, rentReportExtras),
		minimal: () => toFilled({ lastName: 'Smith', rentPaid: '1900' }),
		output: () => [{ message: 'The rent payment record was received', id: IDENTIFIER }],
	},
];

/** The operations of the node. */
export const nodeOperations = EXAMPLES.map((example) => ({
	...example,
	resource: example.code.resource,
	operation: example.code.entry.value as string,
	/** Those of its body that may come from columns. */
	fields: isFetch(example.code)
		? []
		: (example.code.fields ?? []).filter(({ isSent }) => isSent !== false),
}));

export type NodeOperation = (typeof nodeOperations)[number];

/** Those whose fields may come from columns. */
export const mappedOperations = nodeOperations.filter(({ fields }) => fields.length > 0);
