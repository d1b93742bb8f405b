import { addSentApplicants, findUserId, readForTable } from '../../support/applicants-table.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { findNode } from '../../../dev/host/workflow-file.mts';

const FILE = 'answer-an-ai-assistant';
const TOKEN = 'made-up-for-the-test';
const host = useN8n({ completesAtFetch: false });

/** Connects as an assistant does; returns what asks n8n, and what n8n said first. */
async function connect(url: string, token: string) {
	const headers: Record<string, string> = {
		authorization: `Bearer ${token}`,
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
	};
	const ask = async (method: string, params: object = {}): Promise<unknown> => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
		const response = await fetch(url, { method: 'POST', headers, body });
		if (!response.ok) throw new Error(`n8n answered ${response.status}.`);
		headers['mcp-session-id'] ??= response.headers.get('mcp-session-id') ?? '';
		// The answer is the only event of a stream.
		const [, data] = /^data: (.*)$/m.exec(await response.text()) ?? [];
		return (JSON.parse(data!) as { result: unknown }).result;
	};
	const clientInfo = { name: 'test', version: '1.0.0' };
	const begin = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
	const { instructions } = (await ask('initialize', begin)) as { instructions: string };
	return { ask, instructions };
}

test('an assistant finds applicants without figures, and the results of one, can do nothing else, and nobody without its token can', async () => {
	const { client, credential, sandbox } = host;
	const figures = {
		serviceScore: 91.5,
		creditScore: 777,
		monthlyIncome: 4321,
		redFlags: 'Eviction',
	};
	const table = await addSentApplicants(host, client, { Amara: 0, Leo: 0 }, figures);
	await table.change('leo@example.com', { lastName: 'Okonkwo', resultStatus: 'not complete' });
	sandbox.complete(findUserId(host, 'Amara'));
	const workflow = readForTable(FILE, table);
	const bearer = await client.createCredential('httpBearerAuth', 'Assistant', { token: TOKEN });
	const { id } = await client.createWorkflow(workflow, [credential, bearer]);
	await client.activate(id);
	const { path } = findNode(workflow, 'AI assistant').parameters;
	const url = `${client.baseUrl}/mcp/${String(path)}`;
	// n8n listens there a moment after the workflow was published.
	await eventually(async () => (await fetch(url, { method: 'POST' })).status !== 404);

	await expect(connect(url, 'another')).rejects.toThrow('403');
	const { ask, instructions } = await connect(url, TOKEN);
	expect(instructions).toContain('no decision');
	const { tools } = (await ask('tools/list')) as {
		tools: Array<{ name: string; inputSchema: { properties?: object } }>;
	};
	const offered = tools.map(({ name, inputSchema: { properties = {} } }) => [
		name,
		Object.keys(properties),
	]);
	expect(offered.sort()).toEqual([
		['Find_applicants', ['lastName']],
		['Get_results', ['userId']],
	]);
	const call = async (name: string, given: object) => {
		const answer = await ask('tools/call', { name, arguments: given });
		return (answer as { content: Array<{ text: string }> }).content.map(({ text }) => text).join();
	};
	const find = async (lastName: string) => await call('Find_applicants', { lastName });
	const found = await find('smi');
	const amara = await call('Get_results', { userId: findUserId(host, 'Amara') });
	const leo = await call('Get_results', { userId: findUserId(host, 'Leo') });
	expect(found).toMatch(/Amara.*Smith.*"sent".*/s);
	expect(found).toContain(findUserId(host, 'Amara'));
	expect(await find('OKONKWO')).toMatch(/Leo.*"not complete"/s);
	// Neither figures, nor others, and nobody without a name.
	expect(found).not.toMatch(/Leo|@|91\.5|777|4321|Eviction/);
	for (const nobody of ['', ' ', '%', '_', 'Nguyen']) {
		const answer = await find(nobody);
		expect(answer).not.toMatch(/Amara|Leo|sent/);
		expect(answer).not.toMatch(/error/i);
	}
	expect(amara).toMatch(/"checkComplete": ?true/);
	expect(amara).toContain('rentToIncomePercent');
	expect(amara).not.toMatch(/ssn|employer/i);
	expect(leo).toMatch(/"checkComplete": ?false/);
	expect(sandbox.listRequests('sendScreening')).toEqual([]);
	// n8n answers first and deletes the execution then.
	await eventually(async () => (await client.listExecutions(id)).length === 0);
});
