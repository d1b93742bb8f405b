import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { toBaseUrl } from './baseUrl';
import { LoginFailure } from './loginFailure';
import { isWebPage, serviceMessage, whyNoAnswer } from './serviceMessage';
import { readTransportFault, type TransportFault } from './transportFault';

const LOGIN_PATH = '/v1/auth/login';
const LOGIN_TIMEOUT_MS = 60_000;

const CHECK_FIELDS = "Check the fields of the credential 'Rental Screening API' and test it";
const CHECK_ADDRESS = "Check 'Base URL' in the credential 'Rental Screening API'";

interface Account {
	baseUrl: string;
	username: string;
	password: string;
}

/**
 * `POST /v1/auth/login`: exchanges username and password for an access token, once, and returns the token.
 * Throws a `LoginFailure` that says why in words and holds no secret. No redirect is followed.
 */
export async function login(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
): Promise<string> {
	const answer = await ask(helpers, account);
	if (typeof answer === 'object' && answer !== null) {
		const { accessToken } = answer as { accessToken?: unknown };
		if (typeof accessToken === 'string' && accessToken !== '') return accessToken;
		throw new LoginFailure(
			'The service accepted the sign-in but its answer gives no access',
			`The answer lacks the field that the service requiredMembers. ${CHECK_ADDRESS}, or ask the service operator.`,
			'lasting',
		);
	}
	throw new LoginFailure(
		`The sign-in was answered with ${isWebPage(answer) ? 'a web page' : 'something other than JSON'}`,
		`The address may be that of a web site instead of the service. ${CHECK_ADDRESS}.`,
		'lasting',
	);
}

/** The account that a credential's data describe; throws a `LoginFailure` for an unusable base URL. */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	return {
		baseUrl: toBaseUrl(credentials.baseUrl),
		username: String(credentials.username ?? '').trim(),
		password: String(credentials.password ?? ''),
	};
}

async function ask(
	helpers: IHttpRequestHelper['helpers'],
	{ baseUrl, username, password }: Account,
): Promise<unknown> {
	try {
		return await helpers.httpRequest({
			method: 'POST',
			baseURL: baseUrl,
			url: LOGIN_PATH,
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			body: { username, password },
			disableFollowRedirect: true,
			timeout: LOGIN_TIMEOUT_MS,
		});
	} catch (thrown) {
		throw explain(readTransportFault(thrown), [username, password]);
	}
}

function explain(fault: TransportFault, secrets: string[]): LoginFailure {
	if (fault.status === undefined) {
		return new LoginFailure(
			`The service could not be reached for the sign-in: ${whyNoAnswer(fault, secrets)}`,
			`${CHECK_ADDRESS}, or try again later. Nothing was sent.`,
			'passing',
		);
	}
	const said = serviceMessage(fault.body, secrets);
	const [message, hint, kind] = sentenceFor(fault.status);
	return new LoginFailure(
		`${message} (${fault.status})`,
		said === '' ? `${hint}.` : `The service says: ${said}. ${hint}.`,
		kind,
		fault.headers['retry-after'],
	);
}

function sentenceFor(
	status: number,
): [message: string, hint: string, kind: 'refused' | 'passing' | 'lasting'] {
	if (status === 401) {
		return [
			'The service refused the sign-in',
			`${CHECK_FIELDS}. It was tried once only`,
			'refused',
		];
	}
	if (status === 403 || status === 423) {
		return [
			'The service does not let this account in',
			'The account may be locked or lack access to the API. Ask the service operator',
			'refused',
		];
	}
	if (status === 429) {
		return ['The service asks to wait before signing in', 'Try again in a few minutes', 'passing'];
	}
	if (status >= 500) {
		return ['The service is not able to sign in anybody now', 'Try again later', 'passing'];
	}
	if (status >= 300 && status < 400) {
		return [
			'The service sends the sign-in on to another address',
			`The sign-in details do not go there. ${CHECK_ADDRESS}: enter the final address`,
			'lasting',
		];
	}
	if (status === 404) {
		return ['There is no sign-in at this address', CHECK_ADDRESS, 'lasting'];
	}
	return ['The service did not accept the sign-in', CHECK_FIELDS, 'refused'];
}
