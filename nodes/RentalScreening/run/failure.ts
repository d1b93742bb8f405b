interface FailureTraits {
	status?: number | undefined;
	uncertain?: boolean;
	final?: boolean;
	concernsRun?: boolean;
	namesRows?: boolean;
}

/** Why an item did not succeed, in words that may be shown: what happened, then how to fix it. */
export class Failure extends Error {
	/** How to fix it. */
	readonly hint: string;

	/** HTTP status of the service's answer, where there was one. */
	readonly status: number | undefined;

	/** The service may have acted on the request. */
	readonly uncertain: boolean;

	/** Trying again within this execution would be useless or unsafe. */
	readonly final: boolean;

	/** It is about the account, the address or the connection, so it holds for every item. */
	readonly concernsRun: boolean;

	/** The message itself names the rows that it is about. */
	readonly namesRows: boolean;

	constructor(
		message: string,
		hint: string,
		{
			status,
			uncertain = false,
			final = uncertain,
			concernsRun = false,
			namesRows = false,
		}: FailureTraits = {},
	) {
		super(message);
		this.hint = hint;
		this.status = status;
		this.uncertain = uncertain;
		this.final = final;
		this.concernsRun = concernsRun;
		this.namesRows = namesRows;
	}
}

/**
 * A thrown value as a failure; anything but a failure is a defect of the node. `label` is what was being sent,
 * if anything: it may have been accepted.
 */
export function asFailure(thrown: unknown, label?: string): Failure {
	if (thrown instanceof Failure) return thrown;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	const maybe = label === undefined ? '' : `. The ${label} may have been accepted`;
	return new Failure(
		`The answer could not be used: ${reason}${maybe}`,
		'Report this to the maintainers of the node.',
		{ uncertain: label !== undefined, final: true },
	);
}
