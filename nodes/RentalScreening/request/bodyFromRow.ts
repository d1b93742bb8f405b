import { buildBody, type BuiltBody } from './buildBody';
import { fieldPath } from './fieldPath';
import type { Row } from './columnsOf';
import type { ColumnPlan } from './mapColumns';
import { takeRow } from './takeRow';

/**
 * Builds the body of one row's request. `parameters` are the values, by field name, that hold for the whole run
 * (`propertyId`, `checkType`, `payer`…): a filled column of that name goes before them.
 * A field in conflict has that one problem, in the order of the fields like all others.
 */
export function bodyFromRow(
	row: Row,
	plan: ColumnPlan,
	parameters: Readonly<Record<string, unknown>> = {},
): BuiltBody {
	const { values, conflicts } = takeRow(row, plan);
	// Filled in place: spreading both into a new object takes longer than all the rest for a row.
	for (const { name } of plan.fields) values[name] ??= parameters[name];
	const built = buildBody(values, plan.fields);
	if (conflicts.length === 0) return built;
	const problems = plan.fields.flatMap((field) => {
		const ofThisField = ({ field: path }: { field: string }) => path === fieldPath(field);
		return conflicts.find(ofThisField) ?? built.problems.find(ofThisField) ?? [];
	});
	return { body: built.body, problems };
}
