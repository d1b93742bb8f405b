import type { Sandbox } from '../../../dev/sandbox/index.mts';
import {
	createApplicants,
	toEmail,
	sendByColumns,
	sendByExpressions,
	sendDueRows,
} from '../../support/applicants.mts';
import {
	ON_ERROR,
	createCancel,
	createCredential,
	retrying,
	runNode,
	runOn,
	watchLog,
	type RunSpec,
} from '../../support/engine.mts';
import { atRequest, useSandbox } from '../../support/use-sandbox.mts';

// Rule 1: every item is checked before anything is sent, and what n8n itself refuses is no way around it.

const newSandbox = useSandbox();

const inTurn = (batchInterval: number) => ({ batch: { batchSize: 1, batchInterval } });

/** Expects that nothing was sent so far: what is still on its way would arrive before these rows. */
async function expectNoneLeft(
	sandbox: Sandbox,
	run: Pick<RunSpec, 'credential' | 'parameters'>,
): Promise<void> {
	const rows = createApplicants(25).slice(20);
	await runNode({ ...run, rows });
	expect(sandbox.screenings.map(({ email }) => email)).toEqual(rows.map(({ email }) => email));
}

test('an invalid row keeps all from being sent, also in batches', async () => {
	const sandbox = await newSandbox();
	const { error } = await runOn(sandbox, {
		parameters: {
			...sendByExpressions,
			requestOptions: { batching: inTurn(1) },
		},
		rows: createApplicants(9, { 8: { email: 'x' } }),
	});
	expect(sandbox.requests).toEqual([]);
	expect(error?.message).toBe(
		"Nothing was sent. Row 9 ('x'): 'Email' must be an email address, such as name@example.com [item 8]",
	);
});

test.each(['options', 'requestOptions'])(
	'nothing is sent where n8n refuses an expression in %s for one item',
	async (parameter) => {
		const sandbox = await newSandbox();
		const refused = "={{ $json.row === 7 ? $('Nowhere').first().json.n : 5 }}";
		const run = { credential: createCredential(sandbox) };
		const { error } = await runNode({
			...run,
			rows: createApplicants(20),
			parameters: { ...sendByColumns, [parameter]: { timeout: refused, maxConcurrency: refused } },
		});
		expect(error?.message).toContain("Referenced node doesn't exist");
		await expectNoneLeft(sandbox, { ...run, parameters: sendByColumns });
	},
);

describe('rows that n8n itself refuses', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Not a valid proxy: n8n ends the node at row 7, before it has passed all items. */
	const proxy = "={{ $json.row === 7 ? 'nonsense' : '' }}";
	const batching = { batch: { batchSize: 2, batchInterval: 1 } };

	// In batches those before it are sent: n8n comes to it later.
	test.each([
		['', {}],
		[', Retry On Fail', retrying],
	])('where n8n itself refuses a row, nothing is sent under Stop%s', async (_, settings) => {
		const sandbox = await newSandbox();
		const run = { credential: createCredential(sandbox), parameters: sendByColumns };
		const { error } = await runNode({
			...run,
			parameters: { ...sendByColumns, requestOptions: { proxy } },
			rows: createApplicants(20),
			settings,
		});
		expect(error?.message).toContain('The proxy is not valid');
		await expectNoneLeft(sandbox, run);
	});

	describe.each([
		['continueRegularOutput', 'due'],
		['continueErrorOutput', 'off'],
	] as const)('On Error = %s', (onError, updateRows) => {
		test.each([
			['at once', { proxy }, {}],
			['at once, Retry On Fail', { proxy }, retrying],
			['with Batching', { proxy, batching }, {}],
			['with Batching, Retry On Fail', { proxy, batching }, retrying],
		])(
			'a row that n8n itself refuses does not keep the others from being sent once, %s',
			async (_, requestOptions, settings) => {
				const sandbox = await newSandbox();
				const { items, errorItems } = await runOn(sandbox, {
					parameters: { ...sendByColumns, updateRows, matchColumn: '', requestOptions },
					rows: createApplicants(20),
					settings: { ...settings, onError },
				});
				const others = createApplicants(20).flatMap(({ row }) =>
					row === 7 ? [] : [row as number],
				);
				expect(sandbox.screenings.map(({ email }) => email).sort()).toEqual(
					others.map((index) => toEmail(index)).sort(),
				);
				const sent = items.filter(({ json }) => json.userId !== undefined);
				expect(sent.map(({ pairedItem }) => pairedItem)).toEqual(others.map((item) => ({ item })));
				expect(items.length + errorItems.length).toBe(20);
			},
		);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'a row that n8n itself refuses leaves every ID in the log of a cancelled execution, On Error = %s',
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
			const unhandled = jest.fn();
			process.on('unhandledRejection', unhandled);
			const { error } = await runOn(sandbox, {
				parameters: { ...sendByColumns, requestOptions: { batching: inTurn(30) } },
				rows: createApplicants(8),
				settings,
				onStart,
			});
			process.off('unhandledRejection', unhandled);
			expect(error?.message).toMatch(isCancelled ? /The execution was cancelled/ : /\(500\)/);
			if (isCancelled) {
				expect(warn.mock.calls.join()).toMatch(
					/^Rental Screening was cancelled\. Before that:\nRow 1 .*: may have been accepted/,
				);
			}
			expect(unhandled).not.toHaveBeenCalled();
			expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
		},
	);
});

