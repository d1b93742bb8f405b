import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { Failure } from '../core/failure';
import { defineField, type Problem } from '../core/field';
import type { Item } from '../core/item';
import { looseObject, type Schemas } from '../core/json';
import type { Operation, Person, Request } from '../core/operation';
import { isSamePerson } from '../core/person';
import { maskSsn } from '../core/ssn';
import { formatList, toOneLine, toTitle } from '../core/text';
import { showFor } from '../panel/operations';
import { readBodies, readPersons } from '../request/body';
import { isComplete, NOT_COMPLETE, readApplicant } from '../results/applicant';
import { ROW_COLUMNS } from '../results/columns';
import { RESULT_OUTPUTS, ROW_OUTPUTS, shapeResult } from '../results/outputs';
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

/** `GET /v1/screening/data/{userId}`. */
export const getResults: Operation = {
	resource: 'results',
	entry: {
		name: 'Get',
		value: 'get',
		action: 'Get screening results',
		description: "Get an applicant's results by user ID: as figures, a row or a report",
		routing: { request: { method: 'GET', url: '/v1/screening/data/{userId}' } },
	},
	fields: [userId],
	label: 'screening data',
	requiredMembers: { screening: 'object', user: 'object' },
	notFound: new Failure(
		'notFound',
		'There are no results for this user ID',
		'Check the user ID. Results exist once the applicant has completed the screening.',
	),
	isComplete,
	incomplete: new Failure('incomplete', NOT_COMPLETE, ''),
	rows: {
		status: 'resultStatus',
		note: 'resultNote',
		done: 'complete',
		notDone: 'not fetched',
		open: 'not complete',
		outputs: ROW_OUTPUTS,
	},
	comparedFields,
	readRequests,
	rejectResult,
	toItems,
};

function readRequests(items: readonly Item[]): Request[] {
	const persons = readPersons(items, comparedFields);
	return readBodies(items, [userId], getResults).map(({ body, ...request }, index) => {
		const id = String(body.userId ?? '');
		const person = persons[index]!;
		const subject = `${person.firstName} ${person.lastName}`.trim() || id || undefined;
		const problems = [...request.problems, ...findOutputProblems(items[index]!)];
		return { ...request, problems, subject, person, pathValues: { userId: id } };
	});
}

/** A wrong setting is wrong for every row. */
function findOutputProblems(item: Item): Problem[] {
	const output = item.parameter('output');
	const fields = readFields(item);
	const isColumn = (field: string) => ROW_COLUMNS.some(({ name }) => name === field);
	if (!RESULT_OUTPUTS.some(({ value }) => value === output)) {
		const values = RESULT_OUTPUTS.map(({ value }) => String(value));
		return [{ label: 'Output', clause: `must be ${formatList(values, 'or')}`, scope: 'run' }];
	}
	if (output !== 'selectedFields' || (fields.length > 0 && fields.every(isColumn))) return [];
	const clause = "must be names of columns, such as 'creditScore'";
	return [{ label: 'Fields', clause, scope: 'run' }];
}

/** The columns of 'Selected Fields': a list, or text with commas between. */
function readFields(item: Item): string[] {
	const names = String(item.parameter('fields') ?? '').split(',');
	return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** Rejects the results of another person than the row's: a sheet may be sorted while its user IDs stay where they are. */
function rejectResult(answer: IDataObject, { person }: Request): Failure | undefined {
	if (person === undefined || isSamePerson(person, readPerson(answer))) return undefined;
	const found = readPerson(maskSsn(answer));
	const name = `${found.firstName} ${found.lastName}`.trim() || found.email || found.phone;
	return new Failure(
		'mismatch',
		`The results are of ${name}: is the user ID in the right row?`,
		'If it is, write first name, email and phone as they are there.',
	);
}

/** What an answer says of its applicant. */
function readPerson(answer: unknown): Person {
	const { user } = looseObject<Schemas['ScreeningData']>(answer);
	const { firstName, lastName, email, phoneNumber } = looseObject<Schemas['User']>(user);
	return {
		firstName: toOneLine(firstName, 100),
		lastName: toOneLine(lastName, 100),
		email: toOneLine(email, 100),
		phone: toOneLine(phoneNumber, 100),
	};
}

/** The output item of an answer. */
async function toItems(
	answer: IDataObject,
	item: Item,
	helpers: IExecuteSingleFunctions['helpers'],
	{ pathValues }: Request,
): Promise<INodeExecutionData[]> {
	const applicant = readApplicant(answer, pathValues?.userId);
	const output = String(item.parameter('output'));
	const { json, fileName } = shapeResult(output, applicant, readFields(item));
	if (fileName === undefined) return [{ json }];
	const html = Buffer.from(json.html as string);
	const report = await helpers.prepareBinaryData(html, fileName, 'text/html');
	return [{ json, binary: { report } }];
}

const getOnly = showFor([getResults]);

export const resultsPanel: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [...RESULT_OUTPUTS],
		default: 'simplified',
		description: 'What to return for each applicant',
		displayOptions: { show: getOnly },
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		options: ROW_COLUMNS.filter(({ name }) => name !== userId.name)
			.map(({ name }) => ({ name: toTitle(name), value: name }))
			// By code unit: the first comparison by locale would take longer than loading all the rest.
			.sort((one, other) => (one.name < other.name ? -1 : 1)),
		default: ['firstName', 'lastName', 'checkComplete', 'creditScore'],
		description: "The columns to return; 'User ID' is always the first one",
		displayOptions: { show: { ...getOnly, output: ['selectedFields'] } },
	},
];
