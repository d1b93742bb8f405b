import type { INode } from 'n8n-workflow';

/** What n8n makes of the node's settings 'Retry On Fail', 'Max. Tries' and 'Wait Between Tries'. */
export interface RetryOnFail {
	readonly maxTries: number;
	readonly waitMs: number;
}

/** The same bounds as n8n's own: 2 to 5 tries, at most 5 seconds between them; one try when it is off. */
export function retryOnFailOf(node: INode): RetryOnFail {
	if (node.retryOnFail !== true) return { maxTries: 1, waitMs: 0 };
	return {
		maxTries: Math.min(5, Math.max(2, node.maxTries || 3)),
		waitMs: Math.min(5000, Math.max(0, node.waitBetweenTries || 1000)),
	};
}
