// Rules for what does not ship. What ships is linted by n8n's own strict rules (eslint.config.mjs).
import js from '@eslint/js';
import typescript from 'typescript-eslint';

export default typescript.config(
	js.configs.recommended,
	typescript.configs.strict,
	{
		files: ['**/*.mts'],
		rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
	},
	{
		// Demo, benchmark and host stand without the tests.
		files: ['bench/**', 'dev/**'],
		rules: { 'no-restricted-imports': ['error', { patterns: ['**/test/**'] }] },
	},
);
