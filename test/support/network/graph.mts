import { parseRange, toColumnName, type CellValue } from './sheet.mts';
import type { SpreadsheetService } from './spreadsheets.mts';

const TOKEN = 'graph-token';

/** As real ones look, which is what n8n's node takes for an ID. */
export const WORKBOOK_ID = '01CYZLFJGUJ7JHBSZDFZFL25KSZGQTVAUN';

const WORKSHEET = /^\/v1\.0\/me\/drive\/items\/([^/]+)\/workbook\/worksheets\/([^/]+)\/(.+)$/;

/** The part of Microsoft Graph by which n8n's Microsoft Excel 365 node reads and updates rows of a workbook. */
export function graph(): SpreadsheetService {
	const token = { access_token: TOKEN, refresh_token: 'none', token_type: 'Bearer' };
	const oauthTokenData = { ...token, expires_in: 3600 };
	return {
		hosts: ['graph.microsoft.com'],
		credential: {
			type: 'microsoftExcelOAuth2Api',
			data: { clientId: 'client', clientSecret: 'none', oauthTokenData },
		},
		answer({ method, url, headers, body }, sheets) {
			if (headers.authorization !== `Bearer ${TOKEN}`) throw new Error('Not logged in.');
			const path = decodeURIComponent(new URL(url, 'https://graph.microsoft.com').pathname);
			const [, workbook, id, what = ''] = WORKSHEET.exec(path) ?? [];
			const sheet = sheets.find((one) => workbook === WORKBOOK_ID && id === `{${one.id}}`);
			// https://learn.microsoft.com/en-us/graph/api/range-update
			const [, written] = /^range\(address='([^']+)'\)$/.exec(what) ?? [];
			if (!sheet || `${method} ${what}` !== (written ? `PATCH ${what}` : 'GET usedRange'))
				throw new Error(`${method} ${path} is not modelled.`);
			if (written) {
				const { values } = JSON.parse(body) as { values: Array<Array<CellValue | null>> };
				const { top, left, bottom, right } = parseRange(written);
				if (values.length !== bottom - top || values[0]!.length !== right - left)
					throw new Error("The input array doesn't match the size of the range.");
				// The cells are formatted as text, as the workflow's note asks.
				sheet.write(
					written,
					values.map((row) => row.map((value) => (value === null ? null : String(value)))),
				);
			}
			const values = sheet.cells(written).map((row) => row.map(({ value }) => value));
			// Cells with a value: https://learn.microsoft.com/en-us/graph/api/worksheet-usedrange
			const used = `A1:${toColumnName(values[0]!.length - 1)}${values.length}`;
			return { address: `${sheet.title}!${written ?? used}`, values };
		},
	};
}
