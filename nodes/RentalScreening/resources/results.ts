import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { isBlank } from '../request/blanks';
import { bodyOfFields } from '../request/bodyOfFields';
import type { ItemInput } from '../request/item';
import { mapRows } from '../request/mapColumns';
import type { Problem } from '../request/problem';
import { takeRow } from '../request/takeRow';
import { toApiValue } from '../request/toApiValue';
import { toYesOrNo } from '../request/toYesOrNo';
import { isComplete } from '../results/applicant';
import {
	outputNamed,
	RESULT_OUTPUTS,
	shapeResults,
	type ResultOutput,
	type ShapedResult,
} from '../results/outputs';
import { ROW_COLUMNS } from '../results/row';
import { capitalised, type ScreeningData } from '../results/values';
import { underRunRules } from '../run';
import type { PreparedRequest } from '../run/operation';

const USER_ID = {
	name: 'userId',
	label: 'User ID',
	type: 'string',
	required: true,
	whenEmpty: "is empty. It is the ID that 'Screening: Send' returned",
} as const;

/** Read from the sheet for messages only. */
const NAMES = [
	{ name: 'firstName', label: 'First Name', type: 'string' },
	{ name: 'lastName', label: 'Last Name', type: 'string' },
] as const;

interface NumberSetting {
	readonly name: string;
	readonly label: string;
	readonly usual: number;
	readonly least: number;
}

const WAIT_UP_TO = { name: 'waitUpToMinutes', label: 'Wait Up To (Minutes)', usual: 0, least: 0 };
const POLL_EVERY = { name: 'pollEverySeconds', label: 'Poll Every (Seconds)', usual: 30, least: 1 };
const WHEN_INCOMPLETE = { name: 'whenIncomplete', label: 'When Incomplete' };
const INCLUDE_SSN = { name: 'includeSsn', label: 'Include SSN' };
const OUTPUT = { name: 'output', label: 'Output' };
const FIELDS = { name: 'fields', label: 'Fields' };

const WHEN_INCOMPLETE_VALUES = ['return', 'skip', 'error'] as const;
type WhenIncomplete = (typeof WHEN_INCOMPLETE_VALUES)[number];

const OUTPUT_VALUES = RESULT_OUTPUTS.map(({ value }) => value);
const ROW_FIELDS: readonly string[] = ROW_COLUMNS.map(({ name }) => name);

/** The binary property of a report that holds its HTML as a file. */
const REPORT_PROPERTY = 'report';

/** `GET /v1/screening/data/{userId}`. */
export const getResults = {
	label: 'screening data',
	requiredMembers: { screening: 'object', user: 'object' },
	rows: {
		status: 'resultStatus',
		note: 'resultNote',
		done: 'complete',
		notDone: 'not fetched',
		open: 'not complete',
	},
	preparerFor,
	pollPlan,
	personColumns: (item: ItemInput) => outputOf(item)?.personColumns ?? [],
	toItems,
} as const;

function preparerFor(items: readonly ItemInput[]) {
	const readUserId = bodyOfFields([USER_ID])(items);
	const isAutoMapped = items[0]?.parameter('mappingMode') === 'autoMapInputData';
	const sheet = items.map(({ columns }) => columns);
	const plan = mapRows(sheet, [USER_ID, ...NAMES]);
	return (item: ItemInput): PreparedResults => {
		const { body, problems } = readUserId(item);
		const { values, conflicts } = takeRow(item.columns, plan);
		const userId = typeof body?.userId === 'string' ? body.userId : '';
		const name = [values.firstName, values.lastName].map(textOfCell).filter(Boolean).join(' ');
		const given = isAutoMapped ? values.userId : item.parameter('userId');
		return {
			path: { userId },
			problems: [...problems, ...problemsOfId(userId), ...problemsOfSettings(item)],
			who: name || userId,
			idle: isBlank(given) && conflicts.length === 0,
		};
	};
}

/** `who` and `idle` as in `PreparedRequest`: a row without a user ID was not sent yet. */
interface PreparedResults extends PreparedRequest {
	readonly who: string;
	readonly idle: boolean;
}

function textOfCell(value: unknown): string {
	const text = toApiValue(value, 'string');
	return 'value' in text ? String(text.value) : '';
}

function problemsOfId(id: string): Problem[] {
	if (id.includes('{{')) {
		return [problemOf(USER_ID, "holds '{{': switch the field to Expression")];
	}
	// '.' and '..' would change the path even when percent-encoded; half a character cannot be encoded.
	const isPathSegment = id !== '.' && id !== '..' && !/\p{Surrogate}/u.test(id);
	return isPathSegment ? [] : [problemOf(USER_ID, 'is not an ID that the service gives out')];
}

function problemsOfSettings(item: ItemInput): Problem[] {
	const output = outputOf(item);
	return [
		...(output === undefined ? [problemOf(OUTPUT, `must be ${listed(OUTPUT_VALUES)}`)] : []),
		...(output?.value === 'selectedFields' ? problemsOfFields(item) : []),
		...[WAIT_UP_TO, POLL_EVERY].flatMap((setting) =>
			numberSetting(item, setting) === undefined
				? [problemOf(setting, `must be a number of at least ${setting.least}`)]
				: [],
		),
		...(whenIncomplete(item) === undefined
			? [problemOf(WHEN_INCOMPLETE, `must be ${listed(WHEN_INCOMPLETE_VALUES)}`)]
			: []),
		...(includeSsn(item) === undefined ? [problemOf(INCLUDE_SSN, 'must be true or false')] : []),
	];
}

