interface FailureTraits {
	status?: number | undefined;
	uncertain?: boolean;
	final?: boolean;
	namesItems?: boolean;
}

/** Why an item did not succeed, in words fit to show: what happened, then what to do. */
export class Failure extends Error {
	/** What to do about it. */
	readonly hint: string;

	/** HTTP status of the service's answer, where there was one. */
	readonly status: number | undefined;

	/** The service may have acted on the request all the same. */
	readonly uncertain: boolean;

	/** Trying again within this execution would be useless or unsafe. */
	readonly final: boolean;

	/** The message itself says which items it is about. */
	readonly namesItems: boolean;

	constructor(
		message: string,
		hint: string,
		{ status, uncertain = false, final = uncertain, namesItems = false }: FailureTraits = {},
	) {
		super(message);
		this.hint = hint;
		this.status = status;
		this.uncertain = uncertain;
		this.final = final;
		this.namesItems = namesItems;
	}
}

/** A thrown value as a failure; anything but a failure is a flaw of the node itself. */
export function asFailure(thrown: unknown): Failure {
	if (thrown instanceof Failure) return thrown;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	return new Failure(
		`The answer could not be used: ${reason}`,
		'Report this to the makers of the node.',
		{ final: true },
	);
}

/** The failure of an item that a cancelled execution left; `label` is what a request under way was about. */
export function cancelled(label?: string): Failure {
	return new Failure(
		label === undefined
			? 'The execution was cancelled before this item was done'
			: `The execution was cancelled while the request was under way. The ${label} may have been accepted`,
		'Run the items that are left again.',
		{ uncertain: label !== undefined, final: true },
	);
}
