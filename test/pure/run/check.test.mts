import { checkAll } from '../../../nodes/RentalScreening/run/check.ts';
import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import type { Operation } from '../../../nodes/RentalScreening/run/operation.ts';

const items = [0, 1, 2, 3].map(
	(index) =>
		({
			index,
			refusedParameter: () => undefined,
			parameter: () => undefined,
			columns: {},
		}) as unknown as ItemInput,
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

describe('the options of an item', () => {
	const none: Operation = {
		label: 'screening',
		requiredMembers: {},
		preparerFor: () => () => ({ problems: [{ field: 'own', label: 'Own', text: 'is wrong' }] }),
	};

	const problemsOf = async (parameters: Record<string, unknown>) => {
		const item = { ...items[0]!, parameter: (name: string) => parameters[name] };
		const [request] = await checkAll(none, [item as unknown as ItemInput]);
		return request!;
	};

	test.each([
		[undefined],
		[''],
		['http://proxy:3128'],
		['socks5://user:secret@[::1]:1080'],
		['http://proxy.example.com:80/path'],
	])('the proxy %p passes', async (proxy) => {
		const { endsNode } = await problemsOf({ 'requestOptions.proxy': proxy });
		expect(endsNode).toBeUndefined();
	});

	test.each(['proxy', 'proxy:3128', 'http://proxy', 'http://proxy:3128x', 'x http://proxy:1'])(
		'the proxy %p ends the node',
		async (proxy) => {
			expect(await problemsOf({ 'requestOptions.proxy': proxy })).toEqual({
				problems: [
					{
						field: 'proxy',
						label: 'Proxy',
						text: 'needs a host and a port, such as http://proxy:3128',
					},
				],
				endsNode: true,
			});
		},
	);

	test('the problems of the options come after those of the request', async () => {
		const fields = async (parameters: Record<string, unknown>) =>
			(await problemsOf(parameters)).problems.map(({ field }) => field);
		expect(await fields({})).toEqual(['own']);
		const names = ['includeInputFields', 'maxConcurrency', 'sendAgain'];
		const options = Object.fromEntries(names.map((name) => [name, 'x']));
		expect(await fields({ options })).toEqual(['own', ...names.map((name) => `options.${name}`)]);
	});

	test.each([
		[new Error('No such column'), 'could not be evaluated: No such column'],
		['thrown text', 'could not be evaluated: n8n gives no reason'],
	])('an expression that throws %p ends the node', async (thrown, text) => {
		const item = {
			...items[0]!,
			refusedParameter: () => ({ name: 'flowId', thrown }),
		} as unknown as ItemInput;
		const [request] = await checkAll(none, [item]);
		expect(request).toEqual({
			problems: [{ field: 'flowId', label: 'flowId', text }],
			endsNode: true,
		});
	});
});
