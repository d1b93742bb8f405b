import {
	createDataTable as create,
	dataTableId,
	dataTablesPath,
	insertRows,
	type DataTableColumn,
	type DataTableRow,
} from '../../dev/host/data-tables.mts';
import type { RunningN8n } from '../../dev/host/n8n.mts';

export { columnsOf } from '../../dev/host/data-tables.mts';
export type TableRow = DataTableRow;

/** A data table of n8n's. */
export interface DataTable {
	id: string;
	/** As a node's 'Data table' field takes it. */
	reference: { __rl: true; mode: 'id'; value: string };
	/** Every row, oldest first. */
	rows(): Promise<TableRow[]>;
	insert(...rows: TableRow[]): Promise<void>;
	/** Sets columns of the row whose email is `email`, as a person does in the table. */
	change(email: string, values: TableRow): Promise<void>;
	/** Deletes the row whose email is `email`. */
	remove(email: string): Promise<void>;
	addColumn(column: DataTableColumn): Promise<void>;
	dropColumn(name: string): Promise<void>;
}

/** Makes a data table, as a workflow or a person does. */
export async function createDataTable(
	{ client }: Pick<RunningN8n, 'client'>,
	name: string,
	columns: readonly DataTableColumn[],
): Promise<DataTable> {
	return await tableAt(client, await create(client, name, columns));
}

/** The data table of that name. Throws if there is none. */
export async function dataTableNamed(
	{ client }: Pick<RunningN8n, 'client'>,
	name: string,
): Promise<DataTable> {
	const id = await dataTableId(client, name);
	if (id === undefined) throw new Error(`There is no data table '${name}'.`);
	return await tableAt(client, id);
}

async function tableAt(client: RunningN8n['client'], id: string): Promise<DataTable> {
	const path = `${await dataTablesPath(client)}/${id}`;
	const filterOf = (email: string) => ({
		type: 'and',
		filters: [{ columnName: 'email', condition: 'eq', value: email }],
	});
	return {
		id,
		reference: { __rl: true, mode: 'id', value: id },
		async rows() {
			const { data } = await client.rest<{ data: TableRow[] }>('GET', `${path}/rows?take=250`);
			return data.sort((a, b) => Number(a['id']) - Number(b['id']));
		},
		async insert(...rows) {
			await insertRows(client, id, rows);
		},
		async change(email, values) {
			await client.rest('PATCH', `${path}/rows`, { filter: filterOf(email), data: values });
		},
		async remove(email) {
			const filter = encodeURIComponent(JSON.stringify(filterOf(email)));
			await client.rest('DELETE', `${path}/rows?filter=${filter}`);
		},
		async addColumn(column) {
			await client.rest('POST', `${path}/columns`, column);
		},
		async dropColumn(name) {
			const columns = await client.rest<Array<Record<'id' | 'name', string>>>(
				'GET',
				`${path}/columns`,
			);
			const { id: columnId } = columns.find((column) => column.name === name)!;
			await client.rest('DELETE', `${path}/columns/${columnId}`);
		},
	};
}
