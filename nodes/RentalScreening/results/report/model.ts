// A report before it becomes HTML or plain text: what is said, in order, as plain text. Both
// renderings are made from it, so they cannot say different things.

export interface Report {
	readonly title: string;
	readonly name: string;
	/** Whether the applicant has completed the screening, in words. */
	readonly status: string;
	/** When the service last updated the screening. */
	readonly updated: string | null;
	/** What to know before reading on; null where the screening is complete. */
	readonly notice: string | null;
	readonly contact: readonly Fact[];
	readonly sections: readonly Section[];
	/** The titles of sections that the service holds nothing for, and what that means. */
	readonly absent: { readonly title: string; readonly sections: readonly string[] };
	readonly footer: readonly string[];
}

export interface Section {
	readonly title: string;
	readonly blocks: readonly Block[];
}

export type Block = Facts | Months | List | Entry | Table | Note;

/** Labelled values: `figures` are the few that matter most and stand out. */
export interface Facts {
	readonly kind: 'figures' | 'facts';
	readonly title: string | null;
	readonly facts: readonly Fact[];
}

export interface Fact {
	readonly label: string;
	readonly value: string;
}

/** Bars of one scale, some for each month. */
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

/** One element of a list that has much to say: facts, and words of a person. */
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
