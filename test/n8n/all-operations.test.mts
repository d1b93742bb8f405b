import { failureOf, outputJson } from '../../dev/host/execution.mts';
import { useN8n } from '../support/n8n-host.mts';
import { chain, manualTrigger, screeningNode } from '../support/n8n-workflows.mts';

const APPLICANT = {
	email: 'zoë.tremblay@example.com',
	phone: '+1 (416) 555-0142',
	firstName: 'Zoë',
	lastName: 'Tremblay',
};

describe('in a real n8n', () => {
	const host = useN8n();

	describe('all operations', () => {
		test('work in one workflow, with requests that the contract allows', async () => {
			const node = (name: string, parameters: Parameters<typeof screeningNode>[1]) =>
				screeningNode(name, parameters, host.credential, { executeOnce: true });

			const execution = await host.run(
				chain(
					'All operations',
					manualTrigger(),
					node('Property', {
						resource: 'property',
						operation: 'create',
						name: '12 Elm Street, Unit 4',
						additionalFields: { rent: '2100' },
						address: {
							street: '12 Elm Street',
							city: 'Toronto',
							provinceState: 'ON',
							country: 'Canada',
							postalCode: 'M5V 2T6',
							fullAddress: '',
						},
					}),
					node('Send', {
						resource: 'screening',
						operation: 'send',
						propertyId: '={{ $json.propertyId }}',
						...APPLICANT,
					}),
					node('Steps', { resource: 'flow', operation: 'getSteps', returnAll: true }),
					node('Flow', {
						resource: 'flow',
						operation: 'create',
						flowName: 'Short check',
						specifySteps: 'json',
						stepsJson: '={{ [$json.id] }}',
					}),
					node('Send with flow', {
						resource: 'screening',
						operation: 'sendWithFlow',
						flowId: '={{ $json.flowId }}',
						...APPLICANT,
					}),
					node('Results', {
						resource: 'results',
						operation: 'get',
						userId: '={{ $("Send").first().json.userId }}',
						output: 'selectedFields',
						fields: ['email', 'checkComplete'],
					}),
					node('Rent report', {
						resource: 'rentReport',
						operation: 'submit',
						firstName: 'Zoë',
						lastName: 'Tremblay',
						rentAmount: '={{ 2100 }}',
						rentPaid: '={{ 2100 }}',
						address: { city: 'Toronto' },
						additionalFields: {
							leaseStartDate: '2025-01-01',
							leaseEndDate: '2025-12-31',
							currentBalanceDue: 0,
							amountPastDue: 0,
							accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
							ecoaCode: 'ECOA_CODE_INDIVIDUAL',
						},
					}),
				),
			);

			expect(failureOf(execution)).toBeUndefined();
			expect(host.sandbox.requests.map(({ operation }) => operation)).toEqual([
				...['login', 'createProperty', 'sendScreening', 'listSteps', 'createFlow'],
				...['sendScreeningWithFlow', 'getScreeningData', 'submitRentReport'],
			]);
			expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
			const written = execution.text + (await host.n8n.log());
			for (const secret of [host.sandbox.tokensIssued[0]!, host.sandbox.password])
				expect(written).not.toContain(secret);

			const [sent] = outputJson(execution, 'Send');
			expect(sent).toEqual({ userId: expect.any(String), message: expect.any(String) });
			expect(outputJson(execution, 'Steps').length).toBeGreaterThan(1);
			expect(outputJson(execution, 'Results')[0]).toEqual({
				userId: sent?.['userId'],
				email: APPLICANT.email,
				checkComplete: true,
			});
			expect(outputJson(execution, 'Rent report')[0]).toEqual({
				message: expect.any(String),
				id: expect.any(String),
			});
		});
	});

	describe('the credential test', () => {
		test('accepts the right account', async () => {
			const result = await host.client.testCredential(host.credential);

			expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
			expect(host.sandbox.requests.map(({ operation }) => operation)).toEqual([
				'login',
				'listSteps',
			]);
			expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
		});

		test('says what to check when the service refuses the account', async () => {
			const credential = await host.createCredential({ password: 'not-this-one' });

			const result = await host.client.testCredential(credential);

			expect(result.status).toBe('Error');
			expect(result.message).toMatch(/refused the login/);
			expect(result.message).not.toContain('not-this-one');
			expect(host.sandbox.requestsOf('login')).toHaveLength(1);
		});
	});
});
