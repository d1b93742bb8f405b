import spawn from 'nano-spawn';

/** What is needed now and then, by name: a shell command, run from the root of the repository. */
export const TASKS: Readonly<Record<string, string>> = {
	'contract-types':
		'openapi-typescript openapi/rental-screening.yaml --default-non-nullable=false --output openapi/rental-screening.d.ts',
	coverage: 'jest --config test/coverage.config.mjs',
	mutation: 'stryker run test/mutation/stryker.config.mjs',
	'mutation-sample':
		'stryker run test/mutation/sample.config.mjs && MUTATION_TESTS=engine stryker run test/mutation/survivors.config.mjs',
	schemas: 'tsx dev/schemas/generate.mts',
	screenshots:
		'npm run build && RENTAL_SCREENING_PICTURES=docs/images jest --config test/jest.config.mjs --selectProjects n8n --testPathPatterns n8n/editor "n8n/workflows/(pictures|screen-applicants-from-a-form)"',
	soak: 'npm run build && tsx test/soak/soak.mts',
	templates: 'tsx dev/templates/generate.mts',
};

/** `npm run task -- <name> [options]`; the options go to the last command of the task. */
export async function main([name = '', ...options]: string[]): Promise<void> {
	const command = TASKS[name];
	if (command === undefined) throw new Error(`The tasks are ${Object.keys(TASKS).join(', ')}.`);
	const quoted = options.map((option) => JSON.stringify(option));
	await spawn([command, ...quoted].join(' '), { shell: true, stdio: 'inherit' });
}
