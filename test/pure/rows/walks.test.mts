import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import type { Request } from '../../../nodes/RentalScreening/core/operation.ts';
import { sendScreeningWithFlow } from '../../../nodes/RentalScreening/operations/screening.ts';
import type { Mode } from '../../../nodes/RentalScreening/request/options.ts';
import { Job } from '../../../nodes/RentalScreening/run/job.ts';
import { Memory } from '../../../nodes/RentalScreening/run/memory.ts';
import { Queue, Stopped } from '../../../nodes/RentalScreening/run/queue.ts';
import { Sender } from '../../../nodes/RentalScreening/run/send.ts';
import { MINUTE_MS, openSheet } from '../../support/updated-sheet.mts';

/*
 * Two rows, up to three runs that check, mark, read back, send and save, or send at once with Due Rows, and all that may
 * happen beside them: failed saves, stops, crashes, sorted rows, edits, cleared statuses, corrected settings, hours that
 * pass. Each walk leaves some of that out, so that the rest meets. Random walks through it, with the node's own rows, sender
 * and memory. WALKS=100000 plays more of them.
 */

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

const WALKS = Number(process.env['WALKS'] ?? 700);
/** How often each happens in a walk at most. */
const MOST = {
	...{ start: 3, crash: 1, stop: 1, failedSave: 1, sort: 1 },
	...{ edit: 1, clear: 2, settings: 1, wait: 3 },
};
type Event = keyof typeof MOST;

const READ = { who: { name: 'who', path: ['who'] }, phone: { name: 'phone', path: ['phone'] } };

/** The fields of the row are all that it sends, and one setting. */
const read = (item: Item): Request => {
	const { who, phone } = item.columns;
	const body = { who, phone, flowId: item.parameter('flowId') } as IDataObject;
	return { body, problems: [], columnOf: READ };
};

/** Deterministic, so that a walk can be played again by its seed. */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
		return (state >>> 0) / 2 ** 32;
	};
}

/** What a process knows dies with it: the memory, and the marks, which are known by its name. */
interface Process {
	readonly name: string;
	readonly memory: Memory;
}

interface Walker {
	readonly name: string;
	readonly process: Process;
	at: 'reads' | 'checks' | 'marks' | 'reads back' | 'sends' | 'saves' | 'over';
	table: IDataObject[];
	changes: IDataObject[];
	row: number;
	startedAt: number;
	queue: Queue;
	sheet?: ReturnType<typeof openSheet>;
	/** How the request in flight ends. */
	answer?: ((answer: Answer | 'cancelled') => void) | undefined;
}

type Answer = (typeof ANSWERS)[number];
const ANSWERS = ['sent', 'cut, accepted', 'cut', 'refused', 'limited'] as const;

const respond = (status: number) =>
	Object.assign(new Error(`${status}`), {
		response: { status, data: {}, headers: { 'retry-after': '400' } },
	});

class World {
	now = Date.UTC(2026, 10, 28);
	flowId = 'f1';
	/** What is wrong with how it went. */
	bad: string | undefined;
	readonly story: string[] = [];
	readonly used: Partial<Record<Event, number>> = {};
	readonly links = new Map<string, number>();
	readonly allowed = new Map([
		['A', 1],
		['B', 1],
	]);
	readonly arrived = new Set<string>();
	/** The IDs that notes have told. */
	private readonly told = new Set<string>();
	/** How often each may happen in this walk. */
	private most: Record<Event, number>;
	walkers: Walker[] = [];
	processes: Process[];
	rows: IDataObject[] = ['A', 'B'].map((who, index) => ({
		...{ id: index + 1, who, phone: 1, userId: '', screeningStatus: '' },
		...{ screeningNote: '', screeningMark: '', sentAt: '' },
	}));
	private count = 0;
	/** The outcomes of a run could not be saved. */
	private lost = false;
	/** A run of Due Rows began while another was at work: one may leave an ID in its execution only. */
	private overlaps = false;

	constructor(
		private readonly seed: number,
		/** A data table has compare-and-set, and any number of processes; a sheet is sorted, and for one process. */
		readonly isTable: boolean,
		private readonly random: () => number,
		/** Due Rows: a sheet that is sorted meanwhile is not for it. */
		readonly isDue: boolean,
	) {
		const leave = (event: string) => event !== 'start' && (random() < 0.5 || isLeftOut(event));
		// What the claim is for: whoever edits, corrects settings or kills n8n while rows are sent needs one.
		const isLeftOut = (event: string) =>
			isDue && ['crash', 'edit', 'settings', 'sort'].includes(event);
		const events = Object.entries(MOST).map(([event, most]) => [event, leave(event) ? 0 : most]);
		this.most = Object.fromEntries(events) as typeof MOST;
		this.processes = Array.from({ length: isTable ? 2 : 1 }, () => this.startProcess());
	}

