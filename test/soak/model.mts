/*
 * What holds for any runs of a scenario, from the contract alone: nothing of the node is read here. Nothing is
 * sent twice, nothing is lost, nothing is told that must not be. The service's own list of requests decides.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { retrying } from '../support/engine.mts';
import { type PassHistory, PASSWORD, play, TOKEN } from './play.mts';
import type { Scenario, SoakOperation } from './scenario.mts';

/** Everything in which the runs of a scenario are not as they should be. */
export async function findViolations(scenario: Scenario): Promise<string[]> {
	/** Who was sent in an earlier pass, or may have been. */
	const known = new Set<string>();
	return (await play(scenario)).flatMap((pass, number) => {
		const rules = [tooMany, afterTheEnd, badItems, lost, told];
		const found = [...twice(pass, known), ...rules.flatMap((rule) => [...rule(pass)])];
		for (const { who, proof } of pass.seen) if (isOut(proof)) known.add(who);
		return found.map((text) => `Pass ${number + 1}: ${text}`);
	});
}

const isOut = (proof: string) => proof === 'accepted' || proof === 'none';

/** Who was sent more often than rows asked for it, or again. */
function* twice(pass: PassHistory, known: ReadonlySet<string>) {
	const { operation, sheet, people, seen, executions, sendAgain, updateRows, retryOnFail } = pass;
	for (const who of new Set(seen.map((one) => one.who))) {
		const rows = sheet.filter((_, row) => people[row] === who);
		const due = rows.filter((row) => updateRows === 'off' || mayBeDue(row, operation)).length;
		const records = operation.isPerRow ? due : Math.min(due, 1);
		const isAgain = known.has(who) && !(operation.isPerRow && rows.length > 1);
		// One mark sends once, and in each row stands the mark of one execution.
		const times = sendAgain && updateRows !== 'checked' ? executions : 1;
		const most = isAgain && !sendAgain ? 0 : records * times;
		const tries = executions * (retryOnFail ? retrying.maxTries : 1);
		// A refusal that asks for a login is repeated once in a run.
		const asked = seen.some((one) => one.who === who && one.asksForLogin) ? tries : 0;
		const mostRefused = due * tries + asked;
		const proofs = seen.filter((one) => one.who === who).map(({ proof }) => proof);
		const sent = proofs.filter(isOut).length;
		const refused = proofs.filter((proof) => proof === 'refused').length;
		if (sent > most) yield `${who} was sent ${sent} times, at most ${most} were asked for`;
		if (refused > mostRefused) yield `${who} was refused ${refused} times and tried again`;
	}
}

/** A row with an ID, or with a status that says that it is done, may be or is marked by a run of this hour, asks for nothing. */
function mayBeDue(row: IDataObject, { id, status, done }: SoakOperation): boolean {
	const said = String(row[status] ?? '');
	const isOver = [done, 'in progress'].includes(said) || said.startsWith('maybe');
	return String(row[id] ?? '').trim() === '' && !isOver;
}

/** Requests at once, and logins. */
function* tooMany(pass: PassHistory) {
	const { mostInFlight, maxConcurrency, executions, loginProofs, seen } = pass;
	const refused = loginProofs.filter((proof) => proof !== 'accepted').length;
	const mostLogins = 1 + refused + seen.filter(({ asksForLogin }) => asksForLogin).length;
	if (mostInFlight > maxConcurrency * executions) yield `${mostInFlight} were in flight`;
	if (loginProofs.length > mostLogins) yield `${loginProofs.length} logins, ${mostLogins} needed`;
}

/** What started after a failure or a cancellation. */
function* afterTheEnd(pass: PassHistory) {
	const { seen, executions, isCancelled, maxConcurrency, onError, updateRows, retryOnFail } = pass;
	if (executions > 1) return;
	const late = seen.filter(
		(one, index) => one.afterCancel && !seen[index - 1]?.asksForLogin,
	).length;
	if (isCancelled && late >= maxConcurrency) yield `${late} went after it was cancelled`;
	if (onError !== 'stopWorkflow' || updateRows !== 'off' || maxConcurrency > 1) return;
	const ends = seen.map(({ proof }) => proof === 'none' || (proof === 'refused' && !retryOnFail));
	const next = seen.find((one, index) => {
		const before = seen[index - 1];
		return ends[index - 1] && !(before?.asksForLogin && before.who === one.who);
	});
	if (next !== undefined) yield `${next.who} went after a failure`;
}