function problemsOfFields(item: ItemInput): Problem[] {
	const fields = fieldsOf(item);
	if (fields?.length === 0) return [problemOf(FIELDS, 'is empty: choose at least one')];
	const unknown = fields?.find((field) => !ROW_FIELDS.some((known) => known === field));
	if (fields !== undefined && unknown === undefined) return [];
	return [problemOf(FIELDS, "must be names of columns, such as 'creditScore'")];
}

/** When to ask again. Bad settings are problems of the request, so that nothing is sent with them. */
function pollPlan(item: ItemInput) {
	return {
		forMinutes: numberSetting(item, WAIT_UP_TO) ?? WAIT_UP_TO.usual,
		everySeconds: numberSetting(item, POLL_EVERY) ?? POLL_EVERY.usual,
		whenIncomplete: whenIncomplete(item) ?? 'return',
		isComplete,
	};
}

/** What an answer becomes under 'Output'. */
async function toItems(
	answer: IDataObject,
	item: ItemInput,
	helpers: IExecuteSingleFunctions['helpers'],
): Promise<INodeExecutionData[]> {
	const output = outputOf(item);
	if (output === undefined) return [];
	const { path } = preparerFor([item])(item);
	const shaped = shapeResults(answer as ScreeningData, output, {
		userId: path?.userId ?? '',
		fields: fieldsOf(item) ?? [],
		includeSsn: includeSsn(item) ?? false,
	});
	return await Promise.all(shaped.map(async (result) => await toItem(result, helpers)));
}

async function toItem(
	{ json, file }: ShapedResult,
	helpers: IExecuteSingleFunctions['helpers'],
): Promise<INodeExecutionData> {
	if (file === undefined) return { json };
	const content = Buffer.from(file.content, 'utf8');
	const binary = await helpers.prepareBinaryData(content, file.fileName, file.mimeType);
	return { json, binary: { [REPORT_PROPERTY]: binary } };
}

function outputOf(item: ItemInput): ResultOutput | undefined {
	return outputNamed(item.parameter('output'));
}

/** The columns of 'Selected Fields', also as text with commas between; undefined for anything else. */
function fieldsOf(item: ItemInput): string[] | undefined {
	const given = item.parameter('fields') ?? [];
	const list = typeof given === 'string' ? given.split(',') : given;
	if (!Array.isArray(list)) return undefined;
	return list.map((field) => String(field).trim()).filter((field) => field !== '');
}

/** A number of 'Options', also as text; undefined where it is none or too small. */
function numberSetting(item: ItemInput, { name, usual, least }: NumberSetting): number | undefined {
	const given = item.option<unknown>(name, usual);
	if (isBlank(given)) return usual;
	const number = toApiValue(given, 'number');
	return 'value' in number && Number(number.value) >= least ? Number(number.value) : undefined;
}

function whenIncomplete(item: ItemInput): WhenIncomplete | undefined {
	const given = item.option<unknown>(WHEN_INCOMPLETE.name, 'return');
	return WHEN_INCOMPLETE_VALUES.find((value) => value === given);
}

function includeSsn(item: ItemInput): boolean | undefined {
	const given = toYesOrNo(item.option<unknown>(INCLUDE_SSN.name, false));
	return typeof given === 'boolean' ? given : undefined;
}

function problemOf({ name, label }: { name: string; label: string }, text: string): Problem {
	const problem = { field: name, label, text, problem: text };
	return problem;
}

function listed(values: readonly string[]): string {
	const quoted = values.map((value) => `'${value}'`);
	return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

export const resultsOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['results'] } },
	options: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get screening results',
			description: "Get an applicant's results by user ID: as figures, a row, a report or lists",
			routing: {
				request: { method: 'GET', url: '/v1/screening/data/{userId}' },
				...underRunRules(getResults),
			},
		},
	],
	default: 'get',
};

const get = { resource: ['results'], operation: ['get'] };

export const resultsProperties: INodeProperties[] = [
	{
		displayName: 'User ID',
		name: 'userId',
		type: 'string',
		required: true,
		default: '={{ $json.userId }}',
		placeholder: 'e.g. 0b6d2c1e-52a7-4f0e-9d4b-6a1f5f0f7c21',
		description: "The ID that 'Screening: Send' returned for the applicant",
		// Hidden rather than shown by mode, so that it is there for workflows that name no mode.
		displayOptions: { show: get, hide: { mappingMode: ['autoMapInputData'] } },
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: RESULT_OUTPUTS.map(({ name, value, description }) => ({ name, value, description })),
		default: 'simplified',
		description: 'What to return for each applicant',
		displayOptions: { show: get },
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		options: ROW_FIELDS.filter((field) => field !== USER_ID.name)
			.map((field) => ({ name: titleOf(field), value: field }))
			.sort((one, other) => one.name.localeCompare(other.name)),
		default: ['firstName', 'lastName', 'checkComplete', 'creditScore'],
		description: "The columns to return; 'User ID' is always the first one",
		displayOptions: { show: { ...get, output: ['selectedFields'] } },
	},
];

/** 'Credit Score' for `creditScore`. */
function titleOf(field: string): string {
	const words = field.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
	return capitalised(words).replace(/\bId\b/g, 'ID');
}
