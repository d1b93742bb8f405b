import { type ILoadOptionsFunctions, UserError } from 'n8n-workflow';

import { ON_ACCOUNT, type RequestWithAccount } from './account';
import { quoted, readFault, whyNoAnswer } from './fault';
import { noAccessIn } from './login';

/** `GET path` for a list in the editor. Throws a `UserError` fit to show. */
export async function requestForPicker(
	context: ILoadOptionsFunctions,
	path: string,
): Promise<unknown> {
	const secrets: string[] = [];
	const request: RequestWithAccount = {
		method: 'GET',
		url: path,
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
		[ON_ACCOUNT]: (account) => secrets.push(...account.secrets),
	};
	try {
		return await context.helpers.httpRequestWithAuthentication.call(
			context,
			'rentalScreeningApi',
			request,
		);
	} catch (thrown) {
		throw explained(thrown, secrets);
	}
}

/** Why a list could not be fetched. */
function explained(thrown: unknown, secrets: readonly string[]): UserError {
	const noAccess = noAccessIn(thrown);
	if (noAccess !== undefined)
		return new UserError(noAccess.happened, { description: noAccess.hint });
	const fault = readFault(thrown);
	if (fault.status === undefined) {
		return noList(`Could not fetch the list: ${whyNoAnswer(fault, secrets)}`);
	}
	const said = quoted(fault.body, secrets);
	return noList(
		`The service did not return the list (${fault.status})${said === '' ? '' : `: ${said}`}`,
	);
}

/** The error of a picker that has no list, with what to do instead. */
export function noList(happened: string): UserError {
	const description = "Test the credential, or choose 'By ID' and enter the ID.";
	return new UserError(happened, { description });
}
