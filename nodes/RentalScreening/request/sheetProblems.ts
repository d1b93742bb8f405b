import type { Field, FieldGroup, FieldReader, Problem } from '../core/field';
import type { Item } from '../core/item';
import { formatList, toExcerpt } from '../core/text';
import { findNameFields, FULL_NAME } from './headers';

const IN_FILES =
	"; for a file, turn on 'Include Empty Cells' in the node that extracts it, since a column without any value is left out";

/** The columns that every record needs and the sheet lacks, and those of which it is not certain whose they are. */
export function findSheetProblems(
	reader: FieldReader,
	items: readonly Item[],
	fields: readonly Field[],
	groups: readonly FieldGroup[],
): Problem[] {
	const doubts = fields.flatMap((field): Problem[] => {
		const text = reader.explainDoubt?.(field);
		return text === undefined ? [] : [{ label: field.label, text, scope: 'sheet' }];
	});
	const isDoubted = ({ label }: Field) => doubts.some((doubt) => doubt.label === label);
	const required = fields.filter((field) => field.required && !field.sharedByRun);
	const needs: FieldGroup[] = [
		...required.map((field) => ({ label: field.label, members: [field] })),
		...findMissingNames(reader, fields, groups),
		...groups,
	];
	const hasColumn = (field: Field) => reader.has(field) || isDoubted(field);
	const missing = needs
		.filter(({ members }) => !members.some(hasColumn))
		.map((need) => toMissingColumn(need, reader));
	const last = missing.pop();
	if (last === undefined) return doubts;
	return [...doubts, ...missing, { ...last, text: last.text + findFileHint(items) }];
}

const BELOW_FIRST_ROW =
	"; some columns have no name, as where the names are not in the first row: set 'Range' in the node that extracts the file, such as A3:Z1000 for names in row 3";

/** What n8n calls a column of a file that has no name. */
const NAMELESS = /^__EMPTY(?:_\d+)?$/;

/** What to do where a file lacks a column; '' where the rows are of a sheet or a table. */
function findFileHint(items: readonly Item[]): string {
	const isFile = items.every(({ columns }) => !('row_number' in columns || 'id' in columns));
	if (!isFile) return '';
	const names = new Set(items.flatMap(({ columns }) => Object.keys(columns)));
	if ([...names].some((name) => NAMELESS.test(name))) return BELOW_FIRST_ROW;
	return findDelimiterHint(names) ?? IN_FILES;
}

/**
 * The names for which there is no column: the first name, as a screening needs it beside the last name, and what a column
 * that is not read may hold.
 */
function findMissingNames(
	reader: FieldReader,
	fields: readonly Field[],
	groups: readonly FieldGroup[],
): FieldGroup[] {
	const names = findNameFields(fields);
	if (names === undefined) return [];
	const { first, last } = names;
	const mayBeUnread = (field: Field) => reader.explainMissing?.(field) !== undefined;
	const isOneEnough = groups.some(({ members }) => members.includes(first));
	const missing = [first, last].filter((field) => !reader.has(field));
	if (missing.length === 2) {
		const columnAdvice = `'${FULL_NAME.label}', or '${first.label}' and '${last.label}'`;
		const group = { label: 'name', members: missing, columnAdvice };
		// Where one is enough, `groups` has the same.
		return !isOneEnough && missing.some(mayBeUnread) ? [group] : [];
	}
	return missing
		.filter((field) => mayBeUnread(field) || (field === first && !isOneEnough))
		.map((field) => ({ label: field.label, members: [field] }));
}

/** What to do where the only column is the whole header line of a file, whose columns another sign parts. */
function findDelimiterHint(names: ReadonlySet<string>): string | undefined {
	const [only = ''] = names;
	const [sign] = /[;\t|]/.exec(only) ?? [];
	if (sign === undefined || names.size > 1) return undefined;
	const delimiter = sign === '\t' ? 'a tab' : sign;
	return `; its only column is '${toExcerpt(only)}': set 'Delimiter' to ${delimiter} in the node that extracts the file`;
}

/** The problem of a sheet without any column for these fields: which names it could have. */
function toMissingColumn(
	{ label, members, columnAdvice }: FieldGroup,
	reader: FieldReader,
): Problem {
	const labels = members.map((field) => field.label);
	const synonyms = members.length === 1 ? (members[0]?.synonyms ?? []) : [];
	const advice = columnAdvice ?? formatList([...labels, ...synonyms.slice(0, 2)], 'or');
	const [reason] = members.flatMap((field) => reader.explainMissing?.(field) ?? []);
	const because = reason === undefined ? '' : `: ${reason}`;
	const text = `No ${label.toLowerCase()} column found${because}. Name one ${advice}`;
	return { label, text, scope: 'sheet' };
}
