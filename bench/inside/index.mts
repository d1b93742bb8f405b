import type { Profiler } from 'node:inspector';

/** What the benchmark has n8n's process do to itself. */
export interface InsideN8n {
	/**
	 * So that what is measured next does not begin with what was left by what was before.
	 * Resolves to the megabytes that are in use.
	 */
	collectGarbage(): Promise<number>;
	/** Where n8n's process spends its time while `work` goes on. */
	profile(work: () => Promise<unknown>): Promise<Profiler.Profile>;
}

const AGENT = new URL('agent.mts', import.meta.url).href;

/** The setting that makes an n8n listen to {@link insideN8n} on that port. */
export function listeningInside(port: number): Record<string, string> {
	return { NODE_OPTIONS: `--import ${AGENT}?port=${port}` };
}

/** Reaches into the n8n that was started with {@link listeningInside}. */
export function insideN8n(port: number): InsideN8n {
	const ask = async (action: string): Promise<unknown> => {
		const response = await fetch(`http://127.0.0.1:${port}/${action}`);
		if (!response.ok) throw new Error(`'${action}' did not work: ${await response.text()}`);
		return await response.json();
	};
	return {
		async collectGarbage() {
			const { left } = (await ask('collect-garbage')) as { left: number };
			return left / 2 ** 20;
		},
		async profile(work) {
			await ask('start-profile');
			await work();
			return (await ask('stop-profile')) as Profiler.Profile;
		},
	};
}
