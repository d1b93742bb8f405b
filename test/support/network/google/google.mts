import { createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { NotModelled, type DateOption, type InputOption, type RenderOption } from './cells.mts';
import { InvalidRequest, Sheet, splitRange } from './sheet.mts';

/** What a request asks of Google. */
export type GoogleOperation = 'token' | 'sheets' | 'read' | 'write';

export interface GoogleRequest {
	operation: GoogleOperation;
	method: string;
	path: string;
	/** The ranges that are read or written, as in the request. */
	ranges: string[];
	body: unknown;
}

export interface GoogleAnswer {
	status: number;
	body: object;
}

/**
 * Called for each request, before it is answered. What it returns is answered instead; `serve` does what
 * Google would do and returns its answer.
 */
export type Meanwhile = (
	request: GoogleRequest,
	serve: () => GoogleAnswer,
) => GoogleAnswer | undefined | Promise<GoogleAnswer | undefined>;

/**
 * A stand-in of Google's token endpoint and of the part of the Sheets API v4 that n8n's Google Sheets node
 * uses to read and update rows. It holds one document, which is shared with one service account. What it
 * does not model it answers with 501.
 */
export interface Google {
	documentId: string;
	/** What n8n's credential 'Google Service Account API' holds, of an account that may edit the document. */
	credential: { email: string; privateKey: string };
	stop(): Promise<void>;
	/** The hosts of Google, each with the port of this stand-in. */
	hosts: Record<string, number>;
	addTab(title: string, columnCount?: number): Sheet;
	/** Every request in order of arrival. */
	requests: GoogleRequest[];
	/** Set by a test that lets something happen at a request. */
	meanwhile: Meanwhile | undefined;
}

const TOKEN_HOST = 'oauth2.googleapis.com';
const SHEETS_HOST = 'sheets.googleapis.com';

/**
 * A refusal in the form of all of Google's APIs: https://cloud.google.com/apis/design/errors#http_mapping
 */
export function refusal(status: number, message: string): GoogleAnswer {
	return { status, body: { error: { code: status, message, status: STATUS_NAMES[status] } } };
}

const STATUS_NAMES: Record<number, string> = {
	400: 'INVALID_ARGUMENT',
	401: 'UNAUTHENTICATED',
	403: 'PERMISSION_DENIED',
	404: 'NOT_FOUND',
	429: 'RESOURCE_EXHAUSTED',
	501: 'UNIMPLEMENTED',
	503: 'UNAVAILABLE',
};

export async function startGoogle(): Promise<Google> {
	const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const email = 'n8n@rental-screening-test.iam.gserviceaccount.com';
	const documentId = `rental-screening-${randomUUID()}`;
	const sheets: Sheet[] = [];
	const tokens = new Set<string>();

	/** https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests */
	const issueToken = (form: URLSearchParams): GoogleAnswer => {
		const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
		const signed = createVerify('RSA-SHA256').update(`${header}.${claims}`);
		const read = (text: string) =>
			JSON.parse(Buffer.from(text || 'e30', 'base64url').toString()) as Record<string, unknown>;
		const { iss, aud, scope, exp, iat } = read(claims);
		const fits =
			form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
			signed.verify(publicKey, Buffer.from(signature, 'base64url')) &&
			iss === email &&
			aud === `https://${TOKEN_HOST}/token` &&
			String(scope).includes('https://www.googleapis.com/auth/spreadsheets') &&
			Number(exp) - Number(iat) <= 3600;
		if (!fits) {
			const body = { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' };
			return { status: 400, body };
		}
		const token = `ya29.${randomUUID()}`;
		tokens.add(token);
		return {
			status: 200,
			body: { access_token: token, expires_in: 3599, token_type: 'Bearer' },
		};
	};

	const sheetOf = (range: string): [Sheet, string] => {
		const { title, a1 } = splitRange(range);
		const sheet = sheets.find((each) => each.title === title);
		if (!sheet) throw new InvalidRequest(`Unable to parse range: ${range}`);
		return [sheet, a1];
	};

	/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchUpdate */
	const write = (
		data: Array<{ range: string; values?: unknown[][] }>,
		option: unknown,
	): GoogleAnswer => {
		if (option !== 'RAW' && option !== 'USER_ENTERED') {
			throw new InvalidRequest("'valueInputOption' is required but not specified");
		}
		const writes = data.map(({ range, values = [] }) => {
			const [sheet, a1] = sheetOf(range);
			return sheet.prepareWrite(a1, values, option satisfies InputOption);
		});
		for (const each of writes) each();
		return { status: 200, body: { spreadsheetId: documentId, updatedRanges: writes.length } };
	};

	const serve = (asked: Asked): GoogleAnswer => {
		const { operation, method, query, ranges, body, authorization } = asked;
		if (operation === 'token') return issueToken(new URLSearchParams(String(body)));
		if (!tokens.has(authorization.replace(/^Bearer /, ''))) {
			return refusal(401, 'Request had invalid authentication credentials.');
		}
		if (asked.documentId !== documentId) return refusal(404, 'Requested entity was not found.');
		try {
			if (operation === 'sheets') {
				const properties = sheets.map(({ title, sheetId, grid }, index) => ({
					properties: { sheetId, title, index, sheetType: 'GRID', gridProperties: grid },
				}));
				return { status: 200, body: { sheets: properties } };
			}
			if (operation === 'read') {
				const [sheet, a1] = sheetOf(ranges[0]!);
				const option = (query.get('valueRenderOption') ?? 'FORMATTED_VALUE') as RenderOption;
				const dates = (query.get('dateTimeRenderOption') ?? 'SERIAL_NUMBER') as DateOption;
				const values = sheet.read(a1, option, dates);
				const range = { range: ranges[0], majorDimension: 'ROWS' };
				return { status: 200, body: { ...range, ...(values && { values }) } };
			}
			if (method === 'PUT') {
				const { values } = body as { values: unknown[][] };
				return write([{ range: ranges[0]!, values }], query.get('valueInputOption'));
			}
			const { data, valueInputOption } = body as {
				data: Array<{ range: string; values: unknown[][] }>;
				valueInputOption: unknown;
			};
			return write(data, valueInputOption);
		} catch (error) {
			if (error instanceof InvalidRequest) return refusal(400, error.message);
			if (error instanceof NotModelled) return refusal(501, error.message);
			throw error;
		}
	};

	const google: Google = {
		hosts: {},
		credential: {
			email,
			privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		},
		documentId,
		addTab(title, columnCount = 26) {
			const sheet = new Sheet(title, sheets.length * 1_000_003, { rowCount: 1000, columnCount });
			sheets.push(sheet);
			return sheet;
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
		const asked = await readRequest(incoming);
		let answer: GoogleAnswer | undefined;
		if (asked) {
			const { operation, method, path, ranges, body } = asked;
			const request = { operation, method, path, ranges, body };
			google.requests.push(request);
			answer = await google.meanwhile?.(request, () => serve(asked));
		}
		const { status, body } =
			answer ??
			(asked ? serve(asked) : refusal(501, `${incoming.method} ${incoming.url} is not modelled.`));
		response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
		response.end(JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	google.hosts = { [TOKEN_HOST]: port, [SHEETS_HOST]: port };
	return google;
}

interface Asked extends GoogleRequest {
	query: URLSearchParams;
	documentId: string;
	authorization: string;
}

/** Reads a request; undefined where it is none that is modelled. */
async function readRequest(incoming: IncomingMessage): Promise<Asked | undefined> {
	const { method = '', headers, url = '' } = incoming;
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString();
	const { pathname, searchParams } = new URL(url, `https://${headers.host}`);
	const common = { method, path: pathname, query: searchParams };
	const authorization = headers.authorization ?? '';

	if (headers.host === TOKEN_HOST && method === 'POST' && pathname === '/token') {
		return { ...common, operation: 'token', ranges: [], body: text, documentId: '', authorization };
	}
	const parts = /^\/v4\/spreadsheets\/([^/:]+)(\/values)?(?:\/([^/]+)|(:batchUpdate))?$/.exec(
		pathname,
	);
	if (headers.host !== SHEETS_HOST || !parts) return undefined;
	const [, documentId = '', values, range, batch] = parts;
	const body: unknown = text === '' ? undefined : JSON.parse(text);
	const asked = { ...common, body, documentId, authorization };
	if (range !== undefined && values) {
		const ranges = [decodeURIComponent(range)];
		if (method === 'GET') return { ...asked, operation: 'read', ranges };
		if (method === 'PUT') return { ...asked, operation: 'write', ranges };
	}
	if (batch && values && method === 'POST') {
		const { data } = body as { data: Array<{ range: string }> };
		return { ...asked, operation: 'write', ranges: data.map((each) => each.range) };
	}
	if (!values && !batch && method === 'GET') return { ...asked, operation: 'sheets', ranges: [] };
	return undefined;
}
