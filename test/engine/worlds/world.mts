import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import {
	createCredential,
	createExecutionId,
	loadNode,
	retrying,
	runNode,
	type RunOutcome,
} from '../../support/engine.mts';
import { REPLIES, SECRETS, toEmail, type Ask, type Held, type HoldingService } from './service.mts';

/** What a world is like from its beginning to its end. */
export interface Nature {
	/** A sheet is written by row number; a data table by ID, and its marks by compare-and-set. */
	readonly kind: 'sheet' | 'table';
	/** Executions send Due Rows; otherwise they claim first. */
	readonly isDue: boolean;
	/** Ada stands in two rows. */
	readonly hasTwins: boolean;
	readonly sendsAgain: boolean;
	readonly retries: boolean;
	readonly maxConcurrency: number;
}

/** What may happen beside the executions, and how often in a world at most. */
export const MOST = {
	...{ 'failed save': 2, 'failed mark': 1, cancel: 1, sort: 2, copy: 1, edit: 3, clear: 3 },
	...{ correct: 1, again: 1, settings: 1, wait: 3 },
};
export type Incident = keyof typeof MOST | `answer ${string}`;

export interface Step {
	readonly name: string;
	/** Absent for what an execution does by itself. */
	readonly incident?: Incident;
	readonly act: () => void | Promise<void>;
}

/** One execution of the workflow; `at` is the step that comes next. */
interface Execution {
	readonly name: string;
	readonly id: string;
	at: 'checks' | 'marks' | 'reads back' | 'sends' | 'waits' | 'saves' | 'over';
	/** The rows as it read them last. */
	table: Row[];
	/** What the node put out last. */
	changes: IDataObject[];
	readonly propertyId: string;
	markedAt: number;
	isAlone: boolean;
	cancel: () => void;
}

type Row = IDataObject & { email: string; phone: string };

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
const EXECUTIONS = ['r1', 'r2', 'r3', 'r4'];

/** The compiled node. n8n looks at each of its parameters for every item, so those of other operations are left out. */
const node = loadNode();
node.description.properties = node.description.properties.filter(({ displayOptions }) => {
	const { resource = ['screening'], operation = ['send'] } = displayOptions?.show ?? {};
	return resource.includes('screening') && operation.includes('send');
});

/** A sheet or data table of applicants, executions over it, the service, and the person whose sheet it is. */
export class World {
	rows: Row[];
	/** What the contract forbids and has happened. */
	bad: string | undefined;
	readonly story: string[] = [];
	readonly executions: Execution[] = [];
	/** How many links each has got, and how many a person asked for. */
	readonly links = new Map<string, number>();
	readonly asked = new Map<string, number>();
	private readonly used = new Map<string, number>();
	/** IDs that came with an answer, and those of them that stood in a row or its note. */
	private readonly arrived = new Set<string>();
	private readonly told = new Set<string>();
	/** The property that each mark was made with. */
	private readonly properties = new Map<unknown, string>();
	private readonly credential;
	private propertyId = 'p1';
	private isUnsaved = false;
	private count = 0;

	constructor(
		private readonly nature: Nature,
		private readonly service: HoldingService,
	) {
		const username = `${randomUUID()}@example.com`;
		const { baseUrl } = service;
		this.credential = createCredential({ baseUrl, username, password: SECRETS.password });
		this.rows = ['Ada', 'Ben', ...(nature.hasTwins ? ['Ada'] : [])].map((who) => this.addRow(who));
		service.state.held = [];
		service.state.onAsk = (ask) => this.compare(ask);
	}

	/** What may happen next. */
	*listSteps(): Generator<Step> {
		for (const name of EXECUTIONS) {
			const execution = this.executions.find((one) => one.name === name);
			if (execution !== undefined) yield* this.listOwnSteps(execution);
			else if (this.mayRead) yield { name: `${name} reads`, act: () => this.start(name) };
		}
		for (const held of this.held) {
			for (const [name, reply] of Object.entries(REPLIES)) {
				const act = () => this.reply(held, reply);
				const incident = name === 'yes' ? {} : { incident: `answer ${name}` as const };
				yield { name: `${held.who}: ${name}`, ...incident, act };
			}
		}
		for (const step of this.listIncidents()) {
			const { incident, act } = step;
			const used = this.used.get(incident) ?? 0;
			const count = async () => {
				this.used.set(incident, used + 1);
				await act();
			};
			if (used < MOST[incident]) yield { ...step, act: count };
		}
	}

