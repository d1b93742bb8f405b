import type { Field } from '../core/field';
import { looseObject } from '../core/json';
import type { Column } from '../core/sheetRow';
import { isEmpty, MAX_TEST_LENGTH, toOneLine, trimBlanks } from '../core/text';
import { FULL_NAME, isNamePart } from './names';

/** The columns that are chosen under 'Columns' for these fields, and what is wrong there, in sentences. */
export function readChosenColumns(
	chosen: unknown,
	fields: readonly Field[],
	columnNames: ReadonlySet<string>,
	isFilled: (field: Field, column: Column) => boolean,
) {
	const columns = new Map<string, Column>();
	const problems: string[] = [];
	if (typeof chosen === 'string') {
		problems.push("'Columns' must be chosen one by one, not given as an expression.");
	}
	for (const field of fields) {
		const { name, label } = field;
		const text = looseObject<Record<string, unknown>>(chosen)[name];
		if (isEmpty(text)) continue;
		const column = toColumn(text, columnNames);
		if (column === undefined) {
			const fix = 'must be the name of a column: drag it from the node right before';
			problems.push(`'${label}' under 'Columns' ${fix}.`);
			continue;
		}
		columns.set(name, column);
		if (!isFilled(field, column)) {
			const quoted = toOneLine(column.name, 100);
			problems.push(`No row has the column '${quoted}', which is chosen for '${label}'.`);
		}
	}
	const part = fields.find((field) => isNamePart(field) && columns.has(field.name));
	if (part !== undefined && columns.has(FULL_NAME.name)) {
		const both = `'${FULL_NAME.label}' and '${part.label}' are both chosen`;
		problems.push(`${both} under 'Columns': keep either the whole name or its parts.`);
	}
	return { columns, problems };
}

/** How the editor writes keys with other signs: `['Rent [USD]']`. */
const IN_BRACKETS = String.raw`\[(?:\d+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]`;
const PATH = new RegExp(`^(?:[^.[\\]]+|${IN_BRACKETS})(?:\\.[^.[\\]]+|${IN_BRACKETS})*$`, 's');
const KEYS = new RegExp(`[^.[\\]]+|${IN_BRACKETS}`, 'gs');
/** An expression that is nothing but a reference to the direct input. */
const REFERENCE = new RegExp(
	`^=\\{\\{\\s*\\$json((?:\\.[A-Za-z_$][\\w$]*|${IN_BRACKETS})+)\\s*\\}\\}$`,
	's',
);

/**
 * The column that a text under 'Columns' names: the sheet's own name of it, a path, or a reference such as
 * `={{ $json['Cell #'] }}`. Undefined for anything else.
 */
export function toColumn(given: unknown, columnNames: ReadonlySet<string>): Column | undefined {
	if (typeof given !== 'string') return undefined;
	const text = columnNames.has(given) ? given : trimBlanks(given);
	const isShort = given.length <= MAX_TEST_LENGTH;
	const reference = isShort ? REFERENCE.exec(given)?.[1] : undefined;
	if (reference !== undefined) return fromKeys(reference);
	if (given.startsWith('=')) return undefined;
	const isPath = !columnNames.has(text) && isShort && PATH.test(text);
	return isPath ? fromKeys(text) : { name: text, path: [text] };
}

/** The column at a path. */
function fromKeys(text: string): Column {
	const path = (text.match(KEYS) ?? []).map((key) =>
		key.startsWith('[') ? key.replace(/^\[(['"]?)(.*)\1\]$/s, '$2').replace(/\\(.)/gs, '$1') : key,
	);
	return { name: path.join('.'), path };
}
