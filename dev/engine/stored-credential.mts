import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

/**
 * Does what n8n's own credentials helper does, with one record in memory instead of the database: gives
 * each request a fresh copy, has the credential type log in when its expirable field is empty or after
 * a 401, and stores what the login returned.
 */
export class StoredCredential {
	/** How often n8n would have written to the database. */
	writes = 0;

	constructor(
		readonly type: ICredentialType,
		/** What is stored now. */
		public stored: ICredentialDataDecryptedObject,
	) {}

	getParentTypes = (): string[] => [];
	isCredentialUsableByNode = (): boolean => true;
	getDecrypted = async () => await Promise.resolve({ ...this.stored });

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('The credential has no function here');
		return await authenticate.call(this.type, credentials, request);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		_node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { properties, preAuthentication } = this.type;
		const { name } = properties.find(({ typeOptions }) => typeOptions?.expirable)!;
		if (credentials[name] !== '' && !credentialsExpired) return undefined;
		const output = (await preAuthentication!.call(helpers, credentials)) as IDataObject;
		if (output[name] === undefined) return undefined;
		this.writes += 1;
		this.stored = { ...this.stored, ...(output as ICredentialDataDecryptedObject) };
		return Object.assign(credentials, output);
	}
}
