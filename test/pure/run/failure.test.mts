import { asFailure, Failure } from '../../../nodes/RentalScreening/run/failure.ts';

test.each([new Error('Disk full'), 'Disk full'])('what is no failure is a defect: %p', (thrown) => {
	expect(asFailure(thrown)).toMatchObject({
		message: 'The answer could not be used: Disk full',
		hint: 'Report this to the maintainers of the node.',
		final: true,
		uncertain: false,
	});
});

test('a failure stays what it is', () => {
	const failure = new Failure('No', 'Yes', { status: 422 });
	expect(asFailure(failure)).toBe(failure);
});

test.each([
	[{}, { uncertain: false, final: false }],
	[{ uncertain: true }, { uncertain: true, final: true }],
	[
		{ uncertain: true, final: false },
		{ uncertain: true, final: false },
	],
])('%j is about its own item, and final where it may have been accepted', (traits, expected) => {
	expect(new Failure('No', 'Yes', traits)).toMatchObject({
		...expected,
		concernsRun: false,
		namesRows: false,
	});
});
