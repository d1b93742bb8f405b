import { type ILoadOptionsFunctions, UserError } from 'n8n-workflow';

import { ON_ACCOUNT, type RequestWithAccount } from './account';
import { readFault } from './fault';
import { loginFailureIn } from './loginFailure';
import { redactionOf } from './redaction';
import { serviceMessage, whyNoAnswer } from './serviceMessage';

/**
 * `GET path` for a list in the editor. Throws a `UserError` fit to show: nothing that the service says is shown
 * unredacted.
 */
export async function requestForPicker(
	context: ILoadOptionsFunctions,
	path: string,
): Promise<unknown> {
	let secrets: readonly string[] | null = null;
	const request: RequestWithAccount = {
		method: 'GET',
		url: path,
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
		[ON_ACCOUNT]: (account) => {
			secrets = account?.secrets ?? secrets;
		},
	};
	try {
		return await context.helpers.httpRequestWithAuthentication.call(
			context,
			'rentalScreeningApi',
			request,
		);
	} catch (thrown) {
		throw explainPickerFault(thrown, secrets);
	}
}

/** Why a list could not be fetched; `secrets` are null where they are not known, and nothing is quoted then. */
function explainPickerFault(thrown: unknown, secrets: readonly string[] | null): UserError {
	const login = loginFailureIn(thrown);
	if (login !== undefined) return new UserError(login.happened, { description: login.hint });
	const fault = readFault(thrown);
	const redaction = redactionOf(secrets);
	if (fault.status === undefined) {
		return noList(`Could not fetch the list: ${whyNoAnswer(fault, redaction)}`);
	}
	const said = serviceMessage(fault.body, redaction);
	return noList(
		`The service did not return the list (${fault.status})${said === '' ? '' : `: ${said}`}`,
	);
}

/** The error of a picker that has no list, with what to do instead. */
export function noList(happened: string): UserError {
	const description = "Test the credential, or choose 'By ID' and enter the ID.";
	return new UserError(happened, { description });
}
