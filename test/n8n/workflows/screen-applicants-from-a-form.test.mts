import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import {
	expectToFit,
	PERSONS_BROWSER,
	PHONE_SCREEN,
	useBrowser,
} from '../../support/editor-browser.mts';
import { picture } from '../../support/editor-pictures.mts';
import { APPLICANT_COLUMNS } from '../../support/applicants-table.mts';
import { createDataTable } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { fillInFields, findNode, readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'screen-applicants-from-a-form';
const FORM = 'Application form';
const CONSENT =
	'I agree that Maple Homes has me screened for this rental, and have read the notice.';
const AS_A_BROWSER = { 'user-agent': PERSONS_BROWSER };

interface Field {
	fieldName: string;
	fieldLabel: string;
	fieldType: string;
	fieldOptions?: { values: Array<{ option: string }> };
}

const ZOE = {
	firstName: 'Zoe',
	lastName: 'Nguyen',
	email: 'Zoe.Nguyen@example.com',
	phone: '+1 416 555 0142',
};
const EMAIL = 'zoe.nguyen@example.com';
const PHONE = '+14165550142';
const THANKS = 'We have your application';

describe('Screen applicants from a form, in n8n', () => {
	const host = useN8n();
	const openPage = useBrowser();

	/** Fills in what the note asks for, publishes the workflow and gives it a data table of its own. */
	async function publishWorkflow(name: string, sending: INodeParameters = {}) {
		const { client, credential, sandbox } = host;
		const path = name.toLowerCase().replaceAll(/\W+/g, '-');
		const table = await createDataTable(client, name, APPLICANT_COLUMNS);
		const workflow = readWorkflowFile(FILE, {
			'Earlier application': { dataTableId: table.reference },
		});
		Object.assign(findNode(workflow, 'Send screening').parameters, sending);
		const { parameters } = findNode(workflow, FORM);
		parameters['options'] = { ...(parameters['options'] as INodeParameters), path };
		for (const field of listFields(workflow)) {
			if (field.fieldOptions) field.fieldOptions.values[0]!.option = CONSENT;
		}
		fillInFields(workflow, 'Application', {
			propertyId: sandbox.propertyId,
			propertyName: '12 Maple Street',
		});
		const { id } = await client.createWorkflow(workflow, [credential]);
		await client.activate(id);
		const address = `${client.baseUrl}/form/${path}`;
		// n8n serves a form a moment after its workflow was published.
		await eventually(async () => (await fetch(address, { headers: AS_A_BROWSER })).ok);
		return { id, table, address };
	}

	const listFields = (workflow: ReturnType<typeof readWorkflowFile>) =>
		(findNode(workflow, FORM).parameters['formFields'] as unknown as { values: Field[] }).values;

	/** Fills in the form as an applicant does. */
	async function fillIn(page: Page, answers: typeof ZOE): Promise<void> {
		for (const { fieldName, fieldLabel } of listFields(readWorkflowFile(FILE))) {
			const value = (answers as Record<string, string>)[fieldName];
			if (value !== undefined) await page.getByLabel(fieldLabel).fill(value);
		}
		await page.getByRole('checkbox').check();
	}

	/** Fills in the form on a page of its own, presses the button, and does `then` on the page that comes after it. */
	async function apply<T>(
		address: string,
		answers: typeof ZOE,
		then: (page: Page) => Promise<T>,
	): Promise<T> {
		const page = await openPage({ ...PHONE_SCREEN, userAgent: PERSONS_BROWSER });
		await page.goto(address);
		await expectToFit(page);
		await fillIn(page, answers);
		await page.getByRole('button', { name: 'Apply' }).click();
		return await then(page);
	}

	/** The page that n8n shows after a form. */
	async function readAnswer(page: Page): Promise<string> {
		await page.waitForURL('**/form-waiting/**');
		await expectToFit(page);
		return await page.locator('.header').innerText();
	}

	/** Sends what a program makes up in place of the form; `more` replaces or adds fields. */
	async function post(
		{ address }: { address: string },
		answers: object = ZOE,
		{ headers = AS_A_BROWSER, more = {} } = {},
	): Promise<number> {
		const names = listFields(readWorkflowFile(FILE)).map(({ fieldName }) => fieldName);
		const body = new FormData();
		const given = { consent: JSON.stringify([CONSENT]), ...answers, ...more };
		for (const [field, value] of Object.entries<string>(given)) {
			const index = names.indexOf(field);
			body.set(index === -1 ? field : `field-${index}`, value);
		}
		return (await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })).status;
	}

	/** Resolves once so many executions show their last page. */
	async function waitForAnswers({ id }: { id: string }, count: number): Promise<void> {
		await eventually(async () => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['waiting'] }));
			const path = `/executions?filter=${filter}&limit=100`;
			const { results } = await host.client.rest<{ results: unknown[] }>('GET', path);
			return results.length >= count;
		});
	}

	const requests = () => host.sandbox.listRequests('sendScreening').map(({ body }) => body);

	test('sends the applicant a link, thanks, and keeps a row with what was agreed to', async () => {
		const { propertyId } = host.sandbox;
		const { id, table, address } = await publishWorkflow('Form');

		const page = await openPage({ width: 900, height: 980, userAgent: PERSONS_BROWSER });
		// The property comes from the workflow only.
		await page.goto(`${address}?propertyId=another`);
		await fillIn(page, ZOE);
		await picture('application-form-filled-in', page);
		await page.getByRole('button', { name: 'Apply' }).click();
		expect(await readAnswer(page)).toContain(THANKS);

		expect(requests()).toMatchObject([{ propertyId, email: EMAIL, phone: PHONE }]);
		const [row, ...others] = await table.rows();
		expect(others).toEqual([]);
		expect(row).toMatchObject({
			firstName: 'Zoe',
			lastName: 'Nguyen',
			email: EMAIL,
			propertyId,
			propertyName: '12 Maple Street',
			screeningStatus: 'sent',
			screeningNote: '',
			userId: host.sandbox.screenings[0]!.userId,
			consentText: CONSENT,
		});
		const age = Date.now() - Date.parse(String(row!['consentAt']));
		expect(age).toBeGreaterThanOrEqual(0);
		expect(age).toBeLessThan(10 * 60_000);
		// The last page tells n8n to end the execution, of which nothing is kept.
		await eventually(async () => (await host.client.listExecutions(id)).length === 0);
	});

	test('asks again for a phone number that cannot be sent, for that alone, until it can', async () => {
		const { table, address } = await publishWorkflow('Phone');
		const again = async (page: Page, phone: string, shown: string) => {
			const field = page.getByLabel('Mobile phone');
			await page.getByText('Please check your phone number').waitFor();
			await expectToFit(page);
			expect(await page.innerText('form, .header')).toMatch(/such as \+14165550100/);
			expect(await field.inputValue()).toBe(shown);
			expect(await page.locator('form input:visible').count()).toBe(1);
			const [row] = await table.rows();
			expect(row).toMatchObject({ email: EMAIL, phone: shown, screeningStatus: 'not sent' });
			await field.fill(phone);
			const next = page.waitForEvent('framenavigated');
			await page.getByRole('button', { name: 'Send' }).click();
			await next;
		};

		await apply(address, { ...ZOE, phone: '416 555 0142' }, async (page) => {
			await again(page, '+1 416 555 014', '416 555 0142');
			await again(page, ZOE.phone, '+1 416 555 014');
			await page.getByText(THANKS).waitFor();
		});

		expect(requests()).toMatchObject([{ email: EMAIL, firstName: 'Zoe', phone: PHONE }]);
		expect(await table.rows()).toMatchObject([
			{ email: EMAIL, lastName: 'Nguyen', phone: ZOE.phone, screeningStatus: 'sent' },
		]);
	});

	test('sends a local number with the country code that is set', async () => {
		const { address } = await publishWorkflow('Local', { countryCode: '1' });
		expect(await apply(address, { ...ZOE, phone: '(416) 555-0142' }, readAnswer)).toContain(THANKS);
		expect(requests()).toMatchObject([{ phone: PHONE }]);
	});

	test('thanks for a second application of the same email and sends nothing', async () => {
		const form = await publishWorkflow('Second');
		await post(form);
		await waitForAnswers(form, 1);
		const rows = await form.table.rows();

		const again = { ...ZOE, email: ` ${EMAIL.toUpperCase()}`, phone: '+14165550199' };
		expect(await apply(form.address, again, readAnswer)).toContain(THANKS);
		expect(requests()).toHaveLength(1);
		expect(await form.table.rows()).toEqual(rows);
	});

	test('sends one link where a button is pressed many times', async () => {
		const form = await publishWorkflow('At once');
		await Promise.all(Array.from({ length: 6 }, async () => await post(form)));
		await waitForAnswers(form, 6);
		expect(requests()).toHaveLength(1);
	});

	test('takes nothing from a bot, nor without consent or an email', async () => {
		const form = await publishWorkflow('Bots');

		expect(await post(form, ZOE, { headers: { 'user-agent': 'python-requests/2.32' } })).toBe(401);
		await post(form, ZOE, { more: { consent: '[]' } });
		const { firstName, lastName, phone } = ZOE;
		await post(form, { firstName, lastName, phone });
		await waitForAnswers(form, 2);

		expect(requests()).toEqual([]);
		expect(await form.table.rows()).toEqual([]);
	});

	test('keeps the application where the service does not take it, and says so in the row', async () => {
		const { sandbox } = host;
		const { table, address } = await publishWorkflow('No service');
		const unclear = sandbox.disrupt({ operation: 'sendScreening', reset: 'after' });
		const leo = { ...ZOE, email: 'leo@example.com', phone: '+14165550143' };
		expect(await apply(address, leo, readAnswer)).toContain(THANKS);
		unclear();
		expect(await apply(address, leo, readAnswer)).toContain(THANKS);
		await apply(address, { ...ZOE, phone: '416 555 0142' }, async (page) => {
			await page.getByText('Please check your phone number').waitFor();
			sandbox.disrupt({ operation: 'login', status: 401 });
			sandbox.revokeTokens();
			await page.getByLabel('Mobile phone').fill(ZOE.phone);
			await page.getByRole('button', { name: 'Send' }).click();
			await page.getByText(THANKS).waitFor();
		});

		expect(requests().filter((body) => (body as typeof ZOE).email === leo.email)).toHaveLength(1);
		expect(await table.rows()).toMatchObject([
			{ email: 'leo@example.com', screeningStatus: 'maybe sent' },
			{
				email: EMAIL,
				screeningStatus: 'not sent',
				screeningNote: expect.stringMatching(/refused/),
			},
		]);
	});
});
