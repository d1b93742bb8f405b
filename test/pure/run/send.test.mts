import { missingMembers } from '../../../nodes/RentalScreening/run/send.ts';

describe('the members that an answer must have', () => {
	const requiredMembers = { userId: 'text', steps: 'list', user: 'object' } as const;

	test.each([
		[{ userId: 'u', steps: [], user: {} }, []],
		[{ userId: 7, steps: [1], user: { a: 1 } }, []],
		[{ userId: '', steps: {}, user: [] }, ['userId', 'steps', 'user']],
		[{ userId: null, steps: null, user: null }, ['userId', 'steps', 'user']],
		[{}, ['userId', 'steps', 'user']],
		[{ userId: true, steps: [], user: {} }, ['userId']],
	])('%j lacks %j', (answer, lacking) => {
		expect(missingMembers(answer, requiredMembers)).toEqual(lacking);
	});

	test.each([[[]], ['{}'], [null], [undefined]])('%j is no JSON object', (body) => {
		expect(missingMembers(body, requiredMembers)).toBe('all');
	});
});
