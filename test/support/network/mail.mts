import { simpleParser } from 'mailparser';
import type { INode, INodeParameters } from 'n8n-workflow';

import type { N8nClient, SavedCredential } from '../../../dev/host/client.mts';
import { startSmtpSink, type SmtpSink } from '../../../dev/host/smtp-sink.mts';
import type { SandboxOptions } from '../../../dev/sandbox/index.mts';
import { startHttpStub, type HttpStub, type StubAnswer, type StubRequest } from '../http-stub.mts';
import { useN8n, type N8nHost } from '../n8n-host.mts';
import { startNetwork, type Network } from './network.mts';

/** An email that was accepted. */
export interface Email {
	to: string[];
	subject: string;
	/** The names of its attachments. */
	files: string[];
}

/** What an email is to hold; expressions for n8n. */
interface Letter {
	to: string;
	subject: string;
	body: string;
	isHtml: boolean;
	/** The binary field to attach. */
	attach?: string | undefined;
}

/** A mail server, Gmail or Outlook, as far as n8n's node needs it to send an email. */
export interface MailService {
	/** Every accepted email, in order of arrival. */
	emails(): Email[];
	/** Refuses each recipient for whom this holds, in the words {@link REFUSAL}. */
	refuse(isRefused: (recipient: string) => boolean): void;
	/** Makes n8n's credential of an account; what a wrong one may do is nothing. */
	createAccount(client: N8nClient, isWrong?: boolean): Promise<SavedCredential>;
	/** Makes a node send that letter by this service, as a person sets it. */
	set(node: INode, letter: Letter): void;
}

/** What each of them says to a recipient that is refused. */
const REFUSAL = 'No such box';

const RIGHT = 'right-token';
/** https://datatracker.ietf.org/doc/html/rfc6749#section-5.2 */
const NOT_RENEWED = {
	status: 400,
	body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
};

function setNode(node: INode, type: string, typeVersion: number, parameters: INodeParameters) {
	Object.assign(node, { type: `n8n-nodes-base.${type}`, typeVersion, parameters });
}

/** A mail server. */
function smtp(find: () => SmtpSink): MailService {
	return {
		emails: () =>
			find().messages.map(({ to, subject = '', attachments }) => ({
				to: [to].flat().flatMap((one) => one!.value.map(({ address }) => address!)),
				subject,
				files: attachments.map(({ filename }) => filename!),
			})),
		refuse: (isRefused) => (find().refuse = isRefused),
		async createAccount(client, isWrong = false) {
			const wrong = isWrong ? { user: 'landlord', password: 'wrong' } : {};
			return await client.createCredential('smtp', 'Mail', { ...find().credential, ...wrong });
		},
		set(node, { to, subject, body, isHtml, attach }) {
			const files: INodeParameters = attach === undefined ? {} : { fileAttachments: attach };
			setNode(node, 'emailSend', 2.1, {
				...{ fromEmail: 'landlord@example.com', toEmail: to, subject },
				...(isHtml ? { emailFormat: 'html', html: body } : { emailFormat: 'text', text: body }),
				options: { appendAttribution: false, ...files },
			});
			node.credentials = { smtp: { id: '', name: '' } };
		},
	};
}

/** A service with an API; `answer` takes a request that is logged in. */
interface MailApi extends MailService {
	hosts: string[];
	answer(request: StubRequest): Promise<StubAnswer>;
}

