import type { Field, FieldGroup, FieldReader, Problem } from '../core/field';
import type { Item } from '../core/item';
import { formatList, toExcerpt } from '../core/text';
import { findNameFields } from './headers';

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
		...[...required, ...findOtherHalf(reader, fields, groups)].map((field) => ({
			label: field.label,
			members: [field],
		})),
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

/** What to do where a file lacks a column; '' where the rows are of a sheet or a table. */
function findFileHint(items: readonly Item[]): string {
	const isFile = items.every(({ columns }) => !('row_number' in columns || 'id' in columns));
	return isFile ? (findDelimiterHint(items) ?? IN_FILES) : '';
}

/**
 * The first or last name, where only the other has a column: a screening needs the first name, and none is left out that a
 * column which is not read may hold.
 */
function findOtherHalf(
	reader: FieldReader,
	fields: readonly Field[],
	groups: readonly FieldGroup[],
): Field[] {
	const names = findNameFields(fields);
	if (names === undefined) return [];
	const missing = [names.first, names.last].filter((field) => !reader.has(field));
	const [half] = missing;
	if (half === undefined || missing.length > 1) return [];
	const isNeeded = half === names.first && !groups.some(({ members }) => members.includes(half));
	return isNeeded || reader.explainMissing?.(half) !== undefined ? missing : [];
}

/** What to do where the only column is the whole header line of a file, whose columns another sign parts. */
function findDelimiterHint(items: readonly Item[]): string | undefined {
	const names = new Set(items.flatMap(({ columns }) => Object.keys(columns)));
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