	private startProcess(): Process {
		return { name: `p${this.seed}-${(this.count += 1)}`, memory: new Memory() };
	}

	start(process: Process): void {
		this.walkers.push({
			...{ name: `r${(this.count += 1)}`, process, at: 'reads', table: [], changes: [], row: 0 },
			startedAt: this.now,
			queue: new Queue(1),
		});
	}

	/** What may happen next. */
	listMoves(): Array<[name: string, move: () => void | Promise<void>]> {
		const beside: Array<readonly [event: Event, name: string, move: () => unknown]> = [
			['settings', 'correct the settings', () => (this.flowId = 'f2')],
		];
		if (!this.isTable && this.maySort()) beside.push(['sort', 'sort', () => this.rows.reverse()]);
		for (const minutes of [1, 6, 41, 61].filter((one) => this.mayPass(one))) {
			beside.push(['wait', `wait ${minutes}`, () => (this.now += minutes * MINUTE_MS)]);
		}
		for (const process of this.processes) {
			beside.push(['start', `start in ${process.name}`, () => this.start(process)]);
			beside.push(['crash', `${process.name} dies`, () => this.crash(process)]);
		}
		for (const walker of this.walkers) {
			if (walker.at !== 'sends' || walker.row === 0) continue;
			beside.push(['stop', `${walker.name} is stopped`, () => this.stop(walker)]);
		}
		for (const row of this.rows) {
			const who = String(row['who']);
			beside.push(['edit', `edit ${who}`, () => (row['phone'] = 3 - Number(row['phone']))]);
			if (!String(row['screeningStatus']).startsWith('maybe')) continue;
			beside.push(['clear', `clear ${who}`, () => this.clear(row)]);
		}
		const possible = beside
			.filter(([event]) => (this.used[event] ?? 0) < this.most[event])
			.map(([event, name, move]): [string, () => Promise<void>] => [
				name,
				async () => {
					this.used[event] = (this.used[event] ?? 0) + 1;
					await move();
				},
			]);
		const running = this.walkers.flatMap((walker) => this.listSteps(walker));
		return running.length > 0 && this.random() < 0.75 ? running : [...running, ...possible];
	}

	private listSteps(walker: Walker): Array<[string, () => void | Promise<void>]> {
		const step = (name: string, move: () => void | Promise<void>): [string, typeof move] => [
			`${walker.name} ${name}`,
			move,
		];
		if (walker.answer !== undefined) {
			return ANSWERS.map((answer) => step(`hears: ${answer}`, () => walker.answer!(answer)));
		}
		switch (walker.at) {
			case 'reads': {
				// A sheet has no compare-and-set: of two runs that both read before either marked, both would send.
				const isMarking = this.walkers.some(({ at }) => at === 'checks' || at === 'marks');
				if (this.isDue) return [step('reads', () => this.readDue(walker))];
				return this.isTable || !isMarking ? [step('reads', () => this.read(walker, 'checks'))] : [];
			}
			case 'checks':
				return [step('checks', () => this.check(walker))];
			case 'marks':
				return [step('marks', () => this.mark(walker))];
			case 'reads back':
				return [step('reads back', () => this.readBack(walker))];
			case 'sends':
				return [step('sends the next row', async () => await this.sendNext(walker))];
			case 'saves':
				return [
					step('saves', () => this.save(walker)),
					...((this.used.failedSave ?? 0) < this.most.failedSave
						? [step('cannot save', () => this.failToSave(walker))]
						: []),
				];
			default:
				return [];
		}
	}

	private read(walker: Walker, next: Walker['at']): void {
		if (next !== 'sends' || this.isDue) walker.startedAt = this.now;
		walker.table = this.rows.map((row, index) => ({ ...row, row_number: index + 2 }));
		walker.at = next;
	}

	/**
	 * A mark is written by its row's number: of two runs at work, a sheet that is sorted between reading and marking takes one
	 * run's mark away.
	 */
	private maySort(): boolean {
		return (
			this.walkers.length < 2 || !this.walkers.some(({ at }) => at === 'checks' || at === 'marks')
		);
	}

	/** A run is over within an hour. */
	private mayPass(minutes: number): boolean {
		const isOver = ({ at, startedAt }: Walker) =>
			at === 'reads' || this.now + minutes * MINUTE_MS - startedAt < 60 * MINUTE_MS;
		return this.walkers.every(isOver);
	}

	private readDue(walker: Walker): void {
		this.overlaps ||= this.walkers.some(({ at }) => at === 'sends' || at === 'saves');
		this.read(walker, 'sends');
		walker.sheet = this.open(walker, 'due');
	}

