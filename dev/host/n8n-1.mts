/** n8n 1, which is tested beside n8n 2. With its recipe, this file is all that `dev/` has for it. */
export const N8N_1 = '1.123.81';

/** Settings that n8n 1 needs to behave as n8n 2 does. */
export const LIKE_N8N_2 = {
	N8N_RUNNERS_ENABLED: 'true',
	// An execution's state and data are then saved in one transaction.
	DB_SQLITE_POOL_SIZE: '3',
};

/** n8n 1 says that it is ready a moment before this answers. */
export const READY_IN_N8N_1 = '/rest/settings';
