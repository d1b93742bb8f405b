import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';

/** A stand-in of the endpoint with which Gmail sends an email. */
export interface Gmail {
	hosts: Record<string, number>;
	/** What n8n's credential 'Gmail OAuth2 API' holds after a login. */
	credential: object;
	/** Every message that was sent, parsed. */
	messages: ParsedMail[];
	stop(): Promise<void>;
}

const TOKEN = 'ya29.gmail';

/**
 * Takes a message in RFC 2822 form, base64url encoded in `raw`:
 * https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/send
 */
export async function startGmail(): Promise<Gmail> {
	const messages: ParsedMail[] = [];
	const server = createServer(async (incoming, response) => {
		const { method, url, headers } = incoming;
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		const isSend = method === 'POST' && url?.split('?')[0] === '/gmail/v1/users/me/messages/send';
		const status = headers.authorization !== `Bearer ${TOKEN}` ? 401 : isSend ? 200 : 501;
		if (status === 200) {
			const { raw } = JSON.parse(Buffer.concat(chunks).toString()) as { raw: string };
			messages.push(await simpleParser(Buffer.from(raw, 'base64url')));
		}
		response.writeHead(status, { 'content-type': 'application/json' });
		const id = `19a8c2f${messages.length}`;
		response.end(JSON.stringify({ id, threadId: id, labelIds: ['SENT'] }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		hosts: { 'www.googleapis.com': (server.address() as AddressInfo).port },
		credential: {
			clientId: 'client',
			clientSecret: 'none',
			oauthTokenData: {
				access_token: TOKEN,
				refresh_token: 'none',
				token_type: 'Bearer',
				expires_in: 3600,
			},
		},
		messages,
		async stop() {
			await new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			});
		},
	};
}
