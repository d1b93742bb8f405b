import {
	createDataTable as create,
	findDataTableId,
	getDataTablesPath,
	insertRows,
	type DataTableColumn,
	type DataTableRow as TableRow,
} from '../../dev/host/data-tables.mts';
import type { RunningN8n } from '../../dev/host/n8n.mts';

export { readColumns } from '../../dev/host/data-tables.mts';
export type { TableRow };

type Host = Pick<RunningN8n, 'client'>;

/** A data table of n8n's. */
export type DataTable = Awaited<ReturnType<typeof openTable>>;

/** Makes a data table, as a workflow or a person does. */
export async function createDataTable(
	{ client }: Host,
	name: string,
	columns: readonly DataTableColumn[],
): Promise<DataTable> {
	return await openTable(client, await create(client, name, columns));
}

/** The data table of that name, which must exist. */
export async function openDataTable({ client }: Host, name: string): Promise<DataTable> {
	return await openTable(client, (await findDataTableId(client, name))!);
}

async function openTable(client: RunningN8n['client'], id: string) {
	const path = `${await getDataTablesPath(client)}/${id}`;
	const toFilter = (email: string) => ({
		type: 'and',
		filters: [{ columnName: 'email', condition: 'eq', value: email }],
	});
	return {
		id,
		/** As a node's 'Data table' field takes it. */
		reference: { __rl: true, mode: 'id', value: id },
		/** Every row, oldest first. */
		async rows() {
			const { data } = await client.rest<{ data: TableRow[] }>('GET', `${path}/rows?take=250`);
			return data.sort((a, b) => Number(a['id']) - Number(b['id']));
		},
		insert: async (...rows: TableRow[]) => await insertRows(client, id, rows),
		/** Sets columns of the row whose email is `email`, as a person does in the table. */
		async change(email: string, data: TableRow) {
			await client.rest('PATCH', `${path}/rows`, { filter: toFilter(email), data });
		},
		/** Deletes the row whose email is `email`. */
		async remove(email: string) {
			const filter = encodeURIComponent(JSON.stringify(toFilter(email)));
			await client.rest('DELETE', `${path}/rows?filter=${filter}`);
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