	private open({ process, table }: Walker, mode: Mode) {
		const matchColumn = this.isTable ? 'id' : 'row_number';
		const parameters = { flowId: this.flowId };
		return openSheet(table, { mode, matchColumn, parameters, workflow: process.name, read });
	}

	private check(walker: Walker): void {
		const { rows, items, setupFailure } = this.open(walker, 'check');
		if (setupFailure !== undefined) throw new Error(setupFailure);
		walker.changes = items.flatMap((item) => toRows(rows.writeUnsent(item)));
		walker.at = walker.changes.length > 0 ? 'marks' : 'over';
	}

	private mark(walker: Walker): void {
		const marks = new Set<unknown>();
		for (const change of walker.changes) {
			const before = walker.table.find(({ id, row_number }) =>
				this.isTable ? id === change['id'] : row_number === change['row_number'],
			)!;
			const row = this.isTable
				? this.rows.find(({ id }) => id === change['id'])!
				: this.rows[Number(change['row_number']) - 2]!;
			const isAsRead = ['screeningStatus', 'screeningMark'].every(
				(name) => row[name] === before[name],
			);
			if (this.isTable && !isAsRead) continue;
			const { screeningStatus, screeningMark, screeningNote } = change;
			Object.assign(row, { screeningStatus, screeningMark, screeningNote });
			marks.add(screeningMark);
		}
		walker.changes = [...marks].map((screeningMark) => ({ screeningMark }) as IDataObject);
		walker.at = 'reads back';
	}

	private readBack(walker: Walker): void {
		const marks = walker.changes.map(({ screeningMark }) => screeningMark);
		this.read(walker, 'sends');
		walker.table = walker.table.filter(({ screeningStatus, screeningMark }) =>
			this.isTable ? marks.includes(screeningMark) : screeningStatus === 'in progress',
		);
		walker.changes = [];
		if (walker.table.length === 0) walker.at = 'over';
		else walker.sheet = this.open(walker, 'checked');
	}

	private async sendNext(walker: Walker): Promise<void> {
		const { process, queue } = walker;
		const { rows, items, setupFailure } = walker.sheet!;
		const item = items[walker.row];
		// None of the rows was marked by this process: the node fails, and writes nothing.
		if (item === undefined || setupFailure !== undefined) {
			// An invalid setting or sheet fails no walk.
			if (setupFailure !== undefined && this.isDue) throw new Error(setupFailure);
			rows.giveBack();
			walker.at = setupFailure === undefined ? 'saves' : 'over';
			return;
		}
		walker.row += 1;
		const row = rows.getRow(item);
		if (!rows.isToBeSent(item)) {
			walker.changes.push(...toRows(rows.writeUnsent(item)));
			return;
		}
		const { request } = row;
		const who = String(item.columns['who']);
		const transport = {
			send: async (_: unknown, beforeSend: (account: never) => void) => {
				beforeSend({ key: 'account', secrets: [], dropTokenOlderThan: () => false } as never);
				return await new Promise((resolve, reject) => {
					walker.answer = (answer) => {
						walker.answer = undefined;
						if (answer === 'sent' || answer === 'cut, accepted') this.accept(who);
						if (answer === 'sent') {
							this.arrived.add(who);
							resolve({ userId: `${who}#${this.links.get(who)}` });
						} else if (answer.startsWith('c')) {
							reject(Object.assign(new Error(answer), { code: 'ECONNRESET', syscall: 'read' }));
						} else reject(respond(answer === 'refused' ? 422 : 429));
					};
				});
			},
		};
		const job = new Job(item, request, transport, row);
		const sender = new Sender({
			operation: sendScreeningWithFlow,
			...{ queue, memory: process.memory, execution: walker.name },
		});
		void this.finishRow(walker, job, sender);
		await nextTurn();
	}

	/** As a run does it. */
	private async finishRow(walker: Walker, job: Job, sender: Sender): Promise<void> {
		const { rows } = walker.sheet!;
		try {
			const answer = await sender.send(job);
			const written =
				answer === undefined
					? rows.writeUnsent(job.item)
					: rows.writeSent(job.item, answer['userId'], job.sentAt, job.alreadySent);
			walker.changes.push(...toRows(written));
		} catch (failure) {
			if (failure instanceof Stopped) return;
			walker.changes.push(...toRows(rows.writeFailure(job.item, failure as never)));
		}
	}

	private accept(who: string): void {
		this.links.set(who, (this.links.get(who) ?? 0) + 1);
		if (this.links.get(who)! > this.allowed.get(who)!)
			this.bad ??= `${who} got ${this.links.get(who)} links`;
	}

