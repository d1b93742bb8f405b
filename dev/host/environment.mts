import { join } from 'node:path';
import { getCacheFolder } from './cache.mts';

/** The folders and ports of an n8n. */
export interface N8nPlace {
	/** n8n keeps its `.n8n` folder in here. */
	userFolder: string;
	/** Where it runs, and whose files the Read/Write Files node may touch. */
	workingFolder: string;
	port: number;
	/** The port for n8n's task runners (Code node). */
	brokerPort: number;
}

/** Settings of the shell that would change n8n, or the Node that runs it. */
const NOT_INHERITED = /^(N8N_|NODE_|DB_|EXECUTIONS_|QUEUE_|JEST_|npm_)/;

/** The environment of a real n8n that is reached from this machine only and reports to nobody. `env` wins. */
export function makeEnvironment(place: N8nPlace, env: Record<string, string>): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
	return {
		...Object.fromEntries(inherited),
		// n8n is some ten thousand modules: compiled once, it starts in three quarters of the time.
		NODE_COMPILE_CACHE: join(getCacheFolder(), 'compiled'),
		NODE_ENV: 'production',
		N8N_USER_FOLDER: place.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(place.port),
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_RESTRICT_FILE_ACCESS_TO: place.workingFolder,
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_SECURE_COOKIE: 'false',
		N8N_LOG_LEVEL: 'info',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		...env,
	};
}
