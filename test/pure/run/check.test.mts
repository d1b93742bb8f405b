import { checkAll } from '../../../nodes/RentalScreening/run/check.ts';
import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import type { Operation } from '../../../nodes/RentalScreening/run/operation.ts';

const items = [0, 1, 2, 3].map(
	(index) => ({ index, evaluateAll: () => {}, parameter: () => undefined }) as unknown as ItemInput,
);

/** An operation whose items take so long to check by the machine's clock. */
const taking = (milliseconds: number): Operation => ({
	label: 'screening',
	requiredMembers: {},
	preparerFor: () => () => {
		jest.setSystemTime(Date.now() + milliseconds);
		return { problems: [] };
	},
});

describe('checking all items', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	/** How often others got their turn before all was checked. */
	const breathsOf = async (operation: Operation) => {
		const waiting = jest.spyOn(globalThis, 'setTimeout');
		const checking = checkAll(operation, items);
		await jest.runAllTimersAsync();
		expect(await checking).toHaveLength(items.length);
		const breaths = waiting.mock.calls.length;
		waiting.mockRestore();
		return breaths;
	};

	test('goes through at once what is checked quickly', async () => {
		expect(await breathsOf(taking(1))).toBe(0);
	});

	test('lets n8n do other work in between when it takes long', async () => {
		expect(await breathsOf(taking(30))).toBe(3);
		expect(await breathsOf(taking(10))).toBe(1);
	});
});
