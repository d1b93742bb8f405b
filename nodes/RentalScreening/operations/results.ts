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
import { readBodies, readPersons } from '../request/body';
import { isComplete, NOT_COMPLETE, readApplicant } from '../results/applicant';
import { toPlainText, type Schemas } from '../results/cells';
import { CONTACT_COLUMNS, IDENTITY_COLUMNS, ROW_COLUMNS } from '../results/columns';
import { RESULT_OUTPUTS } from '../results/outputs';
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

/** Whether the row and the results are of the same person is told by these. */
const comparedFields = [email, phone, firstName, lastName];

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
	comparedFields,
	readRequests,
	rejectResult,
	toItems,
};

function readRequests(items: readonly Item[]): Request[] {
	const persons = readPersons(items, comparedFields);
	return readBodies(items, [userId], getResults).map(({ body, problems, isBlankRow }, index) => {
		const item = items[index]!;
		const person = persons[index]!;
		const id = typeof body.userId === 'string' ? body.userId : '';
		const [problem] = problems;
		const isAsked = problem !== undefined && 'sentence' in problem;
		const refused = problem !== undefined && 'value' in problem ? problem.value : undefined;
		const subject = `${person.firstName} ${person.lastName}`.trim() || id;
		const rowColumns = findOutput(item)?.rowColumns?.(readFieldNames(item)) ?? [];
		return {
			pathValues: { userId: id },
			problems: [...problems, ...findOutputProblems(item)],
			...(subject === '' ? {} : { subject }),
			isBlankRow: isAsked ? isBlankRow === true : isNoId(body.userId ?? refused),
			neededColumns: rowColumns
				.map(({ name }) => name)
				.filter((name) => !NOT_NEEDED.includes(name)),
			person,
		};
	});
}

const ANOTHER_PERSONS_RESULTS = new Failure(
	'invalid',
	"The results are another person's: both email and phone differ from this row",
	"Check the row's 'User ID'.",
);

/** Rejects results where email and phone both differ from those of the row. One that is missing proves no difference. */
function rejectResult(answer: IDataObject, { person }: Request): Failure | undefined {
	const user = looseObject<Schemas['User']>(answer.user);
	const resultEmail = toPlainText(user.email) ?? '';
	const resultPhone = toPlainText(user.phoneNumber) ?? '';
	const { email: rowEmail = '', phone: rowPhone = '' } = person ?? {};
	if ([resultEmail, resultPhone, rowEmail, rowPhone].includes('')) return undefined;
	const isSameEmail = resultEmail.toLowerCase() === rowEmail.toLowerCase();
	if (isSameEmail || isSamePhone(resultPhone, rowPhone)) return undefined;
	return ANOTHER_PERSONS_RESULTS;
}

/** Fewer digits than these are the end of many people's numbers. */
const MIN_WITHOUT_CODE = 7;

/** Whether two phone numbers may be the same: one may lack its country code. A text without digits proves no difference. */
function isSamePhone(one: string, other: string): boolean {
	const [first = '', second = ''] = [one, other].map((text) => text.replace(/^[\D0]+|\D/g, ''));
	const shorter = Math.min(first.length, second.length);
	if (shorter > 0 && shorter < MIN_WITHOUT_CODE) return first === second;
	return first.endsWith(second) || second.endsWith(first);
}

/** A wrong setting is wrong for every row. */
function findOutputProblems(item: Item): Problem[] {
	const output = findOutput(item);
	if (output === undefined) {
		const clause = `must be ${formatList(OUTPUT_VALUES, 'or')}`;
		return [{ label: 'Output', clause, scope: 'run' }];
	}
	if (readUpdateRows(item) !== 'off' && output.rowColumns === undefined) {
		const clause = "is not one row, so 'Update Rows' cannot write it";
		return [{ label: 'Output', clause, scope: 'run' }];
	}
	if (output.value !== 'selectedFields') return [];
	const names = readFieldNames(item);
	const areColumns = names.length > 0 && names.every((name) => ROW_FIELDS.includes(name));
	const clause = "must be names of columns, such as 'creditScore'";
	return areColumns ? [] : [{ label: 'Fields', clause, scope: 'run' }];
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
