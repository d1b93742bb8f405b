import { asFailure, Failure } from '../../../nodes/RentalScreening/run/failure.ts';

test.each([new Error('Disk full'), 'Disk full'])('what is no failure is a defect: %p', (thrown) => {
	expect(asFailure(thrown)).toMatchObject({
		kind: 'defect',
		message: 'The answer could not be used: Disk full',
		hint: 'Report this to the maintainers of the node.',
		isFinal: true,
	});
});

test('where something was being sent, it may have been accepted', () => {
	expect(asFailure(new Error('Disk full'), 'screening')).toMatchObject({
		kind: 'maybe',
		message: 'The answer could not be used: Disk full. The screening may have been accepted',
	});
});

test('a failure stays what it is', () => {
	const failure = new Failure('refused', 'No', 'Yes', 422);
	expect(asFailure(failure)).toBe(failure);
});

test.each([
	['invalid', true, false],
	['invalidItems', true, false],
	['unreachable', false, true],
	['noAccess', true, true],
	['tryLater', false, false],
	['unavailable', true, false],
	['refused', true, false],
	['redirected', true, false],
	['unanswered', false, false],
	['maybe', true, false],
	['notFound', false, false],
	['notFetched', false, false],
	['incomplete', true, false],
	['cancelled', true, false],
	['defect', true, false],
] as const)('%s is final: %p; holds for every item: %p', (kind, isFinal, isOfRun) => {
	expect(new Failure(kind, 'No', 'Yes')).toMatchObject({ isFinal, isOfRun });
});
