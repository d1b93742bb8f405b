import type { NodeHint } from 'n8n-workflow';

/** Follows a name in an expression: as columns are compared, but for rare separators. */
const NORMALISED = 'toLowerCase().replace(/[\\s_.-]/g, "")';

/** The values of 'Column to Match On', in the column of that name as columns are compared. */
const MATCH_VALUES = `$input.all().map((item) => item.json[Object.keys(item.json).find((column) => column.${NORMALISED} === String($parameter["matchColumn"]).${NORMALISED})])`;

/** Tips of the output pane. Their texts are fixed; the editor evaluates each condition on the node's input. */
export const hints: NodeHint[] = [
	{
		message:
			'Applicants whose figures are all empty have not completed the screening. Get their results again later.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition:
			'={{ $parameter["resource"] === "results" && $parameter["updateRows"] !== true }}',
	},
	{
		message:
			"Rows whose 'Column to Match On' is empty, or has the value of another row, are not sent and not returned: updating the sheet would change another row.",
		type: 'warning',
		location: 'outputPane',
		displayCondition: `={{ $parameter["updateRows"] === true && $parameter["returnColumns"] === "written" && ((values) => values.some((value) => String(value ?? "").trim() === "") || new Set(values.map((value) => isNaN(value) ? String(value) : Number(value))).size < values.length)(${MATCH_VALUES}) }}`,
	},
];
