import type { WorkflowJson } from '../../dev/host/client.mts';
import type { RunningN8n } from '../../dev/host/n8n.mts';

export type TableRow = Record<string, unknown>;

interface Column {
	name: string;
	type: string;
}

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
	addColumn(column: Column): Promise<void>;
	dropColumn(name: string): Promise<void>;
}

/** The columns of the table that a workflow makes at its first run. */
export function columnsOf({ nodes }: WorkflowJson): Column[] {
	const maker = nodes.find(({ parameters }) => parameters['resource'] === 'table');
	return (maker!.parameters['columns'] as unknown as { column: Column[] }).column;
}

/** Makes a data table, as a workflow or a person does. */
export async function createDataTable(
	n8n: RunningN8n,
	name: string,
	columns: readonly Column[],
): Promise<DataTable> {
	const path = await tablesOf(n8n);
	const { id } = await n8n.client.rest<{ id: string }>('POST', path, { name, columns });
	return tableAt(n8n, `${path}/${id}`, id);
}

/** The data table of that name. Throws if there is none. */
export async function dataTableNamed(n8n: RunningN8n, name: string): Promise<DataTable> {
	const path = await tablesOf(n8n);
	const { data } = await n8n.client.rest<{ data: Array<Record<'id' | 'name', string>> }>(
		'GET',
		`${path}?take=250`,
	);
	const found = data.find((table) => table.name === name);
	if (!found) throw new Error(`There is no data table '${name}'.`);
	return tableAt(n8n, `${path}/${found.id}`, found.id);
}

async function tablesOf({ client }: RunningN8n): Promise<string> {
	const project = await client.rest<{ id: string }>('GET', '/projects/personal');
	return `/projects/${project.id}/data-tables`;
}

function tableAt({ client }: RunningN8n, path: string, id: string): DataTable {
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
			await client.rest('POST', `${path}/insert`, { data: rows, returnType: 'count' });
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
