/** The n8n versions that tests and demo run. Each has its recipe in `recipes/n8n-<version>/`. */
export const N8N_VERSIONS = ['2.41.1', '1.123.81'] as const;

export type N8nVersion = (typeof N8N_VERSIONS)[number];

export const DEFAULT_N8N_VERSION: N8nVersion = '2.41.1';

/**
 * The Node that runs n8n where the machine's own is of another major version: n8n 2 asks for 24,
 * n8n 1 runs on it too, and both find ready-made binaries of isolated-vm for it.
 */
export const NODE_VERSION = '24.21.0';

/** The Nodes that all but the real n8n is developed and tested on. */
export const DEVELOPMENT_NODES = ['20.20.2', '22.23.3', NODE_VERSION] as const;
