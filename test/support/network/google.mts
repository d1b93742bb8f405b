import { generateKeyPairSync } from 'node:crypto';

import type { CellValue } from './sheet.mts';
import type { SpreadsheetService } from './spreadsheets.mts';

const TOKEN = 'ya29.token';
const TOKEN_HOST = 'oauth2.googleapis.com';
const SHEETS_HOST = 'sheets.googleapis.com';

export const DOCUMENT_ID = 'rental-screening-test-document';

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/update */
interface WrittenRange {
	range: string;
	values: Array<Array<CellValue | null>>;
}

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchUpdate */
interface Write {
	valueInputOption: string;
	data: WrittenRange[];
}

/** Google's token endpoint and the part of the Sheets API v4 by which n8n reads and updates rows. */
export function google(): SpreadsheetService {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const email = 'n8n@rental-screening-test.iam.gserviceaccount.com';
	const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
	return {
		hosts: [TOKEN_HOST, SHEETS_HOST],
		credential: { type: 'googleApi', data: { email, privateKey: key } },
		answer({ method, url, headers, body }, sheets) {
			if (headers.host === TOKEN_HOST)
				return { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' };
			if (headers.authorization !== `Bearer ${TOKEN}`) throw new Error('Not logged in.');
			const { pathname, searchParams } = new URL(url, `https://${SHEETS_HOST}`);
			const [document, what = '', range = ''] = decodeURIComponent(pathname)
				.replace(`/v4/spreadsheets/${DOCUMENT_ID}`, '')
				.split('/');
			/** The sheet and the cells of `'My sheet'!A1:B2`, `Sheet1!A1` or `'My sheet'`. */
			const findPart = (full: string) => {
				const [, title = '', a1 = ''] = /^'?(.*?)'?(?:!([^!]*))?$/.exec(full) ?? [];
				return { sheet: sheets.find((one) => one.title === title)!, a1 };
			};
			const asked = `${method} ${document}${what}`;
			if (asked === 'GET ') {
				const properties = sheets.map(({ title, id }, index) => ({
					properties: { sheetId: Number(id), title, index, sheetType: 'GRID' },
				}));
				return { sheets: properties };
			}
			if (asked === 'GET values') {
				const { sheet, a1 } = findPart(range);
				const values = sheet.cells(a1).map((row) => row.map(({ value }) => value));
				return { range, majorDimension: 'ROWS', values: withoutEmptyEnds(values) };
			}
			const written = JSON.parse(body) as Write | WrittenRange;
			const { valueInputOption = searchParams.get('valueInputOption'), data = [written] } =
				written as Partial<Write>;
			const isWrite = ['POST values:batchUpdate', 'PUT values'].includes(asked);
			if (!isWrite || valueInputOption !== 'RAW')
				throw new Error(`${asked} with ${valueInputOption} is not modelled.`);
			// Values are stored as they are. '' empties a cell.
			for (const { range: cells, values } of data as WrittenRange[]) {
				const { sheet, a1 } = findPart(cells);
				sheet.write(a1, values);
			}
			return { spreadsheetId: DOCUMENT_ID };
		},
	};
}

/**
 * Values as `spreadsheets.values.get` returns them: empty rows and columns at the end are left out.
 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values#ValueRange
 */
function withoutEmptyEnds(values: CellValue[][]): CellValue[][] {
	const rows = values.map((row) => row.slice(0, row.findLastIndex((value) => value !== '') + 1));
	return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}
