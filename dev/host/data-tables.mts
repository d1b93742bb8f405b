import type { N8nClient, WorkflowJson } from './client.mts';

export interface DataTableColumn {
	name: string;
	type: string;
}

export type DataTableRow = Record<string, unknown>;

/** The columns of the data table that a workflow makes at its first run. */
export function readColumns({ nodes }: WorkflowJson): DataTableColumn[] {
	const maker = nodes.find(({ parameters }) => parameters['resource'] === 'table');
	return (maker!.parameters['columns'] as unknown as { column: DataTableColumn[] }).column;
}

/** Where n8n has the data tables of the logged in person. */
export async function getDataTablesPath(client: N8nClient): Promise<string> {
	const project = await client.rest<{ id: string }>('GET', '/projects/personal');
	return `/projects/${project.id}/data-tables`;
}

/** The id of the data table of that name; undefined if there is none. */
export async function findDataTableId(
	client: N8nClient,
	name: string,
): Promise<string | undefined> {
	const path = `${await getDataTablesPath(client)}?take=250`;
	const { data } = await client.rest<{ data: Array<Record<'id' | 'name', string>> }>('GET', path);
	return data.find((table) => table.name === name)?.id;
}

/** Makes an empty data table and returns its id. */
export async function createDataTable(
	client: N8nClient,
	name: string,
	columns: readonly DataTableColumn[],
): Promise<string> {
	const path = await getDataTablesPath(client);
	const { id } = await client.rest<{ id: string }>('POST', path, { name, columns });
	return id;
}

/** Adds rows to a data table. */
export async function insertRows(
	client: N8nClient,
	id: string,
	rows: readonly DataTableRow[],
): Promise<void> {
	const path = `${await getDataTablesPath(client)}/${id}/insert`;
	await client.rest('POST', path, { data: rows, returnType: 'count' });
}
