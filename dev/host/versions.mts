/** The n8n that is set up here: `recipes/n8n-<version>/`. */
export const N8N_VERSION = '2.41.1';

/** The Node that runs n8n where the machine's own is of another major version: n8n 2.41 needs 24. */
export const NODE_VERSION = '24.21.0';
