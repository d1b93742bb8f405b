// The mutants that survived the last run, or that no test reached, once more: the second half of `mutation-sample`.
import { readFileSync } from 'node:fs';
import config from './stryker.config.mjs';

const { files } = JSON.parse(readFileSync(config.jsonReporter.fileName, 'utf8'));

/** A report counts columns from 1, a range from 0. */
const toRange = ({ start, end }) =>
	`${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;

export default {
	...config,
	mutate: Object.entries(files).flatMap(([file, { mutants }]) =>
		mutants
			.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
			.map(({ location }) => `${file}:${toRange(location)}`),
	),
	incremental: false,
	thresholds: { high: 92, low: 85, break: null },
};
