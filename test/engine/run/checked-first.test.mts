import type { INode, INodeParameters } from 'n8n-workflow';

import {
	createApplicants,
	toEmail,
	sendByColumns,
	sendByExpressions,
} from '../../support/applicants.mts';
import { ON_ERROR, createCredential, retrying, runNode, runOn } from '../../support/engine.mts';
import { atRequest, createCancel } from '../../support/moments.mts';
import { watchLog } from '../../support/node-log.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rule 1: every item is checked before anything is sent, and what n8n itself refuses is no way around it.

const newSandbox = useSandbox();

test('an invalid row is found even if n8n passes the items in batches', async () => {
	const sandbox = await newSandbox();
	const { error } = await runOn(sandbox, {
		parameters: {
			...sendByExpressions,
			requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } },
		},
		rows: createApplicants(9, { 8: { email: 'x' } }),
	});
	expect(sandbox.requests).toEqual([]);
	expect(error?.message).toBe(
		"Nothing was sent. Row 9 ('x'): 'Email' must be an email address, such as name@example.com [item 8]",
	);
});

test('a setting that cannot be read for two of three rows: both are named', async () => {
	const sandbox = await newSandbox();
	const parameters = { ...sendByColumns, countryCode: "={{ $json.row === 0 ? '1' : 'USA' }}" };
	const { error } = await runOn(sandbox, { parameters, rows: createApplicants(3) });
	const said = "'Country Code' must be a country code, such as 1";
	expect(error?.message).toBe(
		`Nothing was sent. Row 2 ('Nathan Smith 1'): ${said}; Row 3 ('Nathan Smith 2'): ${said} [item 1]`,
	);
});

test.each(['options', 'requestOptions'])(
	'an expression in %s that n8n refuses for one item: nothing is sent behind its back',
	async (parameter) => {
		const sandbox = await newSandbox();
		const refused = "={{ $json.row === 7 ? $('Nowhere').first().json.n : 5 }}";
		const run = { credential: createCredential(sandbox), rows: createApplicants(20) };
		const { error } = await runNode({
			...run,
			parameters: { ...sendByColumns, [parameter]: { timeout: refused, maxConcurrency: refused } },
		});
		expect(error?.message).toContain("Referenced node doesn't exist");
		// A request sent in spite of the error would arrive before this one.
		await runNode({ ...run, parameters: sendByColumns, rows: createApplicants(25).slice(20) });
		expect(sandbox.screenings.map(({ email }) => email)).toEqual(
			[20, 21, 22, 23, 24].map((index) => toEmail(index)),
		);
	},
);

const ONE_BY_ONE = { batch: { batchSize: 1, batchInterval: 5 } };

