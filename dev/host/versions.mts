/** The n8n that is set up here, with every dependency pinned: `recipes/n8n-<version>/`. */
export const PINNED_N8N_VERSION = '2.41.1';

/** The n8n that runs: RENTAL_SCREENING_N8N names another one on npm, which is set up beside the pinned one. */
export const N8N_VERSION = process.env['RENTAL_SCREENING_N8N'] || PINNED_N8N_VERSION;

/** The Node that runs n8n where the machine's own is of another major version: n8n 2.41 needs 24. */
export const NODE_VERSION = '24.21.0';
