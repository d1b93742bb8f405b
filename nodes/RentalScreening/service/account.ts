/** The account that a request is about to be sent for, as `authenticate` of the credential sees it. */
export interface RequestAccount {
	/** Tells accounts apart (base URL and username) without holding either. */
	readonly key: string;
	/** What must never be shown: password and token. */
	readonly secrets: readonly string[];
}

/** Member of our node's request options: called with the account right before the request goes out. */
export const ON_ACCOUNT = Symbol('onAccount');
