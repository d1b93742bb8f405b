import { RoutingNode, type ExecuteContext } from 'n8n-core';
import type { INodeProperties, INodeType } from 'n8n-workflow';

import { createStandIn } from '../../dev/engine/engine.mts';

/** A declarative node with these properties and our credential, as n8n loads one. */
export function createProbe(properties: INodeProperties[]): INodeType {
	const { description } = createStandIn(() => [], properties);
	const credentials = [{ name: 'rentalScreeningApi', required: true }];
	const requestDefaults = { headers: { Accept: 'application/json' } };
	const probe: INodeType = {
		description: { ...description, credentials, requestDefaults },
		// n8n adds this when it loads a declarative node.
		async execute() {
			return (await new RoutingNode(this as ExecuteContext, probe).runNode())!;
		},
	};
	return probe;
}
