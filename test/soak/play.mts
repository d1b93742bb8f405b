import { createRequire } from 'node:module';
import type { IDataObject } from 'n8n-workflow';

import { credentialFor, runNode, type RunOutcome } from '../support/engine.mts';
import { eventually } from '../support/eventually.mts';
import type { Proof } from '../support/wire-faults.mts';
import {
	answer,
	startWireService,
	type WireReply,
	type WireService,
	type WireTrouble,
} from '../support/wire-service.mts';
import { faultNamed, OPERATIONS, type Scenario, type SoakPass, type SoakRow } from './scenario.mts';

/** One request that the service read, and what its answer lets anybody know. */
export interface Seen {
	readonly who: string;
	readonly proof: Proof;
	/** The ID that the service gave out, where its answer came whole. */
	readonly id?: string;
	readonly fault?: string;
	readonly afterCancel: boolean;
}

/** What happened in one pass: what the service saw, and what the executions say. */
export interface PassHistory extends SoakPass {
	/** The sheet that it started from. */
	readonly sheet: readonly IDataObject[];
	/** The process had a valid token of the account when it started, or needs none. */
	readonly warm: boolean;
	readonly seen: Seen[];
	/** The proofs of the logins that the service read. */
	readonly logins: Proof[];
	/** The faults that connections met. */
	readonly broken: string[];
	readonly outcomes: RunOutcome[];
	readonly log: string[];
	mostInFlight: number;
	isCancelled: boolean;
}

/** A user that is sure that nothing was forgotten: the same settings twice, and the service is well. */
const CLEAN: SoakPass = {
	updateRows: true,
	onError: 'stopWorkflow',
	retryOnFail: false,
	maxConcurrency: 5,
	batches: false,
	sendAgain: false,
	executions: 1,
	requests: [],
	connections: [],
	logins: [],
	slow: { who: '', milliseconds: 0 },
	revokeAt: null,
	cancelAt: null,
	written: true,
};

export const PASSWORD = 'Hunter-2-Secret';
export const TOKEN = 'k9x-token';

/** What the node writes to n8n's log. */
let log: string[] = [];
const { ExecuteSingleContext } = createRequire(import.meta.url)(
	'n8n-core',
) as typeof import('n8n-core');
Object.defineProperty(ExecuteSingleContext.prototype, 'logger', {
	// Where all tests share a process, others spy on it too.
	configurable: true,
	get: () => ({ warn: (line: string) => log.push(line) }),
});

const GOOD: NonNullable<WireTrouble['onRequest']> = ({ http, body }) => http.end(answer(200, body));

let scenarios = 0;

/** Runs a scenario in n8n's engine, and then twice more with nothing in the way. */
export async function play({ passes, ...scenario }: Scenario): Promise<PassHistory[]> {
	const stage = new Stage(scenario);
	try {
		for (const pass of [...passes, CLEAN, CLEAN]) await stage.perform(pass);
		return stage.history;
	} finally {
		await stage.close();
	}
}

/** A service, an account of its own, and a sheet. */
class Stage {
	readonly history: PassHistory[] = [];

	private readonly operation;

	/** All that were given out. */
	private readonly tokens = new Map<string, { isValid: boolean }>();

	/** The one that the last login gave out, where its answer came whole. */
	private held = '';

	private ids = 0;

	private sheet: IDataObject[];

	private now!: PassHistory;

	/** What is left of the faults of the present pass. */
	private left!: { requests: Array<{ who: string; fault: string }>; logins: string[] };

	private cancel = () => {};

	private inFlight = 0;

	private reads = 0;

	private connectionsBefore = 0;

	private connections = 0;

	private isOver = false;

	private service: WireService | undefined;

	private credential: ReturnType<typeof credentialFor> | undefined;

	/** The logins of the present pass: n8n does not cancel them, and who asks meanwhile gets what they come to. */
	private loggingIn: Array<Promise<unknown>> = [];

	constructor(private readonly scenario: Omit<Scenario, 'passes'>) {
		this.operation = OPERATIONS[scenario.operation];
		this.sheet = scenario.rows.map((row, index) => this.columnsOf(row, index));
	}

	async perform(pass: SoakPass): Promise<void> {
		const { tls } = this.scenario;
		this.service ??= await startWireService(
			{},
			{
				kind: 'POST',
				tls: tls ? 'TLSv1.3' : undefined,
				replyTo: (request, kind) => this.reply(request, kind === 'login'),
				troubleOf: (connection) => this.troubleOf(connection),
			},
		);
		this.credential ??= this.watched(
			credentialFor(
				{ ...this.service, username: `landlord-${(scenarios += 1)}`, password: PASSWORD },
				// n8n asks for no login where there is one.
				tls ? TOKEN : '',
			),
		);
		log = [];
		this.now = {
			...pass,
			sheet: structuredClone(this.sheet),
			warm: tls || this.tokens.get(this.held)?.isValid === true,
			seen: [],
			logins: [],
			broken: [],
			outcomes: [],
			log,
			mostInFlight: 0,
			isCancelled: false,
		};
		this.history.push(this.now);
		this.left = {
			requests: pass.requests.flatMap(({ who, fault, times }) =>
				Array.from({ length: times }, () => ({ who, fault })),
			),
			logins: [...pass.logins],
		};
		this.reads = 0;
		this.connectionsBefore = this.connections;
		this.isOver = false;
		const runs = Array.from({ length: pass.executions }, async (_, execution) => {
			return await this.run(pass, execution === 0);
		});
		this.now.outcomes.push(...(await Promise.all(runs)));
		// A request that was cancelled on its way may still arrive, or still be answered.
		this.isOver = true;
		if (this.now.isCancelled) {
			await this.service.quiet();
			await eventually(() => this.inFlight === 0);
			await Promise.allSettled(this.loggingIn);
		}
		this.loggingIn = [];
		this.write();
	}

