/*
 * What holds for any runs of a scenario, from the contract alone: nothing of the node is read here. Nothing is
 * sent twice, nothing is lost, nothing is told that must not be. The service's own list of requests decides.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { type PassHistory, PASSWORD, play, TOKEN } from './play.mts';
import { OPERATIONS, type Scenario, type SoakOperation } from './scenario.mts';

const MOST_TRIES = 3;

/** Everything in which the runs of a scenario are not as they should be. */
export async function violationsIn(scenario: Scenario): Promise<string[]> {
	const history = await play(scenario);
	const operation = OPERATIONS[scenario.operation]!;
	/** Who was sent in an earlier pass, or may have been. */
	const known = new Set<string>();
	return history.flatMap((pass, number) => {
		const found = [
			...twice(pass, operation, known),
			...tooMany(pass),
			...afterTheEnd(pass),
			...pass.outcomes.flatMap((_, index) => badItems(pass, index, operation)),
			...lost(pass, operation),
			...told(pass),
		];
		for (const { who, proof } of pass.seen) if (isOut(proof)) known.add(who);
		return found.map((text) => `Pass ${number + 1}: ${text}`);
	});
}

const isOut = (proof: string) => proof === 'accepted' || proof === 'none';

/** Who was sent more often than rows asked for it, or again. */
function twice(pass: PassHistory, operation: SoakOperation, known: ReadonlySet<string>): string[] {
	const { sheet, seen, executions, sendAgain, updateRows, retryOnFail } = pass;
	return [...new Set(seen.map(({ who }) => who))].flatMap((who) => {
		const own = seen.filter((one) => one.who === who);
		const rows = sheet.filter((row) => whoOf(row, operation) === who);
		const due = rows.filter((row) => !updateRows || mayBeDue(row, operation)).length;
		const records = operation.isPerRow ? due : Math.min(due, 1);
		const isAgain = known.has(who) && !(operation.isPerRow && rows.length > 1);
		const most = sendAgain ? due * executions : isAgain ? 0 : records;
		const sent = own.filter(({ proof }) => isOut(proof)).length;
		const refused = own.filter(({ proof }) => proof === 'refused').length;
		const mostRefused = due * executions * (retryOnFail ? MOST_TRIES : 1);
		return [
			...(sent > most ? [`${who} was sent ${sent} times, at most ${most} were asked for`] : []),
			...(refused > mostRefused ? [`${who} was refused ${refused} times and tried again`] : []),
		];
	});
}

/** A row with an ID, or with a status that says that it is done or may be, asks for nothing. */
function mayBeDue(row: IDataObject, { id, status, done }: SoakOperation): boolean {
	const said = String(row[status] ?? '');
	return String(row[id] ?? '').trim() === '' && said !== done && !said.startsWith('maybe');
}

function whoOf(row: IDataObject, { field }: SoakOperation): string {
	const value = String(row[field] ?? '');
	return value.endsWith('@x.example') ? value.slice(0, -'@x.example'.length) : 'bad';
}

/** Requests at once, and logins. */
function tooMany(pass: PassHistory): string[] {
	const { mostInFlight, maxConcurrency, executions, logins, seen } = pass;
	const refused = logins.filter((proof) => proof !== 'accepted').length;
	const mostLogins = 1 + refused + seen.filter(({ is401 }) => is401).length;
	return [
		...(mostInFlight > maxConcurrency * executions ? [`${mostInFlight} were in flight`] : []),
		...(logins.length > mostLogins ? [`${logins.length} logins, ${mostLogins} needed`] : []),
	];
}

/** What started after a failure or a cancellation. */
function afterTheEnd(pass: PassHistory): string[] {
	const { seen, executions, isCancelled, maxConcurrency, onError, updateRows, retryOnFail } = pass;
	if (executions > 1) return [];
	const late = seen.filter((one, index) => one.afterCancel && !seen[index - 1]?.is401);
	if (isCancelled && late.length > maxConcurrency - 1) {
		return [`${late.length} requests started after the execution was cancelled`];
	}
	if (onError !== 'stopWorkflow' || updateRows || maxConcurrency > 1) return [];
	const last = seen.findIndex(
		({ proof }) => proof === 'none' || (proof === 'refused' && !retryOnFail),
	);
	return last !== -1 && seen.length > last + 1
		? [`${seen[last + 1]!.who} went after a failure`]
		: [];
}

