import { applicants, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const headers = { 'Retry-After': '600' };

describe.each([
	['stopWorkflow', false],
	['stopWorkflow', true],
	['continueRegularOutput', false],
	['continueErrorOutput', true],
] as const)('On Error = %s, Update Rows %p, Retry On Fail', (onError, updateRows) => {
	const run = {
		parameters: { ...sendByColumns, updateRows },
		rows: applicants(300),
		settings: { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	};

	test('a service that asks to wait ten minutes gets one request', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ status: 429, headers });
		await runNode({ ...run, credential: credentialFor(sandbox) });
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(1);
	});

	test('a login that is to wait ten minutes is asked for once', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'login', status: 429, headers });
		await runNode({ ...run, credential: credentialFor(sandbox) });
		expect(sandbox.requestsOf('login')).toHaveLength(1);
	});
});
