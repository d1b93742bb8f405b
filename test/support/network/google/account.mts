import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import type { Cell, Format } from './cells.mts';
import type { GoogleDocument, Tab } from './tab.mts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const DOCUMENTS_URL = 'https://sheets.googleapis.com/v4/spreadsheets';
/** 60 requests a minute: https://developers.google.com/workspace/sheets/api/limits */
const QUOTA_WAIT_MS = 20_000;
const QUOTA_TRIES = 5;

const { RENTAL_SCREENING_GOOGLE_KEY: keyFile, RENTAL_SCREENING_GOOGLE_DOCUMENT: documentId } =
	process.env;

/** Whether the tests run on a real account. */
export const onAccount = keyFile !== undefined && documentId !== undefined;

/**
 * A document of a real Google account in place of the stand-in, for `npm run sheets`: that of a service
 * account's key file (JSON), with which the document is shared. Written from Google's documentation; the authors
 * have no such account and have not run it.
 */
export async function openAccount(): Promise<GoogleDocument> {
	if (!onAccount) throw new Error('No Google account is set.');
	const key = JSON.parse(readFileSync(keyFile!, 'utf8')) as Record<string, string>;
	const credential = { email: key['client_email']!, privateKey: key['private_key']! };
	const token = await logIn(credential);
	const url = `${DOCUMENTS_URL}/${documentId}`;
	const added: number[] = [];

	const ask = async <T,>(method: string, address: string, body?: object): Promise<T> => {
		for (let tries = 1; ; tries += 1) {
			const response = await fetch(address, {
				method,
				headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
				...(body && { body: JSON.stringify(body) }),
			});
			if (response.ok) return (await response.json()) as T;
			if (response.status !== 429 || tries === QUOTA_TRIES) {
				throw new Error(`Google answered ${response.status}: ${await response.text()}`);
			}
			await delay(QUOTA_WAIT_MS);
		}
	};
	// https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
	const change = async <T,>(request: object) =>
		await ask<{ replies: T[] }>('POST', `${url}:batchUpdate`, { requests: [request] });

	return {
		credential,
		documentId: documentId!,
		async addTab(name, columnCount = 26) {
			const title = `${name} ${new Date().toISOString()}`;
			const gridProperties = { rowCount: 100, columnCount };
			const { replies } = await change<{ addSheet: { properties: { sheetId: number } } }>({
				addSheet: { properties: { title, gridProperties } },
			});
			const { sheetId } = replies[0]!.addSheet.properties;
			added.push(sheetId);
			const rangeUrl = (a1: string) =>
				`${url}/values/${encodeURIComponent(a1 === '' ? `'${title}'` : `'${title}'!${a1}`)}`;
			const type: Tab['type'] = async (a1, rows) => {
				await ask('PUT', `${rangeUrl(a1)}?valueInputOption=USER_ENTERED`, { values: rows });
			};
			return {
				title,
				sheetId,
				type,
				typeFormula: async (a1, formula) => await type(a1, [[formula]]),
				async format(a1) {
					const column = a1.charCodeAt(0) - 'A'.charCodeAt(0);
					await change({
						repeatCell: {
							range: { sheetId, startColumnIndex: column, endColumnIndex: column + 1 },
							cell: { userEnteredFormat: { numberFormat: { type: 'TEXT' } } },
							fields: 'userEnteredFormat.numberFormat',
						},
					});
				},
				async read(a1, option, dates) {
					const query = `valueRenderOption=${option}&dateTimeRenderOption=${dates}`;
					const answer = await ask<{ values?: Array<Array<Cell['value']>> }>(
						'GET',
						`${rangeUrl(a1)}?${query}`,
					);
					return answer.values;
				},
				async cells() {
					const range = encodeURIComponent(`'${title}'`);
					const fields =
						'sheets.data.rowData.values(userEnteredValue,userEnteredFormat.numberFormat)';
					const { sheets } = await ask<GridData>('GET', `${url}?ranges=${range}&fields=${fields}`);
					return (sheets[0]?.data[0]?.rowData ?? []).map(({ values = [] }) =>
						Array.from({ length: columnCount }, (_, column) => cellOf(values[column])),
					);
				},
			};
		},
		async stop() {
			for (const sheetId of added) await change({ deleteSheet: { sheetId } });
		},
	};
}

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells#CellData */
interface CellData {
	userEnteredValue?: {
		stringValue?: string;
		numberValue?: number;
		boolValue?: boolean;
		formulaValue?: string;
	};
	userEnteredFormat?: { numberFormat?: { type: string; pattern?: string } };
}

interface GridData {
	sheets: Array<{ data: Array<{ rowData?: Array<{ values?: CellData[] }> }> }>;
}

function cellOf({ userEnteredValue: entered = {}, userEnteredFormat }: CellData = {}): Cell {
	const { stringValue, numberValue, boolValue, formulaValue } = entered;
	return {
		value: stringValue ?? numberValue ?? boolValue ?? '',
		...(formulaValue !== undefined && { formula: formulaValue }),
		format: formatOf(userEnteredFormat?.numberFormat),
	};
}

function formatOf(format?: { type: string; pattern?: string }): Format {
	if (format === undefined) return 'automatic';
	if (format.type === 'TEXT') return 'text';
	if (format.type === 'PERCENT') return 'percent';
	return format.type === 'CURRENCY'
		? 'dollars'
		: { date: `${format.type} ${format.pattern ?? ''}` };
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests */
async function logIn({ email, privateKey }: GoogleDocument['credential']): Promise<string> {
	const now = Math.floor(Date.now() / 1000);
	const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
	const unsigned = [
		encode({ alg: 'RS256', typ: 'JWT' }),
		encode({
			iss: email,
			scope: 'https://www.googleapis.com/auth/spreadsheets',
			aud: TOKEN_URL,
			iat: now,
			exp: now + 3600,
		}),
	].join('.');
	const signature = createSign('RSA-SHA256').update(unsigned).sign(privateKey, 'base64url');
	const response = await fetch(TOKEN_URL, {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
			assertion: `${unsigned}.${signature}`,
		}),
	});
	if (!response.ok) throw new Error(`Google refused the key file with ${response.status}.`);
	return ((await response.json()) as { access_token: string }).access_token;
}
