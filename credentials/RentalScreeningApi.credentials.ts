import type {
	ICredentialDataDecryptedObject as Credentials,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import {
	isSameOrigin,
	toAccount,
	type RequestWithHook,
} from '../nodes/RentalScreening/service/account';
import { logIn, useToken } from '../nodes/RentalScreening/service/login';

/** Neither of n8n's two request helpers follows a redirect: they would take the token along to a subdomain. */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
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
			description: 'Address of the service from your provider, with https:// and without /v1',
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
		docsUrl: this.documentationUrl,
		apiBaseUrlPlaceholder: 'https://api.example.com/v1/',
	};

	/** Answered for every account, and changes nothing. */
	test: ICredentialTestRequest & { request: RequestWithHook } = {
		request: {
			url: '/v1/flows/steps/list',
			headers: { Accept: 'application/json' },
			isCredentialTest: true,
		},
	};

	/**
	 * Logs in where this process has no token for the account. n8n calls it before every request, since `accessToken` stays
	 * empty, and after a 401. It stores nothing of what is returned.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: Credentials,
	): Promise<IDataObject> {
		const mayRepeat = await logIn(this.helpers, credentials);
		// n8n's HTTP Request node repeats its request where the member is returned.
		return mayRepeat ? { accessToken: '' } : {};
	}

	/**
	 * Points a request at the base URL, adds the token as it is, and switches redirects off. Throws a `UserError` when the
	 * request goes to another origin.
	 */
	async authenticate(credentials: Credentials, request: RequestWithHook): Promise<RequestWithHook> {
		const { baseUrl } = toAccount(credentials);
		// The HTTP Request node names its target `uri`.
		const target = request.url ?? (request as { uri?: string }).uri;
		if (!isSameOrigin(target, baseUrl)) {
			throw new UserError("This credential is for addresses below its own 'Base URL' only");
		}
		const headers = { ...request.headers, Authorization: await useToken(credentials, request) };
		return { ...request, baseURL: baseUrl, headers, ...NO_REDIRECT };
	}
}