	private *listOwnSteps(execution: Execution): Generator<Step> {
		const { name, at } = execution;
		const acts = {
			checks: () => this.check(execution),
			marks: () => this.mark(execution),
			'reads back': () => this.readBack(execution),
			sends: () => this.send(execution),
			saves: () => this.save(execution),
		};
		if (at in acts) yield { name: `${name} ${at}`, act: acts[at as keyof typeof acts] };
	}

	private *listIncidents(): Generator<Step & { incident: keyof typeof MOST }> {
		const { nature, active } = this;
		for (const execution of active) {
			const { name, at } = execution;
			const end = () => {
				this.isUnsaved = true;
				execution.at = 'over';
			};
			if (at === 'saves') yield { name: `${name} cannot save`, incident: 'failed save', act: end };
			if (at === 'marks') yield { name: `${name} cannot mark`, incident: 'failed mark', act: end };
			if (at === 'waits')
				for (const isAccepted of [true, false])
					yield {
						name: `${name} is cancelled${isAccepted ? ' after it was accepted' : ''}`,
						incident: 'cancel',
						act: () => this.cancel(execution, isAccepted),
					};
		}
		for (const minutes of [1, 6, 41, 61, 25 * 60]) {
			// A run is over within an hour of its marks. Due Rows without its outcome knows a day.
			const isOver = active.every(
				({ markedAt }) => Date.now() + minutes * MINUTE_MS - markedAt < 60 * MINUTE_MS,
			);
			if (isOver && (minutes < 1000 || !nature.isDue || !this.isUnsaved))
				yield {
					name: `${minutes} minutes pass`,
					incident: 'wait',
					act: () => void jest.advanceTimersByTime(minutes * MINUTE_MS),
				};
		}
		// Due Rows is for sheets that nobody edits meanwhile.
		if (nature.isDue && (active.length > 0 || this.isUnsaved)) return;
		// Marks are written by row number: what moves rows before that may take another run's mark away.
		const isBesideMarking = active.some(
			({ at, isAlone }) => ['checks', 'marks'].includes(at) && (!isAlone || active.length > 1),
		);
		const mayMove = nature.kind === 'sheet' && !nature.isDue && !isBesideMarking;
		if (mayMove) yield { name: 'sort', incident: 'sort', act: () => void this.rows.reverse() };
		if (!nature.hasTwins) {
			const act = () => void (this.propertyId = 'p2');
			if (this.propertyId === 'p1' && !this.isCopied)
				yield { name: 'another property', incident: 'settings', act };
		}
		for (const row of this.rows) yield* this.listEdits(row, mayMove);
	}

	/** What the person may do to a row. */
	private *listEdits(
		row: Row,
		mayMove: boolean,
	): Generator<Step & { incident: keyof typeof MOST }> {
		const who = toWho(row);
		const status = String(row['screeningStatus']);
		const isFirst = this.rows.find((one) => toWho(one) === who) === row;
		const hasTwin = this.rows.filter((one) => toWho(one) === who).length > 1;
		const edit = () => (row.phone = PHONES.find((phone) => phone !== row.phone)!);
		const clear = (...columns: string[]) => {
			for (const name of ['screeningStatus', ...columns]) row[name] = '';
		};
		const allow = () => this.asked.set(who, this.asked.get(who)! + 1);
		const place = isFirst ? who : `${who}'s copy`;
		if (!hasTwin) {
			yield { name: `edit ${who}`, incident: 'edit', act: () => void edit() };
			if (this.propertyId === 'p1') {
				const id = this.nature.kind === 'table' && { id: this.rows.length + 1 };
				const copies = { copy: { ...row, ...id }, 'add again': { ...row, ...EMPTY, ...id } };
				for (const [name, copy] of Object.entries(copies)) {
					const addBelow = () => void this.rows.push(copy);
					yield { name: `${name} ${who} below`, incident: 'copy', act: addBelow };
					const addAbove = () => void this.rows.unshift(copy);
					if (mayMove) yield { name: `${name} ${who} above`, incident: 'copy', act: addAbove };
				}
			}
			if (status === 'refused')
				yield {
					name: `correct and clear ${who}`,
					incident: 'correct',
					act: () => void [edit(), clear()],
				};
		}
		if (status === 'maybe sent')
			yield { name: `clear ${place}`, incident: 'clear', act: () => void [clear(), allow()] };
		if (status === 'sent' && this.nature.sendsAgain)
			yield {
				name: `clear ${place} to send again`,
				incident: 'again',
				act: () => void [clear('userId'), allow()],
			};
	}

