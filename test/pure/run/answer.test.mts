import {
	documentedMembers,
	isCut,
	isDeep,
	missingMembers,
} from '../../../nodes/RentalScreening/run/answer.ts';
import type { Operation } from '../../../nodes/RentalScreening/run/operation.ts';

const send = {
	requiredMembers: { userId: 'text', steps: 'list', user: 'object' },
} as unknown as Operation;
const results = {
	requiredMembers: { screening: 'object', user: 'object' },
	laterMembers: ['screening'],
	pollPlan: () => ({
		isComplete: ({ user }: { user?: { done?: boolean } }) => user?.done === true,
	}),
} as unknown as Operation;
const whole = { userId: 'u-1', steps: [], user: {} };

test.each<[Operation, unknown, string[]]>([
	[send, whole, []],
	[send, { ...whole, more: true, userId: 7 }, []],
	[send, { ...whole, userId: ' ' }, ['userId']],
	[send, { ...whole, userId: 1.5 }, ['userId']],
	[send, { ...whole, userId: 2 ** 60 }, ['userId']],
	[send, { ...whole, steps: {}, user: [] }, ['steps', 'user']],
	[send, {}, ['userId', 'steps', 'user']],
	[send, [whole], ['userId', 'steps', 'user']],
	[send, 'Sent', ['userId', 'steps', 'user']],
	[send, null, ['userId', 'steps', 'user']],
	[results, { user: {} }, []],
	[results, { screening: null, user: {} }, []],
	[results, { user: { done: true } }, ['screening']],
	[results, { screening: 'soon', user: {} }, ['screening']],
	[results, { screening: {} }, ['user']],
])('what the answer lacks: case %#', (operation, body, missing) => {
	expect(missingMembers(body, operation, {} as never)).toEqual(missing);
});

test('of an answer the documented members are kept, and a message that is not long', () => {
	const answer = { ...whole, message: 'Sent', trace: 'x' };
	expect(documentedMembers(answer, send)).toEqual({ ...whole, message: 'Sent' });
	expect(documentedMembers({ ...answer, message: 'x'.repeat(301) }, send)).toEqual(whole);
});

test.each([
	['', true],
	[' {"userId": "u', true],
	['<html>', false],
	['Sent', false],
	[{}, false],
])('%j is an answer that was cut: %p', (body, is) => {
	expect(isCut(body)).toBe(is);
});

const nested = (depth: number) =>
	Array.from({ length: depth }).reduce<unknown>(
		(inner, _, index) => (index % 2 ? [inner] : { inner }),
		'x',
	);

test.each([
	[0, false],
	[99, false],
	[100, true],
	[2000, true],
])('an answer nested %d deep is too deep: %p', (depth, is) => {
	expect(isDeep(nested(depth))).toBe(is);
});
