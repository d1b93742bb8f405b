import { findFailure } from '../../../dev/host/execution.mts';
import { APPLICANT_COLUMNS, createApplicantRow, daysAgo } from '../../support/applicants-table.mts';
import { createDataTable } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { expectToFit, PHONE_SCREEN, useBrowser } from '../../support/editor-browser.mts';
import { picture } from '../../support/editor-pictures.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { useMailbox } from '../../support/use-mailbox.mts';
import { fillInFields, readWorkflowFile } from '../../support/workflow-file.mts';

const NOTICE = {
	reportBy: 'Example Screening Inc.',
	reportByAddress: '1 Example Road, Toronto',
	reportByPhone: '+1 800 555 0100',
	landlord: 'Elm Street Homes',
};

const AMARA = createApplicantRow('Amara', {
	lastName: 'Okonkwo',
	userId: 'user-1',
	screeningStatus: 'sent',
});
const LEO = createApplicantRow('Leo', {
	lastName: 'Park',
	userId: 'user-2',
	screeningStatus: 'sent',
});

describe('Decide and tell applicants, in n8n', () => {
	const host = useN8n();
	const mailbox = useMailbox();
	const openPage = useBrowser();

	/** Publishes the workflow for a table of two applicants; `boxes` replace those of the notice. */
	async function publishWorkflow(name: string, boxes: Partial<typeof NOTICE> = {}) {
		const { client } = host;
		const table = await createDataTable(client, name, APPLICANT_COLUMNS);
		await table.insert(AMARA, LEO);
		const smtp = await mailbox.createCredential(client);
		const workflow = readWorkflowFile('decide-and-tell-applicants', {
			'Write the decision': { dataTableId: table.reference },
		});
		fillInFields(workflow, 'Fill in the notice', { ...NOTICE, ...boxes });
		const { id, nodes } = await client.createWorkflow(workflow, [smtp]);
		await client.activate(id);
		const { webhookId } = nodes.find((node) => node.name === 'Decide')!;
		const address = `${client.baseUrl}/form/${webhookId}`;
		// n8n serves a form a moment after its workflow was published.
		await eventually(async () => (await fetch(address)).status !== 404);
		return { table, address, id };
	}

	/** Opens the link of the report's email, logged in to n8n, decides, and returns the last page's text. */
	async function decide(address: string, decision: string, shot?: string): Promise<string> {
		const page = await openPage(shot ? { width: 900, height: 820 } : PHONE_SCREEN, host.client);
		await page.goto(address);
		const list = page.getByRole('combobox');
		// n8n asks once per person and form.
		const allow = page.getByRole('button', { name: 'Allow access' });
		await allow.or(list).first().waitFor();
		if (await allow.isVisible()) await allow.click();
		// The page of the form has come: that of the question is gone.
		await list.waitFor();
		await expectToFit(page);
		await list.selectOption(decision);
		if (shot) await picture(shot, page);
		await page.getByRole('button', { name: 'Decide' }).click();
		await page
			.getByText(/Written down|Nothing was written/)
			.first()
			.waitFor();
		await expectToFit(page);
		return await page.innerText('body');
	}

	const linkTo = (address: string, { userId, lastName }: Record<string, unknown>) =>
		`${address}?userId=${String(userId)}&lastName=${String(lastName)}`;

	const SENT = /Notice sent: \d/;

	test('writes down who declined and when, and emails the notice once', async () => {
		const { table, address } = await publishWorkflow('Declined');

		const page = await decide(linkTo(address, AMARA), 'Decline', 'decide');

		expect(page).toMatch(/Amara Okonkwo\s+Decline\./);
		expect(page).toMatch(SENT);
		const [amara, leo] = await table.rows();
		expect(amara).toMatchObject({
			decision: 'Decline',
			decidedBy: expect.stringContaining('@') as string,
		});
		expect(Date.parse(String(amara!['decidedAt']))).toBeGreaterThan(Date.now() - 600_000);
		expect(Date.parse(String(amara!['noticeSentAt']))).not.toBeNaN();
		expect(leo).toMatchObject({ decision: null, decidedBy: null });
		const [message] = mailbox.mail.messages;
		expect(message!.to).toMatchObject({ text: AMARA.email });
		for (const box of Object.values(NOTICE)) expect(message!.text).toContain(box);
		expect(message!.text).toMatch(
			/^Hello Amara Okonkwo,\s+we cannot accept.*did not make this decision.*free copy.*dispute.*Example Screening/s,
		);

		expect(await decide(linkTo(address, AMARA), 'Decline')).toMatch(SENT);
		expect(mailbox.mail.messages).toHaveLength(1);
	});

	test('emails nothing to an applicant who is accepted, and writes nothing for an unknown ID', async () => {
		const { table, address } = await publishWorkflow('Accepted');

		expect(await decide(linkTo(address, LEO), 'Accept')).toContain('Accept. Notice sent: no.');
		expect(await decide(linkTo(address, { ...AMARA, userId: 'user-3' }), 'Decline')).toContain(
			'No applicant has this user ID.',
		);

		expect(mailbox.mail.messages).toEqual([]);
		expect(await table.rows()).toMatchObject([
			{ firstName: 'Amara', decision: null },
			{ firstName: 'Leo', decision: 'Accept', noticeSentAt: null },
		]);
	});

	test('emails one notice to an applicant in several rows, found by the ID alone, and writes it into each', async () => {
		const { table, address } = await publishWorkflow('Imported twice');
		await table.change(AMARA.email, { lastName: null });
		await table.insert(AMARA);
		const link = linkTo(address, { ...AMARA, lastName: 'Okonkwo-Ade' });

		expect(await decide(link, 'Decline')).toMatch(SENT);
		expect(await decide(link, 'Decline')).toMatch(SENT);

		const rows = (await table.rows()).filter(({ firstName }) => firstName === 'Amara');
		const told = { decision: 'Decline', noticeSentAt: expect.any(String) as string };
		expect(rows).toMatchObject([told, told]);
		expect(mailbox.mail.messages).toHaveLength(1);
		expect(mailbox.mail.messages[0]!.text).toMatch(/^Hello Amara ?,/);
	});

	test('emails no notice while boxes are empty, and names the four', async () => {
		const { table, address } = await publishWorkflow('Boxes', { reportByPhone: ' ', landlord: '' });

		const page = await decide(linkTo(address, AMARA), 'Accept with conditions');

		expect(page).toMatch(/all four boxes.*reportBy, reportByAddress, reportByPhone and landlord/);
		expect(mailbox.mail.messages).toEqual([]);
		expect((await table.rows())[0]).toMatchObject({
			decision: 'Accept with conditions',
			noticeSentAt: null,
		});
	});

	test('says that the mail server refused the notice, and sends it at the next decision', async () => {
		const { table, address } = await publishWorkflow('Refused');
		mailbox.mail.refuse = () => true;
		expect(await decide(linkTo(address, AMARA), 'Accept with conditions')).toContain(
			'Notice sent: no.',
		);
		expect((await table.rows())[0]).toMatchObject({ noticeSentAt: null });

		mailbox.mail.refuse = () => false;
		expect(await decide(linkTo(address, AMARA), 'Accept with conditions')).toMatch(SENT);
		expect(mailbox.mail.messages).toHaveLength(1);
		expect(mailbox.mail.messages[0]!.text).toMatch(/we can accept .* with conditions/);
	});

	test('asks whoever is not logged in to log in', async () => {
		const { table, address, id } = await publishWorkflow('Stranger');
		const page = await openPage();
		await page.goto(linkTo(address, LEO));
		await page.getByText('Sign in').first().waitFor();

		expect(await page.getByRole('combobox').count()).toBe(0);
		const answer = await fetch(address, {
			method: 'POST',
			body: new URLSearchParams({ 'field-0': 'Park' }),
		});
		expect(answer.ok).toBe(false);

		expect(await host.client.listExecutions(id)).toEqual([]);
		expect((await table.rows())[1]).toMatchObject({ decision: null });
	});

	test('Delete old applicants: deletes rows that were decided 90 days ago, and no others', async () => {
		const { table } = await publishWorkflow('Deleted');
		await table.insert(createApplicantRow('Priya'));
		await table.change(AMARA.email, { decision: 'Decline', decidedAt: daysAgo(91) });
		await table.change(LEO.email, { decision: 'Accept', decidedAt: daysAgo(89) });
		const workflow = readWorkflowFile('delete-old-applicants', {
			'Delete decided rows': { dataTableId: table.reference },
		});
		const { id } = await host.client.createWorkflow(workflow);

		expect(findFailure(await host.client.runWorkflow(id))).toBeUndefined();

		expect((await table.rows()).map(({ firstName }) => firstName)).toEqual(['Leo', 'Priya']);
	});
});
