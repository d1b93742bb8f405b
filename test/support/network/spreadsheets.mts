import type { N8nClient, SavedCredential } from '../../../dev/host/client.mts';
import type { StartOptions } from '../../../dev/host/n8n.mts';
import type { SandboxOptions } from '../../../dev/sandbox/index.mts';
import { startHttpStub, type HttpStub, type StubAnswer, type StubRequest } from '../http-stub.mts';
import { useN8n, type N8nHost } from '../n8n-host.mts';
import { google } from './google.mts';
import { graph } from './graph.mts';
import { startNetwork, type Network } from './network.mts';
import { Sheet } from './sheet.mts';

/** A request that reads or writes cells. */
export interface SheetRequest {
	operation: 'read' | 'write';
	body: string;
}

/** What a request asks for, and how the service answers it. */
interface Route {
	/** Absent where the request is about something else than cells. */
	operation?: SheetRequest['operation'];
	serve: () => StubAnswer;
}

/** Google or Microsoft, as far as n8n's nodes need it to read and update one document of one account. */
export interface SpreadsheetService {
	hosts: string[];
	/** An ID of a sheet, as real ones look. */
	newSheetId(): string;
	/** The type of n8n's credential, and what it holds of an account that may edit the document. */
	credential: { type: string; data: object };
	/** Finds the route of a request in these sheets. What it throws is answered with 501. */
	route(request: StubRequest, sheets: readonly Sheet[]): Route;
}

/** A real n8n to which Google and Microsoft are stand-ins on this machine. */
export interface SpreadsheetHost {
	readonly host: N8nHost;
	addSheet(service: 'google' | 'graph', title: string): Sheet;
	/** Makes the credentials of both services in an n8n. */
	accounts(client: N8nClient): Promise<SavedCredential[]>;
	/** Called before each request for cells is answered; what it returns is answered instead. */
	meanwhile: ((request: SheetRequest) => StubAnswer | undefined) | undefined;
	/** What starts another n8n that reaches the same services. */
	options(): StartOptions;
}

/** An answer that refuses a request, in the form of Google's and Microsoft's APIs. */
export function refusal(status: number, message: string): StubAnswer {
	return { status, body: { error: { code: status, message } } };
}

/** Starts n8n and the services before the tests of the surrounding `describe`; ends them after it. */
export function useSpreadsheets(sandboxOptions: SandboxOptions = {}): SpreadsheetHost {
	const services = { google: google(), graph: graph() };
	const sheets: Sheet[] = [];
	let network: Network | undefined;
	let stub: HttpStub | undefined;

	const answer = (request: StubRequest) => {
		const service = request.headers.host!.startsWith('graph.') ? services.graph : services.google;
		const { operation, serve } = service.route(request, sheets);
		return (operation && rig.meanwhile?.({ operation, body: request.body })) ?? serve();
	};
	const host = useN8n(sandboxOptions, async () => {
		const { port } = (stub = await startHttpStub(answer));
		const hosts = Object.values(services).flatMap((service) => service.hosts);
		network = await startNetwork(Object.fromEntries(hosts.map((name) => [name, port])));
		return { env: network.env };
	});
	const rig: SpreadsheetHost = {
		host,
		meanwhile: undefined,
		options: () => ({ env: network!.env }),
		async accounts(client) {
			const credentials = Object.values(services).map(({ credential }) => credential);
			return await Promise.all(
				credentials.map(
					async ({ type, data }) => await client.createCredential(type, 'Spreadsheets', data),
				),
			);
		},
		addSheet(service, title) {
			const sheet = new Sheet(services[service].newSheetId(), title);
			sheets.push(sheet);
			return sheet;
		},
	};

	beforeEach(() => {
		rig.meanwhile = undefined;
	});

	afterAll(async () => {
		await stub?.close();
		await network?.stop();
	});

	return rig;
}

/** Whether a request marks rows as `in progress`. */
export function isMark({ operation, body }: SheetRequest): boolean {
	return operation === 'write' && body.includes('"in progress"');
}
