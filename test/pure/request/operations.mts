/** The operations that can be mapped automatically, with the fields that the node has for them. */
import { propertyFields } from '../../../nodes/RentalScreening/resources/property.ts';
import { rentReportFields } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { sendFields } from '../../../nodes/RentalScreening/resources/screening.ts';
import { sendWithFlowFields } from '../../../nodes/RentalScreening/resources/screening.ts';

export const operations = {
	property: propertyFields,
	send: sendFields,
	sendWithFlow: sendWithFlowFields,
	rentReport: rentReportFields,
};
