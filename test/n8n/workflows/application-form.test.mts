import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { EditorBrowser } from '../../support/editor-browser.mts';
import { picture } from '../../support/editor-pictures.mts';
import { columnsOf, createDataTable } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { nodeOf, readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'application-form';
const FORM = 'Application form';
const CONSENT =
	'I agree that Maple Homes has me screened for this rental, and have read the notice.';
const PRIVACY = '<a href="https://example.com/privacy" target="_blank">Privacy notice</a>';
/** A browser that n8n does not take for a bot. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const AS_A_BROWSER = { 'user-agent': BROWSER };

interface Field {
	fieldName: string;
	fieldLabel: string;
	fieldType: string;
	html?: string;
	fieldOptions?: { values: Array<{ option: string }> };
}

interface Published {
	id: string;
	table: Awaited<ReturnType<typeof createDataTable>>;
	address: string;
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

	/** Fills in what the note asks for, publishes the workflow and gives it a data table of its own. */
	async function published(name: string, { filledIn = true } = {}): Promise<Published> {
		const { n8n, client, credential } = host;
		const path = name.toLowerCase().replaceAll(' ', '-');
		const workflow = withParameters(readWorkflowFile(FILE), {
			'Applicants table': { tableName: name },
		});
		const { parameters } = nodeOf(workflow, FORM);
		parameters['options'] = { ...(parameters['options'] as INodeParameters), path };
		const { assignments } = nodeOf(workflow, 'Application').parameters[
			'assignments'
		] as unknown as {
			assignments: Array<{ name: string; value: string }>;
		};
		assignments.find((each) => each.name === 'propertyId')!.value = host.sandbox.propertyId;
		if (filledIn) {
			parameters['formTitle'] = 'Rental application: 12 Maple Street';
			for (const field of fieldsOf(workflow)) {
				if (field.fieldOptions) field.fieldOptions.values[0]!.option = CONSENT;
				if (field.html) field.html = PRIVACY;
			}
		}
		const table = await createDataTable(n8n, name, columnsOf(workflow));
		const { id } = await client.createWorkflow(workflow, [credential]);
		await client.activate(id);
		active.push(id);
		const address = `${client.baseUrl}/form/${path}`;
		// n8n serves a form a moment after its workflow was published.
		await eventually(async () => (await fetch(address, { headers: AS_A_BROWSER })).ok);
		return { id, table, address };
	}

	const fieldsOf = (workflow: ReturnType<typeof readWorkflowFile>) =>
		(nodeOf(workflow, FORM).parameters['formFields'] as unknown as { values: Field[] }).values;

	/** Fills in the form as an applicant does. */
	async function fillIn(page: Page, answers: typeof ZOE): Promise<void> {
		for (const { fieldName, fieldLabel } of fieldsOf(readWorkflowFile(FILE))) {
			const value = (answers as Record<string, string>)[fieldName];
			if (value !== undefined) await page.getByLabel(fieldLabel).fill(value);
		}
		await page.getByRole('checkbox').check();
	}

	/** Fills it in on a page of its own and presses the button; returns the text of the page that comes after it. */
	async function apply(address: string, answers: typeof ZOE): Promise<string> {
		const page = await browser.page({ width: 900, height: 980, userAgent: BROWSER });
		try {
			await page.goto(address);
			await fillIn(page, answers);
			await page.getByRole('button', { name: 'Apply' }).click();
			return await answerOn(page);
		} finally {
			await page.close();
		}
	}

	/** The page that n8n shows after a form. */
	async function answerOn(page: Page): Promise<string> {
		await page.waitForURL('**/form-waiting/**');
		return await page.locator('.header').innerText();
	}

	/** Sends what a program makes up in place of the form; `more` replaces or adds fields. */
	async function post(
		{ address }: Published,
		answers: object = ZOE,
		{ headers = AS_A_BROWSER, more = {} } = {},
	): Promise<number> {
		const names = fieldsOf(readWorkflowFile(FILE)).map(({ fieldName }) => fieldName);
		const body = new FormData();
		const given = { consent: JSON.stringify([CONSENT]), ...answers, ...more };
		for (const [field, value] of Object.entries<string>(given)) {
			const index = names.indexOf(field);
			body.set(index === -1 ? field : `field-${index}`, value);
		}
		return (await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })).status;
	}

	/** Resolves once so many executions show their last page. */
	async function allAnswered({ id }: Published, count: number): Promise<void> {
		await eventually(async () => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['waiting'] }));
			const path = `/executions?filter=${filter}&limit=100`;
			const { results } = await host.client.rest<{ results: unknown[] }>('GET', path);
			return results.length >= count;
		});
	}

	const requests = () => host.sandbox.requestsOf('sendScreening').map(({ body }) => body);

	test('sends the applicant a link, thanks, and keeps a row with what was agreed to', async () => {
		const { propertyId } = host.sandbox;
		const { id, table, address } = await published('Form');

		const page = await browser.page({ width: 900, height: 980, userAgent: BROWSER });
		await page.goto(address);
		await fillIn(page, ZOE);
		await picture('application-form-filled-in', page);
		await page.getByRole('button', { name: 'Apply' }).click();
		expect(await answerOn(page)).toContain(THANKS);

		expect(requests()).toMatchObject([{ propertyId, email: EMAIL, phone: PHONE }]);
		const [row, ...others] = await table.rows();
		expect(others).toEqual([]);
		expect(row).toMatchObject({
			firstName: 'Zoe',
			lastName: 'Nguyen',
			email: EMAIL,
			phone: PHONE,
			propertyId,
			screeningStatus: 'sent',
			screeningNote: '',
			userId: host.sandbox.screenings[0]!.userId,
			consentText: `${CONSENT} ${PRIVACY}`,
		});
		const age = Date.now() - Date.parse(String(row!['consentAt']));
		expect(age).toBeGreaterThanOrEqual(0);
		expect(age).toBeLessThan(10 * 60_000);
		// The last page tells n8n to end the execution, of which nothing is kept.
		await eventually(async () => (await host.client.executionsOf(id)).length === 0);
		await page.close();
	});

	test.each([
		['of the same email', { ...ZOE, email: ` ${EMAIL.toUpperCase()}`, phone: '+14165550199' }],
		['of the same phone', { ...ZOE, email: 'other@example.com', phone: '001 (416) 555-0142' }],
	])('thanks for a second application %s and sends nothing', async (what, again) => {
		const form = await published(`Second ${what}`);
		await post(form);
		await allAnswered(form, 1);
		const rows = await form.table.rows();

		expect(await apply(form.address, again)).toContain(THANKS);
		expect(requests()).toHaveLength(1);
		expect(await form.table.rows()).toEqual(rows);
	});

	test('takes one of many applications that come at once, and twenty an hour', async () => {
		const one = await published('At once');
		const same = Array.from({ length: 12 }, (_, index) =>
			post(one, { ...ZOE, email: index % 2 ? `zoe${index}@example.com` : EMAIL }),
		);
		await Promise.all(same);
		await allAnswered(one, 12);
		expect(requests()).toHaveLength(1);
		expect(await one.table.rows()).toMatchObject([{ screeningStatus: 'sent' }]);
		await host.client.deactivate(active.pop()!);

		const many = await published('Many');
		const { propertyId } = host.sandbox;
		const older = new Date(Date.now() - 61 * 60_000).toISOString();
		const elsewhere = { propertyId: 'another', consentAt: new Date().toISOString() };
		await many.table.insert({ propertyId, consentAt: older }, elsewhere);
		const different = Array.from({ length: 25 }, (_, index) => {
			const number = String(index).padStart(2, '0');
			return post(many, { ...ZOE, email: `${number}@example.com`, phone: `+141655501${number}` });
		});
		await Promise.all(different);
		await allAnswered(many, 25);
		expect(requests()).toHaveLength(1 + 20);
		expect(await many.table.rows()).toHaveLength(2 + 20);

		const late = { ...ZOE, email: 'late@example.com', phone: '+14165550177' };
		expect(await apply(many.address, late)).toContain('Please come back in an hour');
		expect(requests()).toHaveLength(21);
	});

	test('takes the property from the workflow, whatever is sent', async () => {
		const form = await published('Property');
		const address = `${form.address}?propertyId=another`;
		await post({ ...form, address });
		await post(
			form,
			{ ...ZOE, email: 'leo@example.com', phone: '+14165550143' },
			{
				more: { propertyId: 'another', 'field-6': 'another' },
			},
		);
		await allAnswered(form, 2);

		const { propertyId } = host.sandbox;
		expect(requests()).toMatchObject([{ propertyId }, { propertyId }]);
	});

	test('takes nothing from a bot, nor without consent, nor with a consent of another text', async () => {
		const form = await published('Bots');

		expect(await post(form, ZOE, { headers: { 'user-agent': 'python-requests/2.32' } })).toBe(401);
		await post(form, ZOE, { more: { consent: '[]' } });
		await post(form, ZOE, { more: { consent: '["Yes"]' } });
		const { firstName, lastName, email, phone } = ZOE;
		await post(form, { firstName, email, phone });
		await post(form, { firstName, lastName, phone });
		await allAnswered(form, 4);

		expect(requests()).toEqual([]);
		expect(await form.table.rows()).toEqual([]);
	});

	test.each([
		['416 555 0142', 'it starts with + and the country code'],
		['+44 (0)20 7946 0958', 'it starts with + and the country code'],
		['+49 30 1234567/8', 'it starts with + and the country code'],
		['+1 416 555 014', 'check your mobile phone number'],
	])('says that the phone number %s is refused, and links back to the form', async (phone, why) => {
		const form = await published(`Phone ${phone.replace(/\D/g, '')}`);
		const page = await browser.page({ width: 900, height: 980, userAgent: BROWSER });
		await page.goto(form.address);
		await fillIn(page, { ...ZOE, phone });
		await page.getByRole('button', { name: 'Apply' }).click();
		expect(await answerOn(page)).toContain(why);
		expect(requests()).toEqual([]);

		await page.getByRole('link', { name: 'Back to the form' }).click();
		await page.waitForURL(form.address);
		await fillIn(page, ZOE);
		await page.getByRole('button', { name: 'Apply' }).click();
		expect(await answerOn(page)).toContain(THANKS);
		expect(requests()).toHaveLength(1);
		await page.close();
	});

	test('keeps the application where the service does not take it, and says so in the row', async () => {
		const { sandbox } = host;
		const { table, address } = await published('No service');
		const unclear = sandbox.addFault({ operation: 'sendScreening', reset: 'after' });
		const leo = { ...ZOE, email: 'leo@example.com', phone: '+14165550143' };
		expect(await apply(address, leo)).toContain(THANKS);
		unclear();
		expect(await apply(address, leo)).toContain(THANKS);

		const refuses = sandbox.addFault({ operation: 'sendScreening', status: 422 });
		expect(await apply(address, ZOE)).toContain('check your email address and mobile phone');
		refuses();
		sandbox.addFault({ operation: 'login', status: 401 });
		sandbox.revokeTokens();
		expect(await apply(address, ZOE)).toContain('We could not send');

		expect(requests()).toHaveLength(3);
		expect(await table.rows()).toMatchObject([
			{ email: 'leo@example.com', screeningStatus: 'maybe sent' },
			{ email: EMAIL, screeningStatus: 'refused' },
			{
				email: EMAIL,
				screeningStatus: 'refused',
				screeningNote: expect.stringMatching(/^The applicant was asked to apply again\. .*refused/),
			},
		]);
	});

	test('is not ready while something stands in brackets, and says so', async () => {
		const { table, address } = await published('Not ready', { filledIn: false });

		expect(await apply(address, ZOE)).toContain('This form is not ready yet');
		expect(requests()).toEqual([]);
		expect(await table.rows()).toEqual([]);
	});
});
