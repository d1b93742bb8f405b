import { join } from 'node:path';
import { run } from '../../../dev/host/child.mts';
import { installN8n } from '../../../dev/host/install.mts';
import { addSentApplicants, findUserId } from '../../support/applicants-table.mts';
import { eventually } from '../../support/eventually.mts';
import type { Answers } from '../../support/mcp-client.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { ROOT } from '../../support/repository.mts';
import { findNode, readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'answer-an-ai-assistant';
const TOKEN = 'made-up-for-the-test';
const host = useN8n({ completeAfter: {} });

/** Connects the client of the MCP project, which n8n brings along, and makes these calls. */
async function ask(url: string, token: string, calls: object[]): Promise<Answers> {
	const { folder } = await installN8n();
	const script = join(ROOT, 'test/support/mcp-client.mts');
	const given = JSON.stringify({ folder, url, token, calls });
	const args = ['--import', 'tsx', script, given];
	return JSON.parse(await run(process.execPath, args, { cwd: ROOT })) as Answers;
}

test('an assistant finds applicants and their results, can do nothing else, and nobody without its token can', async () => {
	const { client, credential, sandbox } = host;
	const table = await addSentApplicants(host, 'Assistant', ['Amara', 'Leo']);
	await table.change('leo@example.com', { lastName: 'Okonkwo' });
	sandbox.complete(findUserId(host, 'Amara'));
	const workflow = readWorkflowFile(FILE, { 'Find applicants': { dataTableId: table.reference } });
	const bearer = await client.createCredential('httpBearerAuth', 'Assistant', { token: TOKEN });
	const { id } = await client.createWorkflow(workflow, [credential, bearer]);
	await client.activate(id);
	const { path } = findNode(workflow, 'AI assistant').parameters;
	const url = `${client.baseUrl}/mcp/${String(path)}`;

	await expect(ask(url, 'another', [])).rejects.toThrow();
	const get = (name: string) => ({
		name: 'Get_results',
		arguments: { userId: findUserId(host, name) },
	});
	const { instructions, tools, answers } = await ask(url, TOKEN, [
		{ name: 'Find_applicants', arguments: { lastName: 'smi' } },
		...[get('Amara'), get('Leo')],
	]);
	expect(instructions).toContain('no decision');
	const offered = tools.map(({ name, inputSchema: { properties = {} } }) => [
		name,
		Object.keys(properties),
	]);
	expect(offered.sort()).toEqual([
		['Find_applicants', ['lastName']],
		['Get_results', ['userId']],
	]);
	const [found, amara, leo] = answers.map(({ content }) =>
		content.map(({ text }) => text).join('\n'),
	);
	expect(found).toContain('amara@example.com');
	expect(found).not.toContain('leo@example.com');
	expect(amara).toMatch(/"checkComplete": ?true/);
	expect(amara).toContain('rentToIncomePercent');
	expect(amara).not.toMatch(/ssn|employer/i);
	expect(leo).toMatch(/"checkComplete": ?false/);
	expect(sandbox.listRequests('sendScreening')).toEqual([]);
	// n8n answers first and deletes the execution then.
	await eventually(async () => (await client.listExecutions(id)).length === 0);
});
