import type { Page } from 'playwright-core';
import { EditorBrowser } from '../../support/editor-browser.mts';
import { picture } from '../../support/editor-pictures.mts';
import { columnsOf, createDataTable } from '../../support/data-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { nodeOf, readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'application-form';
const FORM = 'Application form';

interface Field {
	fieldName: string;
	fieldLabel: string;
	fieldValue?: string;
}

const ZOE = {
	firstName: 'Zoe',
	lastName: 'Nguyen',
	email: 'Zoe.Nguyen@example.com',
	phone: '+1 416 555 0142',
};
const EMAIL = 'zoe.nguyen@example.com';

describe('Application form, in n8n 2.41.1', () => {
	const host = useN8n({ version: '2.41.1' });
	const active: string[] = [];
	let browser: EditorBrowser;

	beforeAll(async () => {
		browser = await EditorBrowser.launch();
	});

	afterEach(async () => {
		for (const id of active.splice(0)) await host.client.deactivate(id);
	});

	afterAll(async () => {
		await browser?.close();
	});

	/** Publishes the workflow with a data table of its own; `hidden` is the value of the hidden field. */
	async function published(name: string, hidden = host.sandbox.propertyId) {
		const { n8n, client, credential } = host;
		const workflow = withParameters(readWorkflowFile(FILE), {
			'Applicants table': { tableName: name },
		});
		fieldsOf(workflow).find(({ fieldName }) => fieldName === 'propertyId')!.fieldValue = hidden;
		const table = await createDataTable(n8n, name, columnsOf(workflow));
		const { id, nodes } = await client.createWorkflow(workflow, [credential]);
		await client.activate(id);
		active.push(id);
		const { webhookId } = nodes.find((node) => node.name === FORM)!;
		return { table, address: `${client.baseUrl}/form/${webhookId}` };
	}

	const fieldsOf = (workflow: ReturnType<typeof readWorkflowFile>) =>
		(nodeOf(workflow, FORM).parameters['formFields'] as unknown as { values: Field[] }).values;

	/** Fills in the form as an applicant does and returns the text of the page that comes after it. */
	async function apply(address: string, answers: typeof ZOE, name?: string): Promise<string> {
		const page = await browser.page({ width: 900, height: 820 });
		try {
			await open(page, address);
			const labels = fieldsOf(readWorkflowFile(FILE));
			for (const [field, value] of Object.entries(answers)) {
				const { fieldLabel } = labels.find(({ fieldName }) => fieldName === field)!;
				await page.getByLabel(fieldLabel).fill(value);
			}
			if (name) await picture(name, page);
			await page.getByRole('button', { name: 'Apply' }).click();
			const end = page.locator('.header p');
			await page.getByText(/We have your application|We could not send/).waitFor();
			return await end.innerText().catch(async () => await page.innerText('body'));
		} finally {
			await page.context().close();
		}
	}

	/** n8n serves a form a moment after its workflow was published. */
	async function open(page: Page, address: string): Promise<void> {
		for (let tries = 0; ; tries += 1) {
			const response = await page.goto(address);
			if (response?.ok() || tries === 50) return;
		}
	}

	const requests = () => host.sandbox.requestsOf('sendScreening').map(({ body }) => body);

	test('sends the applicant a link, thanks, and keeps a row; a second application sends nothing', async () => {
		const { propertyId } = host.sandbox;
		const { table, address } = await published('Form');

		expect(await apply(address, ZOE, 'application-form-filled-in')).toContain(
			'We have your application',
		);

		expect(requests()).toMatchObject([{ propertyId, email: EMAIL, firstName: 'Zoe' }]);
		const rows = await table.rows();
		expect(rows).toMatchObject([
			{
				firstName: 'Zoe',
				lastName: 'Nguyen',
				email: EMAIL,
				propertyId,
				screeningStatus: 'sent',
				screeningNote: '',
				userId: host.sandbox.screenings[0]!.userId,
			},
		]);

		expect(await apply(address, { ...ZOE, email: EMAIL, phone: '+14165550199' })).toContain(
			'We have your application',
		);
		expect(requests()).toHaveLength(1);
		expect(await table.rows()).toEqual(rows);
	});

	test('asks to check email and phone where the link could not be sent, and takes the next try', async () => {
		const { table, address } = await published('Wrong phone');

		expect(await apply(address, { ...ZOE, phone: '416 555 0142' })).toContain('We could not send');
		expect(requests()).toEqual([]);
		expect(await apply(address, ZOE)).toContain('We have your application');

		expect(requests()).toHaveLength(1);
		expect(await table.rows()).toMatchObject([
			{ screeningStatus: 'not sent', screeningNote: expect.stringMatching(/phone/i) as unknown },
			{ screeningStatus: 'sent' },
		]);
	});

	test('keeps the application where the service does not take it, and says so in the row', async () => {
		const { sandbox } = host;
		const { table, address } = await published('No service');
		const unclear = sandbox.addFault({ operation: 'sendScreening', reset: 'after' });
		expect(await apply(address, { ...ZOE, email: 'leo@example.com' })).toContain(
			'We have your application',
		);
		unclear();
		expect(await apply(address, { ...ZOE, email: 'leo@example.com' })).toContain(
			'We have your application',
		);

		sandbox.addFault({ operation: 'login', status: 401 });
		sandbox.revokeTokens();
		expect(await apply(address, ZOE)).toContain('We could not send');

		expect(requests()).toHaveLength(2);
		expect(await table.rows()).toMatchObject([
			{ email: 'leo@example.com', screeningStatus: 'maybe sent' },
			{ email: EMAIL, screeningStatus: 'not sent' },
		]);
	});

	test('serves one form for all properties, each named in its address', async () => {
		const { propertyId } = host.sandbox;
		const { table, address } = await published('By address', '');

		expect(await apply(`${address}?propertyId=${propertyId}`, ZOE)).toContain('We have your');

		expect(requests()).toMatchObject([{ propertyId }]);
		expect(await table.rows()).toMatchObject([{ propertyId, screeningStatus: 'sent' }]);
	});
});
