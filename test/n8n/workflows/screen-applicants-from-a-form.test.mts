import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { setUp } from '../../../dev/demo/first-click.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { demoProperty } from '../../../dev/sandbox/data/demo.mts';
import {
	APPLICANT_COLUMNS,
	APPLICANTS_FILE,
	readForTable,
} from '../../support/applicants-table.mts';
import { createDataTable } from '../../support/data-table.mts';
import {
	expectToFit,
	PERSONS_BROWSER,
	PHONE_SCREEN,
	useBrowser,
} from '../../support/editor-browser.mts';
import { picture } from '../../support/editor-pictures.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { publish } from '../../../dev/host/published.mts';
import { findNode, readWorkflowFile } from '../../../dev/host/workflow-file.mts';

const FILE = 'screen-applicants-from-a-form';
const AS_A_BROWSER = { 'user-agent': PERSONS_BROWSER };
const ZOE = {
	firstName: 'Zoe',
	lastName: 'Nguyen',
	email: 'Zoe.Nguyen@example.com',
	phone: '+1 416 555 0142',
};
const LEO = { ...ZOE, firstName: 'Leo' };
const EMAIL = 'zoe.nguyen@example.com';
const THANKS = /We have saved your application\. The next step is the link to your screening/;
const APPLIED_BEFORE =
	/an application with your email and first name already, so nothing was saved/;
const PHONE_AGAIN = /such as \+14165550100\. Your application is saved once you have sent a number/;

const host = useN8n();
const openPage = useBrowser();
const { formFields } = findNode(readWorkflowFile(FILE), 'Application form')
	.parameters as unknown as {
	formFields: { values: Array<Record<'fieldName' | 'fieldLabel', string>> };
};
const fields = formFields.values;
let forms = 0;

/** Publishes the workflow with a data table of its own, and the one that sends that table's rows. */
async function publishForm(columns = APPLICANT_COLUMNS, change = setUp) {
	const { client, credential } = host;
	const path = `form-${(forms += 1)}`;
	const table = await createDataTable(client, `The form of ${path} alone`, columns);
	const workflow = change(readForTable(FILE, table));
	const { parameters } = findNode(workflow, 'Application form');
	parameters['options'] = { ...(parameters['options'] as INodeParameters), path };
	const { id } = await client.createWorkflow(workflow);
	await client.activate(id);
	const { propertyId } = host.sandbox;
	const sending = readForTable(APPLICANTS_FILE, table, { 'Check rows': { propertyId } });
	const { run } = await publish(client, sending, [credential]);
	const address = `${client.baseUrl}/form/${path}`;
	// n8n serves a form a moment after its workflow was published.
	await eventually(async () => (await fetch(address, { headers: AS_A_BROWSER })).ok);
	return { id, table, address, run };
}

/** Fills in the form as an applicant does, and returns the page that comes after it. */
async function apply(address: string, answers: typeof ZOE): Promise<Page> {
	const page = await openPage({ ...PHONE_SCREEN, userAgent: PERSONS_BROWSER });
	// The property comes from the workflow only.
	await page.goto(`${address}?propertyId=another`);
	await expectToFit(page);
	for (const [name, value] of Object.entries(answers)) {
		const { fieldLabel } = fields.find(({ fieldName }) => fieldName === name)!;
		await page.getByLabel(fieldLabel).fill(value);
	}
	await page.getByRole('checkbox').check();
	if (answers === ZOE) await picture('application-form-filled-in', page);
	await page.getByRole('button', { name: 'Apply' }).click();
	return page;
}

async function expectPage(page: Page, text: RegExp): Promise<void> {
	await page.getByText(text).waitFor();
	await expectToFit(page);
}

/** Sends what a program makes up in place of the form. */
async function post(
	address: string,
	answers: object,
	headers: object = AS_A_BROWSER,
): Promise<number> {
	const body = new FormData();
	for (const [name, value] of Object.entries<string>({ consent: '["Yes"]', ...answers })) {
		const index = fields.findIndex(({ fieldName }) => fieldName === name);
		body.set(index === -1 ? name : `field-${index}`, value);
	}
	const request = { method: 'POST', body, headers: headers as Record<string, string> };
	return (await fetch(address, { ...request, redirect: 'manual' })).status;
}

