// Branch coverage of what ships by the pure and the engine tests: `npx jest --config test/coverage.config.mjs`. The engine loads
// the sources here in place of the bundle, so that both layers count the same branches.
import jestConfig from './jest.config.mjs';

const FROM_SOURCE = { '/dist/((?:nodes|credentials)/.+)\\.js$': '<rootDir>/$1.ts' };

export default {
	...jestConfig,
	rootDir: '..',
	projects: jestConfig.projects
		.filter(({ displayName }) => ['pure', 'engine'].includes(displayName))
		.map((project) => ({
			...project,
			moduleNameMapper: FROM_SOURCE,
		})),
	collectCoverage: true,
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: 'out/coverage',
	coverageReporters: ['text', 'json'],
	coverageThreshold: { global: { branches: 95 } },
};
