import type { NodeHint } from 'n8n-workflow';

import { normaliseColumnName } from '../../request/columns';
import type { ApiField } from '../../request/field';
import { noColumnFor } from '../../request/mapping';
import { FULL_NAMES, synonymsOf } from '../../request/synonyms';
import { userId } from '../results';
import { email, phone } from '../screening';

/** Follows a name in an expression: as columns are compared, but for rare separators. */
const NORMALISED = 'toLowerCase().replace(/[\\s_.-]/g, "")';

const fullNames = JSON.stringify(FULL_NAMES.map(normaliseColumnName));

/** Whether the columns of the input hold the fields of that resource. */
const isByColumns = (resource: string) =>
	`$parameter["mappingMode"] === "autoMapInputData" && $parameter["resource"] === "${resource}"`;

/** Whether a field that tells one request from another is an expression. */
const HAS_EXPRESSION =
	'[$rawParameter["name"], $rawParameter["email"], $rawParameter["lastName"], $rawParameter["rentPaid"], $rawParameter["userId"]].some((value) => String(value).startsWith("="))';

/** From here on 'Map Each Field Below' keeps n8n from responding for about two seconds. */
const MANY_ITEMS = 500;

/** Whether `column` is one that a field is taken from. */
function isFor({ name, label, ...field }: ApiField): string {
	const names = [name, label, ...synonymsOf({ name, label, ...field })].map(normaliseColumnName);
	return `${JSON.stringify([...new Set(names)])}.includes(column.${NORMALISED})`;
}

/** Shown where no item has a column for a field that each request of that resource needs. */
function withoutColumn(field: ApiField, resource: string): NodeHint {
	return {
		message: `${noColumnFor(field).text}.`,
		type: 'warning',
		location: 'outputPane',
		displayCondition: `={{ ${isByColumns(resource)} && $input.all().length > 0 && !$input.all().some((item) => Object.keys(item.json).some((column) => ${isFor(field)})) }}`,
	};
}

/** Tips of the output pane. Their texts are fixed; the editor evaluates each condition on the node's input. */
export const hints: NodeHint[] = [
	{
		message:
			"The same values are used for every input item. To use the columns of each item, set 'Mapping Mode' to 'Map Automatically'.",
		type: 'info',
		location: 'outputPane',
		displayCondition: `={{ $parameter["mappingMode"] === "defineBelow" && $input.all().length > 1 && !${HAS_EXPRESSION} }}`,
	},
	{
		message:
			"n8n evaluates the expressions of all these items before the first request, and does not respond meanwhile: about 4 seconds for 1,000 items. Set 'Mapping Mode' to 'Map Automatically', or add 'Batching' to the request options in the node's settings.",
		type: 'info',
		location: 'outputPane',
		displayCondition: `={{ $parameter["mappingMode"] === "defineBelow" && $input.all().length >= ${MANY_ITEMS} && !($parameter["requestOptions"] || {}).batching && ${HAS_EXPRESSION} }}`,
	},
	{
		message:
			"The column that holds the full name is not used. Split it into 'First Name' and 'Last Name'.",
		type: 'warning',
		location: 'outputPane',
		displayCondition: `={{ $parameter["mappingMode"] === "autoMapInputData" && ["screening", "rentReport"].includes($parameter["resource"]) && Object.keys($input.first().json).some((column) => ${fullNames}.includes(column.${NORMALISED})) && !Object.keys($input.first().json).some((column) => /first|given|last|sur|family/i.test(column)) }}`,
	},
	{
		message:
			"These rows are from a sheet that is updated in place. Set 'Columns to Return' to 'Only Written Columns' and, in 'Google Sheets', the option 'Cell Format' to 'Let n8n format': then none of your own cells is changed.",
		type: 'warning',
		location: 'outputPane',
		displayCondition:
			'={{ $parameter["updateRows"] === true && $parameter["returnColumns"] !== "written" && $input.all().some((item) => "row_number" in item.json) }}',
	},
	withoutColumn(email, 'screening'),
	withoutColumn(phone, 'screening'),
	withoutColumn(userId, 'results'),
	{
		message:
			"'User ID' takes the column 'userId', which the input does not have: no results are fetched. Drag your own column into it, or set 'Mapping Mode' to 'Map Automatically'.",
		type: 'warning',
		location: 'outputPane',
		displayCondition: `={{ $parameter["mappingMode"] === "defineBelow" && $parameter["resource"] === "results" && $parameter["updateRows"] === true && String($rawParameter["userId"]).replace(/[^$.\\w]/g, "") === "$json.userId" && $input.all().length > 0 && !$input.all().some((item) => "userId" in item.json) }}`,
	},
	{
		message:
			"Phone numbers without + and country code are not sent. Set 'Country Code' in the options, or write them with +.",
		type: 'warning',
		location: 'outputPane',
		displayCondition: `={{ ${isByColumns('screening')} && $parameter["operation"] === "send" && !($parameter["options"] || {}).countryCode && $input.all().some((item) => Object.keys(item.json).some((column) => ${isFor(phone)} && /^[^+]*\\d[^+]*$/.test(String(item.json[column])))) }}`,
	},
];
