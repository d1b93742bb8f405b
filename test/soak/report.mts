import type { PassHistory } from './play.mts';
import type { Scenario } from './scenario.mts';

/** What a worker says: the figures of one more scenario, or what it found at the end. */
export interface Report {
	readonly figures?: Figures;
	readonly counterexample?: Scenario;
	readonly found?: readonly string[];
	readonly shrinks?: number;
}

/** How often each thing happened; the words stand in the results. */
export type Figures = Record<string, number>;

export function figuresOf(history: readonly PassHistory[]): Figures {
	const runs = (of: (pass: PassHistory) => boolean) =>
		history.filter(of).reduce((sum, { outcomes }) => sum + outcomes.length, 0);
	const requests = history.flatMap(({ seen }) => seen);
	return {
		Scenarios: 1,
		'Runs of the node': runs(() => true),
		'with a fault': runs(
			({ seen, broken, logins }) =>
				broken.length > 0 ||
				logins.some((proof) => proof !== 'accepted') ||
				seen.some(({ fault }) => fault !== undefined),
		),
		'with a cancelled execution': runs(({ isCancelled }) => isCancelled),
		'with Retry On Fail and a refusal': runs(
			({ retryOnFail, seen }) => retryOnFail && seen.some(({ proof }) => proof === 'refused'),
		),
		'beside another execution': runs(({ executions }) => executions > 1),
		'with Update Rows, over the sheet of an earlier run': history.reduce(
			(sum, { updateRows, outcomes }, pass) => sum + (updateRows && pass > 0 ? outcomes.length : 0),
			0,
		),
		'that stopped with an error': history.reduce(
			(sum, { outcomes }) => sum + outcomes.filter(({ error }) => error !== undefined).length,
			0,
		),
		'Requests to send something': requests.length,
		'of them accepted': requests.filter(({ proof }) => proof === 'accepted').length,
		'of them maybe accepted': requests.filter(({ proof }) => proof === 'none').length,
	};
}

export function added(all: Figures, more: Figures): Figures {
	const names = Object.keys({ ...all, ...more });
	return Object.fromEntries(names.map((name) => [name, (all[name] ?? 0) + (more[name] ?? 0)]));
}

/** A failing scenario as a test, to be pasted into test/engine/run/any-run.test.mts. */
export function asTest(counterexample: Scenario, found: readonly string[]): string {
	const text = JSON.stringify(counterexample, null, '\t').replaceAll('\n', '\n\t\t\t');
	return [
		`test(${JSON.stringify(found[0])}, async () => {`,
		`\texpect(\n\t\tawait violationsIn(${text}),\n\t).toEqual([]);`,
		'});',
	].join('\n');
}
