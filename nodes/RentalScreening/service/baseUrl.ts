import { LoginFailure } from './loginFailure';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const HINT =
	"Open the credential and set 'Base URL' to the address that the service operator gave you";

/**
 * The base URL as requests use it: blanks and trailing slashes trimmed.
 * Throws a `LoginFailure` when it is not a URL, carries sign-in details, a query or a fragment,
 * or is not https (http is for localhost, 127.0.0.1 and ::1 only), so that nothing leaves unencrypted.
 */
export function toBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim().replace(/\/+$/, '') : '';
	if (text === '') throw refuse('The base URL is missing');
	const url = parse(text);
	if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
		throw refuse('The base URL is not a web address', 'It starts with https://');
	}
	if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) {
		throw refuse(
			'The base URL must start with https://',
			'Plain http would send applicant data unencrypted; it is allowed for localhost only',
		);
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		throw refuse(
			'The base URL must hold an address only',
			'Leave out sign-in details, question marks and hash signs',
		);
	}
	return text;
}

/** Whether `target` (absolute, or relative to the base) stays on the origin of `baseUrl`. */
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

function refuse(message: string, reason?: string): LoginFailure {
	return new LoginFailure(
		message,
		reason === undefined ? `${HINT}.` : `${reason}. ${HINT}.`,
		'lasting',
	);
}
