import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { InvalidRequest, Worksheet, type CellValue } from './worksheet.mts';

export type GraphOperation = 'read' | 'write' | 'sendMail';

export interface GraphRequest {
	operation: GraphOperation;
	/** The worksheet that is read or written. */
	worksheet?: Worksheet;
	body: unknown;
}

export interface GraphAnswer {
	status: number;
	body?: object;
}

/**
 * A stand-in of the part of Microsoft Graph that n8n's Microsoft Excel 365 and Outlook nodes use: rows of one
 * workbook, and sending an email. Whoever has the token may do it. What it does not model it answers with 501.
 */
export interface Graph {
	hosts: Record<string, number>;
	/** What n8n's OAuth2 credentials hold after a login. */
	credential: object;
	workbookId: string;
	addWorksheet(name: string): Worksheet;
	requests: GraphRequest[];
	/** Called for each request, before it is answered; what it returns is answered instead. */
	meanwhile:
		| ((request: GraphRequest) => GraphAnswer | undefined | Promise<GraphAnswer | undefined>)
		| undefined;
	stop(): Promise<void>;
}

const HOST = 'graph.microsoft.com';
/** As real ones look, which is what n8n's node takes for an ID. */
const WORKBOOK = '01CYZLFJGUJ7JHBSZDFZFL25KSZGQTVAUN';

/** https://learn.microsoft.com/en-us/graph/errors */
export function refusal(status: number, message: string): GraphAnswer {
	return { status, body: { error: { code: CODES[status], message } } };
}

const CODES: Record<number, string> = {
	400: 'InvalidArgument',
	401: 'InvalidAuthenticationToken',
	404: 'ItemNotFound',
	429: 'TooManyRequests',
	501: 'NotImplemented',
	503: 'ServiceNotAvailable',
};

export async function startGraph(): Promise<Graph> {
	const token = `graph-${randomUUID()}`;
	const worksheets: Worksheet[] = [];

	const serve = ({ operation, worksheet, body }: GraphRequest, address: string): GraphAnswer => {
		// https://learn.microsoft.com/en-us/graph/api/user-sendmail
		if (operation === 'sendMail') return { status: 202 };
		if (!worksheet) return refusal(404, 'The requested resource does not exist.');
		if (operation === 'read') return { status: 200, body: worksheet.usedRange() };
		try {
			const { values } = body as { values: Array<Array<CellValue | null>> };
			worksheet.write(address, values);
			return { status: 200, body: worksheet.read(address) };
		} catch (error) {
			if (error instanceof InvalidRequest) return refusal(400, error.message);
			throw error;
		}
	};

	const graph: Graph = {
		hosts: {},
		credential: {
			clientId: 'client',
			clientSecret: 'none',
			oauthTokenData: {
				access_token: token,
				refresh_token: 'none',
				token_type: 'Bearer',
				expires_in: 3600,
			},
		},
		workbookId: WORKBOOK,
		addWorksheet(name) {
			const worksheet = new Worksheet(`{${randomUUID().toUpperCase()}}`, name);
			worksheets.push(worksheet);
			return worksheet;
		},
		requests: [],
		meanwhile: undefined,
		async stop() {
			await new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			});
		},
	};

	const server = createServer(async (incoming, response) => {
		const { method = '', url = '', headers } = incoming;
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		const text = Buffer.concat(chunks).toString();
		const path = decodeURIComponent(new URL(url, `https://${HOST}`).pathname);
		const [, workbook, id, what = ''] =
			/^\/v1\.0\/me\/drive\/items\/([^/]+)\/workbook\/worksheets\/([^/]+)\/(.+)$/.exec(path) ?? [];
		const [, address = ''] = /^range\(address='([^']+)'\)$/.exec(what) ?? [];
		const worksheet = worksheets.find((one) => workbook === WORKBOOK && one.id === id);
		const operation: GraphOperation | undefined =
			method === 'GET' && what === 'usedRange'
				? 'read'
				: method === 'PATCH' && address !== ''
					? 'write'
					: method === 'POST' && path === '/v1.0/me/sendMail'
						? 'sendMail'
						: undefined;
		let answer = refusal(501, `${method} ${path} is not modelled.`);
		if (headers.authorization !== `Bearer ${token}`) {
			answer = refusal(401, 'Access token is empty.');
		} else if (operation) {
			const body: unknown = text === '' ? undefined : JSON.parse(text);
			const request = { operation, body, ...(worksheet && { worksheet }) };
			graph.requests.push(request);
			answer = (await graph.meanwhile?.(request)) ?? serve(request, address);
		}
		response.writeHead(answer.status, { 'content-type': 'application/json' });
		response.end(answer.body && JSON.stringify(answer.body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	graph.hosts = { [HOST]: (server.address() as AddressInfo).port };
	return graph;
}
