import { availableParallelism } from 'node:os';
import path from 'node:path';

// One project per layer: what is pure, the sandbox, the real engine in-process, the real n8n.
const common = {
	rootDir: path.resolve(import.meta.dirname, '..'),
	testEnvironment: '<rootDir>/test/support/node-environment.mjs',
	// Where jest looks for files at its start: not in node_modules, nor in what builds and tests leave in out/.
	roots: ['bench', 'credentials', 'dev', 'nodes', 'test'].map((folder) => `<rootDir>/${folder}`),
	moduleFileExtensions: ['mts', 'ts', 'js', 'mjs', 'json', 'node'],
	transform: {
		'\\.m?ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
};

const layer = (displayName) => ({
	...common,
	displayName,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.mts`],
	setupFiles: ['<rootDir>/test/support/set-up.mts'],
});

export default {
	// Room for a machine that is busy with other things; no test measures time.
	testTimeout: 120_000,
	// One more than there are cores, since tests also wait.
	maxWorkers: availableParallelism() + 1,
	projects: [
		layer('pure'),
		layer('sandbox'),
		layer('engine'),
		{ ...layer('n8n'), globalSetup: '<rootDir>/test/support/shared-n8n-folder.mjs' },
	],
};