const listSent = () =>
	host.sandbox.listRequests('sendScreening').map(({ body }) => body as typeof ZOE);

test('an application becomes a row that the next run sends, and the page says when the link comes', async () => {
	const { table, address, run, id } = await publishForm();
	await expectPage(await apply(address, ZOE), THANKS);
	const { propertyId } = host.sandbox;
	const [row, ...others] = await table.rows();
	expect(others).toEqual([]);
	const { name: propertyName } = demoProperty;
	expect(row).toMatchObject({ ...ZOE, email: EMAIL, propertyId, propertyName });
	const age = Date.now() - Date.parse(String(row!['consentAt']));
	expect(age).toBeGreaterThanOrEqual(0);
	expect(age).toBeLessThan(10 * 60_000);
	expect(listSent()).toEqual([]);

	expect(findFailure(await run())).toBeUndefined();
	expect(listSent()).toMatchObject([{ propertyId, email: EMAIL, phone: '+14165550142' }]);
	expect(await table.rows()).toMatchObject([{ screeningStatus: 'sent' }]);
	// The last page tells n8n to end the execution, of which nothing is kept.
	await eventually(async () => (await host.client.listExecutions(id)).length === 0);
});

test('two people who share an email both get a link; who applies again reads why nothing is sent', async () => {
	const { table, address, run } = await publishForm();
	await expectPage(await apply(address, ZOE), THANKS);
	await expectPage(await apply(address, LEO), THANKS);
	await run();
	expect(
		listSent()
			.map(({ firstName }) => firstName)
			.sort(),
	).toEqual(['Leo', 'Zoe']);
	const rows = await table.rows();
	const again = {
		...ZOE,
		firstName: 'zoe ',
		email: ` ${EMAIL.toUpperCase()}`,
		phone: '+14165550199',
	};
	await expectPage(await apply(address, again), APPLIED_BEFORE);
	await run();
	expect(listSent()).toHaveLength(2);
	expect((await table.rows()).map(({ phone, userId }) => [phone, userId])).toEqual(
		rows.map(({ phone, userId }) => [phone, userId]),
	);
});

test('a second application corrects the first until the link is sent, also one that was refused', async () => {
	const { table, address, run } = await publishForm();
	await expectPage(await apply(address, { ...ZOE, phone: '+1 416 555 01' }), THANKS);
	expect(findFailure(await run())?.message).toMatch(/Phone/i);
	await expectPage(await apply(address, ZOE), THANKS);
	expect(findFailure(await run())).toBeUndefined();
	expect(listSent()).toMatchObject([{ phone: '+14165550142' }]);
	expect(await table.rows()).toMatchObject([{ screeningStatus: 'sent', phone: ZOE.phone }]);
});

test('a phone number without + is asked for again, alone, until it has one', async () => {
	const { table, address } = await publishForm();
	const page = await apply(address, { ...ZOE, phone: '416 555 0142' });
	for (const [shown, typed] of [
		['416 555 0142', 'ask my wife'],
		['ask my wife', ZOE.phone],
	] as const) {
		await expectPage(page, PHONE_AGAIN);
		expect(await table.rows()).toEqual([]);
		const field = page.getByLabel('Mobile phone');
		expect(await field.inputValue()).toBe(shown);
		expect(await page.locator('form input:visible').count()).toBe(1);
		await field.fill(typed);
		const next = page.waitForEvent('framenavigated');
		await page.getByRole('button', { name: 'Send' }).click();
		await next;
	}
	await expectPage(page, THANKS);
	expect(await table.rows()).toMatchObject([{ ...ZOE, email: EMAIL }]);
});

test.each([
	['Martina', 'Martin'],
	['Joanna', 'Ann'],
])('%s and %s, who share an email, are two applicants', async (one, other) => {
	const { table, address, run } = await publishForm();
	const listNames = async () => (await table.rows()).map(({ firstName }) => firstName);
	await post(address, { ...ZOE, firstName: one });
	await eventually(async () => (await listNames()).length === 1);
	await post(address, { ...ZOE, firstName: other });
	await eventually(async () => (await listNames()).length === 2);
	expect(await listNames()).toEqual([one, other]);
	await table.clear(other);
	await run();
	await expectPage(await apply(address, { ...ZOE, firstName: other }), THANKS);
	expect(await listNames()).toEqual([one, other]);
});

