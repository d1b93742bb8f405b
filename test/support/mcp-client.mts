// A program: connects the client of the MCP project, which n8n brings along, and prints what it answers.
import { createRequire } from 'node:module';

/** What it is given as its argument, as JSON. */
interface Given {
	/** Where n8n is installed. */
	folder: string;
	url: string;
	token: string;
	/** The tools to call, one after the other. */
	calls: object[];
}

/** What it prints, as JSON. */
export interface Answers {
	instructions: string;
	tools: Array<{ name: string; inputSchema: { properties?: object } }>;
	answers: Array<{ content: Array<{ text: string }> }>;
}

interface Client {
	connect(transport: object): Promise<void>;
	getInstructions(): string;
	listTools(): Promise<Pick<Answers, 'tools'>>;
	callTool(call: object): Promise<Answers['answers'][number]>;
}

const { folder, url, token, calls } = JSON.parse(process.argv[2]!) as Given;
const load = createRequire(`${folder}/package.json`);
const sdk = load('@modelcontextprotocol/sdk/client/index.js') as {
	Client: new (info: object) => Client;
};
const http = load('@modelcontextprotocol/sdk/client/streamableHttp.js') as {
	StreamableHTTPClientTransport: new (url: URL, options: object) => object;
};

async function main(): Promise<Answers> {
	const client = new sdk.Client({ name: 'test', version: '1.0.0' });
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	await client.connect(new http.StreamableHTTPClientTransport(new URL(url), { requestInit }));
	const { tools } = await client.listTools();
	const answers: Answers['answers'] = [];
	for (const call of calls) answers.push(await client.callTool(call));
	return { instructions: client.getInstructions(), tools, answers };
}

const answers = await main();
console.log(JSON.stringify(answers));
process.exit();
