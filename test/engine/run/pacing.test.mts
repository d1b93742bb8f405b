import type { IDataObject } from 'n8n-workflow';

import { applicants, emailOf, getByRow, sendByColumns } from '../../support/applicants.mts';
import { ON_ERROR, retrying, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

describe.each([
	['', {}],
	[', Retry On Fail', retrying],
])('60 rows and a service that asks to wait for ten minutes%s', (_, settings) => {
	test.each(ON_ERROR)('On Error = %s: one request, and every row says so', async (onError) => {
		const sandbox = await newSandbox();
		sandbox.addFault({ status: 429, body: {}, headers: { 'Retry-After': '600' } });
		const { items, errorItems, error } = await runOn(sandbox, {
			rows: applicants(60),
			settings: { ...settings, onError },
		});
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(1);
		const cause = 'The service answers that there are too many requests (429)';
		if (onError === 'stopWorkflow') {
			expect(error?.message).toBe(`Row 1 ('Nathan Smith 0'): ${cause} [item 0]`);
			return;
		}
		expect([...items, ...errorItems].map(({ json }) => json.error)).toMatchObject(
			Array.from({ length: 60 }, (__, index) => ({
				message: `Row ${index + 1} ('Nathan Smith ${index}'): ${index > 0 ? 'Not sent. ' : ''}${cause} [item ${index}]`,
				status: 429,
			})),
		);
	});
});

test.each(['sendScreeningWithFlow', 'login'] as const)(
	'Update Rows, Retry On Fail, a service that asks to wait for ten minutes: one request %s',
	async (operation) => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation, status: 429, headers: { 'Retry-After': '600' } });
		await runOn(sandbox, {
			parameters: { ...sendByColumns, updateRows: true },
			rows: applicants(60),
			settings: retrying,
		});
		expect(sandbox.requestsOf(operation)).toHaveLength(1);
	},
);

test.each(ON_ERROR)(
	'150 rows and a service that lets nothing more through: On Error = %s leaves it alone soon',
	async (onError) => {
		const sandbox = await newSandbox();
		const headers = { 'Retry-After': '0' };
		sandbox.addFault({ operation: 'sendScreeningWithFlow', skip: 1, status: 429, headers });
		const { items } = await runOn(sandbox, {
			rows: applicants(150),
			settings: { onError },
			parameters: { ...sendByColumns, options: { maxConcurrency: 50 } },
		});
		expect(items.filter(({ json }) => json.userId !== undefined)).toHaveLength(
			onError === 'stopWorkflow' ? 0 : 1,
		);
		// Those in flight, half as many, and so on until one is left, which is repeated ten times in all.
		const { length } = sandbox.requestsOf('sendScreeningWithFlow');
		expect(length).toBeLessThanOrEqual(2 * 50 + 10);
	},
);

describe.each([
	['answers 503', { status: 503, body: {} }],
	['cuts connections', { reset: 'after' }],
] as const)('60 rows with Update Rows and a service that %s', (_, fault) => {
	const statusesOf = (items: Array<{ json: IDataObject }>) => {
		const statuses = items.map(({ json }) => json.screeningStatus);
		return (status: string) => statuses.filter((one) => one === status).length;
	};

	test.each(ON_ERROR)(
		'from the start: three may have been sent, On Error = %s',
		async (onError) => {
			const sandbox = await newSandbox();
			sandbox.addFault({ operation: 'sendScreeningWithFlow', ...fault });
			const { items } = await runOn(sandbox, {
				parameters: { ...sendByColumns, updateRows: true },
				rows: applicants(60),
				settings: { ...retrying, onError },
			});
			expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(3);
			const count = statusesOf(items);
			expect([count('maybe sent'), count('not sent')]).toEqual([3, 57]);
			expect(items.at(-1)!.json.screeningNote).toBe(
				'Not sent. The service is failing: it is unclear what became of the last 3 requests. Run what is left again when the service works.',
			);
		},
	);

	test('from the thirtieth on: those in flight and three may have been sent', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'sendScreeningWithFlow', skip: 29, ...fault });
		const { items } = await runOn(sandbox, {
			parameters: { ...sendByColumns, updateRows: true, options: { maxConcurrency: 10 } },
			rows: applicants(60),
		});
		const count = statusesOf(items);
		expect(count('sent')).toBe(29);
		expect(count('maybe sent')).toBeLessThanOrEqual(10 + 3);
		expect(count('sent') + count('maybe sent') + count('not sent')).toBe(60);
	});
});

