import { findFailure, listOutputs } from '../../dev/host/execution.mts';
import { createChain, createManualTrigger, createRowsNode } from '../../dev/host/n8n-workflows.mts';
import { MAIL_KINDS, useMail, type MailKind } from '../support/network/mail.mts';

// What the workflows that email people rely on about n8n's Send Email, Gmail and Microsoft Outlook nodes.

const ROWS = ['Amara', 'Leo'].map((name, index) => ({ name, userId: `user-${index}` }));

const mail = useMail({});

/** Emails two people; what comes out of the node, which continues on errors, and whom it was accepted for. */
async function email(kind: MailKind, account: 'right' | 'wrong' | 'none', to: string) {
	const { client } = mail.host;
	const service = mail.services[kind];
	const node = { name: 'Email', type: '', onError: 'continueRegularOutput' as const };
	const workflow = createChain(kind, createManualTrigger(), createRowsNode('Rows', ROWS), node);
	const letter = { to, subject: '={{ $json.name }}', body: 'Hello', isHtml: false };
	service.set(workflow.nodes.at(-1)!, letter);
	if (account === 'none') delete workflow.nodes.at(-1)!.credentials;
	const saved = await service.createAccount(client, account === 'wrong');
	const { id } = await client.createWorkflow(workflow, [saved]);
	const execution = await client.runWorkflow(id);
	const subjects = service.emails().map(({ subject }) => subject);
	return { execution, items: listOutputs(execution, 'Email'), subjects };
}

const TO_EACH = '={{ $json.name.toLowerCase() }}@example.com';

test.each([
	['smtp', { accepted: ['amara@example.com'], rejected: [] }],
	['gmail', { id: expect.any(String) as string, labelIds: ['SENT'] }],
	['outlook', { success: true }],
] as const)(
	'%s: an email that is accepted comes out without an error and without what came in',
	async (kind, accepted) => {
		const { items, subjects } = await email(kind, 'right', TO_EACH);
		expect(subjects).toEqual(['Amara', 'Leo']);
		expect(items).toMatchObject([accepted, {}]);
		for (const item of items) {
			expect(item).not.toHaveProperty('error');
			expect(item).not.toHaveProperty('userId');
		}
	},
);

test.each([
	['smtp', 'No such box'],
	// The node replaces what Google says to a bad request.
	['gmail', 'Bad request - please check your parameters'],
	['outlook', 'No such box'],
] as const)('%s: an email that is refused comes out as an error in words', async (kind, words) => {
	mail.services[kind].refuse((recipient) => recipient.startsWith('amara'));
	const { items, subjects } = await email(kind, 'right', TO_EACH);
	expect(subjects).toEqual(['Leo']);
	expect(items[0]).toEqual({ error: expect.stringContaining(words) as string });
	expect(items[1]).not.toHaveProperty('error');
});

test.each([
	['smtp', 'Wrong user name or password'],
	['gmail', 'needs to be reconnected'],
	['outlook', 'needs to be reconnected'],
] as const)('%s: a wrong account is an error of each email, in words', async (kind, words) => {
	const { items, subjects } = await email(kind, 'wrong', TO_EACH);
	expect(subjects).toEqual([]);
	const error = expect.stringContaining(words) as string;
	expect(items).toEqual([{ error }, { error }]);
});

test.each(MAIL_KINDS)(
	'%s: without an account nothing is emailed, and what comes out is an error or what came in',
	async (kind) => {
		const { items, subjects } = await email(kind, 'none', TO_EACH);
		expect(subjects).toEqual([]);
		const error = expect.stringContaining('does not have any credentials') as string;
		expect(items).toEqual(kind === 'smtp' ? ROWS : [{ error }, { error }]);
	},
);

test('smtp: an email to two people, one of whom is refused, is accepted, and names whom not', async () => {
	mail.services.smtp.refuse((recipient) => recipient.startsWith('leo'));
	const to = 'amara@example.com, leo@example.com';
	const { items } = await email('smtp', 'right', to);
	for (const item of items) {
		expect(item).toMatchObject({ accepted: ['amara@example.com'], rejected: ['leo@example.com'] });
		expect(item).not.toHaveProperty('error');
	}
});

test.each(MAIL_KINDS)('%s: without a recipient the workflow does not start', async (kind) => {
	const { execution } = await email(kind, 'right', '');
	expect(findFailure(execution)?.message).toMatch(/'Email' node has issues/);
	expect(listOutputs(execution, 'Rows')).toEqual([]);
});
