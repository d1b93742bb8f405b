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
	tokenMark,
	announceAccount,
	isOfAnotherAccount,
	noteLogin,
	noteSending,
	type RequestWithAccount,
	TokenOfAnotherAccount,
} from '../nodes/RentalScreening/service/account';
import { staysAtBase, toBaseUrl } from '../nodes/RentalScreening/service/baseUrl';
import { sharedLogin } from '../nodes/RentalScreening/service/sharedLogin';

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
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Token Mark',
			name: 'tokenMark',
			type: 'hidden',
			typeOptions: { password: true },
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
			disableFollowRedirect: true,
		},
		rules: [301, 302, 303, 307, 308].map((value) => ({
			type: 'responseCode',
			properties: {
				value,
				message: `The service redirects to another address (${value}). Enter the final address as 'Base URL'.`,
			},
		})),
	};

	/** `POST /v1/auth/login`. n8n calls it when `accessToken` is empty and after a 401, and stores what it returns. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		noteLogin(credentials);
		const accessToken = await sharedLogin(this.helpers, credentials);
		return { accessToken, tokenMark: tokenMark({ ...credentials, accessToken }) };
	}

	/**
	 * Points a request at the base URL, adds the token as it is, and makes both of n8n's request helpers follow
	 * no redirect: not even one to a subdomain, where they would keep the token.
	 * Throws a `UserError` when the request goes to another origin, and what makes n8n log in again when the
	 * token was given to another account.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: RequestWithAccount,
	): Promise<IHttpRequestOptions> {
		const baseUrl = toBaseUrl(credentials.baseUrl);
		// The HTTP Request node names its target `uri`.
		const target = request.url ?? (request as { uri?: string }).uri;
		if (!staysAtBase(target, baseUrl)) {
			throw new UserError('This credential is for its own base URL only', {
				description: "Use an address below 'Base URL' of the credential, or another credential.",
			});
		}
		noteSending(credentials, request);
		if (isOfAnotherAccount(credentials)) throw new TokenOfAnotherAccount();
		return {
			...announceAccount(request, credentials),
			baseURL: baseUrl,
			headers: { ...request.headers, Authorization: credentials.accessToken as string },
			...NO_REDIRECT,
		};
	}
}
