import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { Job } from '../../../nodes/RentalScreening/run/job.ts';
import { Memory } from '../../../nodes/RentalScreening/run/memory.ts';
import { Queue } from '../../../nodes/RentalScreening/run/queue.ts';
import { Sender } from '../../../nodes/RentalScreening/run/send.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('no answer, and no error with its request, is kept once its item is done, though the run goes on', async () => {
	const queue = new Queue(100);
	queue.markWorking();
	const sender = new Sender({ operation: getResults, queue, memory: new Memory(), execution: 'e' });
	const kept: Array<WeakRef<object>> = [];
	const keep = <T extends object>(value: T): T => {
		kept.push(new WeakRef(value));
		return value;
	};
	const send = async (answer: () => Promise<object>) => {
		const item = { index: 0, columns: {}, parameter: () => ({}) } as unknown as Item;
		const job = new Job(item, { problems: [] }, { send: answer });
		await sender.send(job).then(
			() => {},
			() => {},
		);
	};
	let endLast = () => {};
	const last = send(async () => {
		await new Promise<void>((resolve) => (endLast = resolve));
		return { screening: {}, user: {} };
	});
	const answered = Array.from({ length: 50 }, async () => {
		await send(async () => {
			await nextTurn();
			return keep({ screening: {}, user: { ssn: '123-45-6789' } });
		});
	});
	const refused = Array.from({ length: 50 }, async () => {
		await send(async () => {
			await nextTurn();
			const config = { headers: { Authorization: 'token' } };
			throw keep(Object.assign(new Error('No'), { response: { status: 422 }, config }));
		});
	});
	await Promise.all([...answered, ...refused]);
	await nextTurn();
	collectGarbage();
	expect(kept).toHaveLength(100);
	expect(kept.filter((one) => one.deref() !== undefined)).toEqual([]);
	endLast();
	await last;
});
