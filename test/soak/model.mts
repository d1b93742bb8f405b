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
		const rules = [tooMany, afterTheEnd, badItems, lost, told, leftOut];
		const found = [...twice(pass, known), ...rules.flatMap((rule) => [...rule(pass)])];
		for (const { who, proof } of pass.seen) if (isOut(proof)) known.add(who);
		return found.map((text) => `Pass ${number + 1}: ${text}`);
	});
}

/**
 * Whether Due Rows may send a row in a sheet in which nobody changes a cell: one that is empty, not done, refused longer ago,
 * or was marked. A row with an ID is never sent.
 */
function maySend(row: IDataObject, { id, status, mark, done }: SoakOperation): boolean {
	const said = String(row[status] ?? '').toLowerCase();
	const hasMark = (row[mark] ?? '') !== '';
	if (!['', '-', 'N/A', '0', '#N/A'].includes(String(row[id] ?? '').trim())) return false;
	if (said === 'refused') return !hasMark;
	return ['', `not ${done}`].includes(said) || (said === 'in progress' && hasMark);
}

const isOut = (proof: string) => proof === 'accepted' || proof === 'none';

/** Who was sent more often than rows asked for it, or again. */
function* twice(pass: PassHistory, known: ReadonlySet<string>) {
	const { operation, sheet, people, seen, executions, sendAgain, updateRows, retryOnFail } = pass;
	for (const who of new Set(seen.map((one) => one.who))) {
		const rows = sheet.filter((_, row) => people[row] === who);
		const due = rows.filter((row) => updateRows === 'off' || maySend(row, operation)).length;
		const records = operation.isPerRow ? due : Math.min(due, 1);
		const isAgain = known.has(who) && !(operation.isPerRow && rows.length > 1);
		// With Due Rows what was sent in the last two minutes was sent for this row.
		const most = isAgain && !(sendAgain && updateRows !== 'due') ? 0 : records;
		const tries = executions * (retryOnFail ? retrying.maxTries : 1);
		const own = seen.filter((one) => one.who === who);
		// A refusal that asks for a login is repeated once in a run.
		const mostRefused = due * tries + (own.some((one) => one.asksForLogin) ? tries : 0);
		const sent = own.filter(({ proof }) => isOut(proof)).length;
		const refused = own.filter(({ proof }) => proof === 'refused').length;
		if (sent > most) yield `${who} was sent ${sent} times, at most ${most} were asked for`;
		if (refused > mostRefused) yield `${who} was refused ${refused} times and tried again`;
	}
}

/** Requests at once, and logins. */
function* tooMany(pass: PassHistory) {
	const { mostInFlight, maxConcurrency, executions, loginProofs, seen } = pass;
	const refused = loginProofs.filter((proof) => proof !== 'accepted').length;
	const mostLogins = 1 + refused + seen.filter(({ asksForLogin }) => asksForLogin).length;
	if (mostInFlight > maxConcurrency * executions) yield `${mostInFlight} were in flight`;
	if (loginProofs.length > mostLogins) yield `${loginProofs.length} logins, ${mostLogins} needed`;
}

/** What started after a cancellation, a failure under Stop, or an unclear answer before any was accepted. */
function* afterTheEnd(pass: PassHistory) {
	const { seen, executions, isCancelled, maxConcurrency, onError, updateRows, retryOnFail } = pass;
	if (executions > 1) return;
	const late = seen.filter(
		(one, index) => one.afterCancel && !seen[index - 1]?.asksForLogin,
	).length;
	if (isCancelled && late >= maxConcurrency) yield `${late} went after it was cancelled`;
	if (maxConcurrency > 1) return;
	const stops = onError === 'stopWorkflow' && updateRows === 'off';
	const end = seen.findIndex(({ proof, asksForLogin }, index) => {
		if (proof === 'refused') return stops && !retryOnFail && !asksForLogin;
		return proof === 'none' && (stops || !seen.slice(0, index).some((one) => isOut(one.proof)));
	});
	if (end !== -1 && end < seen.length - 1) yield `${seen[end + 1]!.who} went after the end`;
}

/** Items in order: one per row with the row's own cells, or of Checked Rows what changes in the row with that mark. */
function* badItems(pass: PassHistory) {
	const { operation, sheet, marked, updateRows, isCancelled, onError, outcomes } = pass;
	const { id, status, note, mark, at } = operation;
	const isOwn = (name: string) => [id, status, note, mark, at, 'error'].includes(name);
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
		if (updateRows === 'off') continue;
		for (const [index, { json }] of all.entries()) {
			const row = marked[rows[index]!]!;
			const isOfRow =
				updateRows === 'due'
					? Object.keys({ ...row, ...json }).every(
							(name) => isOwn(name) || json[name] === row[name],
						)
					: json[mark] === row[mark] && Object.keys(json).every(isOwn);
			if (!isOfRow) yield `An item is not its row's: ${JSON.stringify(json)}`;
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

/** A row that is due after a run with nothing in the way; one in progress may only get the outcome of an earlier run. */
function* leftOut({ isClean, operation, sheet, people, outcomes }: PassHistory) {
	if (!isClean) return;
	for (const row of outcomes.flatMap(({ rows }) => rows)) {
		const before = sheet[Number(row['row'])]!;
		const who = people[Number(row['row'])];
		const wasDue = before[operation.status] !== 'in progress' && who !== undefined;
		if (wasDue && maySend(row, operation)) yield `${who} is still due`;
	}
}

function* told(pass: PassHistory) {
	const said = readTexts(pass);
	for (const secret of [PASSWORD, TOKEN]) if (said.includes(secret)) yield `'${secret}' is told`;
}

/** All that a pass says: items, errors, log. */
function readTexts({ outcomes, log }: PassHistory): string {
	const texts = outcomes.map(({ items, errorItems, error }) =>
		[JSON.stringify([items, errorItems]), error?.message, error?.description].join('\n'),
	);
	return [...texts, ...log].join('\n');
}
