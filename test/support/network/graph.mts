import { randomUUID } from 'node:crypto';

import type { CellValue } from './sheet.mts';
import { toColumnName, parseRange, typed } from './sheet.mts';
import { refusal, type SpreadsheetService } from './spreadsheets.mts';

const TOKEN = 'graph-token';

/** As real ones look, which is what n8n's node takes for an ID. */
export const WORKBOOK_ID = '01CYZLFJGUJ7JHBSZDFZFL25KSZGQTVAUN';

/** The part of Microsoft Graph by which n8n's Microsoft Excel 365 node reads and updates rows of a workbook. */
export function graph(): SpreadsheetService {
	const token = { access_token: TOKEN, refresh_token: 'none', token_type: 'Bearer' };
	const oauthTokenData = { ...token, expires_in: 3600 };
	return {
		hosts: ['graph.microsoft.com'],
		newSheetId: () => `{${randomUUID().toUpperCase()}}`,
		credential: {
			type: 'microsoftExcelOAuth2Api',
			data: { clientId: 'client', clientSecret: 'none', oauthTokenData },
		},
		route: ({ method, url, headers, body }, sheets) => {
			if (headers.authorization !== `Bearer ${TOKEN}`) {
				return { serve: () => refusal(401, 'Access token is empty.') };
			}
			const path = decodeURIComponent(new URL(url, 'https://graph.microsoft.com').pathname);
			const [, workbook, id, what = ''] =
				/^\/v1\.0\/me\/drive\/items\/([^/]+)\/workbook\/worksheets\/([^/]+)\/(.+)$/.exec(path) ??
				[];
			const sheet = sheets.find((one) => workbook === WORKBOOK_ID && one.id === id);
			if (!sheet) throw new Error(`${path} is not modelled.`);
			const read = (address = '') => {
				const values = sheet.cells(address).map((row) => row.map(({ value }) => value));
				const end = `${toColumnName(values[0]!.length - 1)}${values.length}`;
				return { body: { address: `${sheet.title}!${address || `A1:${end}`}`, values } };
			};
			// Cells with a value or a format: https://learn.microsoft.com/en-us/graph/api/worksheet-usedrange
			if (method === 'GET' && what === 'usedRange') {
				return { operation: 'read', serve: () => read() };
			}
			// https://learn.microsoft.com/en-us/graph/api/range-update
			const [, address] = /^range\(address='([^']+)'\)$/.exec(what) ?? [];
			if (method !== 'PATCH' || !address) throw new Error(`${method} ${path} is not modelled.`);
			const serve = () => {
				const { values } = JSON.parse(body) as { values: Array<Array<CellValue | null>> };
				const { top, left, bottom, right } = parseRange(address);
				const fits = values.length === bottom - top && values[0]!.length === right - left;
				if (!fits) return refusal(400, "The input array doesn't match the size of the range.");
				// Texts, and whatever goes into a cell formatted as text, as if typed.
				sheet.write(address, values, (value, before) =>
					typeof value === 'string' || before.isText ? typed(before, String(value)) : { value },
				);
				return read(address);
			};
			return { operation: 'write', serve };
		},
	};
}
