import type { WorkflowJson } from '../../dev/host/client.mts';
import type { RunningN8n } from '../../dev/host/n8n.mts';

/**
 * The settings with which a workflow file gets a data table of its own. n8n 2 makes the table when the
 * workflow runs; in n8n 1 it is made here, as its sticky note asks of people, by the node's columns.
 */
export async function dataTableSettings(
	{ client, version }: RunningN8n,
	{ nodes }: WorkflowJson,
	table: string,
): Promise<Record<'table' | 'tableId', string>> {
	if (!version.startsWith('1.')) return { table, tableId: '' };
	const maker = nodes.find(({ parameters }) => parameters['resource'] === 'table');
	const { column } = maker!.parameters['columns'] as { column: object[] };
	const project = await client.rest<{ id: string }>('GET', '/projects/personal');
	const path = `/projects/${project.id}/data-tables`;
	const { id } = await client.rest<{ id: string }>('POST', path, { name: table, columns: column });
	return { table, tableId: id };
}

/** What stands in the data table that a workflow with these settings keeps. */
export async function dataTableRows(
	{ client }: RunningN8n,
	{ table, tableId }: Record<'table' | 'tableId', string>,
): Promise<Array<Record<string, unknown>>> {
	const project = await client.rest<{ id: string }>('GET', '/projects/personal');
	const path = `/projects/${project.id}/data-tables`;
	const { data } = await client.rest<{ data: Array<Record<'id' | 'name', string>> }>('GET', path);
	const id = tableId || data.find(({ name }) => name === table)?.id;
	const rows = await client.rest<{ data: Array<Record<string, unknown>> }>(
		'GET',
		`${path}/${id}/rows?take=100`,
	);
	return rows.data;
}
