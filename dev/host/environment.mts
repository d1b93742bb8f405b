import { join } from 'node:path';
import { cacheFolder } from './cache.mts';

export interface EnvironmentOptions {
	/** n8n keeps its `.n8n` folder in here. */
	userFolder: string;
	port: number;
	/** The port for n8n's task runners (Code node). */
	brokerPort: number;
	/** The folders whose files the Read/Write Files node may touch. */
	filesFolders: string[];
	/** Wins over what is set here. */
	env: Record<string, string>;
}

/** Settings of the shell that would change n8n, or the Node that runs it. */
const NOT_INHERITED = /^(N8N_|NODE_|DB_|EXECUTIONS_|QUEUE_|JEST_|npm_)/;

/** The environment of a real n8n that is reached from this machine only and reports to nobody. */
export function n8nEnvironment(options: EnvironmentOptions): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
	return {
		...Object.fromEntries(inherited),
		// n8n is some ten thousand modules: compiled once, it starts in three quarters of the time.
		NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
		...n8nSettings(options),
	};
}

/** The part of {@link n8nEnvironment} that is about n8n. */
export function n8nSettings(options: EnvironmentOptions): Record<string, string> {
	return {
		NODE_ENV: 'production',
		N8N_USER_FOLDER: options.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(options.port),
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
		N8N_RESTRICT_FILE_ACCESS_TO: options.filesFolders.join(';'),
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
		...options.env,
	};
}
