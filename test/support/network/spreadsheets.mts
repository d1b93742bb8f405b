import { randomInt } from 'node:crypto';

import type { N8nClient, SavedCredential } from '../../../dev/host/client.mts';
import type { StartOptions } from '../../../dev/host/n8n.mts';
import type { SandboxOptions } from '../../../dev/sandbox/index.mts';
import { startHttpStub, type HttpStub, type StubRequest } from '../http-stub.mts';
import { useN8n, type N8nHost } from '../n8n-host.mts';
import { google } from './google.mts';
import { graph } from './graph.mts';
import { startNetwork, type Network } from './network.mts';
import { Sheet } from './sheet.mts';

/** Google or Microsoft, as far as n8n's nodes need it to read and update one document of one account. */
export interface SpreadsheetService {
	hosts: string[];
	/** The type of n8n's credential, and what it holds of an account that may edit the document. */
	credential: { type: string; data: object };
	/** Answers a request about these sheets. What it throws is answered with 501. */
	answer(request: StubRequest, sheets: readonly Sheet[]): object;
}

/** A real n8n to which Google and Microsoft are stand-ins on this machine. */
export interface SpreadsheetHost {
	readonly host: N8nHost;
	addSheet(title: string): Sheet;
	/** Makes the credentials of both services in an n8n. */
	accounts(client: N8nClient): Promise<SavedCredential[]>;
	/** What starts another n8n that reaches the same services. */
	options(): StartOptions;
}

/** Starts n8n and the services before the tests of the surrounding `describe`; ends them after it. */
export function useSpreadsheets(sandboxOptions: SandboxOptions): SpreadsheetHost {
	const services = [google(), graph()];
	const sheets: Sheet[] = [];
	let network: Network | undefined;
	let stub: HttpStub | undefined;

	const host = useN8n(sandboxOptions, async () => {
		stub = await startHttpStub((request) => {
			const service = services.find(({ hosts }) => hosts.includes(request.headers.host!))!;
			return { body: service.answer(request, sheets) };
		});
		const hosts = services.flatMap((service) => service.hosts);
		network = await startNetwork(Object.fromEntries(hosts.map((name) => [name, stub!.port])));
		return { env: network.env };
	});
	afterAll(async () => {
		await stub?.close();
		await network?.stop();
	});

	return {
		host,
		options: () => ({ env: network!.env }),
		accounts: async (client) =>
			await Promise.all(
				services.map(
					async ({ credential: { type, data } }) =>
						await client.createCredential(type, 'Spreadsheets', data),
				),
			),
		addSheet(title) {
			const sheet = new Sheet(String(randomInt(2 ** 31)), title);
			sheets.push(sheet);
			return sheet;
		},
	};
}
