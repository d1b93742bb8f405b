/*
 * The least that a declarative node can do: our node's own description with a hook that only sends. It checks nothing,
 * bounds nothing, remembers nothing and repeats nothing, so what ours takes longer is the price of its rules.
 */
import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	INodePropertyRouting,
	INodeTypeDescription,
} from 'n8n-workflow';

import { RentalScreening } from '../nodes/RentalScreening/RentalScreening.node.ts';

/** What a send reads from an item. */
const FIELDS = ['email', 'phone', 'firstName', 'lastName'];

const sendOnly: NonNullable<NonNullable<INodePropertyRouting['operations']>['pagination']> =
	async function (this: IExecutePaginationFunctions, request) {
		const isAutomatic = this.getNodeParameter('mappingMode') === 'autoMapInputData';
		const columns = (this.getInputData() as INodeExecutionData).json;
		const read = (name: string) =>
			isAutomatic ? columns[name] : (this.getNodeParameter(name) as string);
		const options = { ...request.options };
		if (options.method === 'GET') {
			options.url = options.url!.replace('{userId}', encodeURIComponent(String(read('userId'))));
		} else {
			const values: IDataObject = { flowId: this.getNodeParameter('flowId') as string };
			for (const name of FIELDS) values[name] = read(name);
			options.body = values;
		}
		const [item] = await this.makeRoutingRequest({ ...request, options });
		const { body } = (item as INodeExecutionData).json;
		return [{ json: body as IDataObject, pairedItem: { item: this.getItemIndex() } }];
	};

/** The drop-downs of the operations call this hook in place of ours. */
function withHook(property: INodeProperties): INodeProperties {
	if (property.name !== 'operation') return property;
	const options = (property.options as INodePropertyOptions[]).map((option) => ({
		...option,
		routing: { ...option.routing, operations: { pagination: sendOnly } },
	}));
	return { ...property, options };
}

/** n8n finds it by this name. */
export class RentalScreeningFloor extends RentalScreening {
	override description: INodeTypeDescription = {
		...new RentalScreening().description,
		displayName: 'Rental Screening Floor',
		name: 'rentalScreeningFloor',
		properties: new RentalScreening().description.properties.map(withHook),
	};
}