/** One item per row, in order, each with its own row's columns; no ID but those that the service gave out. */
function badItems(pass: PassHistory, execution: number, operation: SoakOperation): string[] {
	const { sheet, updateRows, isCancelled, onError } = pass;
	const { items, errorItems, error } = pass.outcomes[execution]!;
	if (isCancelled && execution === 0) return [];
	if (error !== undefined) {
		const isAllowed = onError === 'stopWorkflow' && items.length === 0;
		return isAllowed ? [] : [`It stopped: ${error.message}`];
	}
	const all = [...items, ...errorItems];
	const rows = all.map(indexOf);
	const isOrdered = [items, errorItems].every((some) =>
		some.every((item, at) => at === 0 || indexOf(item) > indexOf(some[at - 1]!)),
	);
	const isOnePerRow = new Set(rows).size === sheet.length && rows.length === sheet.length;
	const changed = all.filter(
		({ json }, at) => updateRows && ownOf(json, operation) !== ownOf(sheet[rows[at]!]!, operation),
	);
	return [
		...(isOrdered && isOnePerRow ? [] : [`The items are not one per row in order: ${rows.join()}`]),
		...changed.map(({ json }) => `A row did not keep its columns: ${JSON.stringify(json)}`),
	];
}

function indexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as { item: number } | undefined)?.item ?? -1;
}

/** The cells of the user's own. */
function ownOf(row: IDataObject, { field }: SoakOperation): string {
	const names = ['row', field, 'phone', 'lastName'];
	return JSON.stringify(names.map((name) => row[name]));
}

/** An ID that the service gave out and nobody was told, or a request that nobody knows may have been accepted. */
function lost(pass: PassHistory, operation: SoakOperation): string[] {
	const said = textOf(pass);
	const unclear = new Set([...maybeIn(pass, operation), ...listedIn(pass, operation)]);
	return pass.seen.flatMap(({ who, proof, id }) => {
		if (id !== undefined && !said.includes(id) && !(pass.isCancelled && unclear.has(who))) {
			return [`The ID of ${who} is lost`];
		}
		return proof === 'none' && !unclear.has(who) ? [`${who} is not said to be maybe sent`] : [];
	});
}

/** Who is said to be unclear by an item. */
function maybeIn({ outcomes, sheet, updateRows }: PassHistory, operation: SoakOperation): string[] {
	const items = outcomes.flatMap(({ items, errorItems }) => [...items, ...errorItems]);
	return items
		.filter(({ json }) =>
			updateRows
				? String(json[operation.status]).startsWith('maybe')
				: (json['error'] as IDataObject | undefined)?.['mayHaveBeenAccepted'] === true,
		)
		.map((item) => whoOf(sheet[indexOf(item)] ?? {}, operation));
}

/** Who is said to be unclear by the list of rows in an error or in the log: 'look them up … Rows 4, 6, 8–13'. */
function listedIn({ outcomes, sheet, log }: PassHistory, operation: SoakOperation): string[] {
	const texts = [...outcomes.map(({ error }) => error?.description ?? ''), ...log];
	return texts
		.flatMap((text) => [...text.matchAll(/^Row (\d+)\b.*: may have been accepted/gm)])
		.map(([, row]) => whoOf(sheet[Number(row) - 1]!, operation));
}

function told(pass: PassHistory): string[] {
	const said = textOf(pass);
	return [PASSWORD, TOKEN]
		.filter((secret) => said.includes(secret))
		.map((secret) => `'${secret}' is told`);
}

/** All that a pass says: items, errors, log. */
function textOf({ outcomes, log }: PassHistory): string {
	const texts = outcomes.map(({ items, errorItems, error }) =>
		[JSON.stringify([items, errorItems]), error?.message, error?.description].join('\n'),
	);
	return [...texts, ...log].join('\n');
}
