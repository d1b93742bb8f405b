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
	accountMark,
	isOfAnotherAccount,
	TokenOfAnotherAccount,
} from '../nodes/RentalScreening/service/accountMark';
import { ON_ACCOUNT, type RequestAccount } from '../nodes/RentalScreening/service/account';
import { staysAtBase, toBaseUrl } from '../nodes/RentalScreening/service/baseUrl';
import { sharedLogin } from '../nodes/RentalScreening/service/sharedLogin';

/** The account at the screening service: signs in with username and password, then sends the token as it is. */
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
				'Address of the service, as its operator gave it to you, without /v1. It must start with https://; http is for localhost only.',
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			description: 'Issued by the service operator together with dashboard access',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Used only to sign in; n8n stores it encrypted',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Account Mark',
			name: 'accountMark',
			type: 'hidden',
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
		request: { url: '/v1/flows/steps/list', headers: { Accept: 'application/json' } },
	};

	/** `POST /v1/auth/login`. Called by n8n when `accessToken` is empty and after a 401; what it returns is stored. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const accessToken = await sharedLogin(this.helpers, credentials);
		return { accessToken, accountMark: accountMark({ ...credentials, accessToken }) };
	}

	/**
	 * Points a request at the base URL and adds the token as it is.
	 * Throws a `UserError` when the request would carry the token to another origin, and what makes n8n sign
	 * in anew when the token was given to another account.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const baseUrl = toBaseUrl(credentials.baseUrl);
		// The HTTP Request node names its target `uri`.
		const target = request.url ?? (request as { uri?: string }).uri;
		if (!staysAtBase(target, baseUrl)) {
			throw new UserError('This credential is for its own base URL only', {
				description: "Use an address below 'Base URL' of the credential, or another credential.",
			});
		}
		if (isOfAnotherAccount(credentials)) throw new TokenOfAnotherAccount();
		const onAccount = (request as { [ON_ACCOUNT]?: (account: RequestAccount) => void })[ON_ACCOUNT];
		onAccount?.({
			key: JSON.stringify([baseUrl, credentials.username]),
			secrets: [String(credentials.password ?? ''), String(credentials.accessToken ?? '')],
		});
		return {
			...request,
			baseURL: baseUrl,
			headers: { ...request.headers, Authorization: credentials.accessToken as string },
			sendCredentialsOnCrossOriginRedirect: false,
		};
	}
}
