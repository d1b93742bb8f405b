import type { Clock } from './clock.mts';
import { demoFlow, demoProperty } from './data/demo.mts';
import type { ScreeningData, Subject } from './data/persona.mts';
import { finishedResults, unfinishedResults } from './data/results.mts';
import { identifier } from './data/seed.mts';
import type { ApplicantData, Schemas, StoredScreening } from './types.mts';

/** The only check type that the service document gives. */
const givenCheckType = 'CHECK_TYPE_DEEP_CHECK';

interface Sent {
	subject: Subject;
	send: Omit<StoredScreening, 'complete'>;
	fetches: number;
	completedByHand: boolean;
}

/** All that the service remembers, as JSON. */
export interface StoreRecords {
	propertyId: string;
	flowId: string;
	properties: Array<[propertyId: string, Schemas['Property']]>;
	flows: Array<[flowId: string, Schemas['Flow']]>;
	sent: Array<[userId: string, Sent]>;
	seeded: Array<[userId: string, ApplicantData]>;
	timesNamed: Array<[key: string, times: number]>;
}

/** Remembers properties, flows, screenings and their results. */
export class Store {
	propertyId = '';
	flowId = '';

	private readonly properties = new Map<string, Schemas['Property']>();
	private readonly flows = new Map<string, Schemas['Flow']>();
	private readonly sent = new Map<string, Sent>();
	private readonly seeded = new Map<string, ApplicantData>();
	private readonly timesNamed = new Map<string, number>();

	constructor(
		private readonly clock: Clock,
		private readonly completeAfter: { seconds?: number; fetches?: number },
		records?: StoreRecords,
	) {
		this.reset();
		if (records) this.recall(records);
	}

	/** Everything remembered, for another store to continue from. */
	records(): StoreRecords {
		return structuredClone({
			propertyId: this.propertyId,
			flowId: this.flowId,
			properties: [...this.properties],
			flows: [...this.flows],
			sent: [...this.sent],
			seeded: [...this.seeded],
			timesNamed: [...this.timesNamed],
		});
	}

	/** Forgets everything and starts again with the demo property and flow. */
	reset(): void {
		for (const records of [this.properties, this.flows, this.sent, this.seeded, this.timesNamed]) {
			records.clear();
		}
		this.propertyId = this.addProperty(demoProperty);
		this.flowId = this.addFlow(demoFlow);
	}

	addProperty(property: Schemas['Property']): string {
		const propertyId = this.newIdentifier('property', property);
		this.properties.set(propertyId, property);
		return propertyId;
	}

	addFlow(flow: Schemas['Flow']): string {
		const flowId = this.newIdentifier('flow', flow);
		this.flows.set(flowId, flow);
		return flowId;
	}

	property(propertyId: string): Schemas['Property'] | undefined {
		return this.properties.get(propertyId);
	}

	flow(flowId: string): Schemas['Flow'] | undefined {
		return this.flows.get(flowId);
	}

	/** An identifier that depends only on what it names and how often that was named before. */
	newIdentifier(kind: string, named: unknown): string {
		const key = JSON.stringify([kind, named]);
		const times = (this.timesNamed.get(key) ?? 0) + 1;
		this.timesNamed.set(key, times);
		return identifier(key, times);
	}

	/** Stores a send and returns the userId; every send is a new screening. */
	addSend(body: StoredScreening['body']): string {
		const userId = this.newIdentifier('applicant', body.email);
		const { email, phone, firstName, lastName } = body;
		const rent = 'propertyId' in body ? this.property(body.propertyId)?.rent : undefined;
		const checkType = 'propertyId' in body ? body.checkType : undefined;
		const subject: Subject = {
			userId,
			screeningId: identifier('screening', userId),
			checkType: checkType ?? givenCheckType,
			email,
			phone,
			...(firstName === undefined ? {} : { firstName }),
			...(lastName === undefined ? {} : { lastName }),
			...(rent === undefined ? {} : { rent }),
		};
		const refersTo =
			'propertyId' in body ? { propertyId: body.propertyId } : { flowId: body.flowId };
		const send = { userId, email, phone, ...refersTo, body, sentAt: this.clock.now() };
		this.sent.set(userId, { subject, send, fetches: 0, completedByHand: false });
		return userId;
	}

	/** Stores results under their own `user.id`, if they have one. */
	addResults(data: ApplicantData): string {
		const userId =
			'id' in data.user && typeof data.user.id === 'string'
				? data.user.id
				: this.newIdentifier('seeded', data);
		this.seeded.set(userId, data);
		return userId;
	}

	/** Fetches results, which may complete them; undefined for an unknown userId. */
	fetchResults(userId: string): ApplicantData | ScreeningData | undefined {
		const sent = this.sent.get(userId);
		if (!sent) return this.seeded.get(userId);
		sent.fetches += 1;
		return this.isComplete(sent) ? finishedResults(sent.subject) : unfinishedResults(sent.subject);
	}

	/** Completes a screening; false if nothing was sent to this userId. */
	complete(userId: string): boolean {
		const sent = this.sent.get(userId);
		if (sent) sent.completedByHand = true;
		return sent !== undefined;
	}

	/** Every send in order, as it stands now. */
	screenings(): StoredScreening[] {
		return [...this.sent.values()].map((sent) => ({
			...sent.send,
			complete: this.isComplete(sent),
		}));
	}

	private recall(records: StoreRecords): void {
		this.propertyId = records.propertyId;
		this.flowId = records.flowId;
		for (const [id, property] of records.properties) this.properties.set(id, property);
		for (const [id, flow] of records.flows) this.flows.set(id, flow);
		for (const [userId, sent] of records.sent) this.sent.set(userId, sent);
		for (const [userId, data] of records.seeded) this.seeded.set(userId, data);
		for (const [key, times] of records.timesNamed) this.timesNamed.set(key, times);
	}

	private isComplete({ send, fetches, completedByHand }: Sent): boolean {
		const { seconds = Infinity, fetches: enough = Infinity } = this.completeAfter;
		return completedByHand || fetches >= enough || this.clock.now() >= send.sentAt + seconds * 1000;
	}
}
