/*
 * What a careful person expects of the runs of a scenario, from the contract alone: nothing of the node is
 * read here. The service's own list of requests decides what is true; the node must say the same.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { RunOutcome } from '../support/engine.mts';
import { type PassHistory, PASSWORD, play, type Seen, TOKEN } from './play.mts';
import { faultNamed, OPERATIONS, type Scenario, type SoakOperation } from './scenario.mts';

const MOST_TRIES = 3;
/** So many unclear answers, and the service is left alone; before a run's first success it is one. */
const MOST_UNCLEAR = 3;
const MAYBE = 'maybe';
const NOT = 'not';
const REFUSED = 'refused';
/** The item says nothing but that the run failed for all. */
const FAILED = 'failed';

/** What a run says of one row: an ID, or one of the words above. */
interface Told {
	readonly index: number;
	readonly who: string;
	readonly result: string;
}

/** Everything in which the runs of a scenario are not as they should be. */
export async function violationsIn(scenario: Scenario): Promise<string[]> {
	return violationsOf(scenario, await play(scenario));
}

/** The same for runs that have happened. */
export function violationsOf(scenario: Scenario, history: readonly PassHistory[]): string[] {
	const known = new Map<string, Set<string>>();
	return history.flatMap((pass, number) =>
		new PassModel(scenario, pass, known).violations().map((text) => `Pass ${number + 1}: ${text}`),
	);
}

class PassModel {
	private readonly found: string[] = [];

	private readonly operation: SoakOperation;

	/** The rows that ask for a request, those included that must not be sent. */
	private readonly due: readonly Told[];

	private readonly before: ReadonlyMap<string, ReadonlySet<string>>;

	/** Faults that may have taken a request that the service did not read. */
	private readonly unread: readonly string[];

	/** How many requests the service may not have read that were in flight all the same. */
	private readonly mostUnread: number;

	/** Something happened after which the service takes nothing more, so that a row may stay unsent. */
	private readonly isBlocked: boolean;

	private readonly onlySends: boolean;

	/** `known`: what became of each one's request so far, IDs and 'maybe'; this pass is added to it. */
	constructor(
		private readonly scenario: Scenario,
		private readonly pass: PassHistory,
		private readonly known: Map<string, Set<string>>,
	) {
		const { seen, logins, broken, warm, sheet, updateRows, executions, retryOnFail } = pass;
		this.operation = OPERATIONS[scenario.operation];
		this.due = sheet.flatMap((row, index) =>
			!updateRows || this.isDue(row) ? [{ index, who: this.whoOf(row), result: '' }] : [],
		);
		this.before = new Map([...known].map(([who, results]) => [who, new Set(results)]));
		for (const { who, proof, id } of seen) {
			if (id !== undefined) this.learn(who, id);
			// The answer to what is in flight when an execution is cancelled may be lost.
			if (proof === 'none' || (id !== undefined && pass.isCancelled)) this.learn(who, MAYBE);
		}
		const isFault = (text: string) => seen.filter(({ fault = '' }) => fault.startsWith(text));
		this.onlySends = warm && logins.length === 0 && isFault('401').length === 0;
		this.unread = broken.filter((name) => faultNamed(name, scenario.tls).proof === 'none');
		// A cancelled login was about no request yet.
		const inFlight = pass.isCancelled && seen.length > 0 ? pass.maxConcurrency : 0;
		this.mostUnread = this.unread.length + inFlight;
		const isUnclear = ({ proof }: Seen) => proof === 'none';
		const unclear = seen.filter(isUnclear).length + this.unread.length;
		const firstAccepted = seen.findIndex(({ proof }) => proof === 'accepted');
		// Of several runs, tries included, nobody knows here which of them a success belongs to.
		const isEarly =
			firstAccepted === -1 ||
			seen.slice(0, firstAccepted).some(isUnclear) ||
			this.unread.length > 0 ||
			executions > 1 ||
			retryOnFail;
		this.isBlocked =
			logins.some((proof) => proof !== 'accepted') ||
			(broken.length > 0 && !this.onlySends) ||
			isFault('401').length > 1 ||
			// Repeats are counted together: ten after a 429, three after a connection that broke.
			isFault('429').length + broken.length > (broken.length > 0 ? 3 : 10) ||
			isFault('429 {} 3600').length > 0 ||
			unclear >= (isEarly ? 1 : MOST_UNCLEAR);
	}

	violations(): string[] {
		this.checkRequests();
		this.checkStopping();
		for (const [execution, outcome] of this.pass.outcomes.entries()) {
			if (this.pass.isCancelled && execution === 0) continue;
			this.checkOutcome(outcome);
		}
		this.checkNothingLost();
		return this.found;
	}

