import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createApplicants, toEmail, getByRow, sendByColumns } from '../../support/applicants.mts';
import { createCredential, runNode, runOn } from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 2 and 5: one applicant does not stop the others, and a message names whose fault it is.

const newSandbox = useSandbox();

const updating: INodeParameters = { ...sendByColumns, updateRows: 'due', matchColumn: '' };
const NOW = { 'Retry-After': '0' };

function countStatuses(items: Array<{ json: IDataObject }>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { json } of items) {
		const status = String(json.screeningStatus);
		counts[status] = (counts[status] ?? 0) + 1;
	}
	return counts;
}

describe('rate limits', () => {
	useFastTime();

	test.each([0, 99])(
		'an applicant who is always limited fails alone, row %d of 100',
		async (row) => {
			const sandbox = await newSandbox();
			sandbox.disrupt({ applicant: toEmail(row), status: 429, headers: NOW });
			const { items } = await runOn(sandbox, { parameters: updating, rows: createApplicants(100) });
			expect(countStatuses(items)).toEqual({ sent: 99, 'not sent': 1 });
			expect(items[row]!.json.screeningNote).toContain('too many requests (429)');
			expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(99 + 11);
		},
	);

	test('stop the run after ten bursts without a success between them', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', skip: 5, status: 429, headers: NOW });
		const { items } = await runOn(sandbox, {
			parameters: { ...updating, options: { maxConcurrency: 1 } },
			rows: createApplicants(40),
		});
		expect(countStatuses(items)).toEqual({ sent: 5, 'not sent': 35 });
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(5 + 11);
	});
});

describe('a token that the service answers with 403', () => {
	const steps = { resource: 'flow', operation: 'getSteps' };

	/** A sandbox with a token from an earlier run. */
	async function withOldToken() {
		const sandbox = await newSandbox();
		const credential = createCredential(sandbox);
		await runNode({ credential, parameters: steps });
		const now = Date.now();
		await eventually(() => Date.now() > now);
		return { sandbox, credential, old: sandbox.tokensIssued[0]! };
	}

	const page = { text: '<!DOCTYPE html><title>Blocked</title>' };

	test.each<[string, object, boolean, object, number, number]>([
		['is replaced once', {}, true, { sent: 9 }, 2, 10],
		['is replaced once where a new one is refused too', {}, false, { refused: 9 }, 2, 10],
		['is kept for a web page, which refuses no row', page, false, { 'not sent': 9 }, 1, 9],
	])('%s', async (_, answer, isOnlyOld, statuses, logins, sends) => {
		const { sandbox, credential, old } = await withOldToken();
		sandbox.disrupt({
			operation: 'sendScreeningWithFlow',
			match: ({ headers }) => !isOnlyOld || headers['authorization'] === old,
			status: 403,
			...answer,
		});
		const { items } = await runNode({
			credential,
			parameters: updating,
			rows: createApplicants(9),
		});
		expect(countStatuses(items)).toEqual(statuses);
		expect(sandbox.listRequests('login')).toHaveLength(logins);
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(sends);
	});
});

test('what n8n refuses fails the node in its words, and no row changes', async () => {
	const sandbox = await newSandbox();
	const credential = createCredential(sandbox);
	const run = async (count: number) =>
		await runNode({ credential, parameters: updating, rows: createApplicants(count) });
	await run(1);
	const restricted = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
	Object.assign(credential.stored, restricted);
	const { items, error } = await run(3);
	expect(error?.message).toMatch(/^n8n blocked the request: Domain not allowed: .* example\.com$/);
	expect(items).toEqual([]);
	expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
	Object.assign(credential.stored, { allowedHttpRequestDomains: 'all' });
	expect(countStatuses((await run(3)).items)).toEqual({ sent: 3 });
});

test.each(['stopWorkflow', 'continueErrorOutput'] as const)(
	'results that fail do not speak of sending, On Error = %s',
	async (onError) => {
		const spec = { parameters: getByRow, rows: [{ userId: '#REF!' }], settings: { onError } };
		const { errorItems, error } = await runOn(await newSandbox(), spec);
		const { message, description } = error ?? (errorItems[0]!.json.error as IDataObject);
		expect(`${message as string} ${description as string}`).not.toMatch(/\bsent\b|undefined/);
	},
);
