/** A login as n8n's own credentials of this kind do it (Metabase, for example). */
export class StockScreeningApi {
	name = 'stockScreeningApi';

	displayName = 'Stock Screening API';

	properties = [
		{ ...text('Access Token', 'accessToken'), type: 'hidden', typeOptions: { expirable: true } },
		text('Base URL', 'baseUrl'),
		text('Username', 'username'),
		{ ...text('Password', 'password'), typeOptions: { password: true } },
	];

	authenticate = {
		type: 'generic',
		properties: { headers: { Authorization: '={{$credentials.accessToken}}' } },
	};

	async preAuthentication({ baseUrl, username, password }) {
		const { accessToken } = await this.helpers.httpRequest({
			method: 'POST',
			url: `${baseUrl}/v1/auth/login`,
			body: { username, password },
		});
		return { accessToken };
	}
}

function text(displayName, name) {
	return { displayName, name, type: 'string', default: '' };
}