	private watched(credential: ReturnType<typeof credentialFor>): typeof credential {
		const preAuthentication = credential.preAuthentication.bind(credential);
		credential.preAuthentication = async (...call) => {
			const login = preAuthentication(...call);
			this.loggingIn.push(login);
			return await login;
		};
		return credential;
	}

	async close(): Promise<void> {
		await this.service?.close();
	}

	private async run(pass: SoakPass, isFirst: boolean): Promise<RunOutcome> {
		const { updateRows, onError, retryOnFail, maxConcurrency, batches, sendAgain } = pass;
		return await runNode({
			credential: this.credential!,
			parameters: {
				...this.operation.parameters,
				mappingMode: 'autoMapInputData',
				updateRows,
				options: { maxConcurrency, sendAgain },
				requestOptions: {
					allowUnauthorizedCerts: true,
					...(batches && { batching: { batch: { batchSize: 2, batchInterval: 1 } } }),
				},
			},
			rows: this.sheet,
			settings: { onError, retryOnFail, maxTries: 3, waitBetweenTries: 1 },
			onStart: (cancel) => {
				if (isFirst) this.cancel = cancel;
			},
		});
	}

	/** What the nodes behind ours write to the sheet: nothing where the run was cancelled or has failed. */
	private write(): void {
		const { updateRows, written, outcomes, isCancelled } = this.now;
		const { items, errorItems, error } = outcomes.at(-1)!;
		const hasFailed = error !== undefined || errorItems.length > 0;
		const rows = items.map(({ json }) => json);
		if (!updateRows || !written || isCancelled || hasFailed) return;
		if (rows.every((row) => row.error === undefined)) this.sheet = rows;
	}

	private columnsOf({ who, status, id }: SoakRow, index: number): IDataObject {
		const { operation } = this;
		const { spelled } = this.scenario;
		const column = (name: string) =>
			spelled ? name.replace(/[A-Z]/, (letter) => ` ${letter}`) : name;
		return {
			row: index,
			[operation.field]: who === 'bad' ? operation.bad : `${who}@x.example`,
			phone: '+14165550100',
			lastName: 'Smith',
			rentPaid: 1500,
			...(status === undefined
				? {}
				: { [column(operation.status)]: status.replace(/done/i, operation.done) }),
			...(id === undefined ? {} : { [column(operation.id)]: id }),
		};
	}

	private newToken(): string {
		const token = `${TOKEN}-${this.tokens.size + 1}`;
		this.tokens.set(token, { isValid: true });
		return token;
	}

	private troubleOf(connection: number): WireTrouble {
		this.connections = connection;
		const number = connection - this.connectionsBefore;
		const fault = this.now.connections.find((one) => one.number === number)?.fault;
		if (fault === undefined || this.isOver) return {};
		this.now.broken.push(fault);
		return faultNamed(fault, this.scenario.tls);
	}

	private reply(request: string, isLogin: boolean): WireReply {
		this.reads += 1;
		const afterCancel = this.now.isCancelled;
		if (this.reads === this.now.cancelAt) {
			this.now.isCancelled = true;
			this.cancel();
		}
		if (this.reads === this.now.revokeAt) {
			for (const token of this.tokens.values()) token.isValid = false;
		}
		return isLogin ? this.replyToLogin() : this.replyToSend(request, afterCancel);
	}

	private replyToLogin(): WireReply {
		const name = this.left.logins.shift();
		const fault = name === undefined ? undefined : faultNamed(name, this.scenario.tls);
		this.now.logins.push(fault?.proof ?? 'accepted');
		const accessToken = this.newToken();
		this.held = fault === undefined ? accessToken : '';
		return { body: JSON.stringify({ accessToken }), trouble: fault };
	}

	private replyToSend(request: string, afterCancel: boolean): WireReply {
		const [, who = ''] = /"(\w+)@x\.example"/.exec(request) ?? [];
		const [, token = ''] = /^authorization: *(\S*)/im.exec(request) ?? [];
		const index = this.left.requests.findIndex((one) => one.who === who);
		const isKnown = this.scenario.tls || this.tokens.get(token)?.isValid === true;
		const [{ fault: name } = { fault: undefined }] =
			isKnown && index !== -1 ? this.left.requests.splice(index, 1) : [];
		const refusal = isKnown ? name : '401 {}';
		const fault = refusal === undefined ? undefined : faultNamed(refusal, this.scenario.tls);
		const id = `id-${scenarios}-${(this.ids += 1)}-`;
		const { proof = 'accepted' } = fault ?? {};
		this.now.seen.push({
			who,
			proof,
			afterCancel,
			...(proof === 'accepted' && { id }),
			...(refusal !== undefined && { fault: refusal }),
		});
		return this.slowly(who, {
			body: JSON.stringify({ [this.operation.member]: id, message: 'Sent' }),
			trouble: fault,
		});
	}

	/** The same reply after the milliseconds that this one takes; it is in flight until then. */
	private slowly(who: string, { body, trouble }: WireReply): WireReply {
		this.inFlight += 1;
		this.now.mostInFlight = Math.max(this.now.mostInFlight, this.inFlight);
		const { slow } = this.now;
		const answerNow: WireTrouble['onRequest'] = (wire) => {
			this.inFlight -= 1;
			(trouble?.onRequest ?? GOOD)(wire);
		};
		return {
			body,
			trouble: {
				onRequest: (wire) => {
					if (slow.who !== who) return answerNow(wire);
					setTimeout(() => answerNow(wire), slow.milliseconds);
				},
			},
		};
	}
}
