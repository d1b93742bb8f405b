import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeProperties,
	NodeHint,
} from 'n8n-workflow';

import { Failure } from '../core/failure';
import { defineField, type Problem } from '../core/field';
import { readUpdateRows, type Item } from '../core/item';
import { looseObject } from '../core/json';
import type { Operation, Request } from '../core/operation';
import { formatList, isNoId, toTitle } from '../core/text';
import { showFor } from '../panel/operations';
import { createBodyReader, formatInput, formatPerson } from '../request/body';
import { createColumnReader } from '../request/columnReader';
import { readOptions } from '../request/options';
import { isSamePhone } from '../request/phone';
import { isComplete, NOT_COMPLETE, readApplicant } from '../results/applicant';
import { toPlainText, type Schemas } from '../results/cells';
import { CONTACT_COLUMNS, IDENTITY_COLUMNS, ROW_COLUMNS } from '../results/columns';
import { RESULT_OUTPUTS } from '../results/outputs';
import { copyWithSsn } from '../results/ssn';
import { email, firstName, lastName, phone } from './screening';

const userId = defineField('userId', {
	required: true,
	shape: 'id',
	whenEmpty: "is empty: use the ID that 'Send' or 'Send with Flow' returned",
	panel: {
		default: '={{ $json.userId }}',
		placeholder: 'e.g. 0b6d2c1e-52a7-4f0e-9d4b-6a1f5f0f7c21',
		description: "The ID that 'Send' or 'Send with Flow' returned for the applicant",
	},
});

const OUTPUT_VALUES = RESULT_OUTPUTS.map(({ value }) => value);
const ROW_FIELDS: readonly string[] = ROW_COLUMNS.map(({ name }) => name);

/** A sheet may have a person's names and contact in columns of other names, so it needs none of these. */
const NOT_NEEDED: readonly string[] = [...IDENTITY_COLUMNS, ...CONTACT_COLUMNS].map(
	({ name }) => name,
);

/** `GET /v1/screening/data/{userId}`. */
export const getResults: Operation = {
	resource: 'results',
	entry: {
		name: 'Get',
		value: 'get',
		action: 'Get screening results',
		description: "Get an applicant's results by user ID: as figures, a row, a report or lists",
		routing: { request: { method: 'GET', url: '/v1/screening/data/{userId}' } },
	},
	fields: [userId],
	label: 'screening data',
	requiredMembers: { screening: 'object', user: 'object' },
	pendingResult: {
		members: ['screening'],
		notFound: new Failure(
			'notFound',
			'There are no results for this user ID',
			"Check the user ID. Results exist once the applicant has completed the screening; 'Wait Up To (Minutes)' asks until then.",
		),
		incomplete: new Failure(
			'incomplete',
			NOT_COMPLETE,
			"Fetch the results later, raise 'Wait Up To (Minutes)', or choose another 'When Incomplete'.",
		),
		isComplete,
	},
	rows: {
		status: 'resultStatus',
		note: 'resultNote',
		done: 'complete',
		notDone: 'not fetched',
		open: 'not complete',
	},
	rowOutputs: RESULT_OUTPUTS.filter(({ rowColumns }) => rowColumns).map(({ value }) => value),
	createPreparer: prepareResults,
	rejectResult,
	toItems,
};

function prepareResults(items: readonly Item[]): (item: Item) => Request {
	const readUserId = createBodyReader(items, [userId]);
	const rowFields = [userId, firstName, lastName, email, phone];
	const reader = createColumnReader(items, rowFields);
	return (item) => {
		const { body, problems } = readUserId(item);
		const read = rowFields.map((field) => [field.name, reader.read(item, field)] as const);
		const inputs = Object.fromEntries(read);
		const idInput = inputs.userId!;
		const id = typeof body.userId === 'string' ? body.userId : '';
		const subject = formatPerson(inputs) || id;
		const rowColumns = findOutput(item)?.rowColumns?.(readFieldNames(item)) ?? [];
		return {
			pathValues: { userId: id },
			problems: [...problems, ...findOutputProblems(item)],
			...(subject === '' ? {} : { subject }),
			isBlankRow: isNoId(idInput.value) && idInput.problem === undefined,
			neededColumns: rowColumns
				.map(({ name }) => name)
				.filter((name) => !NOT_NEEDED.includes(name)),
			contact: { email: formatInput(inputs, 'email'), phone: formatInput(inputs, 'phone') },
		};
	};
}

