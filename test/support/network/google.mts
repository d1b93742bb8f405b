import { generateKeyPairSync, randomInt } from 'node:crypto';

import type { StubRequest } from '../http-stub.mts';
import { withoutEnd, type Cell, type CellValue } from './sheet.mts';
import { refusal, type SpreadsheetService } from './spreadsheets.mts';

const TOKEN = 'ya29.token';
const TOKEN_HOST = 'oauth2.googleapis.com';
const SHEETS_HOST = 'sheets.googleapis.com';

export const DOCUMENT_ID = 'rental-screening-test-document';

/** Google's token endpoint and the part of the Sheets API v4 by which n8n reads and updates rows. */
export function google(): SpreadsheetService {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const email = 'n8n@rental-screening-test.iam.gserviceaccount.com';
	const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
	return {
		hosts: [TOKEN_HOST, SHEETS_HOST],
		newSheetId: () => String(randomInt(2 ** 31)),
		credential: { type: 'googleApi', data: { email, privateKey: key } },
		route: ({ method, url, headers, body }: StubRequest, sheets) => {
			if (headers.host === TOKEN_HOST) {
				const token = { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' };
				return { serve: () => ({ body: token }) };
			}
			if (headers.authorization !== `Bearer ${TOKEN}`) {
				return { serve: () => refusal(401, 'Request had invalid authentication credentials.') };
			}
			const { pathname, searchParams } = new URL(url, `https://${SHEETS_HOST}`);
			const [document, what = '', range = ''] = decodeURIComponent(pathname)
				.replace(`/v4/spreadsheets/${DOCUMENT_ID}`, '')
				.split('/');
			const toPart = (full: string) => {
				// `'My sheet'!A1:B2`, `Sheet1!A1` or `'My sheet'`.
				const [, title = '', a1 = ''] = /^'?(.*?)'?(?:!([^!]*))?$/.exec(full) ?? [];
				return { sheet: sheets.find((one) => one.title === title)!, a1 };
			};
			const asked = `${method} ${document}${what}`;
			if (asked === 'GET ') {
				const properties = sheets.map(({ title, id }, index) => ({
					properties: { sheetId: Number(id), title, index, sheetType: 'GRID' },
				}));
				return { serve: () => ({ body: { sheets: properties } }) };
			}
			if (asked === 'GET values') {
				const { sheet, a1 } = toPart(range);
				const isText = searchParams.get('dateTimeRenderOption') === 'FORMATTED_STRING';
				const serve = () => {
					const values = shownValues(sheet.cells(a1), isText);
					return { body: { range, majorDimension: 'ROWS', ...(values.length > 0 && { values }) } };
				};
				return { operation: 'read', serve };
			}
			// Single cells, stored as they are. '' empties one.
			const { data, valueInputOption } = JSON.parse(body) as Write;
			if (asked !== 'POST values:batchUpdate' || valueInputOption !== 'RAW') {
				throw new Error(`${asked} with ${valueInputOption} is not modelled.`);
			}
			const serve = () => {
				for (const { range: cell, values } of data) {
					const { sheet, a1 } = toPart(cell);
					sheet.write(a1, values, (value, { isText }) => ({ value, ...(isText && { isText }) }));
				}
				return { body: { spreadsheetId: DOCUMENT_ID } };
			};
			return { operation: 'write', serve };
		},
	};
}

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchUpdate */
interface Write {
	valueInputOption: string;
	data: Array<{ range: string; values: Array<Array<CellValue | null>> }>;
}

/**
 * Values as `spreadsheets.values.get` returns them: empty rows and columns at the end are left out.
 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values#ValueRange
 */
function shownValues(cells: Cell[][], datesAsText: boolean): CellValue[][] {
	const rows = cells.map((row) =>
		withoutEnd(
			row.map(({ value, shown }) => (datesAsText && shown) || value),
			(value) => value === '',
		),
	);
	return withoutEnd(rows, (row) => row.length === 0);
}