	/** Lets what was begun come to an end: every answer is a yes. Then three quiet runs, two hours apart. */
	async finish(): Promise<void> {
		await this.runToEnd();
		for (const name of ['q1', 'q2', 'q3']) {
			jest.advanceTimersByTime(130 * MINUTE_MS);
			if (this.bad === undefined) await this.do({ name, act: () => this.start(name) });
			await this.runToEnd();
			// The next ones would find the same.
			if (this.executions.at(-1)!.changes.length === 0) break;
		}
		for (const row of this.rows) {
			const status = String(row['screeningStatus']);
			if (['', 'in progress'].includes(status) || (status === 'not sent' && row['userId'] === ''))
				this.bad ??= `${toWho(row)} stays '${status}'`;
		}
		for (const id of this.arrived)
			if (!this.told.has(id)) this.bad ??= `the ID ${id} arrived and is lost`;
	}

	/** Of each row: who it is about, its status, its ID and its note. */
	describeRows(): string[] {
		return this.rows.map((row) => {
			const cells = [row['screeningStatus'], row['userId'], row['screeningNote']];
			return `${toWho(row)}: ${cells.filter((cell) => cell !== '').join(' ')}`;
		});
	}

	private async runToEnd(): Promise<void> {
		while (this.bad === undefined) {
			const [held] = this.held;
			const [step] = this.active.flatMap((one) => [...this.listOwnSteps(one)]);
			if (step !== undefined) await this.do(step);
			else if (held !== undefined)
				await this.do({ name: `${held.who}: yes`, act: () => this.reply(held, REPLIES['yes']!) });
			else if (this.active.length > 0)
				await this.do({ name: '(waits)', act: () => void jest.advanceTimersByTime(MINUTE_MS) });
			else return;
		}
	}

	/** Plays a step, until all that it begins waits for an answer or is over. */
	async do({ name, act }: Step): Promise<void> {
		this.story.push(name);
		await act();
		await this.rest();
	}

	private async rest(): Promise<void> {
		for (let quiet = 0, seen = -1; quiet < QUIET_TURNS; quiet++) {
			if (seen !== this.service.state.events) quiet = 0;
			seen = this.service.state.events;
			await nextTurn();
			jest.advanceTimersByTime(TURN_MS);
		}
	}

	private addRow(who: string): Row {
		this.asked.set(who, 1);
		this.count += 1;
		const id = this.nature.kind === 'table' && {
			id: this.count,
			createdAt: '2026-11-01T09:00:00Z',
		};
		return {
			...id,
			email: toEmail(who),
			phone: PHONES[0]!,
			firstName: who,
			lastName: 'Moss',
			...EMPTY,
		};
	}

	private get active(): Execution[] {
		return this.executions.filter(({ at }) => at !== 'over');
	}

	private get held(): Held[] {
		return this.service.state.held.filter(({ isGone }) => !isGone);
	}

	private get isCopied(): boolean {
		return this.rows.length > 2;
	}

	/** A sheet has no compare-and-set: of two runs that read it in the same seconds one may leave an ID in its execution. */
	private get mayRead(): boolean {
		const { kind, isDue } = this.nature;
		return (
			kind === 'table' || isDue || !this.active.some(({ at }) => at === 'checks' || at === 'marks')
		);
	}

	private start(name: string): void {
		this.executions.push({
			...{ name, id: createExecutionId(), at: this.nature.isDue ? 'sends' : 'checks' },
			...{ table: this.read(), changes: [], propertyId: this.propertyId, markedAt: Date.now() },
			...{ isAlone: this.active.length === 0, cancel: () => {} },
		});
	}

	private read(): Row[] {
		return this.rows.map((row, index) => ({
			...row,
			...(this.nature.kind === 'sheet' && { row_number: index + 2 }),
		}));
	}

	private async run(execution: Execution, updateRows: string): Promise<RunOutcome> {
		const { kind, sendsAgain, maxConcurrency, retries } = this.nature;
		return await runNode({
			credential: this.credential,
			parameters: {
				...{
					resource: 'screening',
					operation: 'send',
					mappingMode: 'autoMapInputData',
					updateRows,
				},
				propertyId: updateRows === 'checked' ? '' : execution.propertyId,
				matchColumn: kind === 'table' ? 'id' : 'row_number',
				options: { maxConcurrency, sendAgain: sendsAgain },
			},
			rows: execution.table,
			inPlace: node,
			settings: retries ? retrying : {},
			executionId: execution.id,
			onStart: (cancel) => (execution.cancel = cancel),
		});
	}

	private async check(execution: Execution): Promise<void> {
		let outcome: RunOutcome | undefined;
		void this.run(execution, 'check').then((ended) => (outcome = ended));
		while (outcome === undefined) await this.rest();
		if (outcome.error !== undefined) this.bad ??= `Check Only fails: ${outcome.error.message}`;
		execution.changes = outcome.rows;
		execution.at = outcome.rows.length > 0 ? 'marks' : 'over';
		for (const { screeningMark } of outcome.rows)
			this.properties.set(screeningMark, execution.propertyId);
	}