	/** Who is sent, how often, how many at once, and with how many logins. */
	private checkRequests(): void {
		const { seen, executions, sendAgain, retryOnFail, maxConcurrency, logins, warm } = this.pass;
		for (const who of new Set(seen.map((one) => one.who))) {
			const own = seen.filter((one) => one.who === who);
			const asked = this.due.filter((one) => one.who === who).length * executions;
			if (asked === 0) this.say(`${who} was sent and was not due`);
			const isKnown = this.before.has(who) && !this.isSeveral(who);
			const most = sendAgain ? asked : isKnown ? 0 : this.isSeveral(who) ? asked / executions : 1;
			const sent = own.filter(({ proof }) => proof === 'accepted' || proof === 'none').length;
			if (sent > most) this.say(`${who} was sent ${sent} times, at most ${most} were asked for`);
			const refused = own.filter(({ proof }) => proof === 'refused').length;
			if (refused > asked * (retryOnFail ? MOST_TRIES : 1)) {
				this.say(`${who} was refused ${refused} times and tried again`);
			}
		}
		if (this.pass.mostInFlight > maxConcurrency * executions) {
			this.say(`${this.pass.mostInFlight} requests were in flight at once`);
		}
		const refusals = logins.filter((proof) => proof !== 'accepted').length;
		const mayLogIn = (warm ? 0 : 1) + refusals + seen.filter(({ fault }) => is401(fault)).length;
		if (logins.length > mayLogIn) this.say(`${logins.length} logins, ${mayLogIn} were needed`);
	}

	/** What must not start any more after a failure or a cancellation. */
	private checkStopping(): void {
		const { seen, executions, isCancelled, maxConcurrency, onError, updateRows, retryOnFail } =
			this.pass;
		if (executions > 1) return;
		const late = seen.filter((one, index) => one.afterCancel && !is401(seen[index - 1]?.fault));
		if (isCancelled && late.length > maxConcurrency - 1) {
			this.say(`${late.length} requests started after the execution was cancelled`);
		}
		if (onError !== 'stopWorkflow' || updateRows) return;
		const isLast = (proof: string) => proof === 'none' || (proof === 'refused' && !retryOnFail);
		const last = seen.findIndex(({ proof }) => isLast(proof));
		if (last === -1 || (last > 0 && maxConcurrency > 1)) return;
		if (seen.length > last + 1) this.say(`${seen[last + 1]!.who} was sent after a failure`);
	}

	private checkOutcome(outcome: RunOutcome): void {
		const { sheet, updateRows, onError } = this.pass;
		const { items, errorItems, error } = outcome;
		if (error !== undefined) return this.checkError(outcome);
		const isBad = this.due.some(({ who }) => who === 'bad');
		if (!updateRows && onError === 'stopWorkflow' && isBad) this.say('A bad row did not stop it');
		if (updateRows && onError !== 'continueErrorOutput' && errorItems.length > 0) {
			this.say('There are error items');
		}
		const told = [...items, ...errorItems].map((item) => this.toldBy(item));
		const indexes = told.map(({ index }) => index);
		for (const output of [items, errorItems]) {
			const order = output.map(indexOf);
			if (order.some((index, position) => position > 0 && index <= order[position - 1]!)) {
				this.say(`The items are not in order: ${order.join()}`);
			}
		}
		if (new Set(indexes).size !== sheet.length || indexes.length !== sheet.length) {
			this.say(`The items are not one per row: ${indexes.join()}`);
		}
		for (const one of told) this.checkTold(one);
		for (const item of [...items, ...errorItems]) this.checkColumns(item);
	}

	/** A run that has stopped: it may, it says why, and nothing goes on behind it. */
	private checkError({ error, items }: RunOutcome): void {
		const { updateRows, onError, seen, logins, executions } = this.pass;
		if (onError !== 'stopWorkflow') this.say(`It stopped: ${error?.message}`);
		if (items.length > 0) this.say('It stopped and has items');
		const bad = this.due.filter(({ who }) => who === 'bad').map(({ index }) => index);
		if (updateRows) {
			if (!this.isBlocked) this.say(`It failed for all rows: ${error?.message}`);
			const isTaken = seen.some(({ proof }) => proof !== 'rate limited or logged out');
			if (executions === 1 && isTaken) this.say('It failed for all rows after one was sent');
			return;
		}
		if (bad.length > 0) {
			if (seen.length + logins.length > 0) this.say('Something was sent beside a bad row');
			const named = rowsIn(`${error?.message}\n${error?.description}`);
			const isNamed = (index: number) => this.pass.sheet.length === 1 || named.has(index);
			if (!bad.every(isNamed)) this.say(`It does not name every bad row: ${error?.message}`);
			return;
		}
		const isKnownMaybe = this.due.some(({ who }) => this.known.get(who)?.has(MAYBE) === true);
		const isRefused = seen.some(({ proof }) => proof === 'refused');
		if (!isRefused && !isKnownMaybe && !this.isBlocked && this.mostUnread === 0) {
			this.say(`It stopped for no reason: ${error?.message}`);
		}
	}

