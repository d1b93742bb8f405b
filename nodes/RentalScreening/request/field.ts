/** The types the service lists for what a request may hold. */
export type ApiType = 'string' | 'integer' | 'number';

/** One field of a request, named once: as the service, the parameter and (in auto mode) the column call it. */
export interface ApiField {
	/** The field's own name, such as 'email' or 'city'. */
	readonly name: string;
	/** What the editor calls it. */
	readonly label?: string;
	readonly type: ApiType;
	/** The object of the body it stands in. */
	readonly within?: 'address';
	/** What the operation cannot do without. */
	readonly required?: true;
	/** The values the service lists (closed enumerations only). */
	readonly oneOf?: readonly string[];
	/** Checked before sending; of a date only that a bare number is the count of its days. */
	readonly shape?: 'email' | 'phoneWithPlus' | 'date';
	/** The collection of the editor that holds it, where it is not a parameter of its own. */
	readonly collection?: string;
	/** One value for the whole run: stays a parameter in auto mode, where a filled column overrides it. */
	readonly perRun?: true;
}
