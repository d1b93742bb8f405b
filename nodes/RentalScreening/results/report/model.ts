// A report before it becomes HTML or plain text. Both are made from it, so they say the same.

export interface Report {
	readonly title: string;
	readonly name: string;
	/** Whether the applicant has completed the screening, in words. */
	readonly status: string;
	/** When the service last updated the screening. */
	readonly updated: string | null;
	/** Says that the screening is not complete; null where it is. */
	readonly notice: string | null;
	readonly contact: readonly Fact[];
	readonly sections: readonly Section[];
	/** The titles of the sections without data, under a heading. */
	readonly absent: { readonly title: string; readonly sections: readonly string[] };
	readonly footer: readonly string[];
}

export interface Section {
	readonly title: string;
	readonly blocks: readonly Block[];
}

export type Block = Facts | Months | List | Entry | Table | Note;

/** Labelled values; `figures` are the ones to emphasise. */
export interface Facts {
	readonly kind: 'figures' | 'facts';
	readonly title: string | null;
	readonly facts: readonly Fact[];
}

export interface Fact {
	readonly label: string;
	readonly value: string;
}

/** The bars of each month, all to one scale. */
export interface Months {
	readonly kind: 'months';
	readonly months: readonly Month[];
}

export interface Month {
	readonly label: string;
	readonly bars: readonly Bar[];
	readonly note: string | null;
}

export interface Bar {
	readonly label: string;
	readonly value: string;
	/** Length in percent of the longest bar, 0 to 100. */
	readonly percent: number;
}

export interface List {
	readonly kind: 'list';
	readonly title: string;
	readonly items: readonly string[];
}

/** One element of a list: facts, and words of a person. */
export interface Entry {
	readonly kind: 'entry';
	readonly title: string;
	readonly facts: readonly Fact[];
	readonly quote: string | null;
}

export interface Table {
	readonly kind: 'table';
	readonly columns: readonly string[];
	/** Cells in the order of the columns; the last column holds figures. */
	readonly rows: ReadonlyArray<readonly string[]>;
}

export interface Note {
	readonly kind: 'note';
	readonly text: string;
}
