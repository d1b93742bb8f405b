import { missingServices } from './queue/services.mts';

/** `describe`, or `describe.skip` with a notice of what to start where queue mode cannot run. */
export function describeQueue(): typeof describe | typeof describe.skip {
	const missing = missingServices();
	if (missing.length === 0) return describe;
	console.warn(
		`SKIPPED: the tests of n8n's queue mode. Nobody answers for ${missing.join(' and ')}. ` +
			'`docker compose up --detach` starts both.',
	);
	return describe.skip;
}
