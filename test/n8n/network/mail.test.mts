import type { INode } from 'n8n-workflow';

import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { sentApplicants, userIdOf } from '../../support/applicants-table.mts';
import { useMailServices } from '../../support/network/mail-services.mts';
import { chain, manualTrigger, screeningNode } from '../../support/n8n-workflows.mts';
import { nodeOf, readWorkflowFile } from '../../support/workflow-file.mts';

const SAMPLE = 'email-a-report-called-by-collect-results';
const EMAIL = 'Email the report';

interface SentMail {
	subject: unknown;
	html: unknown;
	attachment: string;
}

describe("Email a report, with n8n's own email nodes", () => {
	const services = useMailServices();
	const { host } = services;

	/** The nodes as a person sets them, by the sample's note, and what the stand-in of each got. */
	const NODES: ReadonlyArray<
		[
			string,
			Pick<INode, 'type' | 'typeVersion' | 'parameters'>,
			() => [string, object],
			() => SentMail[],
		]
	> = [
		[
			'Gmail',
			{
				type: 'n8n-nodes-base.gmail',
				typeVersion: 2.2,
				parameters: {
					sendTo: 'landlord@example.com',
					subject: '={{ $json.subject }}',
					message: '={{ $json.html }}',
					options: {
						appendAttribution: false,
						attachmentsUi: { attachmentsBinary: [{ property: 'report' }] },
					},
				},
			},
			() => ['gmailOAuth2', services.gmail.credential],
			() =>
				services.gmail.messages.map(({ subject, html, attachments }) => ({
					subject,
					html,
					attachment: attachments[0]!.content.toString(),
				})),
		],
		[
			'Outlook',
			{
				type: 'n8n-nodes-base.microsoftOutlook',
				typeVersion: 2,
				parameters: {
					toRecipients: 'landlord@example.com',
					subject: '={{ $json.subject }}',
					bodyContent: '={{ $json.html }}',
					additionalFields: {
						bodyContentType: 'html',
						attachments: { attachments: [{ binaryPropertyName: 'report' }] },
					},
				},
			},
			() => ['microsoftOutlookOAuth2Api', services.graph.credential],
			() =>
				services.graph.requests.map(({ body }) => {
					const { message } = body as {
						message: {
							subject: string;
							body: { contentType: string; content: string };
							attachments: Array<{ contentBytes: string }>;
						};
					};
					expect(message.body.contentType).toBe('html');
					return {
						subject: message.subject,
						html: message.body.content,
						attachment: Buffer.from(message.attachments[0]!.contentBytes, 'base64').toString(),
					};
				}),
		],
	];

	test.each(NODES)(
		'%s sends one email, with the whole report',
		async (name, node, account, mails) => {
			const { client, credential } = host;
			await sentApplicants(host, `By ${name}`, ['Amara']);
			const userId = userIdOf(host, 'Amara');
			host.sandbox.complete(userId);
			const [type, data] = account();
			const { id } = await client.createCredential(type, name, data);
			const sample = readWorkflowFile(SAMPLE);
			const email = nodeOf(sample, EMAIL);
			Object.assign(email, node, { credentials: { [type]: { id, name } } });
			const called = await client.createWorkflow(sample);
			await client.activate(called.id);
			const call = {
				name: 'Call',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.2,
				parameters: { workflowId: { __rl: true, mode: 'id', value: called.id }, options: {} },
			};
			const results = { resource: 'results', operation: 'get', userId, output: 'report' };
			const execution = await host.run(
				chain(name, manualTrigger(), screeningNode('Report', results, credential), call),
			);

			expect(failureOf(execution)).toBeUndefined();
			const [report] = outputJson(execution, 'Report') as [Record<string, string>];
			expect(mails()).toEqual([
				{
					subject: report['subject'],
					html: expect.anything() as string,
					attachment: report['html'],
				},
			]);
			// Mail ends its lines with CR LF.
			const [{ html }] = mails() as [SentMail];
			expect(String(html).replaceAll('\r\n', '\n').trim()).toBe(report['html']!.trim());
		},
	);
});
