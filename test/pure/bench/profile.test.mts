import type { Profiler } from 'node:inspector';

import { timeByArea } from '../../../bench/profile.mts';

const MODULES = '/n8n/node_modules';

describe('where the time goes', () => {
	test("counts what a library does for the area that called it, and leaves out the process's sleep", () => {
		const times = timeByArea(
			profile([
				['(root)', ''],
				['(idle)', '', 1],
				['(garbage collector)', '', 1],
				['run', 'file:///package/dist/rentalScreening.js', 1],
				['getNodeParameter', `${MODULES}/n8n-core/dist/node-execution-context.js`, 4],
				['evaluate', `${MODULES}/n8n-workflow/dist/cjs/expression.js`, 5],
				['get', `${MODULES}/lodash/get.js`, 6],
				['getDecrypted', `${MODULES}/n8n/dist/credentials-helper.js`, 5],
				['request', 'node:_http_client', 4],
				['listOnTimeout', 'node:internal/timers', 1],
			]),
			2,
		);
		// Each frame has one sample of two milliseconds; there are two items.
		expect([...times.values()]).toEqual([1, 2, 1, 1, 1, 1, 2]);
	});
});

type Frame = [functionName: string, url: string, parent?: number];

/** A call tree of those frames, the first being 1, with one sample of 2 ms in each. */
function profile(frames: readonly Frame[]): Profiler.Profile {
	const children = (id: number) =>
		frames.flatMap(([, , parent], index) => (parent === id ? [index + 1] : []));
	return {
		nodes: frames.map(([functionName, url], index) => ({
			id: index + 1,
			callFrame: { functionName, url, scriptId: '', lineNumber: 0, columnNumber: 0 },
			children: children(index + 1),
		})),
		startTime: 0,
		endTime: 0,
		samples: frames.map((_, index) => index + 1),
		timeDeltas: frames.map(() => 2000),
	};
}
