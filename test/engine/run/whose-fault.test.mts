import type { IDataObject } from 'n8n-workflow';

import type { StoredCredential } from '../../support/stored-credential.mts';
import type { Disruption } from '../../../dev/sandbox/index.mts';
import {
	createApplicants,
	getByRow,
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

const DOMAINS = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
const noDatabase = () => Promise.reject(new Error('Database is busy'));

test.each<[string, (credential: StoredCredential) => void, Disruption, RegExp]>([
	['refuses the login', () => {}, { operation: 'login', status: 401 }, /refused the login \(401\)/],
	[
		'cannot process logins',
		() => {},
		{ operation: 'login', status: 503 },
		/Could not log in \(503\)/,
	],
	['refuses the account', () => {}, { status: 401 }, /^The service refused access \(401\)/],
	['cannot be reached', (one) => (one.preAuthentication = noDatabase), {}, /Database is busy$/],
	[
		'is blocked by n8n',
		({ stored }) => Object.assign(stored, DOMAINS),
		{},
		/^n8n blocked .* Domain/,
	],
])(
	'where the service %s, the node fails and no row changes',
	async (_, prepare, fault, message) => {
		const sandbox = await newSandbox();
		const credential = createCredential(sandbox);
		const run = async (count: number) =>
			await runNode({ credential, parameters: sendDueRows, rows: createApplicants(count) });
		prepare(credential);
		sandbox.disrupt(fault);
		const { items, error } = await run(3);
		expect([sandbox.screenings, items]).toEqual([[], []]);
		expect(error?.message).toMatch(message);
	},
);

test('where n8n cannot read the credential any more, rows are not sent, and none is maybe sent', async () => {
	const sandbox = await newSandbox();
	const credential = createBusyCredential(sandbox, () => sandbox.screenings.length === 2);
	const parameters = { ...sendDueRows, options: { maxConcurrency: 1 } };
	const outcome = await runNode({ credential, parameters, rows: createApplicants(3) });
	expect(listStatuses(outcome)).toEqual(['sent', 'sent', 'not sent']);
	expect(outcome.rows[2]!.screeningNote).toContain('Database is busy');
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
