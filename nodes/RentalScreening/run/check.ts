import { sleep } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { readCountryCode, readNumber, readSwitch, type Reading } from '../request/settings';
import { quotable } from '../request/text';
import type { Operation, PreparedRequest } from './operation';
import { INCLUDE_INPUT_FIELDS, MAX_CONCURRENCY, SEND_AGAIN } from './options';

const YIELD_EVERY_MS = 20;

const TIMEOUT = { path: 'requestOptions.timeout', label: 'Timeout' };

/** The form that n8n requires of Request Options → Proxy: it ends the node at a row with any other. */
const PROXY =
	/^[a-z][a-z\d+.-]*:\/\/(?:[^/@]*@)?(?:\[[\da-f:.]+\]|[\p{L}\p{N}._-]+):\d+(?=[/?#]|$)/iu;

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
	if (typeof proxy === 'string' && proxy !== '' && !PROXY.test(proxy)) {
		return refused('proxy', 'Proxy', 'needs a host and a port, such as http://proxy:3128');
	}
	const request = prepare(item);
	const problems = settings(item).flatMap((each) => ('problem' in each ? [each.problem] : []));
	if (problems.length === 0) return request;
	return { ...request, problems: [...request.problems, ...problems] };
}

/** The options of every operation; what only results have, they check themselves. */
function settings(item: ItemInput): Array<Reading<boolean | number | string>> {
	return [
		readSwitch(item, INCLUDE_INPUT_FIELDS),
		readNumber(item, MAX_CONCURRENCY),
		readSwitch(item, SEND_AGAIN),
		readCountryCode(item),
		readTimeout(item),
	];
}

/** n8n's request takes it as it is, and fails with, or misreads, anything but digits. */
function readTimeout(item: ItemInput): Reading<number> {
	const { path, label } = TIMEOUT;
	const given = String(item.parameter(path) ?? '');
	if (/^\d*$/.test(given)) return { value: Number(given) };
	const text = 'must be a number of milliseconds, such as 10000';
	return { problem: { field: path, label, text, ofRun: true } };
}

function refused(field: string, label: string, text: string): PreparedRequest {
	return { problems: [{ field, label, text }], endsNode: true };
}
