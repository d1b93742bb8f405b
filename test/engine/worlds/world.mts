import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { createExecutionId, retrying, runNode } from '../../support/engine.mts';
import { startProcess as startN8n } from '../../../dev/engine/n8n-engine.mts';
import { StoredCredential } from '../../../dev/engine/stored-credential.mts';
import { REPLIES, SECRETS, type Held, type HoldingService, type Reply } from './service.mts';

/** What a world is like from its beginning to its end. */
export interface Nature {
	/** A sheet is written by row number; a data table by ID, its marks by compare-and-set. */
	readonly kind: 'sheet' | 'table';
	/** Executions send Due Rows; otherwise they claim first. */
	readonly isDue: boolean;
	/** Ada stands in two rows. */
	readonly hasTwins: boolean;
	/** A data table may be for two n8n processes, which work one execution at a time each. */
	readonly processes: number;
	readonly sendsAgain: boolean;
	readonly retries: boolean;
	readonly maxConcurrency: number;
}

/** What may happen beside what executions do by themselves, and how often in a world. */
export const MOST: Readonly<Record<string, number>> = {
	...{ 'failed save': 2, 'failed mark': 1, cancel: 1, sort: 2, copy: 1, edit: 3, clear: 3 },
	...{ correct: 1, again: 1, settings: 1, wait: 3, crash: 1 },
};

export interface Step {
	readonly name: string;
	/** Undefined for what an execution does by itself. */
	readonly incident: string | undefined;
	readonly act: () => unknown;
}

/** One execution of the workflow. */
interface Execution {
	readonly name: string;
	readonly id: string;
	/** The number of its n8n process. */
	readonly at: number;
	next: 'checks' | 'marks' | 'reads back' | 'sends' | 'waits' | 'saves' | 'over';
	/** The rows as it read them last. */
	table: Row[];
	/** What the node put out last. */
	changes: IDataObject[];
	readonly propertyId: string;
	/** When it read its rows, while no other was at work, or wrote its marks. */
	since: number;
	readonly isAlone: boolean;
	cancel: () => void;
}

type Row = IDataObject & { firstName: string; email: string; phone: string };

