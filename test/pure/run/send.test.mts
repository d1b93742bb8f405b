import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import type { Row } from '../../../nodes/RentalScreening/rows/row.ts';
import { Job } from '../../../nodes/RentalScreening/run/job.ts';
import { Memory } from '../../../nodes/RentalScreening/run/memory.ts';
import { Queue } from '../../../nodes/RentalScreening/run/queue.ts';
import { Sender } from '../../../nodes/RentalScreening/run/send.ts';
import type { RequestAccount } from '../../../nodes/RentalScreening/service/account.ts';

// What a row has to say right before its request is sent, and a 403. Random orders of events: interleavings, ../rows/walks.

/** Sends the request of that row in a run of its own; returns what became of it, and how often it was sent. */
async function send(row: Partial<Row>, memory = new Memory(), answer = () => ({ userId: 'u1' })) {
	const sent = jest.fn(answer);
	const transport = {
		send: async (_: unknown, beforeSend: (account: RequestAccount) => void) => {
			beforeSend({ key: 'account', secrets: [], dropTokenOlderThan: () => true });
			return await Promise.resolve(sent());
		},
	};
	const item = { index: 0, columns: {}, isToolCall: false, parameter: () => ({}) };
	const request = { body: { email: 'ada@example.com' }, problems: [], key: 'ada' };
	const job = new Job(item as unknown as Item, request, transport, row as Row);
	const sender = new Sender({
		operation: sendScreening,
		queue: new Queue(1),
		memory,
		execution: {},
	});
	const ended = await sender.send(job).catch(({ kind }: { kind: string }) => kind);
	return [ended, sent.mock.calls.length];
}

test.each<[string, boolean, boolean, unknown, number]>([
	['is free is sent', false, true, { userId: 'u1' }, 1],
	['another run has taken is left to it', false, false, undefined, 0],
	['was marked too long ago is too late', true, true, 'late', 0],
])('right before it would be sent, a row that %s', async (_, isLate, isFree, ended, sends) => {
	const take = jest.fn(() => isFree);
	expect(await send({ isLate, take })).toEqual([ended, sends]);
	expect(take).toHaveBeenCalledTimes(isLate ? 0 : 1);
});

test('a row that was marked too long ago is answered by what was sent', async () => {
	const memory = new Memory();
	const row = { take: () => true, mayRepeat: () => false };
	await send(row, memory);
	expect(await send({ ...row, isLate: true }, memory)).toEqual([{ userId: 'u1' }, 0]);
});

test('a 403 is answered by one login more, even if every token counts as old', async () => {
	const refuse = () => {
		throw Object.assign(new Error('Forbidden'), { response: { status: 403 } });
	};
	expect(await send({ take: () => true }, new Memory(), refuse)).toEqual(['refused', 2]);
});
