/** The operations that can be mapped automatically, with the fields that the node has for them. */
import { propertyFields } from '../../../nodes/RentalScreening/resources/property/create.ts';
import { rentReportFields } from '../../../nodes/RentalScreening/resources/rentReport/submit.ts';
import { sendFields } from '../../../nodes/RentalScreening/resources/screening/send.ts';
import { sendWithFlowFields } from '../../../nodes/RentalScreening/resources/screening/sendWithFlow.ts';

export const operations = {
	property: propertyFields,
	send: sendFields,
	sendWithFlow: sendWithFlowFields,
	rentReport: rentReportFields,
};
