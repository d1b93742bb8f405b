import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';

import { readId } from './contract.mts';
import { demoAccount, steps, waitingEmail } from './data/demo.mts';
import { makeResults } from './data/results.mts';
import type {
	ApplicantData,
	OperationId,
	RecordedRequest,
	Records,
	Schemas,
	Screening,
	Send,
	Settings,
} from './types.mts';

/** An answer: JSON in `body`, or anything in `text`. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	text?: string;
}

/** An error answer with a sentence, in the sandbox's shape of an error body. */
export function refuse(status: number, message = STATUS_CODES[status] ?? 'Unknown status'): Answer {
	return { status, body: { message } };
}

const accept = (body: object): Answer => ({ status: 200, body });

/** The service without the network: its records and its answers. */
export class Service {
	readonly username: string;
	/** May change meanwhile, as people change theirs. */
	password: string = demoAccount.password;
	/** Everything stored; a later sandbox can start with it. */
	readonly records: Records;
	/** Every access token that a login returned. */
	readonly tokensIssued: string[] = [];

	readonly #validTokens = new Set<string>();

	constructor(readonly settings: Settings) {
		this.username = settings.username;
		this.records = structuredClone(settings.records);
	}

	/** Makes every token invalid at once. */
	revokeTokens(): void {
		this.#validTokens.clear();
	}

	/** Every accepted send, in order, and whether its results would be complete now. */
	get screenings(): Array<Screening & { complete: boolean }> {
		return [...this.records.sent.values()].map((sent) => ({
			...sent,
			complete: sent.completedAt !== undefined,
		}));
	}

	/** Sends a screening as the service does, every time a new one; returns the userId. */
	addScreening(send: Send): string {
		const ids = { userId: randomUUID(), screeningId: randomUUID() };
		const sentAt = this.settings.clock.now();
		this.records.sent.set(ids.userId, { ...send, ...ids, sentAt });
		return ids.userId;
	}

	/** Completes a screening, if one was sent to this userId. */
	complete(userId: string): void {
		const sent = this.records.sent.get(userId);
		if (sent) sent.completedAt ??= this.settings.clock.now();
	}

	/** Stores results under `user.id` (or a made-up userId) and returns the userId. */
	addApplicant(data: ApplicantData): string {
		const { id = randomUUID() } = data.user as { id?: string };
		this.records.added.set(id, data);
		return id;
	}

	/** Answers a request whose violations are known. */
	answer(request: RecordedRequest): Answer {
		const { operation, headers, violations, body } = request;
		if (operation === 'unknown') return refuse(400, violations.join('; '));
		if (operation !== 'login' && !this.#validTokens.has(headers['authorization'] ?? '')) {
			return refuse(401, 'Authorization token missing or invalid');
		}
		if (violations.length > 0) return refuse(400, violations.join('; '));
		return this.#operations[operation](body as never, request);
	}

	/** Answers a request that the contract allows, by operation. */
	readonly #operations: Record<OperationId, (body: never, request: RecordedRequest) => Answer> = {
		login: ({ username, password }: Schemas['LoginCredentials']) => {
			const isKnown = username === this.username && password === this.password;
			if (!isKnown) return refuse(401, 'Invalid credentials');
			const accessToken = `sandbox-${randomUUID()}`;
			this.#validTokens.add(accessToken);
			this.tokensIssued.push(accessToken);
			return accept({ accessToken });
		},
		createProperty: (property: Schemas['Property']) => {
			const propertyId = randomUUID();
			this.records.properties.set(propertyId, property);
			return accept({ propertyId });
		},
		sendScreening: (send: Schemas['SendScreening']) =>
			this.records.properties.has(send.propertyId)
				? this.#acceptSend(send)
				: refuse(400, `There is no property '${send.propertyId}'`),
		getScreeningData: (_body, request) => {
			const userId = readId(request) ?? '';
			const results = this.#fetchResults(userId);
			return results ? accept(results) : refuse(404, `No screening data for user '${userId}'`);
		},
		listSteps: () => accept({ steps }),
		createFlow: ({ flow }: Schemas['CreateFlow']) => {
			const unknown = flow.steps.find(({ id }) => !steps.some((step) => step.id === id));
			if (unknown) return refuse(400, `There is no step '${unknown.id}'`);
			const flowId = randomUUID();
			this.records.flows.set(flowId, flow);
			return accept({ flowId });
		},
		sendScreeningWithFlow: (send: Schemas['SendScreeningWithFlow']) =>
			this.records.flows.has(send.flowId)
				? this.#acceptSend(send)
				: refuse(400, `There is no flow '${send.flowId}'`),
		submitRentReport: () =>
			accept({ message: 'The rent payment record was received', id: randomUUID() }),
	};

	#acceptSend(send: Send): Answer {
		const message = `The screening link was sent to ${send.email} and ${send.phone}`;
		return accept({ userId: this.addScreening(send), message });
	}

	/** Fetches results, which completes them, but for an applicant who waits for the inbox; undefined for an unknown userId. */
	#fetchResults(userId: string): ApplicantData | undefined {
		const sent = this.records.sent.get(userId);
		if (!sent) return this.records.added.get(userId);
		if (this.settings.completesAtFetch && sent.email !== waitingEmail) this.complete(userId);
		const { rent } = this.records.properties.get('propertyId' in sent ? sent.propertyId : '') ?? {};
		const completedAt = sent.completedAt === undefined ? undefined : new Date(sent.completedAt);
		return makeResults({ ...sent, ...(rent && { rent }), completedAt });
	}
}
