import type { N8nClient, SavedCredential } from '../../../dev/host/client.mts';
import type { RunningN8n, StartOptions } from '../../../dev/host/n8n.mts';
import type { SandboxOptions } from '../../../dev/sandbox/index.mts';
import { eventually } from '../eventually.mts';
import { startHttpStub, type HttpStub, type StubAnswer, type StubRequest } from '../http-stub.mts';
import { useN8n, type N8nHost } from '../n8n-host.mts';
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

/** Called for each request for cells, before it is answered; what it returns is answered instead. */
type Meanwhile = (
	request: SheetRequest,
	serve: () => StubAnswer,
) => StubAnswer | undefined | Promise<StubAnswer | undefined>;

/** A real n8n to which a service of spreadsheets is a stand-in on this machine. */
export interface SpreadsheetHost {
	readonly host: N8nHost;
	addSheet(title: string): Sheet;
	/** Makes the credential of the service in an n8n. */
	account(client: N8nClient): Promise<SavedCredential>;
	/** Set by a test that lets something happen at a request. */
	meanwhile: Meanwhile | undefined;
	/** What starts another n8n that reaches the same service. */
	options(): StartOptions;
}

/** An answer that refuses a request, in the form of Google's and Microsoft's APIs. */
export function refusal(status: number, message: string): StubAnswer {
	return { status, body: { error: { code: status, message } } };
}

/** Starts n8n and the service before the tests of the surrounding `describe`; ends both after them. */
export function useSpreadsheets(
	service: SpreadsheetService,
	sandboxOptions: SandboxOptions = {},
): SpreadsheetHost {
	const sheets: Sheet[] = [];
	let network: Network | undefined;
	let stub: HttpStub | undefined;

	const answer = async (request: StubRequest) => {
		const { operation, serve } = service.route(request, sheets);
		const { body } = request;
		const own = operation && (await rig.meanwhile?.({ operation, body }, serve));
		return own ?? serve();
	};
	const host = useN8n(sandboxOptions, async () => {
		const { port } = (stub = await startHttpStub(answer));
		network = await startNetwork(Object.fromEntries(service.hosts.map((name) => [name, port])));
		return { env: network.env };
	});
	const rig: SpreadsheetHost = {
		host,
		meanwhile: undefined,
		options: () => ({ env: network!.env }),
		async account(client) {
			const { type, data } = service.credential;
			return await client.createCredential(type, 'Spreadsheets', data);
		},
		addSheet(title) {
			const sheet = new Sheet(service.newSheetId(), title);
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

/** Whether a request writes what came of sending rows. */
export function isSave({ operation, body }: SheetRequest): boolean {
	return operation === 'write' && /"(sent|not sent|refused|maybe sent)"/.test(body);
}

/** Whether a request writes results. */
export function isResult({ operation, body }: SheetRequest): boolean {
	return operation === 'write' && /"(complete|not complete|not fetched)"/.test(body);
}

type Kill = (n8n: Pick<RunningN8n, 'kill'>) => Promise<void>;

/** Kills n8n at the first such request, before or after the service acts on it. */
export function killAt(
	rig: SpreadsheetHost,
	at: (request: SheetRequest) => boolean,
	acts = false,
): Kill {
	return async (n8n) =>
		await new Promise<void>((resolve) => {
			rig.meanwhile = async (request, serve) => {
				if (!at(request)) return undefined;
				rig.meanwhile = undefined;
				if (acts) serve();
				await n8n.kill();
				resolve();
				return refusal(503, 'Nobody hears this.');
			};
		});
}

/** Kills n8n while so many requests of that kind are unanswered. */
export function killWhile(
	{ host }: Pick<SpreadsheetHost, 'host'>,
	operation: 'login' | 'sendScreening',
	times: number,
): Kill {
	return async (n8n) => {
		host.sandbox.disrupt({ operation, latencyMs: 10_000, times });
		await eventually(() => host.sandbox.listRequests(operation).length >= times);
		await n8n.kill();
	};
}