	/** What the run says of a row is what the service knows. */
	private checkTold({ index, who, result }: Told): void {
		const { sendAgain, seen } = this.pass;
		const row = `Row ${index + 1} (${who})`;
		if (!this.due.some((one) => one.index === index)) {
			if (result !== 'unchanged') this.say(`${row} was not due and is changed`);
			return;
		}
		if (who === 'bad') {
			if (result !== NOT) this.say(`${row} is bad and is ${result}`);
			return;
		}
		const known = this.known.get(who) ?? new Set();
		const isRefused = seen.some((one) => one.who === who && one.proof === 'refused');
		if (result === FAILED && !this.isBlocked) this.say(`${row} has an error of the whole run`);
		else if (this.isBlocked && result === NOT) return;
		else if (result === REFUSED && isRefused) return;
		else if (result === NOT && !isRefused) this.say(`${row} was not sent`);
		else if (result === NOT && this.before.has(who) && !sendAgain && !this.isSeveral(who)) {
			this.say(`${row} is not sent, but was sent before`);
		} else if (result === MAYBE && !known.has(MAYBE) && this.mostUnread === 0) {
			this.say(`${row} is said to be maybe sent, which it is not`);
		} else if (![FAILED, NOT, MAYBE].includes(result) && !known.has(result)) {
			this.say(`${row} has the ID '${result}', which the service did not give out for it`);
		}
	}

	/** A row keeps its own columns and gets no others than those of the operation. */
	private checkColumns(item: INodeExecutionData): void {
		const { sheet, updateRows, sendAgain } = this.pass;
		const { id, status, note, mark, at = '' } = this.operation;
		const index = indexOf(item);
		const row = sheet[index] ?? {};
		const { error, ...json } = item.json;
		const who = this.whoOf(row);
		const ids = [...(this.before.get(who) ?? [])].filter((result) => result !== MAYBE);
		if (!updateRows) {
			const isAgain = item.json.alreadySent === true;
			const isAlone = sheet.filter((one) => this.whoOf(one) === who).length === 1;
			if (error === undefined && ids.length > 0 && isAgain === sendAgain && isAlone) {
				this.say(`Row ${index + 1} (${who}) does not say whether it was sent before`);
			}
			return;
		}
		const filled = [id, status, note, mark, at].map(plain);
		const own = ([name]: [string, unknown]) => !filled.includes(plain(name));
		const [kept, written] = [row, json].map((one) => Object.entries(one).filter(own));
		if (JSON.stringify(kept) !== JSON.stringify(written)) {
			this.say(`Row ${index + 1} (${who}) did not keep its columns: ${JSON.stringify(written)}`);
		}
	}

	/** Every ID that the service gave out is told, and every request that it may have accepted. */
	private checkNothingLost(): void {
		const { seen, outcomes, log, sendAgain, isCancelled } = this.pass;
		const texts = outcomes.map(({ items, errorItems, error }) =>
			[JSON.stringify([items, errorItems]), error?.message, error?.description].join('\n'),
		);
		const all = [...texts, ...log].join('\n');
		const told = outcomes.flatMap(({ items, errorItems }) =>
			[...items, ...errorItems].map((item) => this.toldBy(item)),
		);
		const lists = [...outcomes.map(({ error }) => error?.description ?? ''), ...log];
		const listed = lists.flatMap((text) =>
			[...rowsIn(/look them up .*$/m.exec(text)?.[0] ?? '')].map((index) =>
				this.whoOf(this.pass.sheet[index] ?? {}),
			),
		);
		const maybe = new Set([
			...listed,
			...told.filter(({ result }) => result === MAYBE).map(({ who }) => who),
		]);
		for (const { who, proof, id } of seen) {
			if (proof === 'none' && !maybe.has(who)) this.say(`${who} is not said to be maybe sent`);
			if (id === undefined || all.includes(id)) continue;
			if (!isCancelled || !maybe.has(who)) this.say(`The ID of ${who} is lost`);
		}
		const unseen = [...maybe].filter((who) => this.known.get(who)?.has(MAYBE) !== true);
		const sure = this.unread.filter(
			(name) => faultNamed(name, this.scenario.tls).mayComeEarly !== true,
		);
		if (unseen.length > this.mostUnread) this.say(`${unseen.join()} are not maybe sent`);
		// What was cancelled before the connection stood was never sent.
		const isTold = unseen.length >= sure.length || [...maybe].some((who) => this.isSeveral(who));
		if (this.onlySends && !sendAgain && !isCancelled && !isTold) {
			this.say('A request whose connection broke is not said to be maybe sent');
		}
		for (const who of unseen) this.learn(who, MAYBE);
		const secret = [PASSWORD, TOKEN].find((one) => all.includes(one));
		if (secret !== undefined) this.say(`'${secret}' is told`);
	}