const MINUTE_MS = 60_000;
/** Turns of the event loop without a sound after which everything waits for an answer, or is over. */
const QUIET_TURNS = 12;
/** What passes in a turn: a pause of a second ends while the world comes to rest. */
const TURN_MS = 100;
/** The node's own columns. */
const EMPTY = {
	...{ userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' },
};
const PHONES = ['+14165550101', '+14165550102'];

/** An n8n process. n8n looks at each parameter for every item, so those of other operations are left out. */
function startProcess() {
	const { node, credentialType } = startN8n();
	node.description.properties = node.description.properties.filter(({ displayOptions }) => {
		const { resource = ['screening'], operation = ['send'] } = displayOptions?.show ?? {};
		return resource.includes('screening') && operation.includes('send');
	});
	return { node, credentialType };
}

/** Of this world, or of earlier ones: an account that no other world has is all that they share. */
const processes = [startProcess(), startProcess()];

/** A sheet or data table of applicants, executions over it, the service, and the person whose sheet it is. */
export class World {
	rows: Row[];
	/** What the contract forbids, and has happened. */
	bad: string | undefined;
	readonly story: string[] = [];
	/** How many links each has got, and how many a person asked for. */
	readonly links: Record<string, number> = { Ada: 0, Ben: 0 };
	private readonly asked: Record<string, number> = { Ada: 1, Ben: 1 };
	/** By the service, at any time. */
	private readonly refused = new Set<string>();
	private readonly used: Record<string, number> = {};
	private readonly executions: Execution[] = [];
	/** IDs that came with an answer, and whether they have stood in a row or its note. */
	private readonly isTold = new Map<string, boolean>();
	/** The property that each mark was made with. */
	private readonly properties = new Map<unknown, string>();
	private readonly account;
	private propertyId = 'p1';
	/** An outcome was not saved, or another execution may have written over it. */
	private isUnsaved = false;
	/** A process that knew what was not saved has died. */
	private hasForgotten = false;

	constructor(
		private readonly nature: Nature,
		private readonly service: HoldingService,
	) {
		const { password } = SECRETS;
		const username = `${randomUUID()}@example.com`;
		this.account = { baseUrl: service.baseUrl, username, password, accessToken: '' };
		this.rows = ['Ada', 'Ben', ...(nature.hasTwins ? ['Ada'] : [])].map((firstName, index) => ({
			...this.toId(index),
			...{ firstName, lastName: 'Moss', email: `${firstName}@example.com`, phone: PHONES[0]! },
			...EMPTY,
		}));
		service.held.clear();
		service.onHeld = (held) => this.compare(held);
	}

	/** What may happen next. */
	listSteps(): Step[] {
		const own = [...this.listOwn(), ...this.listReplies()];
		const steps = [...own, ...this.listStarts(), ...this.listIncidents()];
		const isLeft = (name: string) => (this.used[name] ?? 0) < (MOST[name] ?? Infinity);
		return steps.filter(({ incident = '' }) => isLeft(incident));
	}

	/** Plays a step, until all that it begins waits for an answer or is over. */
	async do({ name, incident = '', act }: Step): Promise<void> {
		this.story.push(name);
		this.used[incident] = (this.used[incident] ?? 0) + 1;
		await act();
		await this.rest();
	}

	/** Lets what was begun come to its end. Then quiet runs, two hours apart, until the next one would find the same. */
	async finish(): Promise<void> {
		await this.runToEnd();
		for (const name of ['q1', 'q2', 'q3']) {
			jest.advanceTimersByTime(130 * MINUTE_MS);
			this.start(name);
			await this.runToEnd();
			if (this.executions.at(-1)!.changes.length === 0) break;
		}
		for (const { firstName, screeningStatus: status, userId } of this.rows) {
			const isDue = status === '' || (status === 'not sent' && userId === '');
			if (isDue || status === 'in progress') this.bad ??= `${firstName} stays '${String(status)}'`;
		}
		for (const who of Object.keys(this.links)) {
			const own = this.rows.filter(({ firstName }) => firstName === who);
			const isLeftOut = own.every(
				(row) => row['screeningStatus'] === 'refused' && row['userId'] === '',
			);
			if (isLeftOut && !this.refused.has(who))
				this.bad ??= `${who} is refused, but not by the service`;
		}
		// What one process has not saved, the other does not know.
		const isElsewhere = this.nature.processes > 1 && this.isUnsaved;
		const mayBeLost = this.hasForgotten || isElsewhere;
		for (const [id, isTold] of this.isTold)
			if (!isTold && !mayBeLost) this.bad ??= `the ID ${id} is lost`;
	}

	/** Ends what is left of a world that ended badly. */
	async close(): Promise<void> {
		for (const run of this.active) await this.cancel(run, false);
	}

	/** Each row's name, status, ID and note. */
	describeRows(): string[] {
		return this.rows.map(({ firstName, screeningStatus, userId, screeningNote }) =>
			[firstName, screeningStatus, userId, screeningNote].filter((cell) => cell !== '').join(' '),
		);
	}

	private async rest(): Promise<void> {
		for (let quiet = 0, seen = -1; quiet < QUIET_TURNS; quiet++) {
			if (seen !== this.service.events) quiet = 0;
			seen = this.service.events;
			await nextTurn();
			jest.advanceTimersByTime(TURN_MS);
		}
	}

	/** Every answer is a yes. */
	private async runToEnd(): Promise<void> {
		const act = () => jest.advanceTimersByTime(MINUTE_MS);
		const wait = { name: 'wait', incident: undefined, act };
		while (this.bad === undefined && this.active.length > 0) {
			const own = [...this.listOwn(), ...this.listReplies(), wait];
			await this.do(own.find(({ incident }) => incident === undefined)!);
		}
	}

	private get active(): Execution[] {
		return this.executions.filter(({ next }) => next !== 'over');
	}

	private listStarts(): Step[] {
		const { kind, isDue, processes: count } = this.nature;
		const isMarking = this.active.some(({ next }) => next === 'checks' || next === 'marks');
		// A sheet has no compare-and-set: of two runs that read it in the same seconds one may leave an ID in its execution.
		if (kind === 'sheet' && !isDue && isMarking) return [];
		const isFree = (name: string) => this.active.every(({ at }) => at !== this.findProcess(name));
		return ['r1', 'r2', 'r3', 'r4']
			.filter((name) => this.executions.every((run) => run.name !== name))
			.filter((name) => count === 1 || isFree(name))
			.map((name) => ({ name: `${name} reads`, incident: 'start', act: () => this.start(name) }));
	}

	private listOwn(): Step[] {
		return this.active.flatMap((run) => {
			const act = {
				checks: () => this.begin(run, 'check'),
				marks: () => this.mark(run),
				'reads back': () => this.readBack(run),
				sends: () => this.begin(run, this.nature.isDue ? 'due' : 'checked'),
				saves: () => this.save(run),
				...{ waits: undefined, over: undefined },
			}[run.next];
			return act ? [{ name: `${run.name} ${run.next}`, incident: undefined, act }] : [];
		});
	}

	private listReplies(): Step[] {
		return [...this.service.held].flatMap((held) =>
			Object.entries(REPLIES).map(([name, reply]) => ({
				name: `${toWho(held)}: ${name}`,
				incident: name === 'yes' ? undefined : `answer ${name}`,
				act: () => this.reply(held, reply),
			})),
		);
	}

	private listIncidents(): Step[] {
		const { active, rows, propertyId } = this;
		const { kind, isDue, hasTwins, sendsAgain } = this.nature;
		const beside: Array<[boolean, incident: string, name: string, act: Step['act']]> = [];
		for (const run of active) {
			const { name, next } = run;
			beside.push([next === 'saves', 'failed save', `${name} cannot save`, () => this.end(run)]);
			beside.push([next === 'marks', 'failed mark', `${name} cannot mark`, () => this.end(run)]);
		}
		for (const isAccepted of [false, true]) {
			const what = isAccepted ? ' after it was accepted' : '';
			for (const run of active.filter(({ next }) => next === 'waits')) {
				const cancel = () => this.cancel(run, isAccepted);
				beside.push([true, 'cancel', `${run.name} is cancelled${what}`, cancel]);
			}
			// Due Rows have no claim that a process could leave behind.
			for (let at = 0; at < this.nature.processes; at++)
				beside.push([!isDue, 'crash', `n8n ${at} dies${what}`, () => this.crash(at, isAccepted)]);
		}
		for (const minutes of [1, 6, 41, 61, 1500]) {
			const pass = () => jest.advanceTimersByTime(minutes * MINUTE_MS);
			// A run is over within an hour of its marks.
			const isOver = active.every(({ since }) => Date.now() + (minutes - 60) * MINUTE_MS < since);
			const isKnown = minutes < 1440 || !isDue || !this.isUnsaved;
			beside.push([isOver && isKnown, 'wait', `${minutes} minutes pass`, pass]);
		}
		// Due Rows are for a sheet that nobody edits meanwhile, and remember no more than a day's requests.
		const mayEdit = !isDue || (active.length === 0 && !this.isUnsaved);
		// Marks are written by row number: if rows move before, beside another run, its mark may be taken away.
		const isMarking = active.some(
			({ next, isAlone }) =>
				['checks', 'marks'].includes(next) && !(isAlone && active.length === 1),
		);
		const mayMove = kind === 'sheet' && !isDue && !isMarking;
		const correctSettings = () => (this.propertyId = 'p2');
		const isPlain = propertyId === 'p1' && rows.length === 2 && !hasTwins;
		beside.push([mayMove, 'sort', 'sort', () => rows.reverse()]);
		beside.push([mayEdit && isPlain, 'settings', 'another property', correctSettings]);
		// A copy of what was edited asks for something else.
		const mayCopy = mayEdit && isPlain && !this.used['edit'] && !this.used['correct'];
		for (const [index, row] of mayEdit ? rows.entries() : []) {
			const { firstName: who, screeningStatus: status } = row;
			const isOnly = rows.filter(({ firstName }) => firstName === who).length === 1;
			const place = isOnly ? who : `${who} in row ${index + 1}`;
			const edit = () => (row.phone = PHONES.find((phone) => phone !== row.phone)!);
			const clear = (asksAgain: boolean, columns: object) => {
				Object.assign(row, { screeningStatus: '' }, columns);
				this.asked[who]! += Number(asksAgain);
			};
			const correct = () => [edit(), clear(false, {})];
			const sendAgain = () => clear(true, { userId: '' });
			beside.push(
				[isOnly, 'edit', `edit ${who}`, edit],
				[isOnly && status === 'refused', 'correct', `correct ${who}`, correct],
				[status === 'maybe sent', 'clear', `clear ${place}`, () => clear(true, {})],
				[status === 'sent' && sendsAgain, 'again', `clear ${place}, sent`, sendAgain],
			);
			for (const [name, own] of Object.entries({ copy: {}, add: EMPTY })) {
				const copy = { ...row, ...this.toId(rows.length), ...own };
				beside.push([mayCopy, 'copy', `${name} ${who} below`, () => rows.push(copy)]);
				beside.push([mayCopy && mayMove, 'copy', `${name} ${who} above`, () => rows.unshift(copy)]);
			}
		}
		return beside
			.filter(([isPossible]) => isPossible)
			.map(([, incident, name, act]) => ({ name, incident, act }));
	}

	private toId(index: number): IDataObject {
		return this.nature.kind === 'table' ? { id: index + 1, createdAt: '2026-11-01T09:00:00Z' } : {};
	}

	private read(): Row[] {
		const isSheet = this.nature.kind === 'sheet';
		return this.rows.map((row, index) => ({ ...row, ...(isSheet && { row_number: index + 2 }) }));
	}

	private findProcess(name: string): number {
		return Number(name[1]) % this.nature.processes;
	}

	private start(name: string): void {
		const isAlone = this.active.length === 0;
		// Without a claim, the execution that saves last writes over the others.
		if (!isAlone && this.nature.isDue) this.isUnsaved = true;
		this.executions.push({
			...{ name, id: createExecutionId(), at: this.findProcess(name) },
			...{ next: this.nature.isDue ? 'sends' : 'checks', table: this.read(), changes: [] },
			...{ propertyId: this.propertyId, since: Date.now(), isAlone, cancel: () => {} },
		});
	}

	private begin(run: Execution, updateRows: string): void {
		const { kind, sendsAgain, maxConcurrency, retries } = this.nature;
		run.next = 'waits';
		const { node, credentialType } = processes[run.at]!;
		void runNode({
			credential: new StoredCredential(credentialType, this.account),
			parameters: {
				...{
					resource: 'screening',
					operation: 'send',
					mappingMode: 'autoMapInputData',
					updateRows,
				},
				propertyId: updateRows === 'checked' ? '' : run.propertyId,
				matchColumn: kind === 'table' ? 'id' : 'row_number',
				options: { maxConcurrency, sendAgain: sendsAgain },
			},
			...{ rows: run.table, inPlace: node, settings: retries ? retrying : {} },
			executionId: run.id,
			onStart: (cancel) => (run.cancel = cancel),
		}).then(({ rows, error }) => {
			this.service.events += 1;
			if (run.next === 'over') return;
			// After a crash nothing is known of the marks.
			if (error !== undefined && !this.hasForgotten)
				this.bad ??= `the node fails: ${error.message}`;
			run.changes = rows;
			if (updateRows !== 'check') run.next = 'saves';
			else run.next = rows.length > 0 ? 'marks' : 'over';
		});
	}

	private mark(run: Execution): void {
		run.since = Date.now();
		run.next = 'reads back';
		run.changes = run.changes.filter((change) => {
			const isSame = (row: IDataObject) =>
				row['id'] === change['id'] && row['row_number'] === change['row_number'];
			const before = run.table.find(isSame)!;
			const row = this.findRow(change)!;
			const isAsRead = ['screeningStatus', 'screeningMark'].every(
				(name) => row[name] === before[name],
			);
			if (this.nature.kind === 'table' && !isAsRead) return false;
			this.properties.set(change['screeningMark'], run.propertyId);
			this.write(row, change);
			return true;
		});
	}

	private readBack(run: Execution): void {
		const marks = run.changes.map(({ screeningMark }) => screeningMark);
		run.table = this.read().filter(({ screeningMark, screeningStatus }) =>
			this.nature.kind === 'table'
				? marks.includes(screeningMark)
				: screeningStatus === 'in progress',
		);
		run.next = run.table.length > 0 ? 'sends' : 'over';
	}

	private save(run: Execution): void {
		run.next = 'over';
		for (const change of run.changes) {
			const hasMark = (row: Row) => row['screeningMark'] === change['screeningMark'];
			const row = this.nature.isDue ? this.findRow(change) : this.rows.find(hasMark);
			if (row !== undefined) this.write(row, change);
		}
	}

	private findRow({ id, row_number: number }: IDataObject): Row | undefined {
		return id === undefined
			? this.rows[Number(number) - 2]
			: this.rows.find((row) => row['id'] === id);
	}

	private write(row: Row, change: IDataObject): void {
		for (const name of Object.keys(EMPTY)) row[name] = change[name] ?? row[name];
		const text = JSON.stringify(row);
		const id = String(row['userId']);
		if (!`${id}-`.startsWith(`${row.firstName}-`) && id !== '')
			this.bad ??= `${row.firstName} got ${id}`;
		for (const known of this.isTold.keys()) if (text.includes(known)) this.isTold.set(known, true);
		for (const secret of Object.values(SECRETS))
			if (text.includes(secret)) this.bad ??= `'${secret}' stands in a row`;
	}

	private end(run: Execution): void {
		run.next = 'over';
		this.isUnsaved = true;
	}

	private async cancel(run: Execution, isAccepted: boolean): Promise<void> {
		this.end(run);
		const before = [...this.service.held];
		run.cancel();
		await this.rest();
		for (const held of before) if (isAccepted && !this.service.held.has(held)) this.accept(held);
	}

	private async crash(at: number, isAccepted: boolean): Promise<void> {
		const running = this.active.filter((run) => run.at === at);
		processes[at] = startProcess();
		this.hasForgotten = true;
		for (const run of running) await this.cancel(run, isAccepted);
	}

	private reply(held: Held, reply: Reply): void {
		if (reply.isAccepted) this.accept(held);
		const id = `${toWho(held)}-${this.links[toWho(held)]}`;
		if (reply.status === 422) this.refused.add(toWho(held));
		if (reply === REPLIES.yes) this.isTold.set(id, false);
		held.reply(reply, id);
	}

	private accept(held: Held): void {
		const who = toWho(held);
		this.links[who]! += 1;
		const [links, asked] = [this.links[who]!, this.asked[who]!];
		if (links > asked) this.bad ??= `${who} got ${links} links, ${asked} asked for`;
	}

	/** What is sent is what a row and its note say. */
	private compare({ body: { email, phone, propertyId } }: Held): void {
		const isSaid = this.executions.some((run) => {
			if (run.next !== 'waits') return false;
			const said = run.table.filter((row) => row.email === email && row.phone === phone);
			if (this.nature.isDue) return run.propertyId === propertyId && said.length > 0;
			return said.some(({ screeningMark, screeningNote }) => {
				const isNoted = [`Email ${email}`, `Phone ${phone}`].every((one) =>
					`${String(screeningNote)};`.includes(one),
				);
				return isNoted && this.properties.get(screeningMark) === propertyId;
			});
		});
		if (!isSaid) this.bad ??= `sent ${email} ${phone} ${propertyId}, which no row says`;
	}
}

const toWho = ({ body }: Held) => body.email.split('@')[0]!;
