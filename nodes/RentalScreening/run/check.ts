import { sleep } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { optionsOf } from '../request/options';
import type { Problem } from '../request/field';
import { quotable } from '../request/text';
import { atFirstUse } from '../results/values';
import type { Operation, PreparedRequest } from './operation';

const YIELD_EVERY_MS = 20;

/** The form that n8n requires of Request Options → Proxy: it ends the node at a row with any other. */
const proxyAddress = atFirstUse(
	() =>
		/^\s*[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?(?:\[[\da-f:.]+\]|[\p{L}\p{N}._-]+):\d+(?=[/?#]|\s*$)/iu,
);

/**
 * Rule 1: reads and checks what every item asks for, before anything is sent. Yields to n8n in between, so
 * that a large sheet does not hold up its other work.
 */
export async function checkAll(
	operation: Operation,
	items: readonly ItemInput[],
): Promise<PreparedRequest[]> {
	const prepare = operation.preparerFor(items);
	const prepared: PreparedRequest[] = [];
	let yieldedAt = Date.now();
	for (const item of items) {
		if (Date.now() - yieldedAt >= YIELD_EVERY_MS) {
			await sleep(0);
			yieldedAt = Date.now();
		}
		prepared.push(prepareOne(prepare, item));
	}
	return prepared;
}

function prepareOne(
	prepare: (item: ItemInput) => PreparedRequest,
	item: ItemInput,
): PreparedRequest {
	const broken = item.refusedParameter();
	if (broken !== undefined) {
		const { name, thrown } = broken;
		const reason = thrown instanceof Error ? thrown.message : 'n8n gives no reason';
		return refused(name, name, `could not be evaluated: ${quotable(reason)}`);
	}
	const proxy = item.parameter('requestOptions.proxy');
	if (typeof proxy === 'string' && proxy !== '' && !proxyAddress().test(proxy)) {
		return refused('proxy', 'Proxy', 'needs a host and a port, such as http://proxy:3128');
	}
	const request = prepare(item);
	const problems = [...optionsOf(item).problems, ...problemOfTimeout(item)];
	if (problems.length === 0) return request;
	return { ...request, problems: [...request.problems, ...problems] };
}

/** n8n's request takes it as it is, and fails with, or misreads, anything but digits. */
function problemOfTimeout(item: ItemInput): Problem[] {
	const field = 'requestOptions.timeout';
	const given = String(item.parameter(field) ?? '');
	if (/^\d*$/.test(given)) return [];
	const text = 'must be a number of milliseconds, such as 10000';
	return [{ field, label: 'Timeout', text, ofRun: true }];
}

function refused(field: string, label: string, text: string): PreparedRequest {
	return { problems: [{ field, label, text }], endsNode: true };
}
