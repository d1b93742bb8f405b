import type { N8nClient } from '../../dev/host/client.mts';
import {
	createDataTable as create,
	findDataTableId,
	getDataTablesPath,
	insertRows,
	type DataTableColumn,
	type DataTableRow,
} from '../../dev/host/data-tables.mts';
import { ageMark } from '../../dev/host/published.mts';

/** A data table of n8n's. */
export type DataTable = Awaited<ReturnType<typeof openTable>>;

/** Makes a data table, as a workflow or a person does. */
export async function createDataTable(
	client: N8nClient,
	name: string,
	columns: readonly DataTableColumn[],
): Promise<DataTable> {
	return await openTable(client, name, await create(client, name, columns));
}

/** The data table of that name, which must exist. */
export async function openDataTable(client: N8nClient, name: string): Promise<DataTable> {
	return await openTable(client, name, (await findDataTableId(client, name))!);
}

async function openTable(client: N8nClient, name: string, id: string) {
	const path = `${await getDataTablesPath(client)}/${id}`;
	/** Every row, oldest first. */
	const rows = async () => {
		const { data } = await client.rest<{ data: DataTableRow[] }>('GET', `${path}/rows?take=250`);
		return data.sort((a, b) => Number(a['id']) - Number(b['id']));
	};
	/** Sets columns of the row whose email is `email`, as a person does in the table. */
	const change = async (email: string, data: DataTableRow) => {
		const filters = [{ columnName: 'email', condition: 'eq', value: email }];
		await client.rest('PATCH', `${path}/rows`, { filter: { type: 'and', filters }, data });
	};
	return {
		id,
		name,
		/** Where the editor shows it. */
		page: path.replace('data-tables', 'datatables'),
		/** As a node's 'Data table' field takes it. */
		reference: { __rl: true, mode: 'id', value: id },
		rows,
		insert: async (...rows: DataTableRow[]) => await insertRows(client, id, rows),
		change,
		/** Removes the rows of that first name. */
		async clear(firstName: string) {
			const filters = [{ columnName: 'firstName', condition: 'eq', value: firstName }];
			const filter = encodeURIComponent(JSON.stringify({ type: 'and', filters }));
			await client.rest('DELETE', `${path}/rows?filter=${filter}`);
		},
		/** Makes every mark in that column older than an hour. */
		async age(column: string) {
			for (const { email, [column]: mark } of await rows()) {
				if (mark) await change(String(email), { [column]: ageMark(mark) });
			}
		},
		/** The columns that are not n8n's own. */
		async columns(): Promise<DataTableColumn[]> {
			const columns = await client.rest<DataTableColumn[]>('GET', `${path}/columns`);
			return columns.map(({ name, type }) => ({ name, type }));
		},
		async addColumn(column: DataTableColumn) {
			await client.rest('POST', `${path}/columns`, column);
		},
		async dropColumn(name: string) {
			type Columns = Array<Record<'id' | 'name', string>>;
			const columns = await client.rest<Columns>('GET', `${path}/columns`);
			const { id: columnId } = columns.find((column) => column.name === name)!;
			await client.rest('DELETE', `${path}/columns/${columnId}`);
		},
	};
}
