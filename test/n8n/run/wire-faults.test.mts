import { applicants, sendByColumns } from '../../support/applicants.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { sheetOutcome, sheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { screeningNode } from '../../support/n8n-workflows.mts';
import { WIRE_FAULTS } from '../../support/wire-faults.mts';
import { startWireService } from '../../support/wire-service.mts';

/** Those after which an error is easiest to misread, as n8n 1 keeps little of it. */
const WORST = [
	'cut while the request is read',
	'a reset instead of an answer',
	'no answer',
	'HTTP/0.9',
	'cut in the headers',
	'half a body',
	'half a body and a reset',
	'half a body without length',
	'a Content-Length that is too long',
	'no last chunk',
	'gzip that is none',
	'503 with half a body',
];

describe.each(testedVersions())('a POST whose answer is lost, in n8n %s', (version) => {
	const host = useN8n({ version });
	const faults = WORST.map((name) => WIRE_FAULTS.find((fault) => fault.name === name)!);

	test.each(faults)('$name: it is not repeated, and may have been accepted', async (fault) => {
		const service = await startWireService(fault, { kind: 'POST' });
		try {
			const { baseUrl } = service;
			const credential = await host.createCredential({ baseUrl });
			const parameters = { ...sendByColumns, requestOptions: { timeout: 1000 } };
			const node = screeningNode('Send', parameters, credential, {
				onError: 'continueErrorOutput',
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 1,
			});

			const execution = await host.run(sheetWorkflow(applicants(1), node));

			expect(service.read.login).toBe(1);
			expect(service.read.POST).toBe(fault.onFirstBytes === undefined ? 1 : 0);
			expect(service.connections()).toBe(2);
			const { good, bad } = sheetOutcome(execution, 'Send');
			expect(good).toEqual([]);
			expect(bad).toMatchObject([{ error: { mayHaveBeenAccepted: true } }]);
		} finally {
			await service.close();
		}
	});
});
