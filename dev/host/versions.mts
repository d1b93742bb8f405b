import { N8N_1 } from './n8n-1.mts';

export const DEFAULT_N8N_VERSION = '2.41.1';

/** Most tests leave it out; those of the main job, and `npm run test:n8n`, run in it too. */
export const OLDEST_N8N_2 = '2.3.6';

/**
 * The newest n8n, the oldest n8n 2 whose Data Table node makes tables, as the workflows need, and n8n 1.
 * Each has its recipe in `recipes/n8n-<version>/`.
 */
export const N8N_VERSIONS = [DEFAULT_N8N_VERSION, OLDEST_N8N_2, N8N_1] as const;

export type N8nVersion = (typeof N8N_VERSIONS)[number];

/**
 * The Node that runs n8n where the machine's own is of another major version: n8n 2.41 needs 24, the
 * others run on it too, and all find ready-made binaries for it.
 */
export const NODE_VERSION = '24.21.0';
