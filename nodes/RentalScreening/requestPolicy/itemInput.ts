import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** One input item of a run: its columns, and the node's parameters as they come out for it. */
export class ItemInput {
	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly parameters: INodeParameters,
		readonly index: number,
		readonly columns: IDataObject,
	) {}

	/**
	 * The value of a parameter for this item; `path` may name a member, as in 'address.city'.
	 * Expressions are evaluated here, once; undefined when the parameter is not set.
	 */
	parameter(path: string): unknown {
		let raw: unknown = this.parameters;
		for (const name of path.split('.')) {
			if (typeof raw === 'string') raw = this.evaluate(raw);
			raw = (raw as Record<string, unknown> | null | undefined)?.[name];
		}
		return this.evaluate(raw);
	}

	/** A setting of the 'Options' collection, or what holds where it is not set. */
	option<T>(name: string, fallback: T): T {
		return (this.parameter(`options.${name}`) as T | undefined) ?? fallback;
	}

	private evaluate(raw: unknown): unknown {
		if (typeof raw === 'string') {
			return raw.startsWith('=') ? this.context.evaluateExpression(raw.slice(1), this.index) : raw;
		}
		if (Array.isArray(raw)) return raw.map((entry) => this.evaluate(entry));
		if (typeof raw !== 'object' || raw === null) return raw;
		return Object.fromEntries(
			Object.entries(raw).map(([name, entry]) => [name, this.evaluate(entry)]),
		);
	}
}

/**
 * What stands for the run that an item belongs to: the same object for every item of the run and every try
 * of Retry On Fail, and for no other run, whether the node is part of a workflow or a tool of an AI agent.
 */
export function runKeyOf(context: IExecuteSingleFunctions): object {
	return hasMainInput(context) ? context.getExecuteData() : toolCallOf(context).json;
}

/** All items of the run that `context` belongs to, ready to be read. */
export function itemInputsOf(context: IExecuteSingleFunctions): ItemInput[] {
	const { parameters, executeOnce } = context.getNode();
	const items = hasMainInput(context)
		? (context.getExecuteData().data.main?.[0] ?? [])
		: [toolCallOf(context)];
	return (executeOnce === true ? items.slice(0, 1) : items).map(
		({ json }, index) => new ItemInput(context, parameters, index, json),
	);
}

/** Where there is no main input, n8n makes up another empty item each time it is asked for it. */
function hasMainInput(context: IExecuteSingleFunctions): boolean {
	return context.getInputData() === context.getInputData();
}

/** A tool call is a run of one item; the execution data may be those of the agent that calls. */
function toolCallOf(context: IExecuteSingleFunctions): INodeExecutionData {
	return context.getInputData(0, NodeConnectionTypes.AiTool);
}
