import { LoginFailure } from './loginFailure';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const HINT = "Open the credential and set 'Base URL' to the address that your provider gave you";

/**
 * The base URL as requests use it: origin and path, without a slash at the end.
 * Throws a `LoginFailure` for anything else than an address: other protocols (http is for localhost only),
 * user info, a query, a fragment, or the version path that every request adds itself.
 */
export function toBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw refuse('The base URL is missing');
	const url = /^https?:\/\/[^/]/i.test(text) && !/[\s\\]/.test(text) ? parse(text) : undefined;
	if (url === undefined) {
		throw refuse('The base URL is not a web address', 'It starts with https://');
	}
	if (/[?#]/.test(text) || /^https?:\/\/[^/]*@/i.test(text)) {
		throw refuse(
			'The base URL must hold an address only',
			'Leave out login details, question marks and hash signs',
		);
	}
	if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) {
		throw refuse(
			'The base URL must start with https://',
			'Plain http would send applicant data unencrypted; it is allowed for localhost only',
		);
	}
	const path = withoutSlashes(url.pathname);
	const version = /\/v[12]$/i.exec(path)?.[0];
	if (version !== undefined) {
		throw refuse(`The base URL ends in ${version}`, `Remove ${version} from the Base URL`);
	}
	return url.origin + path;
}

/** Whether `target` (absolute, or relative to the base URL) has the origin of `baseUrl`. */
export function staysAtBase(target: string, baseUrl: string): boolean {
	return parse(target, `${baseUrl}/`)?.origin === new URL(baseUrl).origin;
}

function parse(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/** `path` without the slashes at its end; a regular expression would take quadratic time for many. */
function withoutSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
}

function refuse(happened: string, reason?: string): LoginFailure {
	return new LoginFailure(happened, reason === undefined ? `${HINT}.` : `${reason}. ${HINT}.`);
}
