import { checkAll } from '../../../nodes/RentalScreening/run/check.ts';
import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import type { Operation } from '../../../nodes/RentalScreening/run/operation.ts';

const itemWith = (parameters: Record<string, unknown>) =>
	({
		refusedParameter: () => undefined,
		parameter: (name: string) => parameters[name],
		columns: {},
	}) as unknown as ItemInput;

/** An operation whose items take so long to check by the machine's clock. */
const taking = (milliseconds: number): Operation => ({
	label: 'screening',
	requiredMembers: {},
	preparerFor: () => () => {
		jest.setSystemTime(Date.now() + milliseconds);
		return { problems: [] };
	},
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
	[1, 0],
	[10, 1],
	[30, 3],
])(
	'four items that take %d ms each: n8n does other work in between, so many times: %d',
	async (milliseconds, times) => {
		const waiting = jest.spyOn(globalThis, 'setTimeout');
		const checking = checkAll(
			taking(milliseconds),
			Array.from({ length: 4 }, () => itemWith({})),
		);
		await jest.runAllTimersAsync();
		expect(await checking).toHaveLength(4);
		expect(waiting).toHaveBeenCalledTimes(times);
		waiting.mockRestore();
	},
);

const REFUSED = {
	problems: [
		{ field: 'proxy', label: 'Proxy', text: 'needs a host and a port, such as http://proxy:3128' },
	],
	endsNode: true,
};

test.each([
	[undefined, { problems: [] }],
	['', { problems: [] }],
	['http://proxy:3128', { problems: [] }],
	['socks5://user:secret@[::1]:1080', { problems: [] }],
	['http://proxy.example.com:80/path', { problems: [] }],
	[' http://proxy:3128\n', { problems: [] }],
	['http://user:p@ss@proxy:3128', { problems: [] }],
	['http://user:pa#ss@proxy:3128', REFUSED],
	['proxy', REFUSED],
	['proxy:3128', REFUSED],
	['http://proxy', REFUSED],
	['http://proxy:3128x', REFUSED],
	['x http://proxy:1', REFUSED],
])('the proxy %p', async (proxy, request) => {
	expect(await checkAll(taking(0), [itemWith({ 'requestOptions.proxy': proxy })])).toEqual([
		request,
	]);
});

test.each([
	[new Error('No such column'), 'could not be evaluated: No such column'],
	['thrown text', 'could not be evaluated: n8n gives no reason'],
])('an expression that throws %p ends the node', async (thrown, text) => {
	const item = { ...itemWith({}), refusedParameter: () => ({ name: 'flowId', thrown }) };
	const problems = [{ field: 'flowId', label: 'flowId', text }];
	expect(await checkAll(taking(0), [item as unknown as ItemInput])).toEqual([
		{ problems, endsNode: true },
	]);
});