/** What Google's and Microsoft's API share: accounts whose tokens expire, and recipients that are refused. */
function createApi(type: string, tokenHost: string, apiHost: string) {
	const accepted: Email[] = [];
	let isRefused: (recipient: string) => boolean = () => false;
	return {
		hosts: [tokenHost, apiHost],
		emails: () => accepted,
		refuse: (next: typeof isRefused) => (isRefused = next),
		/** Takes an email, unless one of its recipients is refused. */
		take(email: Email): boolean {
			const takes = !email.to.some((recipient) => isRefused(recipient));
			if (takes) accepted.push(email);
			return takes;
		},
		async createAccount(client: N8nClient, isWrong = false) {
			const access_token = isWrong ? 'expired' : RIGHT;
			const token = { access_token, refresh_token: 'none', token_type: 'Bearer', expires_in: 3600 };
			const data = { clientId: 'client', clientSecret: 'none', oauthTokenData: token };
			return await client.createCredential(type, 'Mail', data);
		},
		/** A refused token, or one that cannot be renewed; undefined if the request may go on. */
		refuseToken({ headers }: StubRequest, refusal: object): StubAnswer | undefined {
			if (headers.host === tokenHost) return NOT_RENEWED;
			if (headers.authorization === `Bearer ${RIGHT}`) return undefined;
			return { status: 401, body: refusal };
		},
	};
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/send */
function gmail(): MailApi {
	const api = createApi('gmailOAuth2', 'oauth2.googleapis.com', 'www.googleapis.com');
	const toError = (code: number, message: string, status: string) => ({
		error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }], status },
	});
	return {
		...api,
		async answer(request) {
			const message = 'Request had invalid authentication credentials.';
			const refused = api.refuseToken(request, toError(401, message, 'UNAUTHENTICATED'));
			if (refused) return refused;
			if (!request.url.startsWith('/gmail/v1/users/me/messages/send'))
				throw new Error(`${request.url} is not modelled.`);
			const { raw } = JSON.parse(request.body) as { raw: string };
			const { to, subject = '', attachments } = await simpleParser(Buffer.from(raw, 'base64url'));
			const email = {
				to: [to].flat().flatMap((one) => one!.value.map(({ address }) => address!)),
				subject,
				files: attachments.map(({ filename }) => filename!),
			};
			if (!api.take(email)) return { status: 400, body: toError(400, REFUSAL, 'INVALID_ARGUMENT') };
			return { body: { id: '18c0ffee', threadId: '18c0ffee', labelIds: ['SENT'] } };
		},
		set(node, { to, subject, body, isHtml, attach }) {
			const files: INodeParameters =
				attach === undefined
					? {}
					: { attachmentsUi: { attachmentsBinary: [{ property: attach }] } };
			setNode(node, 'gmail', 2.1, {
				...{ authentication: 'oAuth2', resource: 'message', operation: 'send' },
				...{ sendTo: to, subject, emailType: isHtml ? 'html' : 'text', message: body },
				options: { appendAttribution: false, ...files },
			});
			node.credentials = { gmailOAuth2: { id: '', name: '' } };
		},
	};
}

/** https://learn.microsoft.com/en-us/graph/api/user-sendmail */
function outlook(): MailApi {
	interface Sent {
		message: {
			subject: string;
			toRecipients: Array<{ emailAddress: { address: string } }>;
			attachments?: Array<{ name: string }>;
		};
	}
	const type = 'microsoftOutlookOAuth2Api';
	const api = createApi(type, 'login.microsoftonline.com', 'graph.microsoft.com');
	const toError = (code: string, message: string) => ({ error: { code, message } });
	return {
		...api,
		async answer(request) {
			const message = 'Access token has expired or is not yet valid.';
			const refused = api.refuseToken(request, toError('InvalidAuthenticationToken', message));
			if (refused) return refused;
			if (request.url !== '/v1.0/me/sendMail') throw new Error(`${request.url} is not modelled.`);
			const { message: sent } = JSON.parse(request.body) as Sent;
			const email = {
				to: sent.toRecipients.map(({ emailAddress }) => emailAddress.address),
				subject: sent.subject,
				files: (sent.attachments ?? []).map(({ name }) => name),
			};
			if (!api.take(email))
				return { status: 400, body: toError('ErrorInvalidRecipients', REFUSAL) };
			return { status: 202, body: Buffer.alloc(0) };
		},
		set(node, { to, subject, body, isHtml, attach }) {
			const files: INodeParameters =
				attach === undefined
					? {}
					: { attachments: { attachments: [{ binaryPropertyName: attach }] } };
			setNode(node, 'microsoftOutlook', 2, {
				...{ resource: 'message', operation: 'send', toRecipients: to, subject, bodyContent: body },
				additionalFields: { bodyContentType: isHtml ? 'html' : 'Text', ...files },
			});
			node.credentials = { [type]: { id: '', name: '' } };
		},
	};
}

export const MAIL_KINDS = ['smtp', 'gmail', 'outlook'] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** A real n8n that sends emails by stand-ins on this machine, which are new for each test. */
export interface MailHost {
	readonly host: N8nHost;
	readonly services: Record<MailKind, MailService>;
	readonly sink: SmtpSink;
}

/** Starts n8n before the tests of the surrounding `describe`, and the services before each; ends them after it. */
export function useMail(sandboxOptions: SandboxOptions): MailHost {
	let sink: SmtpSink;
	let services: Record<MailKind, MailService>;
	let apis: MailApi[] = [gmail(), outlook()];
	let network: Network | undefined;
	let stub: HttpStub | undefined;

	const host = useN8n(sandboxOptions, async () => {
		stub = await startHttpStub(
			async (request) =>
				await apis.find(({ hosts }) => hosts.includes(request.headers.host!))!.answer(request),
		);
		const hosts = apis.flatMap((api) => api.hosts);
		network = await startNetwork(Object.fromEntries(hosts.map((name) => [name, stub!.port])));
		return { env: network.env };
	});

	beforeEach(async () => {
		sink = await startSmtpSink();
		const [google, microsoft] = [gmail(), outlook()];
		apis = [google, microsoft];
		services = { smtp: smtp(() => sink), gmail: google, outlook: microsoft };
	});

	afterEach(async () => {
		await sink.close();
	});

	afterAll(async () => {
		await stub?.close();
		await network?.stop();
	});

	return {
		host,
		get services() {
			return services;
		},
		get sink() {
			return sink;
		},
	};
}
