import type { IDataObject } from 'n8n-workflow';

import {
	createApplicants,
	getByRow,
	listSends,
	listStatuses,
	sendDueRows,
} from '../../support/applicants.mts';
import { createBusyCredential, createCredential, runNode, runOn } from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// What is wrong with one row keeps only that row from being sent; what is wrong with the set-up fails the node, and no
// row changes. What each answer of the service means is a table, tested whole in test/pure/run/response.test.mts.

const newSandbox = useSandbox();
// What may pass is asked again after a while.
useFastTime();

test.each<[string, IDataObject, IDataObject, string]>([
	[
		'two columns',
		{ 'First Name': 'Ada', 'Last Name': 'Moss' },
		{ 'First Name': '', 'Last Name': ' ' },
		'Last Name',
	],
	['one column', { Tenant: 'Ada Moss' }, { Tenant: '-' }, 'Tenant'],
])(
	'a rent report without a name in %s: only that row is not sent',
	async (_, ada, nobody, name) => {
		const sandbox = await newSandbox();
		const { rows } = await runOn(sandbox, {
			parameters: { ...sendDueRows, resource: 'rentReport', operation: 'submit' },
			rows: [
				{ ...ada, Rent: 1500 },
				{ ...nobody, Rent: 1600 },
				{ ...ada, Rent: 1700 },
			],
		});
		const statuses = rows.map(({ reportStatus }) => reportStatus);
		expect(statuses).toEqual(['reported', 'not reported', 'reported']);
		expect(rows[1]!.reportNote).toContain(`'${name}' is empty`);
		expect(sandbox.listRequests('submitRentReport').map(({ body }) => body)).toMatchObject([
			{ lastName: 'Moss', rentAmount: '1500' },
			{ lastName: 'Moss', rentAmount: '1700' },
		]);
	},
);

test('a row is not sent, and no row maybe sent, when n8n cannot read the credential any more', async () => {
	const sandbox = await newSandbox();
	const credential = createBusyCredential(sandbox, () => sandbox.screenings.length === 2);
	const parameters = { ...sendDueRows, options: { maxConcurrency: 1 } };
	const outcome = await runNode({ credential, parameters, rows: createApplicants(3) });
	expect(listStatuses(outcome)).toEqual(['sent', 'sent', 'not sent']);
	expect(outcome.rows[2]!.screeningNote).toContain('Database is busy');
});

test('the node fails and no row changes when n8n cannot log in', async () => {
	const sandbox = await newSandbox();
	const credential = createCredential(sandbox);
	credential.preAuthentication = () => Promise.reject(new Error('Database is busy'));
	const spec = { credential, parameters: sendDueRows, rows: createApplicants(3) };
	const { items, error } = await runNode(spec);
	expect([listSends(sandbox), items]).toEqual([[], []]);
	expect(error?.message).toContain('The service could not be reached: Database is busy');
});

test('what n8n refuses fails the node in its words, and no row changes', async () => {
	const sandbox = await newSandbox();
	const credential = createCredential(sandbox);
	const run = async (count: number) =>
		await runNode({ credential, parameters: sendDueRows, rows: createApplicants(count) });
	await run(1);
	const restricted = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
	Object.assign(credential.stored, restricted);
	const { items, error } = await run(3);
	expect(error?.message).toMatch(/^n8n blocked the request: Domain not allowed: .* example\.com$/);
	expect(items).toEqual([]);
	expect(listSends(sandbox)).toHaveLength(1);
	Object.assign(credential.stored, { allowedHttpRequestDomains: 'all' });
	expect(listStatuses(await run(3))).toEqual(['sent', 'sent', 'sent']);
});

test('what the service says is quoted without the password', async () => {
	const sandbox = await newSandbox();
	const errors = { email: ['a@example.com is taken'] };
	const body = { message: `Bad: ${sandbox.password}`, errors };
	sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 422, body });
	const { rows } = await runOn(sandbox, { parameters: sendDueRows, rows: createApplicants(1) });
	expect(rows[0]!.screeningNote).toContain('(422): Bad: [redacted]; email: a@example.com is taken');
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
