import type { IDataObject } from 'n8n-workflow';

import { failureOf } from '../../../dev/host/execution.mts';
import type { Fault } from '../../../dev/sandbox/index.mts';
import { applicants, sendByColumns, sendByExpressions } from '../../support/applicants.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { sheetOutcome, sheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { screeningNode } from '../../support/n8n-workflows.mts';

const SECRET = 'Hunter-2-Secret';

describe.each(testedVersions())('one login, in n8n %s', (version) => {
	const host = useN8n({ version });

	test('100 items with a cold token: one login', async () => {
		const node = screeningNode('Send', sendByColumns, host.credential);

		const execution = await host.run(sheetWorkflow(applicants(100), node));

		expect(execution.status).toBe('success');
		expect(host.sandbox.screenings).toHaveLength(100);
		expect(host.sandbox.requestsOf('login')).toHaveLength(1);
	});

	test('the token revoked after 30 answers: one more login and no failed item', async () => {
		let answered = 0;
		host.sandbox.addFault({ latencyMs: 5 });
		host.sandbox.addFault({
			match: () => {
				answered += 1;
				if (answered === 31) host.sandbox.revokeTokens();
				return false;
			},
			status: 500,
		});
		const parameters = { ...sendByColumns, options: { maxConcurrency: 20 } };
		const node = screeningNode('Send', parameters, host.credential);

		const execution = await host.run(sheetWorkflow(applicants(100), node));

		expect(execution.status).toBe('success');
		expect(sheetOutcome(execution, 'Send').good).toHaveLength(100);
		expect(host.sandbox.screenings).toHaveLength(100);
		expect(host.sandbox.requestsOf('login')).toHaveLength(2);
		expect(
			host.sandbox.requestsOf('sendScreeningWithFlow').some(({ status }) => status === 401),
		).toBe(true);
	});

	test('the token that one execution got serves the next', async () => {
		const send = async (sheet: IDataObject[]) =>
			await host.run(sheetWorkflow(sheet, screeningNode('Send', sendByColumns, host.credential)));

		await send(applicants(3));
		await send(applicants(6).slice(3));

		expect(host.sandbox.screenings).toHaveLength(6);
		expect(host.sandbox.requestsOf('login')).toHaveLength(1);
	});

	test('two cold executions at once: one login', async () => {
		// Long enough for the second execution to come to its login while the first is under way.
		host.sandbox.addFault({ operation: 'login', latencyMs: 2000 });
		const credentials = [host.credential, await host.createCredential()];

		const executions = await Promise.all(
			credentials.map(async (credential, half) => {
				const node = screeningNode('Send', sendByColumns, credential);
				const sheet = applicants(100).slice(half * 50, half * 50 + 50);
				return await host.run(sheetWorkflow(sheet, node));
			}),
		);

		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(host.sandbox.screenings).toHaveLength(100);
		expect(host.sandbox.requestsOf('login')).toHaveLength(1);
	});

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'wrong password, 100 items, On Error = %s: one attempt, and nothing leaks',
		async (onError) => {
			const credential = await host.createCredential({ password: SECRET });
			const settings = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
			const node = screeningNode('Send', sendByExpressions, credential, settings);

			const execution = await host.run(sheetWorkflow(applicants(100), node));

			expect(host.sandbox.requestsOf('login').map(({ status }) => status)).toEqual([401]);
			expect(host.sandbox.screenings).toEqual([]);
			const { bad, badRows } = sheetOutcome(execution, 'Send');
			const told = onError === 'stopWorkflow' ? failureOf(execution, 'Send') : bad[0]!['error'];
			expect((told as IDataObject)['message']).toMatch(
				/^The service refused the login \(401\) \[item \d+\]$/,
			);
			expect(badRows).toEqual(onError === 'stopWorkflow' ? [] : [...Array(100).keys()]);
			// The key is n8n's own, in every execution that it saves.
			const saved = execution.text.replaceAll('resumeToken', '');
			expect(saved).toContain('refused the login');
			expect(saved).not.toMatch(/(?<!username and )password|token/i);
			expect(saved + (await host.n8n.log())).not.toContain(SECRET);
		},
	);

	test.each<[string, Fault, RegExp]>([
		[
			'the account is locked',
			{ status: 423, body: {} },
			/^The service does not let this account log in \(423\) \[item 0\]$/,
		],
		[
			'the service is down',
			{ status: 503, body: {} },
			/^The service cannot process logins now \(503\) \[item 0\]$/,
		],
		[
			'a web page answers',
			{ status: 200, text: '<html>Welcome</html>' },
			/^The login was answered with a web page \[item 0\]$/,
		],
		[
			'the answer lacks the token',
			{ omit: ['accessToken'] },
			/^The service accepted the login but gave no access \[item 0\]$/,
		],
	])('%s: told apart in words', async (_, fault, sentence) => {
		host.sandbox.addFault({ ...fault, operation: 'login' });
		const node = screeningNode('Send', sendByColumns, host.credential);

		const execution = await host.run(sheetWorkflow(applicants(2), node));

		expect(execution.status).toBe('error');
		expect(failureOf(execution, 'Send')?.message).toMatch(sentence);
		expect(execution.text.replaceAll('resumeToken', '')).not.toMatch(
			/(?<!username and )password|token/i,
		);
	});
});
