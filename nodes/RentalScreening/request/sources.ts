import { headerOf, readCell, type SheetColumn } from './columns';
import {
	parameterPath,
	problemOfField,
	problemOfSheet,
	quotedList,
	type ApiField,
	type Problem,
} from './field';
import type { ItemInput } from './item';
import {
	noColumnFor,
	planMapping,
	splitFullName,
	takeRow,
	type MappingPlan,
	type TakenRow,
} from './mapping';
import { HOLDS_BRACES, isUnfilled } from './text';
import type { Locale } from './values';

/** Fields of which at least one has to be filled in, and what they have in common, such as 'amount'. */
export interface FieldGroup {
	readonly label: string;
	readonly members: readonly ApiField[];
}

/** Where the values of the items come from, and how a user finds what is wrong with them. */
export interface Source {
	take(item: ItemInput, locale: Locale): TakenRow;
	/** A value that cannot be sent. */
	wrong(field: ApiField, text: string, item: ItemInput, taken: TakenRow): Problem;
	/** A required field without a value. */
	missing(field: ApiField, item: ItemInput): Problem;
	noneOf(group: FieldGroup, item: ItemInput): Problem;
	/** Whether none of the record's own fields is filled; what is one for the whole run does not count. */
	isBlank(item: ItemInput): boolean;
}

/** The panel, where each field is mapped. */
export class PanelSource implements Source {
	/** Where the record's own fields hold expressions. */
	private readonly expressions: readonly string[];

	private somebodyAsks: boolean | undefined;

	constructor(
		private readonly items: readonly ItemInput[],
		private readonly fields: readonly ApiField[],
	) {
		const [first] = items;
		this.expressions = ownFields(fields)
			.map(parameterPath)
			.filter((path) => first?.isFixed(path) === false);
	}

	take(item: ItemInput): TakenRow {
		const values: Record<string, unknown> = {};
		for (const field of this.fields) values[field.name] = item.parameter(parameterPath(field));
		return { values, columns: {}, conflicts: new Map() };
	}

	wrong(field: ApiField, text: string, item: ItemInput): Problem {
		return this.problemOf([field], text, item);
	}

	missing(field: ApiField, item: ItemInput): Problem {
		return this.wrong(field, whenEmpty(field), item);
	}

	noneOf({ members }: FieldGroup, item: ItemInput): Problem {
		return this.problemOf(members, allEmpty(members), item);
	}

	/** What is typed into the panel is wrong for every row. */
	private problemOf(fields: readonly ApiField[], text: string, item: ItemInput): Problem {
		const problem = problemOfField(fields[0]!, text);
		const isTyped = fields.every((field) => item.isFixed(parameterPath(field)));
		return isTyped ? { ...problem, ofRun: true } : problem;
	}

	/** If the expressions give no value in the whole run, they may be wrong: a row with anything in it is not blank. */
	isBlank(item: ItemInput): boolean {
		if (this.expressions.length === 0 || !this.asksForNothing(item)) return false;
		if (isEmptyRow(item)) return true;
		this.somebodyAsks ??= !this.items.every((one) => this.asksForNothing(one));
		return this.somebodyAsks;
	}

	private asksForNothing(item: ItemInput): boolean {
		return this.expressions.every((path) => isUnfilled(item.parameter(path)));
	}
}

/** The columns of the input; what is one for the whole run is in the panel, where no column holds it. */
export class ColumnSource implements Source {
	private readonly plan: MappingPlan;

	private readonly perRun: readonly ApiField[];

	/** Of the record's own fields. */
	private readonly columns: readonly SheetColumn[];

	constructor(items: readonly ItemInput[], fields: readonly ApiField[]) {
		this.plan = planMapping(
			items.map(({ columns }) => columns),
			fields,
		);
		this.perRun = fields.filter(({ perRun }) => perRun);
		this.columns = this.plan.mapped
			.filter(({ field }) => !field.perRun)
			.flatMap(({ own, synonyms }) => [...own, ...synonyms]);
	}

	take(item: ItemInput, locale: Locale): TakenRow {
		const taken = takeRow(item.columns, this.plan, locale);
		for (const field of this.perRun) {
			taken.values[field.name] ??= item.parameter(parameterPath(field));
		}
		return taken;
	}

	wrong(field: ApiField, text: string, _item: ItemInput, { columns }: TakenRow): Problem {
		const column = columns[field.name];
		if (column === undefined) return { ...problemOfField(field, text), ofRun: true };
		const inSheet = text === HOLDS_BRACES ? BRACES_IN_SHEET : text;
		return { ...problemOfField(field, inSheet), column: headerOf(column) };
	}

	missing(field: ApiField): Problem {
		const problem = problemOfField(field, whenEmpty(field));
		const mapped = this.plan.mapped.find((one) => one.field === field);
		if (field.perRun) return mapped === undefined ? { ...problem, ofRun: true } : problem;
		if (mapped === undefined) return noColumnFor(field);
		const [column] = [...mapped.own, ...mapped.synonyms];
		return { ...problem, column: headerOf(column!) };
	}

	noneOf({ label, members }: FieldGroup): Problem {
		const { mapped, fullName } = this.plan;
		const [first] = members;
		if (mapped.some(({ field }) => members.includes(field))) {
			return problemOfField(first!, allEmpty(members));
		}
		const isName = members.some(({ name }) => name === 'firstName');
		return problemOfSheet(
			first!,
			fullName !== undefined && isName
				? splitFullName(fullName)
				: `No ${label} column found. Name one ${quotedList(labelsOf(members), 'or')}`,
		);
	}

	/** Where no column fits any field, a row with anything in it is not blank: its column is to be named. */
	isBlank(item: ItemInput): boolean {
		if (this.columns.length === 0) return isEmptyRow(item);
		return this.columns.every((column) => isUnfilled(readCell(item.columns, column)));
	}
}

const labelsOf = (fields: readonly ApiField[]) => fields.map(({ label }) => label);

const BRACES_IN_SHEET = "holds '{{': enter the value itself";

function ownFields(fields: readonly ApiField[]): ApiField[] {
	return fields.filter(({ perRun }) => !perRun);
}

function whenEmpty(field: ApiField): string {
	return field.whenEmpty ?? 'is empty';
}

function allEmpty([, ...others]: readonly ApiField[]): string {
	return `is empty, like ${quotedList(labelsOf(others), 'and')}: fill in at least one of them`;
}

/** The number that n8n's spreadsheet nodes add to a row is none of its cells. */
function isEmptyRow({ columns }: ItemInput): boolean {
	return Object.entries(columns).every(
		([name, value]) => name === 'row_number' || isUnfilled(value),
	);
}
