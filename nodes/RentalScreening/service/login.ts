import type { IHttpRequestHelper } from 'n8n-workflow';

import type { Account } from './account';
import { type Fault, readFault } from './fault';
import { LoginFailure } from './loginFailure';
import { type Redaction, redactionOf } from './redaction';
import { isWebPage, serviceMessage, whyNoAnswer } from './serviceMessage';

const LOGIN_PATH = '/v1/auth/login';
const LOGIN_TIMEOUT_MS = 60_000;

/** What a header holds as it is. */
const USABLE_TOKEN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const CREDENTIAL = "the credential 'Rental Screening API'";
const CHECK_LOGIN = `Check username and password in ${CREDENTIAL}`;
const CHECK_ADDRESS = `Check 'Base URL' in ${CREDENTIAL}`;

/**
 * `POST /v1/auth/login`: exchanges username and password for a token, with one request that follows no
 * redirect. Throws a `LoginFailure` that says why there is none and holds no secret.
 */
export async function login(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
): Promise<string> {
	const answer = await post(helpers, account);
	if (typeof answer === 'object' && answer !== null) {
		const { accessToken } = answer as { accessToken?: unknown };
		if (typeof accessToken === 'string' && USABLE_TOKEN.test(accessToken)) return accessToken;
		throw new LoginFailure(
			'The service accepted the login but its answer is incomplete',
			`Its answer holds no usable 'accessToken'. ${CHECK_ADDRESS}, or ask your provider.`,
		);
	}
	throw new LoginFailure(
		`The login was answered with ${isWebPage(answer) ? 'a web page' : 'something other than JSON'}`,
		`The address may be that of a website instead of the service. ${CHECK_ADDRESS}.`,
	);
}

async function post(
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
		throw explain(readFault(thrown), redactionOf([password], { username, password }));
	}
}

function explain(fault: Fault, redaction: Redaction): LoginFailure {
	if (fault.status === undefined) {
		return new LoginFailure(
			`Could not log in: ${whyNoAnswer(fault, redaction)}`,
			`${CHECK_ADDRESS}, or try again later.`,
			true,
		);
	}
	const said = serviceMessage(fault.body, redaction).replace(/\.$/, '');
	const { status, headers } = fault;
	const [happened, hint] = explanationOf(status);
	return new LoginFailure(
		`${happened} (${status})`,
		said === '' ? `${hint}.` : `The service says: ${said}. ${hint}.`,
		status === 429 || status >= 500,
		headers,
	);
}

function explanationOf(status: number): [happened: string, hint: string] {
	if (status === 401) {
		return ['The service refused the login', `${CHECK_LOGIN}. It was not retried`];
	}
	if (status === 403 || status === 423) {
		return [
			'The service does not let this account log in',
			'The account may be locked or have no access to the API. Ask your provider',
		];
	}
	if (status === 404) return ['There is no login at this address', CHECK_ADDRESS];
	if (status === 429) {
		return ['The service asks to wait before the next login', 'Try again in a few minutes'];
	}
	if (status >= 500) return ['The service cannot process logins now', 'Try again later'];
	if (status < 400) {
		return [
			'The service redirects the login to another address',
			`Username and password are not sent there. ${CHECK_ADDRESS}: enter the final address`,
		];
	}
	return ['The service did not accept the login', CHECK_LOGIN];
}
