import { asFailure, Failure } from '../../../nodes/RentalScreening/run/failure.ts';

test.each([new Error('Disk full'), 'Disk full'])('what is no failure is a defect: %p', (thrown) => {
	expect(asFailure(thrown)).toMatchObject({
		message: 'The answer could not be used: Disk full',
		final: true,
		uncertain: false,
	});
});

test('a failure stays what it is', () => {
	const failure = new Failure('No', 'Yes', { status: 422 });
	expect(asFailure(failure)).toBe(failure);
});