	private mark(execution: Execution): void {
		execution.markedAt = Date.now();
		execution.changes = execution.changes.filter((change) => {
			const row = this.findRow(change);
			const before = execution.table.find(
				({ id, row_number }) => id === change['id'] && row_number === change['row_number'],
			);
			const isAsRead = ['screeningStatus', 'screeningMark'].every(
				(name) => row?.[name] === before?.[name],
			);
			if (row === undefined || (this.nature.kind === 'table' && !isAsRead)) return false;
			this.write(row, change);
			return true;
		});
		execution.at = 'reads back';
	}

	private readBack(execution: Execution): void {
		const marks = execution.changes.map(({ screeningMark }) => screeningMark);
		execution.table = this.read().filter((row) =>
			this.nature.kind === 'table'
				? marks.includes(row['screeningMark'])
				: row['screeningStatus'] === 'in progress',
		);
		execution.at = execution.table.length > 0 ? 'sends' : 'over';
	}

	private send(execution: Execution): void {
		execution.at = 'waits';
		void this.run(execution, this.nature.isDue ? 'due' : 'checked').then(({ rows, error }) => {
			this.service.state.events += 1;
			if (execution.at === 'over') return;
			if (error !== undefined) this.bad ??= `the node fails: ${error.message}`;
			execution.changes = rows;
			execution.at = 'saves';
		});
	}

	private save(execution: Execution): void {
		for (const change of execution.changes) {
			const row = this.nature.isDue
				? this.findRow(change)
				: this.rows.find(({ screeningMark }) => screeningMark === change['screeningMark']);
			if (row !== undefined) this.write(row, change);
		}
		execution.at = 'over';
	}

	private findRow({ id, row_number }: IDataObject): Row | undefined {
		return id === undefined
			? this.rows[Number(row_number) - 2]
			: this.rows.find((row) => row['id'] === id);
	}

	/** Writes what a spreadsheet node does: every cell that it is given. */
	private write(row: Row, { row_number: _, ...change }: IDataObject): void {
		for (const [name, cell] of Object.entries(change))
			if (cell !== undefined && cell !== null) row[name] = cell;
		const text = JSON.stringify(row);
		const { userId } = row;
		if (userId && !String(userId).startsWith(`${toWho(row)}-`))
			this.bad ??= `the row of ${toWho(row)} got ${String(userId)}`;
		for (const id of this.arrived) if (text.includes(id)) this.told.add(id);
		for (const secret of Object.values(SECRETS))
			if (text.includes(secret)) this.bad ??= `'${secret}' stands in a row`;
	}

	private async cancel(execution: Execution, isAccepted: boolean): Promise<void> {
		execution.at = 'over';
		this.isUnsaved = true;
		const before = this.held;
		execution.cancel();
		await this.rest();
		for (const held of before) if (held.isGone && isAccepted) this.accept(held.who);
	}

	private reply(held: Held, reply: (typeof REPLIES)[string]): void {
		if (reply.isAccepted) this.accept(held.who);
		const id = `${held.who}-${this.links.get(held.who) ?? 0}`;
		if (reply.isAccepted && reply.status === 200 && !reply.isCut) this.arrived.add(id);
		held.reply(reply, id);
	}

	private accept(who: string): void {
		const links = (this.links.get(who) ?? 0) + 1;
		this.links.set(who, links);
		const asked = this.asked.get(who) ?? 0;
		if (links > asked) this.bad ??= `${who} got ${links} links, ${asked} asked for`;
	}

	/** What is sent is what a row and its note say. */
	private compare({ email, phone, propertyId }: Ask): void {
		const isSaid = this.executions.some(({ at, table, propertyId: own }) => {
			if (at !== 'waits') return false;
			const said = table.filter((row) => row.email === email && row.phone === phone);
			if (this.nature.isDue) return own === propertyId && said.length > 0;
			return said.some(({ screeningMark, screeningNote }) => {
				const note = String(screeningNote);
				const isNoted = note.includes(`Email ${email}`) && note.includes(`Phone ${phone}`);
				return isNoted && this.properties.get(screeningMark) === propertyId;
			});
		});
		if (!isSaid) this.bad ??= `sent ${email} ${phone} ${propertyId}, which no row says`;
	}
}

function toWho({ email }: Row): string {
	return email.charAt(0).toUpperCase() + email.slice(1, email.indexOf('@'));
}
