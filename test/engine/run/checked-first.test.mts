import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	createApplicants,
	getByRow,
	listSends,
	sendByColumns,
	sendByExpressions,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import { ON_ERROR, createCancel, retrying, runOn } from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { atRequest, useSandbox } from '../../support/use-sandbox.mts';

// Rule 1: every item is checked before anything is sent, and what n8n itself refuses is no way around it.

const newSandbox = useSandbox();
useFastTime();

afterEach(() => jest.restoreAllMocks());

const inTurn = (batchInterval: number) => ({ batch: { batchSize: 1, batchInterval } });
const refusedAt7 = "={{ $json.row === 7 ? $('Nowhere').first().json.n : 5 }}";
/** Not a valid proxy: n8n ends the node at row 7, before it has passed all items. */
const proxy = "={{ $json.row === 7 ? 'nonsense' : '' }}";

test('an invalid row keeps all from being sent, also in batches, and is named by its number in the sheet', async () => {
	const sandbox = await newSandbox();
	const { error } = await runOn(sandbox, {
		parameters: { ...sendByExpressions, requestOptions: { batching: inTurn(1) } },
		rows: createApplicants(9, { 8: { row_number: 12, email: 'x' } }),
	});
	expect(sandbox.requests).toEqual([]);
	expect(error?.message).toMatch(/^Nothing was sent\. Row 12 \('x'\): 'Email' .* \[item 8\]$/);
});

test.each<[string, INodeParameters, string]>([
	['an option', { options: { maxConcurrency: refusedAt7 } }, "node doesn't exist"],
	['a request option', { requestOptions: { timeout: refusedAt7 } }, "node doesn't exist"],
	['the proxy', { requestOptions: { proxy } }, 'The proxy is not valid'],
])('where n8n refuses %s of one row under Stop, nothing is sent', async (_, refused, message) => {
	const sandbox = await newSandbox();
	const parameters = { ...sendByColumns, ...refused };
	const { error } = await runOn(sandbox, { parameters, rows: createApplicants(20) });
	expect(error?.message).toContain(message);
	// What is still on its way would arrive before these.
	const others = createApplicants(25).slice(20);
	await runOn(sandbox, { rows: others });
	expect(sandbox.screenings.map(({ email }) => email)).toEqual(others.map(({ email }) => email));
});

const batching = { batch: { batchSize: 2, batchInterval: 1 } };

test.each([
	['with Due Rows', 'continueRegularOutput', 'due', {}, {}],
	['with Due Rows, batches and tries', 'continueRegularOutput', 'due', { batching }, retrying],
	['with tries', 'continueErrorOutput', 'off', {}, retrying],
	['with batches', 'continueErrorOutput', 'off', { batching }, {}],
] as const)(
	'a row that n8n itself refuses does not keep the others from being sent once: %s',
	async (_, onError, updateRows, more, settings) => {
		const sandbox = await newSandbox();
		const { items, errorItems } = await runOn(sandbox, {
			parameters: { ...sendDueRows, updateRows, requestOptions: { proxy, ...more } },
			rows: createApplicants(20),
			settings: { ...settings, onError },
		});
		const others = [...Array(20).keys()].filter((row) => row !== 7);
		const emails = sandbox.screenings.map(({ email }) => email).sort();
		expect(emails).toEqual(others.map(toEmail).sort());
		const sent = items.filter(({ json }) => json.userId !== undefined);
		expect(sent.map(({ pairedItem }) => pairedItem)).toEqual(others.map((item) => ({ item })));
		expect(items.length + errorItems.length).toBe(20);
	},
);

test.each([
	['fails', {}, false],
	['fails in each try of Retry On Fail', retrying, false],
	['is cancelled', {}, true],
])(
	'with Batching a first row that %s under Stop is thrown only when n8n has registered all',
	async (_, settings, isCancelled) => {
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		if (isCancelled) atRequest(sandbox, 'sendScreeningWithFlow', 1, now);
		sandbox.disrupt({ applicant: toEmail(0), status: 500 });
		const unhandled = jest.fn();
		process.on('unhandledRejection', unhandled);
		const { error } = await runOn(sandbox, {
			parameters: { ...sendByColumns, requestOptions: { batching: inTurn(300) } },
			rows: createApplicants(8),
			settings,
			onStart,
		});
		process.off('unhandledRejection', unhandled);
		expect(error?.message).toMatch(isCancelled ? /The execution was cancelled/ : /\(500\)/);
		expect(unhandled).not.toHaveBeenCalled();
		expect(listSends(sandbox)).toHaveLength(1);
	},
);

test.each([
	...ON_ERROR.map((onError) => ['all at once', onError, 'off', {}] as const),
	['Due Rows in batches', 'stopWorkflow', 'due', { batching: inTurn(5) }],
	['in batches', 'continueErrorOutput', 'off', { batching: inTurn(5) }],
] as const)(
	'an expression that n8n refuses at one row loses no userId: %s, On Error = %s',
	async (_, onError, updateRows, requestOptions) => {
		const sandbox = await newSandbox();
		const phone = "={{ $json.row === 7 ? $('Nowhere').first().json.n : $json.phone }}";
		const { items, errorItems, error } = await runOn(sandbox, {
			parameters: { ...sendByExpressions, phone, matchColumn: '', updateRows, requestOptions },
			rows: createApplicants(10),
			settings: { ...retrying, onError },
		});
		const reported = JSON.stringify([items, errorItems, error?.message, error?.description]);
		for (const { userId } of sandbox.screenings) expect(reported).toContain(userId);
	},
);

test.each([
	['phone', 'sent', "Nothing was sent. Row 8: 'Phone' could not be evaluated: ", sendByExpressions],
	['userId', 'fetched', "Nothing was fetched. Row 8: 'User ID' could not be evaluated: ", getByRow],
] as const)(
	'where n8n cannot evaluate %s of one row, nothing is %s under Continue, and row and parameter are named',
	async (name, _, message, parameters) => {
		for (const batches of [{}, { batching }]) {
			const sandbox = await newSandbox();
			const { errorItems } = await runOn(sandbox, {
				parameters: {
					...parameters,
					[name]: "={{ $json.row === 7 ? $('Nowhere').first().json.n : $json.phone }}",
					requestOptions: batches,
				},
				rows: createApplicants(10),
				settings: { onError: 'continueErrorOutput' },
			});
			expect(sandbox.requests).toEqual([]);
			expect(errorItems).toHaveLength(10);
			const messages = errorItems.map(
				({ json }) => (json.error as IDataObject).message ?? json.error,
			);
			expect(messages.filter((one) => String(one).startsWith(message))).toHaveLength(9);
		}
	},
);

test('an operation that its resource does not offer asks nothing of the service', async () => {
	const sandbox = await newSandbox();
	const parameters = { ...sendDueRows, resource: 'screening', operation: 'create' };
	const { error } = await runOn(sandbox, { parameters, rows: createApplicants(2) });
	expect(error?.message).toMatch(/^Nothing was sent. 'Operation' does not belong to/);
	expect(sandbox.requests).toEqual([]);
});
