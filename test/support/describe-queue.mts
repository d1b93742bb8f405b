import { listMissingPrograms } from '../../dev/queue/services.mts';

/** `describe`, or `describe.skip` with a notice where a program is missing. */
export function describeQueue(): typeof describe | typeof describe.skip {
	const missing = listMissingPrograms();
	if (missing.length === 0) return describe;
	console.warn(`SKIPPED: the tests of n8n's queue mode. Not on the PATH: ${missing.join(', ')}.`);
	return describe.skip;
}
