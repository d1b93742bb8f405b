import type { NodeHint } from 'n8n-workflow';

import { normaliseColumnName } from '../../request/columns';
import { FULL_NAMES } from '../../request/synonyms';

const fullNames = JSON.stringify(FULL_NAMES.map(normaliseColumnName));

/** Tips of the output pane. Their texts are fixed; the editor evaluates each condition on the node's input. */
export const hints: NodeHint[] = [
	{
		message:
			"The same values are used for every input item. To use the columns of each item, set 'Mapping Mode' to 'Map Automatically'.",
		type: 'info',
		location: 'outputPane',
		// The fields that tell one request from another; none of them is an expression.
		displayCondition:
			'={{ $parameter["mappingMode"] === "defineBelow" && $input.all().length > 1 && ![$rawParameter["name"], $rawParameter["email"], $rawParameter["lastName"], $rawParameter["rentPaid"], $rawParameter["userId"]].some((value) => String(value).startsWith("=")) }}',
	},
	{
		message:
			"The column that holds the full name is not used. Split it into 'First Name' and 'Last Name'.",
		type: 'warning',
		location: 'outputPane',
		displayCondition: `={{ $parameter["mappingMode"] === "autoMapInputData" && ["screening", "rentReport"].includes($parameter["resource"]) && Object.keys($input.first().json).some((column) => ${fullNames}.includes(column.replace(/[ _.-]/g, "").toLowerCase())) && !Object.keys($input.first().json).some((column) => /first|given|last|sur|family/i.test(column)) }}`,
	},
];