	private toldBy(item: INodeExecutionData): Told {
		const { sheet, updateRows } = this.pass;
		const { member, id, status, done } = this.operation;
		const index = indexOf(item);
		const row = sheet[index] ?? {};
		const told = (result: string): Told => ({ index, who: this.whoOf(row), result });
		const { error } = item.json;
		if (!updateRows) {
			if (error === undefined) return told(String(item.json[member]));
			return told((error as IDataObject).mayHaveBeenAccepted === true ? MAYBE : NOT);
		}
		if (this.isUnchanged(item.json, row)) return told('unchanged');
		if (error !== undefined) return told(FAILED);
		const own = String(cell(item.json, id) ?? '');
		const said = cell(item.json, status);
		if (said === done) return told(own);
		if (own.trim() !== '') return told(`${String(said)} with the ID '${own}'`);
		if (said === `${MAYBE} ${done}`) return told(MAYBE);
		return told(said === `${NOT} ${done}` ? NOT : String(said));
	}

	/** A person starts the runs, so what was refused is due. */
	private isDue(row: IDataObject): boolean {
		const { done } = this.operation;
		const isOpen = ['', REFUSED, `${NOT} ${done}`].includes(this.saidOf(row));
		return !this.isBlank(row) && !this.hasId(row) && isOpen;
	}

	private isBlank(row: IDataObject): boolean {
		return this.operation.bad === '' && this.whoOf(row) === 'bad';
	}

	private hasId(row: IDataObject): boolean {
		return String(cell(row, this.operation.id) ?? '').trim() !== '';
	}

	private saidOf(row: IDataObject): string {
		return String(cell(row, this.operation.status) ?? '').toLowerCase();
	}

	/** What a row that is not due gets: a status, or undefined for none, and how its note begins. */
	private leftWith(row: IDataObject): { status?: string; note: string } | undefined {
		const { done } = this.operation;
		const said = this.saidOf(row);
		if (this.isBlank(row)) return undefined;
		if (this.hasId(row)) {
			if (said === 'sending') return { status: done, note: '' };
			return said === '' ? { status: `${NOT} ${done}`, note: `Not ${done}, because` } : undefined;
		}
		if (said === 'sending') return { status: `${MAYBE} ${done}`, note: 'An earlier run stopped' };
		if (said === done || said.startsWith(MAYBE)) return undefined;
		return { note: `Not ${done}, because of what` };
	}

	/** A row that is not due comes as it was, but for what tells why. */
	private isUnchanged(json: IDataObject, row: IDataObject): boolean {
		if (this.isDue(row)) return false;
		const left = this.leftWith(row);
		if (left === undefined) return JSON.stringify(json) === JSON.stringify(row);
		const { status, note, id } = this.operation;
		const isTold =
			String(cell(json, note)).startsWith(left.note) &&
			(cell(json, status) ?? '') === (left.status ?? cell(row, status) ?? '');
		return isTold && String(cell(json, id) ?? '') === String(cell(row, id) ?? '');
	}

	private whoOf(row: IDataObject): string {
		const value = String(row[this.operation.field] ?? '');
		return value.endsWith('@x.example') ? value.slice(0, -'@x.example'.length) : 'bad';
	}

	/** Whether the rows of this one are different records: each is sent, and not known by the others. */
	private isSeveral(who: string): boolean {
		const isPerRow = 'isPerRow' in this.operation;
		return isPerRow && this.pass.sheet.filter((row) => this.whoOf(row) === who).length > 1;
	}

	private learn(who: string, result: string): void {
		this.known.set(who, (this.known.get(who) ?? new Set()).add(result));
	}

	private say(text: string): void {
		this.found.push(text);
	}
}

const is401 = (fault: string | undefined) => fault?.startsWith('401') === true;

const plain = (name: string) => name.replaceAll(' ', '').toLowerCase();

/** The value of the column of that name, however it is spelled. */
function cell(row: IDataObject, name: string): IDataObject[string] {
	return Object.entries(row).find(([column]) => plain(column) === plain(name))?.[1];
}

function indexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as { item: number } | undefined)?.item ?? -1;
}

/** The indexes of the rows that a text names: 'Row 4', 'Rows 4, 6, 8–13'. */
function rowsIn(text: string): Set<number> {
	const indexes = new Set<number>();
	for (const [, list = ''] of text.matchAll(/\bRows? (\d[\d, \u2013]*)/g)) {
		for (const range of list.split(',')) {
			const [from = NaN, to = from] = range.split('\u2013').map(Number);
			for (let row = from; row <= to; row++) indexes.add(row - 1);
		}
	}
	return indexes;
}
