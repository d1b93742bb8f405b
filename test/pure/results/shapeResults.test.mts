import fc from 'fast-check';

import { shapeResults, type ResultsOutput } from '../../../nodes/RentalScreening/results/index.ts';
import * as lists from '../../../nodes/RentalScreening/results/lists.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report/buildReport.ts';
import { simplify } from '../../../nodes/RentalScreening/results/simplified.ts';
import { bareAnswer, fullAnswer, SSN } from './answers.mts';
import { anyAnswer } from './wild.mts';

const OUTPUTS: ResultsOutput[] = [
	'simplified',
	'raw',
	'report',
	'landlordReviews',
	'monthlyData',
	'rentals',
	'rentTransactions',
	'flags',
];

const shaped = (output: ResultsOutput, includeSsn = false, answer = fullAnswer()) =>
	shapeResults(answer, { output, userId: 'usr-1', includeSsn });

describe('shapeResults', () => {
	it('gives one simplified row', () => {
		expect(shaped('simplified')).toEqual([{ json: simplify(fullAnswer(), 'usr-1') }]);
	});

	it('gives the answer itself with its SSN masked', () => {
		const expected = fullAnswer();
		expected.user.employmentDetails!.identity!.ssn = '***-**-6789';
		expect(shaped('raw')).toStrictEqual([{ json: expected }]);
	});

	it('gives the answer with its SSN only where that was asked for', () => {
		expect(shaped('raw', true)).toStrictEqual([{ json: fullAnswer() }]);
		for (const output of OUTPUTS.filter((output) => output !== 'raw')) {
			expect(JSON.stringify(shaped(output, true))).not.toMatch(/123-?45-?6789/);
		}
		for (const output of OUTPUTS) expect(JSON.stringify(shaped(output))).not.toContain(SSN);
	});

	it('gives the report as fields for a mail and as a file', () => {
		const { subject, html, text, fileName } = buildReport(fullAnswer(), 'usr-1');
		expect(shaped('report')).toEqual([
			{
				json: { userId: 'usr-1', firstName: 'Jane', lastName: 'Doe', subject, html, text },
				file: { content: html, fileName, mimeType: 'text/html' },
			},
		]);
	});

	it.each(Object.entries(lists))('gives an item for each element of %s', (name, list) => {
		const rows = list(fullAnswer(), 'usr-1');
		expect(shaped(name as ResultsOutput)).toEqual(rows.map((json) => ({ json })));
		expect(shaped(name as ResultsOutput, false, bareAnswer())).toEqual([]);
	});

	it.each(OUTPUTS)(
		'gives %s for an answer of any shape and leaves the answer as it is',
		(output) => {
			fc.assert(
				fc.property(anyAnswer(), (answer) => {
					const before = structuredClone(answer);
					for (const { json } of shaped(output, false, answer)) expect(typeof json).toBe('object');
					expect(answer).toStrictEqual(before);
				}),
			);
		},
	);
});
