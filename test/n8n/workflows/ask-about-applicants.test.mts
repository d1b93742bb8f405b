import type { Page } from 'playwright-core';
import { applicantRow, sentApplicants } from '../../support/applicants-table.mts';
import { EditorBrowser } from '../../support/editor-browser.mts';
import { EditorCanvas } from '../../support/editor-canvas.mts';
import { picture } from '../../support/editor-pictures.mts';
import { startModelStub, type ModelStub } from '../../support/model-stub.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'ask-about-applicants';
const SSN = '123-45-6789';
const PERSONS_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const MAPLE = '12 Maple Street, Unit 4';
const ZOE = {
	email: 'zoe@example.com',
	phone: '+14165550142',
	firstName: 'Zoe',
	lastName: 'Nguyen',
};

describe('Ask about applicants, in n8n 2.41.1', () => {
	const host = useN8n({ version: '2.41.1' });
	let browser: EditorBrowser;
	let model: ModelStub;

	beforeAll(async () => {
		browser = await EditorBrowser.launch();
		model = await startModelStub();
	});

	afterAll(async () => {
		await browser?.close();
		await model?.close();
	});

	/** Saves the workflow with a data table of one applicant who is done, and opens its chat in the editor. */
	async function chat(tableName: string) {
		const { client, sandbox, credential } = host;
		const table = await sentApplicants(host, tableName, []);
		const userId = sandbox.addApplicant({
			screening: { creditScore: 712, monthlyIncome: 6100 },
			user: {
				firstName: 'Amara',
				checkComplete: true,
				employmentDetails: { identity: { ssn: SSN } },
			},
		});
		const { propertyId } = sandbox;
		await table.insert(applicantRow('Amara', { userId, screeningStatus: 'sent' }), {
			...ZOE,
			propertyId,
			propertyName: MAPLE,
		});
		const one = withParameters(readWorkflowFile('send-one-screening'), {
			'Find the row': { dataTableId: table.reference },
		});
		const { id: sendOne } = await client.createWorkflow(one, [credential]);
		await client.activate(sendOne);
		const workflow = withParameters(readWorkflowFile(FILE), {
			'Find applicants': { dataTableId: table.reference },
			'Send screening': { workflowId: { __rl: true, mode: 'id', value: sendOne } },
			'Chat model': { model: { __rl: true, mode: 'id', value: 'stub' } },
		});
		const stub = { apiKey: 'stub', url: model.url, organizationId: '', header: false };
		const openAi = await client.createCredential('openAiApi', 'Model stub', stub);
		const { id } = await client.createWorkflow(workflow, [credential, openAi]);
		const page = await browser.page({ width: 1400, height: 900 }, client);
		// n8n takes no approval from what calls itself a headless browser, as it takes it for a bot.
		await page.setExtraHTTPHeaders({ 'User-Agent': PERSONS_BROWSER });
		const canvas = new EditorCanvas(page, client.baseUrl);
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
	const send = (more: object = {}) => {
		const toolParameters = { id: 2, ...ZOE, propertyName: MAPLE, ...more };
		return tool('Send_screening', { toolParameters, hitlParameters: {} });
	};
	const sends = () => host.sandbox.requestsOf('sendScreening');
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
		expect(host.sandbox.requestsOf('sendScreening')).toEqual([]);
		await page.context().close();
	});

	test('sends a screening only after a person has approved it, and writes it into the row', async () => {
		const { page, table } = await chat('Approved');
		model.play(send(), { say: 'The link is on its way.' });

		await say(page, 'Send a screening to Zoe.');
		await button(page, 'Send').waitFor();
		expect(await page.innerText('body')).toMatch(
			/link to Zoe Nguyen, zoe@example.com, \+14165550142, for 12 Maple Street, Unit 4\?/,
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
		await page.context().close();
	});

	test.each<[string, object, object?]>([
		['the question named another email', { email: 'someone@example.com' }],
		['the question named another property', { propertyName: '3 Elm Street' }],
		['the question named another row', { id: 1 }],
		['the question named no row', { id: 77 }],
		['the row was sent meanwhile', {}, { screeningStatus: 'sending' }],
		['the row has a userId', {}, { userId: 'sent-by-hand' }],
		// With fewer values than parameters, jest would pass its own callback as the last one.
	])('sends nothing where %s', async (what, more, meanwhile: object = {}) => {
		const { page, table } = await chat(`Wrong: ${what}`);
		if ('screeningStatus' in meanwhile || 'userId' in meanwhile) {
			await table.change(ZOE.email, { ...meanwhile });
		}
		const before = await table.rows();
		model.play(send(more), { say: 'It was not sent.' });

		await say(page, 'Send a screening to Zoe.');
		await button(page, 'Send').click();
		await chatBody(page).getByText('It was not sent.').waitFor();

		expect(sends()).toEqual([]);
		expect(model.toolAnswers().join()).toContain('Nothing was sent');
		expect(await table.rows()).toEqual(before);
		await page.context().close();
	});

	test('writes into the row why the service did not take it', async () => {
		const { page, table } = await chat('Down');
		host.sandbox.addFault({ operation: 'login', status: 401 });
		host.sandbox.revokeTokens();
		model.play(send(), { say: 'The service refused the login.' });

		await say(page, 'Send a screening to Zoe.');
		await button(page, 'Send').click();
		await chatBody(page).getByText('The service refused the login.').waitFor();

		expect((await table.rows())[1]).toMatchObject({
			screeningStatus: 'not sent',
			screeningNote: expect.stringMatching(/refused/) as unknown,
		});
		await page.context().close();
	});

	test('sends nothing where the person declines', async () => {
		const { page } = await chat('Declined');
		model.play(send(), { say: 'I have not sent it.' });

		await say(page, 'Send a screening to Zoe.');
		await button(page, 'Do not send').click();
		await chatBody(page).getByText('I have not sent it.').waitFor();

		expect(host.sandbox.requestsOf('sendScreening')).toEqual([]);
		await page.context().close();
	});
});
