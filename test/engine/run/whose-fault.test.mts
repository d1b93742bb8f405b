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

	test.each([0, 7, 299])(
		'one applicant of 300, row %d, who is always limited fails alone',
		async (row) => {
			const sandbox = await newSandbox();
			sandbox.disrupt({ applicant: toEmail(row), status: 429, headers: NOW });
			const { items } = await runOn(sandbox, { parameters: updating, rows: createApplicants(300) });
			expect(countStatuses(items)).toEqual({ sent: 299, 'not sent': 1 });
			expect(items[row]!.json.screeningNote).toMatch(/too many requests \(429\)/);
			expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(299 + 11);
		},
	);

	test('four 429s and then a connection that is refused, before any success: both are repeated', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 429, headers: NOW, times: 4 });
		const credential = createCredential(sandbox);
		const { baseUrl } = credential.stored;
		const asked = () => sandbox.listRequests('sendScreeningWithFlow').length;
		const getDecrypted = credential.getDecrypted.bind(credential);
		let refused = 0;
		credential.getDecrypted = async () => {
			const isAway = asked() === 4 && refused < 2;
			if (isAway) refused += 1;
			return { ...(await getDecrypted()), baseUrl: isAway ? 'http://127.0.0.1:9' : baseUrl! };
		};
		const { items, error } = await runNode({
			credential,
			parameters: sendByColumns,
			rows: createApplicants(1),
		});
		expect(error).toBeUndefined();
		expect([refused, items.length, asked()]).toEqual([2, 1, 5]);
	});

	test('after ten bursts without a success between them the run stops', async () => {
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

	test('is replaced once: the run goes on with a new login', async () => {
		const { sandbox, credential, old } = await withOldToken();
		sandbox.disrupt({
			operation: 'sendScreeningWithFlow',
			match: ({ headers }) => headers['authorization'] === old,
			status: 403,
		});
		const { items } = await runNode({
			credential,
			parameters: updating,
			rows: createApplicants(20),
		});
		expect(countStatuses(items)).toEqual({ sent: 20 });
		expect(sandbox.listRequests('login')).toHaveLength(2);
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(21);
	});

	test('is replaced once also where the rows are refused: each is sent once more at most', async () => {
		const { sandbox, credential } = await withOldToken();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 403 });
		const { items } = await runNode({
			credential,
			parameters: updating,
			rows: createApplicants(9),
		});
		expect(countStatuses(items)).toEqual({ refused: 9 });
		expect(sandbox.listRequests('login')).toHaveLength(2);
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(10);
	});

	test('is not replaced for a web page: a firewall refuses no row', async () => {
		const { sandbox, credential } = await withOldToken();
		const page = { status: 403, text: '<!DOCTYPE html><title>Blocked</title>' };
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', ...page });
		const { items } = await runNode({
			credential,
			parameters: updating,
			rows: createApplicants(3),
		});
		expect(countStatuses(items)).toEqual({ 'not sent': 3 });
		expect(sandbox.listRequests('login')).toHaveLength(1);
	});
});

describe('what n8n refuses', () => {
	const restricted = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
	const REFUSAL = /^n8n blocked the request: Domain not allowed: .* example\.com$/;

	test('fails the node with its words, asks nothing, and no row changes', async () => {
		const sandbox = await newSandbox();
		const credential = createCredential(sandbox);
		await runNode({ credential, parameters: updating, rows: createApplicants(1) });
		Object.assign(credential.stored, restricted);
		const { items, error } = await runNode({
			credential,
			parameters: updating,
			rows: createApplicants(3).slice(1),
		});
		expect(error?.message).toMatch(REFUSAL);
		expect(error).toMatchObject({ failure: { cause: 'configuration-invalid' } });
		expect(items).toEqual([]);
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
		Object.assign(credential.stored, { allowedHttpRequestDomains: 'all' });
		const again = await runNode({ credential, parameters: updating, rows: createApplicants(3) });
		expect(countStatuses(again.items)).toEqual({ sent: 3 });
	});
});

test('results that fail do not speak of sending', async () => {
	const sandbox = await newSandbox();
	const { error } = await runOn(sandbox, { parameters: getByRow, rows: [{ userId: '#REF!' }] });
	expect(`${error?.message} ${error?.description}`).not.toMatch(/\bsent\b/);
	const { errorItems } = await runOn(sandbox, {
		parameters: getByRow,
		rows: [{ userId: '#REF!' }],
		settings: { onError: 'continueErrorOutput' },
	});
	expect(JSON.stringify(errorItems[0]!.json.error)).not.toMatch(/\bsent\b/);
});
