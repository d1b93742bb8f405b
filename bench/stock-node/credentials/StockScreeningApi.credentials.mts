import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

/** A sign-in as n8n's own credentials of this kind do it (Metabase, for example). */
export class StockScreeningApi implements ICredentialType {
	name = 'stockScreeningApi';

	displayName = 'Stock Screening API';

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true },
			default: '',
		},
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Username', name: 'username', type: 'string', default: '' },
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
	];

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		const { accessToken } = (await this.helpers.httpRequest({
			method: 'POST',
			url: `${String(credentials.baseUrl)}/v1/auth/login`,
			body: { username: credentials.username, password: credentials.password },
		})) as { accessToken: string };
		return { accessToken };
	}

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '={{$credentials.accessToken}}' } },
	};
}
