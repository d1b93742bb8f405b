import { ExecuteContext, RoutingNode } from 'n8n-core';
import type { IExecuteData, INodeExecutionData } from 'n8n-workflow';
import { createEmptyRunExecutionData, NodeConnectionTypes } from 'n8n-workflow';

import { createAdditionalData, loadNode, createWorkflow, type RunSpec } from './engine.mts';

/** Runs our node as n8n runs the tool of an AI agent: `question` is its only item, on the input `ai_tool`. */
export async function runAsTool(
	spec: RunSpec,
	question: INodeExecutionData,
): Promise<INodeExecutionData[][] | null | undefined> {
	const workflow = createWorkflow(spec);
	const node = workflow.getNode('Rental Screening')!;
	const data = { [NodeConnectionTypes.AiTool]: [[question]] };
	const context = new ExecuteContext(
		workflow,
		node,
		createAdditionalData(spec.credential),
		'manual',
		createEmptyRunExecutionData(),
		0,
		[question],
		data,
		{ node, data, source: null } as IExecuteData,
		[],
	);
	return await new RoutingNode(context, spec.inPlace ?? loadNode()).runNode();
}
