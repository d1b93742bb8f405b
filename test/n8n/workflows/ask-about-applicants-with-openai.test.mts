import type { INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import type { DataTableRow } from '../../../dev/host/data-tables.mts';
import { listOutputs } from '../../../dev/host/execution.mts';
import { APPLICANT_COLUMNS, createApplicantRow } from '../../support/applicants-table.mts';
import { createDataTable } from '../../support/data-table.mts';
import { PERSONS_BROWSER, useBrowser } from '../../support/editor-browser.mts';
import { editorCanvas } from '../../support/editor-canvas.mts';
import { picture } from '../../support/editor-pictures.mts';
import { startModelStub, type ModelStub } from '../../support/model-stub.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { createChain, createManualTrigger } from '../../support/n8n-workflows.mts';
import { readWorkflowFile } from '../../support/workflow-file.mts';

const SSN = '123-45-6789';
const MAPLE = '12 Maple Street, Unit 4';
const ZOE = {
	email: 'zoe@example.com',
	phone: '+14165550142',
	firstName: 'Zoe',
	lastName: 'Nguyen',
};
/** What the agent passes on after the question about Zoe was approved. */
const APPROVED = { id: 2, ...ZOE, propertyName: MAPLE };

describe('Ask about applicants with OpenAI, in n8n', () => {
	const host = useN8n();

	const sends = () => host.sandbox.listRequests('sendScreening');

	/**
	 * Publishes the workflow that sends one screening, with a data table of two applicants: Amara, who is done, and Zoe, who was
	 * sent nothing.
	 */
	async function publishWorkflow(tableName: string) {
		const { client, sandbox, credential } = host;
		const table = await createDataTable(client, tableName, APPLICANT_COLUMNS);
		const userId = sandbox.addApplicant({
			screening: { creditScore: 712, monthlyIncome: 6100 },
			user: {
				firstName: 'Amara',
				checkComplete: true,
				employmentDetails: { identity: { ssn: SSN } },
			},
		});
		const { propertyId } = sandbox;
		await table.insert(createApplicantRow('Amara', { userId, screeningStatus: 'sent' }), {
			...ZOE,
			propertyId,
			propertyName: MAPLE,
		});
		const sendOne = readWorkflowFile(
			'send-one-screening-called-by-ask-about-applicants-with-openai',
			{
				'Mark in progress': { dataTableId: table.reference },
			},
		);
		const { id } = await client.createWorkflow(sendOne, [credential]);
		await client.activate(id);
		const reference: INodeParameterResourceLocator = { __rl: true, mode: 'id', value: id };
		return { table, userId, reference };
	}

	describe('in the chat of the editor', () => {
		const openPage = useBrowser();
		let model: ModelStub;

		beforeAll(async () => {
			model = await startModelStub();
		});

		afterAll(async () => {
			await model?.close();
		});

		/** Saves the workflow and opens its chat. */
		async function chat(tableName: string) {
			const { client, credential } = host;
			const { table, userId, reference } = await publishWorkflow(tableName);
			const workflow = readWorkflowFile('ask-about-applicants-with-openai', {
				'Find applicants': { dataTableId: table.reference },
				'Send screening': { workflowId: reference },
				'Chat model': { model: { __rl: true, mode: 'id', value: 'stub' } },
			});
			const openAi = await client.createCredential('openAiApi', 'Model', model.credential);
			const { id } = await client.createWorkflow(workflow, [credential, openAi]);
			const page = await openPage({ height: 900, userAgent: PERSONS_BROWSER }, client);
			const canvas = editorCanvas(page, client.baseUrl);
			await canvas.open(id);
			await page.getByRole('button', { name: 'Open chat' }).last().click();
			return { page, table, userId };
		}

		async function say(page: Page, words: string): Promise<void> {
			await page
				.getByPlaceholder(/message/i)
				.last()
				.fill(words);
			await page.keyboard.press('Enter');
		}

		/** What was said; the log beside it repeats it. */
		const chatBody = (page: Page) => page.getByTestId('canvas-chat-body');

		const tool = (name: string, args: object) => ({ calls: [{ tool: name, args }] });
		/** As n8n asks a model to call a tool that a person must approve. */
		const send = () => tool('Send_screening', { toolParameters: APPROVED, hitlParameters: {} });

		/** A button in the chat. */
		const button = (page: Page, name: string) =>
			page
				.locator('a, button')
				.filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) })
				.last();

		test('finds an applicant by name and reads the results, never the SSN', async () => {
			const { page, userId } = await chat('Asked');
			model.play(tool('Find_applicants', {}), tool('Get_results', { userId }), {
				say: 'Amara has a credit score of 712.',
			});

			await say(page, "What is Amara's credit score?");
			await chatBody(page).getByText('a credit score of 712').waitFor();

			const [found, results] = model.toolAnswers();
			expect(found).toContain(userId);
			expect(results).toContain('712');
			expect(JSON.stringify(model.requests)).not.toMatch(/123-?45-?6789|6789/);
			expect(sends()).toEqual([]);
		});

		test('sends a screening only after a person has approved it, and writes it into the row', async () => {
			const { page, table } = await chat('Approved');
			model.play(send(), { say: 'The link is on its way.' });

			await say(page, 'Send a screening to Zoe.');
			await button(page, 'Send').waitFor();
			expect(await page.innerText('body')).toMatch(
				/link to zoe@example\.com, for 12 Maple Street, Unit 4\?/,
			);
			expect(sends()).toEqual([]);
			await button(page, 'Do not send').scrollIntoViewIfNeeded();
			await picture('ask-for-approval', page);

			await button(page, 'Send').click();
			await chatBody(page).getByText('The link is on its way.').waitFor();

			const { propertyId } = host.sandbox;
			expect(sends()).toMatchObject([{ body: { ...ZOE, propertyId } }]);
			const { userId } = host.sandbox.screenings[0]!;
			expect(model.toolAnswers().join()).toContain(userId);
			expect((await table.rows())[1]).toMatchObject({
				userId,
				screeningStatus: 'sent',
				screeningNote: '',
				sentAt: expect.stringMatching(/^2/) as unknown,
			});
		});

		test('sends nothing where the person declines', async () => {
			const { page } = await chat('Declined');
			model.play(send(), { say: 'I have not sent it.' });

			await say(page, 'Send a screening to Zoe.');
			await button(page, 'Do not send').click();
			await chatBody(page).getByText('I have not sent it.').waitFor();

			expect(sends()).toEqual([]);
		});
	});

	describe('what was approved goes to the workflow that sends one screening', () => {
		/** Calls the workflow as the agent does after an approval; returns its answer. */
		async function call(reference: INodeParameterResourceLocator, approved: INodeParameters) {
			const workflowInputs = { mappingMode: 'defineBelow', value: approved, schema: [] };
			const caller = {
				name: 'Call',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.2,
				parameters: { workflowId: reference, workflowInputs, options: {} },
			};
			return listOutputs(
				await host.run(createChain('Caller', createManualTrigger(), caller)),
				'Call',
			);
		}

		test.each<[string, object, DataTableRow]>([
			['the question named another email', { email: 'someone@example.com' }, {}],
			['the question named another property', { propertyName: '3 Elm Street' }, {}],
			['the question named another row', { id: 1 }, {}],
			['the question named no row', { id: 77 }, {}],
			['the row was sent meanwhile', {}, { screeningStatus: 'in progress' }],
			['the row has a userId', {}, { userId: 'sent-by-hand' }],
		])('sends nothing where %s', async (what, more, meanwhile) => {
			const { table, reference } = await publishWorkflow(`Wrong: ${what}`);
			if (Object.keys(meanwhile).length > 0) await table.change(ZOE.email, meanwhile);
			const before = await table.rows();

			const answer = await call(reference, { ...APPROVED, ...more });

			expect(sends()).toEqual([]);
			expect(answer).toEqual([{ answer: expect.stringContaining('Nothing was sent') as unknown }]);
			expect(await table.rows()).toEqual(before);
		});

		test('writes into the row why the service did not take it', async () => {
			const { table, reference } = await publishWorkflow('Down');
			await table.change(ZOE.email, { screeningNote: 'An earlier note' });
			host.sandbox.disrupt({ operation: 'login', status: 401 });
			host.sandbox.revokeTokens();

			await call(reference, APPROVED);

			expect(sends()).toEqual([]);
			expect((await table.rows())[1]).toMatchObject({
				screeningStatus: 'not sent',
				screeningNote: expect.stringMatching(/refused/) as unknown,
			});
		});
	});
});