test.each([
	['Élodie', ' élodie'],
	['ÖZGE', 'özge '],
	['Ngoc\u00a0Anh', 'NGOC\u00a0ANH\u00a0'],
	['Ame\u0301lie', 'AMÉLIE'],
])('%s and %s, who share an email, are one applicant', async (one, other) => {
	const { table, address, run } = await publishForm();
	await post(address, { ...ZOE, firstName: one });
	await eventually(async () => (await table.rows()).length === 1);
	const corrected = { ...ZOE, firstName: other, phone: '+1 416 555 0199' };
	await post(address, corrected);
	await eventually(async () => (await table.rows())[0]!['phone'] === corrected.phone);
	await run();
	await expectPage(await apply(address, { ...ZOE, firstName: one }), APPLIED_BEFORE);
	expect(await table.rows()).toMatchObject([{ phone: corrected.phone, screeningStatus: 'sent' }]);
});

test('a phone number may have no-break blanks and hyphens, and marks of direction; its country code is there already', async () => {
	const { table, address, run } = await publishForm();
	const phone = '\u202a+1\u00a0(416)\u202f555\u20110142\u202c';
	const page = await openPage({ ...PHONE_SCREEN, userAgent: PERSONS_BROWSER });
	await page.goto(address);
	expect(await page.getByLabel('Mobile phone').inputValue()).toBe('+1 ');
	await expectPage(await apply(address, { ...ZOE, phone }), THANKS);
	expect(findFailure(await run())).toBeUndefined();
	expect(await table.rows()).toMatchObject([{ screeningStatus: 'sent' }]);
	expect(listSent()).toMatchObject([{ phone: '+14165550142' }]);
});

test('the form works as it is: its texts are true, and the property is the one of the workflow that sends', async () => {
	expect(JSON.stringify(fields)).not.toMatch(/\[[a-z]+ [^\]]*\]/);
	expect(JSON.stringify(fields)).toMatch(/screening provider of my landlord.*credit, income/);
	const { table, address, run } = await publishForm(APPLICANT_COLUMNS, (workflow) => workflow);
	await expectPage(await apply(address, { ...ZOE, phone: '+1 416 555 0199' }), THANKS);
	await expectPage(await apply(address, ZOE), THANKS);
	expect(findFailure(await run())).toBeUndefined();
	const { propertyId } = host.sandbox;
	expect(listSent()).toMatchObject([{ propertyId, email: EMAIL, phone: '+14165550142' }]);
	expect(await table.rows()).toHaveLength(1);
});

test('where the table has other columns, the applicant is told, and the run ends red with their names', async () => {
	const { address, id } = await publishForm([{ name: 'email', type: 'string' }]);
	const page = await apply(address, ZOE);
	await eventually(async () => (await host.client.listExecutions(id)).length === 1);
	const [execution] = await host.client.listExecutions(id);
	const { message } = findFailure(await host.client.waitForExecution(execution!))!;
	expect(message).toContain('firstNameKey');
	await expectPage(page, /Problem submitting response/);
});

test('a button that is pressed many times leads to one link', async () => {
	const { address, run } = await publishForm();
	await Promise.all(Array.from({ length: 6 }, async () => await post(address, ZOE)));
	await run();
	await run();
	expect(listSent()).toHaveLength(1);
});

test('nothing is taken from a bot, nor without consent or an email, and no field is hidden', async () => {
	expect(JSON.stringify(fields)).not.toContain('hiddenField');
	const { table, address } = await publishForm();
	expect(await post(address, ZOE, { 'user-agent': 'python-requests/2.32' })).toBe(401);
	await post(address, { ...ZOE, consent: '[]' });
	await post(address, { ...ZOE, email: '' });
	const { email, ...withoutEmail } = ZOE;
	await post(address, withoutEmail);
	await expectPage(await apply(address, LEO), THANKS);
	expect(email).toBe(ZOE.email);
	expect(await table.rows()).toMatchObject([{ firstName: 'Leo' }]);
});
