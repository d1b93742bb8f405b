import { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import { rowsLabel, summary } from '../../../nodes/RentalScreening/run/messages.ts';
import { Outcomes } from '../../../nodes/RentalScreening/run/outcomes.ts';

test.each([
	[[3], 'Row 4'],
	[[3, 4], 'Rows 4, 5'],
	[[0, 2, 3, 4, 9], 'Rows 1, 3–5, 10'],
])('items %j are %s to people', (indexes, label) => {
	expect(rowsLabel(indexes)).toBe(label);
});

describe('outcomes', () => {
	const uncertain = new Failure('Lost', 'Look', { uncertain: true });
	const prepared = ['Ana Lee', 'Bo', 'Cy', 'Di'].map((who) => ({ who, problems: [] }));

	test('the summary lists identifiers one by one, the rest as ranges, what is uncertain last', () => {
		const outcomes = new Outcomes(7);
		expect(summary(outcomes, prepared)).toBe('');
		outcomes.keepIdentifier(0, 'userId', { userId: 'u-0' });
		outcomes.succeeded(1, []);
		outcomes.failed(2, uncertain);
		outcomes.failed(3, new Failure('Refused', 'Fix it'));
		outcomes.succeeded(4, []);
		outcomes.succeeded(5, []);
		outcomes.passed(6, []);
		expect(summary(outcomes, prepared)).toBe(
			[
				'Done before the stop (4):',
				"Row 1 ('Ana Lee'): userId 'u-0'",
				'Rows 2, 5, 6',
				'May have been accepted, look them up before you send them again: Row 3',
			].join('\n'),
		);
	});

	test('know the first item that must not be tried again', () => {
		const outcomes = new Outcomes(3);
		outcomes.failed(0, new Failure('Refused', 'Fix it'));
		expect(outcomes.firstFinal()).toBeUndefined();
		outcomes.failed(2, uncertain);
		expect(outcomes.firstFinal()).toEqual({ index: 2, failure: uncertain });
		expect(outcomes.triesOf(2)).toBe(1);
		outcomes.succeeded(2, []);
		expect(outcomes.firstFinal()).toBeUndefined();
	});
});