const ANOTHER_PERSONS_RESULTS = new Failure(
	'invalid',
	"The results are another person's: both email and phone differ from this row",
	"Check the row's 'User ID'.",
);

/** Rejects results where email and phone both differ from those of the row. One that is missing proves no difference. */
function rejectResult(answer: IDataObject, { contact }: Request): Failure | undefined {
	const user = looseObject<Schemas['User']>(answer.user);
	const resultEmail = toPlainText(user.email) ?? '';
	const resultPhone = toPlainText(user.phoneNumber) ?? '';
	const { email: rowEmail = '', phone: rowPhone = '' } = contact ?? {};
	if ([resultEmail, resultPhone, rowEmail, rowPhone].includes('')) return undefined;
	const isSameEmail = resultEmail.toLowerCase() === rowEmail.toLowerCase();
	if (isSameEmail || isSamePhone(resultPhone, rowPhone)) return undefined;
	return ANOTHER_PERSONS_RESULTS;
}

/** A wrong setting is wrong for every row. */
function findOutputProblems(item: Item): Problem[] {
	const output = findOutput(item);
	if (output === undefined) {
		const text = `must be ${formatList(OUTPUT_VALUES, 'or')}`;
		return [{ label: 'Output', text, scope: 'run' }];
	}
	if (readUpdateRows(item) !== 'off' && output.rowColumns === undefined) {
		const text = "is not one row, so 'Update Rows' cannot write it";
		return [{ label: 'Output', text, scope: 'run' }];
	}
	if (output.value !== 'selectedFields') return [];
	const names = readFieldNames(item);
	const areColumns = names.length > 0 && names.every((name) => ROW_FIELDS.includes(name));
	const text = "must be names of columns, such as 'creditScore'";
	return areColumns ? [] : [{ label: 'Fields', text, scope: 'run' }];
}

/** The output items of an answer, under 'Output'. */
async function toItems(
	answer: IDataObject,
	item: Item,
	helpers: IExecuteSingleFunctions['helpers'],
	{ pathValues }: Request,
): Promise<INodeExecutionData[]> {
	const output = findOutput(item);
	if (output === undefined) return [];
	const shaped = output.shape(readApplicant(answer, pathValues?.userId), {
		fields: readFieldNames(item),
		...(readOptions(item).includeSsn ? { unmasked: copyWithSsn(answer) as IDataObject } : {}),
		row: item.columns,
	});
	const items = shaped.map(async ({ json, fileName }) => {
		if (fileName === undefined) return { json };
		const html = Buffer.from(json.html as string);
		const report = await helpers.prepareBinaryData(html, fileName, 'text/html');
		return { json, binary: { report } };
	});
	return await Promise.all(items);
}

function findOutput(item: Item) {
	return RESULT_OUTPUTS.find(({ value }) => value === item.parameter('output'));
}

/** The columns of 'Selected Fields', also as text with commas between. */
function readFieldNames(item: Item): string[] {
	const given = item.parameter('fields');
	const list: unknown[] = Array.isArray(given) ? given : String(given ?? '').split(',');
	return list.map((field) => String(field).trim()).filter((field) => field !== '');
}

const getOnly = showFor([getResults]);

export const resultsPanel: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: RESULT_OUTPUTS.map(({ name, value, description }) => ({ name, value, description })),
		default: 'simplified',
		description: 'What to return for each applicant',
		displayOptions: { show: getOnly },
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		options: ROW_FIELDS.filter((field) => field !== userId.name)
			.map((field) => ({ name: toTitle(field), value: field }))
			// By code unit: the first comparison by locale would take longer than loading all the rest.
			.sort((one, other) => (one.name < other.name ? -1 : 1)),
		default: ['firstName', 'lastName', 'checkComplete', 'creditScore'],
		description: "The columns to return; 'User ID' is always the first one",
		displayOptions: { show: { ...getOnly, output: ['selectedFields'] } },
	},
];

/** Explains a column of the output, since a hint cannot see the results above which it stands. */
export const resultsHint: NodeHint = {
	message:
		"Where 'checkComplete' is false, the applicant has not completed the screening: get the results again later",
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ $parameter["resource"] === "results" && $parameter["mappingMode"] === "defineBelow"' +
		' && ["simplified", "row", "report"].includes($parameter["output"]) }}',
};