/** Items in order: one per row with the row's own cells, or of Checked Rows what changes in the row with that mark. */
function* badItems(pass: PassHistory) {
	const { operation, sheet, marked, updateRows, isCancelled, onError, outcomes } = pass;
	const { id, status, note, mark, at } = operation;
	for (const [execution, { items, errorItems, error }] of outcomes.entries()) {
		if (isCancelled && execution === 0) continue;
		if (error !== undefined) {
			if (onError !== 'stopWorkflow' || items.length > 0) yield `It stopped: ${error.message}`;
			continue;
		}
		const all = [...items, ...errorItems];
		const rows = all.map(findIndex);
		const isOrdered = [items, errorItems].every((some) =>
			some.every((item, at) => at === 0 || findIndex(item) > findIndex(some[at - 1]!)),
		);
		const isOnePerRow = new Set(rows).size === sheet.length && rows.length === sheet.length;
		if (!isOrdered || (!isOnePerRow && updateRows !== 'checked')) {
			yield `The items are not one per row in order: ${rows.join()}`;
		}
		for (const { item, row } of all.map((item) => ({ item, row: marked[findIndex(item)]! }))) {
			const isOwn = (name: string) => [id, status, note, mark, at, 'error'].includes(name);
			const changed = Object.keys({ ...row, ...item.json }).filter(
				(name) => item.json[name] !== row[name],
			);
			const isKept = changed.every(isOwn);
			const isFound = item.json[mark] === row[mark] && Object.keys(item.json).every(isOwn);
			if (updateRows === 'due' && !isKept) {
				yield `A row did not keep its columns: ${JSON.stringify(item.json)}`;
			}
			if (updateRows === 'checked' && !isFound) {
				yield `A change is not for the row with its mark: ${JSON.stringify(item.json)}`;
			}
		}
	}
}

function findIndex({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as { item: number } | undefined)?.item ?? -1;
}

/** An ID that the service gave out and nobody was told, or a request that nobody knows may have been accepted. */
function* lost(pass: PassHistory) {
	const said = readTexts(pass);
	const unclear = countUnclear(pass);
	for (const { who, proof, id } of pass.seen) {
		const isTold = id === undefined || said.includes(id) || (pass.isCancelled && unclear.has(who));
		if (!isTold) yield `The ID of ${who} is lost`;
		if (proof === 'none' && !unclear.has(who)) yield `${who} is not said to be maybe sent`;
	}
}

/** Who is said to be unclear: by an item, or by the line of its row in an error or in the log. */
function countUnclear({ operation, people, updateRows, outcomes, log }: PassHistory) {
	const items = outcomes.flatMap(({ items, errorItems }) => [...items, ...errorItems]);
	const unclear = items.filter(({ json }) =>
		updateRows !== 'off'
			? String(json[operation.status]).startsWith('maybe')
			: (json['error'] as IDataObject | undefined)?.['mayHaveBeenAccepted'] === true,
	);
	const texts = [...outcomes.map(({ error }) => error?.description ?? ''), ...log].join('\n');
	const lines = [...texts.matchAll(/^Row (\d+)\b.*: may have been accepted/gm)];
	const rows = [...unclear.map(findIndex), ...lines.map(([, row]) => Number(row) - 1)];
	return new Set(rows.map((row) => people[row]));
}

function* told(pass: PassHistory) {
	for (const secret of [PASSWORD, TOKEN]) {
		if (readTexts(pass).includes(secret)) yield `'${secret}' is told`;
	}
}

/** All that a pass says: items, errors, log. */
function readTexts({ outcomes, log }: PassHistory): string {
	const texts = outcomes.map(({ items, errorItems, error }) =>
		[JSON.stringify([items, errorItems]), error?.message, error?.description].join('\n'),
	);
	return [...texts, ...log].join('\n');
}
