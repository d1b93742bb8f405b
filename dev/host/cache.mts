import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what is installed once per machine lives, outside the repository. */
export function getCacheFolder(): string {
	const { RENTAL_SCREENING_CACHE, XDG_CACHE_HOME } = process.env;
	const cache = XDG_CACHE_HOME || join(homedir(), '.cache');
	return RENTAL_SCREENING_CACHE || join(cache, 'n8n-nodes-rental-screening');
}