describe('rows that n8n itself refuses', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Not a valid proxy: n8n ends the node at row 7, before it has passed all items. */
	const proxy = "={{ $json.row === 7 ? 'nonsense' : '' }}";
	const batching = { batch: { batchSize: 2, batchInterval: 1 } };

	const ways: Array<[string, INodeParameters, Partial<INode>]> = [
		['at once', { requestOptions: { proxy } }, {}],
		['at once, Retry On Fail', { requestOptions: { proxy } }, retrying],
		['with Batching', { requestOptions: { proxy, batching } }, {}],
		['with Batching, Retry On Fail', { requestOptions: { proxy, batching } }, retrying],
	];

	// In batches those before it are sent: n8n comes to it later.
	test.each(ways.slice(0, 2))(
		'On Error = Stop, %s: nothing is sent',
		async (_, parameters, settings) => {
			const sandbox = await newSandbox();
			const run = { credential: createCredential(sandbox), parameters: sendByColumns };
			const { error } = await runNode({
				...run,
				parameters: { ...sendByColumns, ...parameters },
				rows: createApplicants(20),
				settings,
			});
			expect(error?.message).toContain('The proxy is not valid');
			// A request sent after the node ended would arrive before this one.
			await runNode({ ...run, rows: createApplicants(25).slice(20) });
			expect(sandbox.screenings.map(({ email }) => email)).toEqual(
				[20, 21, 22, 23, 24].map((index) => toEmail(index)),
			);
		},
	);

	describe.each([
		['continueRegularOutput', 'due'],
		['continueErrorOutput', 'off'],
	] as const)('On Error = %s', (onError, updateRows) => {
		test.each(ways)('%s: the others are sent, once', async (_, parameters, settings) => {
			const sandbox = await newSandbox();
			const { items, errorItems } = await runOn(sandbox, {
				parameters: { ...sendByColumns, updateRows, matchColumn: '', ...parameters },
				rows: createApplicants(20),
				settings: { ...settings, onError },
			});
			const others = createApplicants(20).flatMap(({ row }) => (row === 7 ? [] : [row as number]));
			expect(sandbox.screenings.map(({ email }) => email).sort()).toEqual(
				others.map((index) => toEmail(index)).sort(),
			);
			const sent = items.filter(({ json }) => json.userId !== undefined);
			expect(sent.map(({ pairedItem }) => pairedItem)).toEqual(others.map((item) => ({ item })));
			expect(items.length + errorItems.length).toBe(20);
		});
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'cancelled during it, On Error = %s: the log has every ID that the service returned',
		async (onError) => {
			const warn = watchLog();
			const sandbox = await newSandbox();
			const { now, onStart } = createCancel();
			atRequest(sandbox, 'sendScreeningWithFlow', 5, now);
			await runOn(sandbox, {
				parameters: { ...sendByColumns, options: { maxConcurrency: 1 }, requestOptions: { proxy } },
				rows: createApplicants(20),
				settings: { onError },
				onStart,
			});
			const logged = warn.mock.calls.map(([message]) => message).join('\n');
			expect(logged).toMatch(/^Rental Screening was cancelled\. Before that:\n/);
			const unclear = /^Row 5 .*: may have been accepted/m.test(logged) ? [toEmail(4)] : [];
			const reported = sandbox.screenings.filter(({ email }) => !unclear.includes(email));
			expect(reported.length).toBeGreaterThanOrEqual(4);
			for (const { email, userId } of reported) {
				const index = Number(/\d+/.exec(email)![0]);
				expect(logged).toContain(`Row ${index + 1} ('Nathan Smith ${index}'): userId '${userId}'`);
			}
		},
	);

	test.each([
		['fails', {}, false],
		['fails in each try of Retry On Fail', retrying, false],
		['is cancelled', {}, true],
	])(
		'with Batching a first row that %s under Stop is thrown only when n8n has registered all',
		async (_, settings, isCancelled) => {
			const warn = watchLog();
			const sandbox = await newSandbox();
			const { now, onStart } = createCancel();
			if (isCancelled) atRequest(sandbox, 'sendScreeningWithFlow', 1, now);
			sandbox.disrupt({ applicant: toEmail(0), status: 500 });
			const unhandled: unknown[] = [];
			const listen = (reason: unknown) => unhandled.push(reason);
			process.on('unhandledRejection', listen);
			const { error } = await runOn(sandbox, {
				parameters: {
					...sendByColumns,
					requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 30 } } },
				},
				rows: createApplicants(8),
				settings,
				onStart,
			});
			process.off('unhandledRejection', listen);
			expect(error?.message).toMatch(isCancelled ? /The execution was cancelled/ : /\(500\)/);
			if (isCancelled) {
				expect(warn.mock.calls.join()).toMatch(
					/^Rental Screening was cancelled\. Before that:\nRow 1 .*: may have been accepted/,
				);
			}
			expect(unhandled).toEqual([]);
			expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
		},
	);
});

describe('an expression that n8n refuses at one row: no userId is lost', () => {
	const parameters = {
		...sendByExpressions,
		phone: "={{ $json.row === 7 ? $('Nowhere').first().json.n : $json.phone }}",
	};

	test.each(
		ON_ERROR.flatMap((onError) =>
			['off', 'due'].flatMap((updateRows) => [
				{ onError, updateRows, requestOptions: {} },
				{ onError, updateRows, requestOptions: { batching: ONE_BY_ONE } },
			]),
		),
	)('%j', async ({ onError, ...more }) => {
		const sandbox = await newSandbox();
		const { items, errorItems, error } = await runOn(sandbox, {
			parameters: { ...parameters, matchColumn: '', ...more },
			rows: createApplicants(10),
			settings: { ...retrying, onError },
		});
		const reported = JSON.stringify([items, errorItems, error?.message, error?.description]);
		for (const { userId } of sandbox.screenings) expect(reported).toContain(userId);
	});
});

test('an expression that n8n refuses at one row, and a blank row before it: the others are sent', async () => {
	const sandbox = await newSandbox();
	const flowId =
		"={{ $json.row === 1 ? $('Nowhere').first().json.n : '21a80d70-aeee-89a8-ad49-e6a902b8833a' }}";
	const { items } = await runOn(sandbox, {
		parameters: { ...sendByColumns, flowId, updateRows: 'due', matchColumn: '' },
		rows: createApplicants(4, { 0: { email: '', phone: '', firstName: '', lastName: '' } }),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(items.map(({ json }) => json.screeningStatus)).toEqual([
		...[undefined, undefined, 'sent', 'sent'],
	]);
});