	private save(walker: Walker): void {
		for (const change of walker.changes) {
			const row = this.findSaved(change);
			if (row === undefined) continue;
			const { userId } = change;
			const told = /'(\w)#/.exec(String(change['screeningNote'] ?? ''))?.[1];
			if (told !== undefined) this.told.add(told);
			if (userId && !String(userId).startsWith(String(row['who']))) {
				this.bad ??= `the row of ${String(row['who'])} got ${String(userId)}`;
			}
			// The number of a row is where it stands now.
			Object.assign(row, { ...change, row_number: row['row_number'] });
		}
		walker.at = 'over';
	}

	/** With Checked Rows a row is found by its mark. */
	private findSaved({ screeningMark, id, row_number }: IDataObject): IDataObject | undefined {
		if (!this.isDue) return this.rows.find((row) => row['screeningMark'] === screeningMark);
		return this.isTable
			? this.rows.find((row) => row['id'] === id)
			: this.rows[Number(row_number) - 2];
	}

	private failToSave(walker: Walker): void {
		this.used.failedSave = (this.used.failedSave ?? 0) + 1;
		this.lost = true;
		walker.at = 'over';
	}

	private clear(row: IDataObject): void {
		row['screeningStatus'] = '';
		const who = String(row['who']);
		this.allowed.set(who, this.allowed.get(who)! + 1);
	}

	/** A request in flight may have been accepted, or not. */
	private endAnswer({ answer, sheet, row }: Walker): void {
		if (answer === undefined || this.random() >= 0.5) return;
		this.accept(String(sheet!.items[row - 1]!.columns['who']));
	}

	/** The execution is cancelled. */
	private async stop(walker: Walker): Promise<void> {
		this.endAnswer(walker);
		walker.queue.stop(true);
		// n8n ends what is in flight.
		walker.answer?.('cancelled');
		await nextTurn();
		walker.sheet!.rows.giveBack();
		walker.at = 'over';
	}

	private crash(process: Process): void {
		for (const walker of this.walkers) if (walker.process === process) this.endAnswer(walker);
		this.walkers = this.walkers.filter((one) => one.process !== process);
		this.processes = this.processes.map((one) => (one === process ? this.startProcess() : one));
	}

	async play(name: string, move: () => void | Promise<void>): Promise<void> {
		this.story.push(name);
		await move();
		await nextTurn();
		this.walkers = this.walkers.filter(({ at }) => at !== 'over');
	}

	/** Three quiet runs, two hours apart; every answer is a yes. Returns what is bad then. */
	async settle(): Promise<string | undefined> {
		Object.assign(this.used, MOST);
		this.most = { ...MOST, failedSave: 0 };
		for (let run = 0; run < 3; run++) {
			this.now += 130 * MINUTE_MS;
			this.start(this.processes[0]!);
			while (this.walkers.length > 0 && this.bad === undefined) {
				const [[name, move]] = this.listSteps(this.walkers[0]!) as [[string, () => void]];
				await this.play(name, move);
			}
		}
		if (this.bad !== undefined) return this.bad;
		for (const { who, userId, screeningStatus } of this.rows) {
			if (['', 'in progress'].includes(String(screeningStatus)))
				return `${String(who)} stays '${String(screeningStatus)}'`;
			const isLost = this.arrived.has(String(who)) && userId === '' && !this.told.has(String(who));
			// Another process does not know what could not be saved.
			const isUnsaved = this.lost || this.story.some((event) => /stopped/.test(event));
			const isElsewhere = isUnsaved && (this.isTable || this.overlaps);
			if (isLost && !isElsewhere && !this.story.some((event) => /dies/.test(event)))
				return `the ID of ${String(who)} is lost (${String(screeningStatus)})`;
		}
		return undefined;
	}
}

const toRows = (items: readonly INodeExecutionData[]) => items.map(({ json }) => json);

async function walk(seed: number, isTable: boolean, isDue: boolean): Promise<string | undefined> {
	const random = createRandom(seed);
	const world = new World(seed, isTable, random, isDue);
	const now = jest.spyOn(Date, 'now').mockImplementation(() => world.now);
	try {
		for (let step = 0; step < 70 && world.bad === undefined; step++) {
			const moves = world.listMoves();
			if (moves.length === 0) break;
			await world.play(...moves[Math.floor(random() * moves.length)]!);
		}
		const bad = world.bad ?? (world.walkers.length === 0 ? await world.settle() : undefined);
		return bad && `${bad} (seed ${seed}): ${world.story.join(' · ')}`;
	} finally {
		now.mockRestore();
	}
}

test.each([
	['a sheet', false, false],
	['a data table', true, false],
	['a sheet with Due Rows', false, true],
])(
	'in any walk over %s nobody is sent twice, no ID is lost or in another row, and every row ends',
	async (_, isTable, isDue) => {
		const first = Number(process.env['SEED'] ?? 1);
		for (let seed = first; seed < first + WALKS; seed++) {
			expect(await walk(seed, isTable, isDue)).toBeUndefined();
		}
	},
);
