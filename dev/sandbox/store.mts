import { randomUUID } from 'node:crypto';

import { demoAccount, demoFlow, demoProperty } from './data/demo.mts';
import { finishedResults, nameOf, unfinishedResults, type Subject } from './data/results.mts';
import { identifier } from './data/seed.mts';
import type { ApplicantData, Schemas, Settings, StoredScreening } from './types.mts';

/** The only check type that the service document gives. */
const DEFAULT_CHECK_TYPE = 'CHECK_TYPE_DEEP_CHECK';

interface Sent {
	subject: Subject;
	screening: Omit<StoredScreening, 'complete'>;
	fetches: number;
	/** When it was completed by hand or by a fetch. */
	completedAt?: number;
}

/** Everything that the service stores, by its identifiers. */
export interface StoreRecords {
	propertyId: string;
	flowId: string;
	properties: Map<string, Schemas['Property']>;
	flows: Map<string, Schemas['Flow']>;
	sent: Map<string, Sent>;
	/** Results that were not found by a screening. */
	added: Map<string, ApplicantData>;
	/** How many identifiers each thing has got. */
	timesNamed: Map<string, number>;
}

/** Stores properties, flows, screenings and their results, and knows which tokens are valid. */
export class Store {
	tokensIssued: string[] = [];

	readonly #validTokens = new Set<string>();
	readonly #settings: Pick<Settings, 'clock' | 'completeAfter'>;
	#records!: StoreRecords;

	constructor(settings: Pick<Settings, 'clock' | 'completeAfter'>, records?: StoreRecords) {
		this.#settings = settings;
		if (records) this.#records = structuredClone(records);
		else this.reset();
	}

	get propertyId(): string {
		return this.#records.propertyId;
	}

	get flowId(): string {
		return this.#records.flowId;
	}

	/** Everything stored, for another store to continue from. */
	records(): StoreRecords {
		return structuredClone(this.#records);
	}

	/** Starts again with only the demo property and flow, and without a token. */
	reset(): void {
		this.revokeTokens();
		this.tokensIssued = [];
		this.#records = {
			propertyId: '',
			flowId: '',
			properties: new Map(),
			flows: new Map(),
			sent: new Map(),
			added: new Map(),
			timesNamed: new Map(),
		};
		this.#records.propertyId = this.addProperty(demoProperty);
		this.#records.flowId = this.addFlow(demoFlow);
	}

	/** A new access token, or undefined where username and password are not those of the account. */
	logIn({ username, password }: Schemas['LoginCredentials']): string | undefined {
		if (username !== demoAccount.username || password !== demoAccount.password) return undefined;
		// Random, so that a token of an earlier process is not valid.
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
		const propertyId = this.newIdentifier('property', property);
		this.#records.properties.set(propertyId, property);
		return propertyId;
	}

	addFlow(flow: Schemas['Flow']): string {
		const flowId = this.newIdentifier('flow', flow);
		this.#records.flows.set(flowId, flow);
		return flowId;
	}

	property(propertyId: string): Schemas['Property'] | undefined {
		return this.#records.properties.get(propertyId);
	}

	flow(flowId: string): Schemas['Flow'] | undefined {
		return this.#records.flows.get(flowId);
	}

	/** An identifier that depends only on what it names and how often that was named before. */
	newIdentifier(kind: string, named: unknown): string {
		const { timesNamed } = this.#records;
		const key = JSON.stringify([kind, named]);
		const times = (timesNamed.get(key) ?? 0) + 1;
		timesNamed.set(key, times);
		return identifier(key, times);
	}

	/** Stores a send and returns the userId; every send is a new screening. */
	addSend(body: StoredScreening['body']): string {
		const { email, phone } = body;
		const userId = this.newIdentifier('applicant', email);
		const person = { userId, email, phone };
		const byProperty = 'propertyId' in body ? body : undefined;
		const rent = byProperty && this.property(byProperty.propertyId)?.rent;
		const subject: Subject = {
			...person,
			screeningId: identifier('screening', userId),
			checkType: byProperty?.checkType ?? DEFAULT_CHECK_TYPE,
			...nameOf(body),
			...(rent === undefined ? {} : { rent }),
		};
		const of = 'propertyId' in body ? { propertyId: body.propertyId } : { flowId: body.flowId };
		const screening = { ...person, ...of, body, sentAt: this.#settings.clock.now() };
		this.#records.sent.set(userId, { subject, screening, fetches: 0 });
		return userId;
	}

	/** Stores results under their own `user.id`, if they have one. */
	addResults(data: ApplicantData): string {
		const { id } = data.user as { id?: unknown };
		const userId = typeof id === 'string' ? id : this.newIdentifier('seeded', data);
		this.#records.added.set(userId, data);
		return userId;
	}

	/** Fetches results, which may complete them; undefined for an unknown userId. */
	fetchResults(userId: string): ApplicantData | undefined {
		const sent = this.#records.sent.get(userId);
		if (!sent) return this.#records.added.get(userId);
		sent.fetches += 1;
		if (sent.fetches >= (this.#settings.completeAfter.fetches ?? Infinity)) this.complete(userId);
		const completedAt = this.#completedAt(sent);
		return completedAt === undefined
			? unfinishedResults(sent.subject)
			: finishedResults({ ...sent.subject, completedAt: new Date(completedAt) });
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
			...sent.screening,
			complete: this.#completedAt(sent) !== undefined,
		}));
	}

	#completedAt({ screening: { sentAt }, completedAt }: Sent): number | undefined {
		const byItself = sentAt + (this.#settings.completeAfter.seconds ?? Infinity) * 1000;
		return completedAt ?? (this.#settings.clock.now() >= byItself ? byItself : undefined);
	}
}
