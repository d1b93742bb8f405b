import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { useBrowser } from '../../support/editor-browser.mts';
import { editorCanvas } from '../../support/editor-canvas.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { google } from '../../support/network/google.mts';
import { graph } from '../../support/network/graph.mts';
import { ROOT } from '../../../dev/repository.mts';
import { readWorkflowFile } from '../../../dev/host/workflow-file.mts';

const host = useN8n();
const openPage = useBrowser();

/** The types of the accounts that each node has, or is to have. */
const listTypes = (nodes: readonly INode[]) =>
	nodes.map(({ name, credentials = {} }) => [name, Object.keys(credentials)]).sort();

test.each([
	'screen-applicants-in-a-google-sheet',
	'screen-applicants-in-an-excel-365-workbook',
	'report-rent-monthly',
])(
	'n8n enters the accounts that it has into every node of %s when it is imported',
	async (file) => {
		const { client } = host;
		const accounts = [host.credential];
		for (const { credential } of [google(), graph()])
			accounts.push(await client.createCredential(credential.type, 'Mine', credential.data));
		const canvas = editorCanvas(await openPage({}, client), client.baseUrl);
		const id = await canvas.importFile(join(ROOT, 'workflows', `${file}.json`));

		const { nodes } = readWorkflowFile(file);
		const readNodes = async () =>
			(await client.getWorkflow(id).catch(() => undefined))?.nodes ?? [];
		await eventually(async () => (await readNodes()).length === nodes.length);
		const imported = await readNodes();
		expect(listTypes(imported)).toEqual(listTypes(nodes));
		const ids = imported.flatMap(({ credentials = {} }) =>
			Object.values(credentials).map((credential) => credential.id),
		);
		expect(accounts.map((account) => account.id)).toEqual(expect.arrayContaining(ids));
	},
);
