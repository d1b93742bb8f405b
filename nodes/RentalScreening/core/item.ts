import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

const COLUMN_AFTER_DOT = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;
const COLUMN_IN_BRACKETS = /^=\{\{\s*\$json\[(['"])([^'"\\]*)\1\]\s*\}\}$/;

/** The column of an expression that is only a reference to it, as dragging one makes: `={{ $json['First Name'] }}`. */
export function findReferencedColumn(expression: string): string | undefined {
	return COLUMN_AFTER_DOT.exec(expression)?.[1] ?? COLUMN_IN_BRACKETS.exec(expression)?.[2];
}

/** One input item of a run: its columns, and the node's parameters as evaluated for it. */
export class Item {
	private readonly evaluated = new Map<string, unknown>();

	constructor(
		/** What the items of a run have in common. */
		private readonly origin: {
			readonly context: IExecuteSingleFunctions;
			readonly parameters: INodeParameters;
			/** The names of the parameters that have to be evaluated for each item. */
			readonly withExpressions: ReadonlySet<string>;
			/** An AI agent gave the item: it is not what `$json` stands for in an expression. */
			readonly isToolCall: boolean;
			/** Of the workflow, such as 'America/Toronto'. */
			readonly timezone: string;
		},
		readonly index: number,
		readonly columns: IDataObject,
		readonly binary?: IBinaryKeyData,
	) {}

	/** Whether a parameter, or the member of one that `path` names, is the same for every item. */
	isConstant(path: string): boolean {
		return !holdsExpression(getMember(this.origin.parameters, path));
	}

	/** The resource and the operation, such as 'screening send'. */
	get operationName(): string {
		return ['resource', 'operation'].map((name) => String(this.parameter(name))).join(' ');
	}

	/** The row as people count: its number in the sheet, its `id` in a data table, else its place in the input, from 1. */
	get rowNumber(): number {
		const { row_number: ofSheet, id, createdAt } = this.columns;
		const given = createdAt === undefined ? ofSheet : (ofSheet ?? id);
		return typeof given === 'number' ? given : this.index + 1;
	}

	get timezone(): string {
		return this.origin.timezone;
	}

	get isToolCall(): boolean {
		return this.origin.isToolCall;
	}

	/** A parameter, or its member as in 'address.city', for this item. Throws what n8n throws for an expression. */
	parameter(path: string): unknown {
		const dot = path.indexOf('.');
		if (dot === -1) return this.evaluateParameter(path);
		return getMember(this.evaluateParameter(path.slice(0, dot)), path.slice(dot + 1));
	}

	/** A parameter as it is stored: with its expressions, not their values. */
	storedParameter(name: string): unknown {
		return this.origin.parameters[name];
	}

	/**
	 * The first parameter with an expression that n8n cannot evaluate, and what it throws. Evaluates unused ones too: n8n
	 * does, and ends the node there while the requests of earlier items would go on.
	 */
	findEvaluationError(): { name: string; thrown: unknown } | undefined {
		for (const name of this.origin.withExpressions) {
			try {
				this.evaluateParameter(name);
			} catch (thrown) {
				return { name, thrown };
			}
		}
		return undefined;
	}

	/** Each parameter is evaluated once: n8n takes about as long for an expression as for everything else. */
	private evaluateParameter(name: string): unknown {
		const { parameters, withExpressions } = this.origin;
		if (!withExpressions.has(name)) return parameters[name];
		if (!this.evaluated.has(name)) this.evaluated.set(name, this.evaluate(parameters[name]));
		return this.evaluated.get(name);
	}

	private evaluate(raw: unknown): unknown {
		if (typeof raw === 'string') return raw.startsWith('=') ? this.evaluateExpression(raw) : raw;
		if (Array.isArray(raw)) return raw.map((entry) => this.evaluate(entry));
		if (typeof raw !== 'object' || raw === null) return raw;
		return Object.fromEntries(
			Object.entries(raw).map(([name, entry]) => [name, this.evaluate(entry)]),
		);
	}

	private evaluateExpression(expression: string): unknown {
		const { context, isToolCall } = this.origin;
		const column = isToolCall ? undefined : findReferencedColumn(expression);
		if (column !== undefined && Object.hasOwn(this.columns, column)) {
			const value = this.columns[column];
			if (typeof value !== 'object') return value;
		}
		return context.evaluateExpression(expression.slice(1), this.index);
	}
}

/** A member of a value, or a member's own as in 'batch.size'; undefined where there is none. */
function getMember(value: unknown, path: string): unknown {
	const dot = path.indexOf('.');
	if (dot !== -1) return getMember(getMember(value, path.slice(0, dot)), path.slice(dot + 1));
	return (value as Record<string, unknown> | null | undefined)?.[path];
}

function holdsExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(holdsExpression);
}

/** An object that all items and all tries (Retry On Fail) of one run share, and no other run. */
export function getRunKey(context: IExecuteSingleFunctions): object {
	return isTool(context) ? getToolCall(context).json : context.getExecuteData();
}

/**
 * Whether On Error is one of the two that go on with the other items. A model's tool does too, unless Stop was set:
 * of what is thrown, n8n would pass it the message only, not how to fix it.
 */
export function continuesOnError(context: IExecuteSingleFunctions): boolean {
	const { onError } = context.getNode();
	return context.continueOnFail() || (isTool(context) && onError !== 'stopWorkflow');
}

/** All items of the run that `context` belongs to, ready to be read. */
export function readItems(context: IExecuteSingleFunctions): Item[] {
	const { parameters, executeOnce } = context.getNode();
	const isToolCall = isTool(context);
	const main = context.getExecuteData().data.main?.[0] ?? [];
	const items = isToolCall ? [getToolCall(context)] : main;
	const names = Object.keys(parameters);
	const withExpressions = new Set(names.filter((name) => holdsExpression(parameters[name])));
	const timezone = context.getTimezone();
	const origin = { context, parameters, withExpressions, isToolCall, timezone };
	return (executeOnce === true ? items.slice(0, 1) : items).map(
		({ json, binary }, index) => new Item(origin, index, json, binary),
	);
}

/** Whether the columns of the input hold the values: 'Map Automatically', which is one for the run. */
export function isAutoMapped([first]: readonly Item[]): boolean {
	return first?.parameter('mappingMode') === 'autoMapInputData';
}

/** Whether the node is the tool of an AI agent: n8n gives such a node a type of its own. */
function isTool(context: IExecuteSingleFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** The one item of a tool call. The execution data may be those of the calling agent. */
function getToolCall(context: IExecuteSingleFunctions): INodeExecutionData {
	return context.getInputData(0, NodeConnectionTypes.AiTool);
}
