import { nodeRuntime } from '../host/node-runtime.mts';
import type { Progress } from '../host/progress.mts';
import { DEFAULT_N8N_VERSION, DEVELOPMENT_NODES, N8N_VERSIONS } from '../host/versions.mts';

/** One version of something that the tests are run with. */
export interface Leg {
	name: string;
	/** Which tests: arguments of jest. */
	args: string[];
	env?: Record<string, string>;
	/** The Node that runs them. */
	node(progress: Progress): Promise<string> | string;
}

/** The matrices, by the names that the command line takes. */
export const MATRICES: Readonly<Record<string, readonly Leg[]>> = {
	node: DEVELOPMENT_NODES.map((version) => ({
		name: `Node ${version.split('.')[0]}`,
		args: ['--selectProjects', 'pure', 'sandbox', 'engine', '--maxWorkers=100%'],
		node: async (progress) => (await nodeRuntime(progress, version)).binary,
	})),
	n8n: N8N_VERSIONS.map((version) => ({
		name: `n8n ${version}`,
		args: ['--selectProjects', 'n8n', ...namedAfter(version)],
		env: { RENTAL_SCREENING_N8N: version },
		node: () => process.execPath,
	})),
};

/** The tests that are not about one version run in the default one; with another only its own do. */
function namedAfter(version: string): string[] {
	if (version === DEFAULT_N8N_VERSION) return [];
	return ['--testNamePattern', `n8n ${version.replaceAll('.', '\\.')}`];
}