test('a service that fails now and then gets all rows', async () => {
	const sandbox = await newSandbox();
	for (const index of [3, 4, 20, 21]) sandbox.addFault({ applicant: emailOf(index), status: 500 });
	await runOn(sandbox, {
		parameters: { ...sendByColumns, updateRows: true, options: { maxConcurrency: 1 } },
		rows: applicants(30),
	});
	expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(30);
});

test('the lower concurrency after a 429 is kept in the next try of the node', async () => {
	const sandbox = await newSandbox({ latencyMs: 50 });
	const inFlight: number[] = [];
	const sends = () => sandbox.requestsOf('sendScreeningWithFlow');
	sandbox.addFault({
		match: ({ operation }) => {
			if (operation === 'sendScreeningWithFlow') {
				inFlight.push(sends().filter(({ endedAt }) => endedAt === null).length);
			}
			return false;
		},
		status: 500,
	});
	sandbox.addFault({
		applicant: emailOf(20),
		status: 429,
		times: 1,
		headers: { 'Retry-After': '0' },
	});
	sandbox.addFault({ applicant: emailOf(40), status: 425, times: 1 });
	const { items } = await runOn(sandbox, {
		parameters: { ...sendByColumns, options: { maxConcurrency: 8 } },
		rows: applicants(100),
		settings: retrying,
	});
	expect(items).toHaveLength(100);
	const refused = sends().findIndex(({ status }) => status === 425);
	const inNextTry = inFlight.slice(refused + 1);
	expect(inNextTry.length).toBeGreaterThan(30);
	expect(Math.max(...inNextTry)).toBeLessThanOrEqual(4);
});

test.each(ON_ERROR)(
	"'Throw an Error' for what is not complete is not retried by Retry On Fail (%s)",
	async (onError) => {
		const sandbox = await newSandbox({ completeAfter: {} });
		const userId = sandbox.addApplicant({ screening: {}, user: { checkComplete: false } });
		const { items, errorItems, error } = await runOn(sandbox, {
			parameters: { ...getByRow, options: { whenIncomplete: 'error' } },
			rows: [{ userId }],
			settings: { ...retrying, onError },
		});
		expect(sandbox.requestsOf('getScreeningData')).toHaveLength(1);
		const [failed] = [...items, ...errorItems];
		const reported = error?.message ?? (failed!.json.error as { message: string }).message;
		expect(reported).toBe('The applicant has not completed the screening [item 0]');
	},
);

test('an item that is tried again does not shorten the wait that the service asked for', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ applicant: emailOf(1), status: 425 });
	sandbox.addFault({ applicant: emailOf(2), status: 429, headers: { 'Retry-After': '600' } });
	const { errorItems } = await runOn(sandbox, {
		parameters: { ...sendByColumns, options: { maxConcurrency: 1 } },
		rows: applicants(30),
		settings: { ...retrying, waitBetweenTries: 100, onError: 'continueErrorOutput' },
	});
	expect(errorItems).toHaveLength(29);
	const statuses = sandbox.requestsOf('sendScreeningWithFlow').map(({ status }) => status);
	expect(statuses.indexOf(429)).toBe(statuses.length - 1);
});

test('a service in maintenance: one row may have been sent, and of no other is that said', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ status: 503, body: {}, headers: { 'Retry-After': '3600' } });
	const { items } = await runOn(sandbox, {
		parameters: { ...sendByColumns, updateRows: true },
		rows: applicants(20),
	});
	expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(1);
	const [first, ...others] = items.map(({ json }) => json);
	expect(first).toMatchObject({ screeningStatus: 'maybe sent' });
	expect(others).toMatchObject(
		others.map(() => ({
			screeningStatus: 'not sent',
			screeningNote:
				'Not sent. The service could not process the request (503). The service asks to wait. Run what is left again later.',
		})),
	);
});

test("a Retry-After beside one applicant's 404 holds up nobody else", async () => {
	const sandbox = await newSandbox();
	const { items: sent } = await runOn(sandbox, { rows: applicants(3) });
	const rows = sent.map(({ json }) => ({ userId: json.userId as string }));
	sandbox.addFault({
		operation: 'getScreeningData',
		applicant: rows[0]!.userId,
		status: 404,
		body: {},
		headers: { 'Retry-After': '3600' },
	});
	await runOn(sandbox, {
		parameters: {
			...getByRow,
			updateRows: true,
			options: { maxConcurrency: 1, whenIncomplete: 'skip' },
		},
		rows,
	});
	expect(sandbox.requestsOf('getScreeningData')).toHaveLength(3);
});
