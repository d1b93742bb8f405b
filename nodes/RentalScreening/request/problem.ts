/** What is wrong with one field of an item, and the hint: `'${field}' ${problem}` is a sentence. Never holds the value. */
export interface Problem {
	/** The field as the service calls it, such as 'email' or 'address.city'. */
	readonly field: string;
	/** A clause that follows the quoted field name, such as "must be a whole number, such as 2100". */
	readonly problem?: string;
	readonly label?: string;
	readonly text?: string;
	readonly column?: string;
	readonly ofSheet?: true;
}
