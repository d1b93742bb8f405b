import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import {
	BEFORE_SEND,
	isSameOrigin,
	toAccount,
	type RequestWithHook,
} from '../nodes/RentalScreening/service/account';
import { dropTokenOlderThan, logIn, useToken } from '../nodes/RentalScreening/service/login';

/** In the words of n8n's request helper, and of the one that the HTTP Request node uses. */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	maxRedirects: 0,
	followRedirect: false,
	followAllRedirects: false,
	sendCredentialsOnCrossOriginRedirect: false,
};

/** An account of the screening service: logs in with username and password, then sends the token as it is. */
export class RentalScreeningApi implements ICredentialType {
	name = 'rentalScreeningApi';

	displayName = 'Rental Screening API';

	icon = {
		light: 'file:../nodes/RentalScreening/rentalScreening.svg',
		dark: 'file:../nodes/RentalScreening/rentalScreening.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-rental-screening/n8n-nodes-rental-screening#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the service that your provider gave you, without /v1. It must start with https://; http is for localhost only.',
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			description: 'From your provider, together with dashboard access',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Used only to log in; n8n stores it encrypted',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			// n8n asks for a login before every request while it is empty, as it always is.
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	httpRequestNode = {
		name: 'Rental Screening',
		docsUrl: 'https://github.com/n8n-nodes-rental-screening/n8n-nodes-rental-screening#credential',
		apiBaseUrlPlaceholder: 'https://api.example.com/v1/',
	};

	/** `GET /v1/flows/steps/list` answers for every account and changes nothing. */
	test: ICredentialTestRequest = {
		request: {
			url: '/v1/flows/steps/list',
			headers: { Accept: 'application/json' },
		},
	};

	/**
	 * Logs in by `POST /v1/auth/login` where this process has no token for the account. n8n calls it before every
	 * request, since `accessToken` stays empty, and after a 401; it stores nothing of what is returned here.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const mayRepeat = await logIn(this.helpers, credentials);
		// n8n's HTTP Request node repeats its request where the member is returned.
		return mayRepeat ? { accessToken: '' } : {};
	}

	/**
	 * Points a request at the base URL, adds the token as it is, and makes both of n8n's request helpers follow
	 * no redirect: not even one to a subdomain, where they would keep the token.
	 * Throws a `UserError` when the request goes to another origin.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: RequestWithHook,
	): Promise<IHttpRequestOptions> {
		const account = toAccount(credentials);
		// The HTTP Request node names its target `uri`.
		const target = request.url ?? (request as { uri?: string }).uri;
		if (!isSameOrigin(target, account.baseUrl)) {
			throw new UserError('This credential is for its own base URL only', {
				description: "Use an address below 'Base URL' of the credential, or another credential.",
			});
		}
		const token = useToken(credentials, request);
		request[BEFORE_SEND]?.({
			key: account.key,
			secrets: [account.password, token],
			dropTokenOlderThan: (time) => dropTokenOlderThan(credentials, time),
		});
		return {
			...request,
			baseURL: account.baseUrl,
			headers: { ...request.headers, Authorization: token },
			...NO_REDIRECT,
		};
	}
}
