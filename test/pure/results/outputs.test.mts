import fc from 'fast-check';

import { applicantOf } from '../../../nodes/RentalScreening/results/applicant.ts';
import {
	outputNamed,
	RESULT_OUTPUTS,
	shapeResults,
	type OutputChoice,
	type ResultOutput,
	type ResultOutputValue,
} from '../../../nodes/RentalScreening/results/outputs.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report.ts';
import { bareAnswer, fullAnswer, SSN } from './answers.mts';
import { anyAnswer, HOSTILE, withEveryText } from './wild.mts';

const outputs: readonly ResultOutput[] = RESULT_OUTPUTS;
const choice: OutputChoice = {
	userId: 'usr-1',
	fields: ['creditScore', 'jobTitle'],
	includeSsn: false,
};

const shaped = (
	value: ResultOutputValue,
	change: Partial<OutputChoice> = {},
	answer = fullAnswer(),
) => shapeResults(answer, outputNamed(value)!, { ...choice, ...change });

describe('the outputs', () => {
	test('give one row for each output that Update Rows can write', () => {
		const oneRow = outputs.filter((output) => output.rowColumns).map(({ value }) => value);
		expect(oneRow).not.toEqual([]);
		for (const value of oneRow) {
			for (const answer of [fullAnswer(), bareAnswer()]) {
				const items = shaped(value as ResultOutputValue, {}, answer);
				expect(items).toMatchObject([{ json: { userId: 'usr-1' } }]);
			}
		}
	});

	test.each(outputs)(
		'$value names its columns that say who the applicant is',
		({ value, personColumns }) => {
			const [item] = shaped(value as ResultOutputValue);
			if (value === 'raw') return;
			const own = Object.keys(item!.json).filter((name) => personColumns.includes(name));
			expect(own).toContain('userId');
			const { user } = fullAnswer();
			for (const name of own.slice(1))
				expect(item!.json[name]).toBe(user[name as keyof typeof user]);
		},
	);

	test('give the answer itself, its SSN masked unless it is asked for', () => {
		const given = fullAnswer();
		Object.assign(given.screening, { notInTheContract: [{ deep: null }] });
		const expected = structuredClone(given);
		expected.user.employmentDetails!.identity!.ssn = '***-**-6789';
		expect(shaped('raw', {}, given)).toStrictEqual([{ json: expected }]);
		expect(shaped('raw', { includeSsn: true }, given)).toStrictEqual([{ json: given }]);
	});

	test('give the report with the whole row, as fields for an email and as a file', () => {
		const applicant = applicantOf(fullAnswer(), 'usr-1');
		const { subject, html, text, fileName } = buildReport(applicant);
		expect(shaped('report')).toEqual([
			{
				json: { subject, html, text, ...shaped('row')[0]!.json },
				fileName,
			},
		]);
		expect(Object.keys(shaped('report')[0]!.json).slice(0, 4)).toEqual([
			'subject',
			'html',
			'text',
			'userId',
		]);
	});

	describe.each(outputs)('$value', (output) => {
		test('never holds the SSN, wherever and however the service repeats it but in an ID', () => {
			const forms = [SSN, '123456789', '123 - 45 - 6789', '123−45−6789', '123\u00AD45/6789'];
			for (const form of forms) {
				const answer = withEveryText(fullAnswer(), (text, path) =>
					text === SSN || path.at(-1) === 'id' ? text : `x ${form}`,
				);
				Object.assign(answer.user, { other: form, applicantSsn: 123456789 });
				answer.screening.redFlags!.push({ ssn: form }, { value: 123456789 }, { name: form });
				const shown = JSON.stringify(shapeResults(answer, output, { ...choice }));
				expect(shown.replace(/[^\d"]/g, '')).not.toContain('123456789');
			}
		});

		test('is there for an answer of any shape, which stays as it is', () => {
			fc.assert(
				fc.property(anyAnswer(), (answer) => {
					const before = structuredClone(answer);
					for (const { json } of shapeResults(answer, output, choice)) {
						expect(typeof json).toBe('object');
						const cells = output.value === 'raw' ? [] : Object.values(json);
						for (const cell of cells) expect(cell === null || typeof cell !== 'object').toBe(true);
					}
					expect(answer).toStrictEqual(before);
				}),
			);
		});

		test.each(HOSTILE)('has cells that no spreadsheet runs or breaks: %j', (hostile) => {
			if (output.value === 'raw') return;
			const answer = withEveryText(fullAnswer(), () => hostile);
			for (const { json } of shapeResults(answer, output, choice)) {
				// The HTML and the text of a report are no cells.
				const cells = output.value === 'report' ? { ...json, html: '', text: '' } : json;
				for (const [name, cell] of Object.entries(cells)) {
					// An ID is as the service gave it.
					if (typeof cell !== 'string' || /^id$|Id$/.test(name)) continue;
					expect(cell).not.toMatch(/^\s*[=+\-@]|[\r\n\v\f\u0085\u2028\u2029]/);
				}
			}
		});
	});
});
