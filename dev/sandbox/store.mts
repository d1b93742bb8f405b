import { randomUUID } from 'node:crypto';

import { demoAccount, demoFlow, demoFlowId, demoProperty, demoPropertyId } from './data/demo.mts';
import { finishedResults, unfinishedResults } from './data/results.mts';
import type { ApplicantData, Schemas, Settings, StoredScreening } from './types.mts';

/** The only check type that the service document gives. */
const DEFAULT_CHECK_TYPE = 'CHECK_TYPE_DEEP_CHECK';

type Screening = Omit<StoredScreening, 'complete'> & {
	screeningId: string;
	/** How often its results were fetched. */
	fetches: number;
	/** When it was completed by hand or by a fetch. */
	completedAt?: number;
};

/** Everything that the service stores, by its identifiers. */
export interface StoreRecords {
	properties: Map<string, Schemas['Property']>;
	flows: Map<string, Schemas['Flow']>;
	sent: Map<string, Screening>;
	/** Results that were not found by a screening. */
	added: Map<string, ApplicantData>;
}

/** Only the demo property and flow. */
const ONLY_DEMO: StoreRecords = {
	properties: new Map([[demoPropertyId, demoProperty]]),
	flows: new Map([[demoFlowId, demoFlow]]),
	sent: new Map(),
	added: new Map(),
};

/** Stores properties, flows, screenings and their results, and knows which tokens are valid. */
export class Store {
	readonly tokensIssued: string[] = [];

	readonly #validTokens = new Set<string>();
	readonly #settings: Pick<Settings, 'clock' | 'completeAfter' | 'username'>;
	readonly #records: StoreRecords;

	constructor(
		settings: Pick<Settings, 'clock' | 'completeAfter' | 'username'>,
		records?: StoreRecords,
	) {
		this.#settings = settings;
		this.#records = structuredClone(records ?? ONLY_DEMO);
	}

	/** Everything stored, for another store to continue from. */
	records(): StoreRecords {
		return structuredClone(this.#records);
	}

	/** A new access token, or undefined where username and password are not those of the account. */
	logIn({ username, password }: Schemas['LoginCredentials']): string | undefined {
		const isKnown = username === this.#settings.username && password === demoAccount.password;
		if (!isKnown) return undefined;
		const token = `sandbox-${randomUUID()}`;
		this.#validTokens.add(token);
		this.tokensIssued.push(token);
		return token;
	}

	isValidToken(token = ''): boolean {
		return this.#validTokens.has(token);
	}

	/** Makes every token invalid. */
	revokeTokens(): void {
		this.#validTokens.clear();
	}

	addProperty(property: Schemas['Property']): string {
		const propertyId = randomUUID();
		this.#records.properties.set(propertyId, property);
		return propertyId;
	}

	addFlow(flow: Schemas['Flow']): string {
		const flowId = randomUUID();
		this.#records.flows.set(flowId, flow);
		return flowId;
	}

	property(propertyId: string): Schemas['Property'] | undefined {
		return this.#records.properties.get(propertyId);
	}

	flow(flowId: string): Schemas['Flow'] | undefined {
		return this.#records.flows.get(flowId);
	}

	/** Stores a send and returns the userId; every send is a new screening. */
	addSend(body: StoredScreening['body']): string {
		const { email, phone } = body;
		const [userId, screeningId] = [randomUUID(), randomUUID()];
		const of = 'propertyId' in body ? { propertyId: body.propertyId } : { flowId: body.flowId };
		const sentAt = this.#settings.clock.now();
		const sent = { userId, screeningId, email, phone, ...of, body, sentAt, fetches: 0 };
		this.#records.sent.set(userId, sent);
		return userId;
	}

	/** Stores results under their own `user.id`, if they have one. */
	addResults(data: ApplicantData): string {
		const { id = randomUUID() } = data.user as { id?: string };
		this.#records.added.set(id, data);
		return id;
	}

	/** Fetches results, which may complete them; undefined for an unknown userId. */
	fetchResults(userId: string): ApplicantData | undefined {
		const sent = this.#records.sent.get(userId);
		if (!sent) return this.#records.added.get(userId);
		sent.fetches += 1;
		if (sent.fetches >= (this.#settings.completeAfter.fetches ?? Infinity)) this.complete(userId);
		const { screeningId, propertyId = '', body } = sent;
		const { checkType = DEFAULT_CHECK_TYPE } = 'propertyId' in body ? body : {};
		const rent = this.property(propertyId)?.rent;
		const subject = { ...body, userId, screeningId, checkType, ...(rent && { rent }) };
		const completedAt = this.#completedAt(sent);
		return completedAt === undefined
			? unfinishedResults(subject)
			: finishedResults({ ...subject, completedAt: new Date(completedAt) });
	}

	/** Completes a screening; false if nothing was sent to this userId. */
	complete(userId: string): boolean {
		const sent = this.#records.sent.get(userId);
		if (sent) sent.completedAt = this.#completedAt(sent) ?? this.#settings.clock.now();
		return sent !== undefined;
	}

	/** Every send in order, as it stands now. */
	screenings(): StoredScreening[] {
		return [...this.#records.sent.values()].map((sent) => ({
			...sent,
			complete: this.#completedAt(sent) !== undefined,
		}));
	}

	#completedAt({ sentAt, completedAt }: Screening): number | undefined {
		const byItself = sentAt + (this.#settings.completeAfter.seconds ?? Infinity) * 1000;
		return completedAt ?? (this.#settings.clock.now() >= byItself ? byItself : undefined);
	}
}
