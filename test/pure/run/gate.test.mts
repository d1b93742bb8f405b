import { Abort, Aborted } from '../../../nodes/RentalScreening/run/abort.ts';
import { Gate } from '../../../nodes/RentalScreening/run/gate.ts';

test('thousands of waiting requests start one after the other, in order, and then one that comes later', async () => {
	const gate = new Gate(1, new Abort());
	const started: number[] = [];
	const passed = async (index: number) => {
		await gate.enter(index, false);
		started.push(index);
		gate.leave();
	};
	const all = Array.from({ length: 2500 }, (_, index) => index);
	await Promise.all(all.map(passed));
	await passed(2500);
	expect(started).toEqual([...all, 2500]);
});

test('nothing enters after an abort', async () => {
	const abort = new Abort();
	const gate = new Gate(1, abort);
	abort.now();
	await expect(gate.enter(0, false)).rejects.toBeInstanceOf(Aborted);
});