test.each(
	ON_ERROR.flatMap((onError) =>
		['off', 'due'].flatMap((updateRows) => [
			{ onError, updateRows, requestOptions: {} },
			{ onError, updateRows, requestOptions: { batching: inTurn(5) } },
		]),
	),
)('an expression that n8n refuses at one row loses no userId: %j', async ({ onError, ...more }) => {
	const sandbox = await newSandbox();
	const phone = "={{ $json.row === 7 ? $('Nowhere').first().json.n : $json.phone }}";
	const { items, errorItems, error } = await runOn(sandbox, {
		parameters: { ...sendByExpressions, phone, matchColumn: '', ...more },
		rows: createApplicants(10),
		settings: { ...retrying, onError },
	});
	const reported = JSON.stringify([items, errorItems, error?.message, error?.description]);
	for (const { userId } of sandbox.screenings) expect(reported).toContain(userId);
});

test('a blank row and one whose expression n8n refuses keep no other from being sent', async () => {
	const sandbox = await newSandbox();
	const flowId = `={{ $json.row === 1 ? $('Nowhere').first().json.n : '${sandbox.flowId}' }}`;
	const { rows } = await runOn(sandbox, {
		parameters: { ...sendByColumns, flowId, updateRows: 'due', matchColumn: '' },
		rows: createApplicants(4, { 0: { email: '', phone: '', firstName: '', lastName: '' } }),
		settings: { onError: 'continueRegularOutput' },
	});
	const statuses = rows.map(({ screeningStatus }) => screeningStatus);
	expect(statuses).toEqual([undefined, undefined, 'sent', 'sent']);
});

test.each([
	['screening', 'create'],
	['property', 'send'],
	['applicant', 'send'],
	['', ''],
	['screening', null],
])(
	'an operation that its resource does not offer asks nothing of the service: %j, %j',
	async (resource, operation) => {
		const sandbox = await newSandbox();
		const parameters = { ...sendDueRows, resource, operation };
		const stopped = await runOn(sandbox, { parameters, rows: createApplicants(2) });
		expect(stopped.error?.message).toMatch(/^Nothing was sent. 'Operation' does not belong to/);
		const settings = { onError: 'continueErrorOutput' } as const;
		const continued = await runOn(sandbox, { parameters, rows: createApplicants(2), settings });
		expect(continued.errorItems).toHaveLength(2);
		expect(continued.items).toEqual([]);
		expect(sandbox.requests).toEqual([]);
	},
);
