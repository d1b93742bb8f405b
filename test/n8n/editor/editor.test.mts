import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { steps } from '../../../dev/sandbox/data/demo.mts';
import { useBrowser, type PageLook } from '../../support/editor-browser.mts';
import { editorCanvas } from '../../support/editor-canvas.mts';
import { picture, picturesWanted } from '../../support/editor-pictures.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { nodeOperations } from '../../support/operations.mts';
import { findOperationEntry, panel as listFields } from '../../support/panel.mts';
import {
	createChain,
	createManualTrigger,
	createRowsNode,
	createScreeningNode,
	type NodeSpec,
} from '../../../dev/host/n8n-workflows.mts';

const PEOPLE = [
	['amara.okonkwo@example.com', 'Amara', 'Okonkwo', '+1 416 555 0111'],
	['leo.tremblay@example.com', 'Léo', 'Tremblay', '+1 (514) 555-0122'],
	['priya.raman@example.org', 'Priya', 'Raman', '+1 647 555 0133'],
];

const NAME = 'Rental Screening';
const SEND = 'Send screening';
const CHECK = 'Check rows';

/** Pictures stay sharp on screens with more pixels than the README's column is wide. */
const SCALE = picturesWanted ? 1.5 : 1;

/** The labels of an operation's fields in the order of its panel. */
const readLabels = (place: (typeof nodeOperations)[number], parameters?: INodeParameters) => [
	'Credential',
	...listFields(place, parameters).flatMap(({ type, displayName }) =>
		type === 'notice' ? [] : [displayName],
	),
];

const readAction = (place: (typeof nodeOperations)[number]) =>
	(findOperationEntry(place) as INodePropertyOptions).action;

// Only the applicant or the test completes a screening.
const host = useN8n({ completesAtFetch: false });
const openPage = useBrowser();

async function openCanvas(look: PageLook = {}) {
	const page = await openPage({ scale: SCALE, ...look }, host.client);
	return editorCanvas(page, host.client.baseUrl);
}

/** Saves a workflow in which these nodes follow each other, and opens it. */
async function openWorkflow(nodes: NodeSpec[], look: PageLook = {}) {
	const canvas = await openCanvas(look);
	const workflow = createChain('In the editor', createManualTrigger(), ...nodes);
	const { id } = await host.client.createWorkflow(workflow);
	await canvas.open(id);
	return canvas;
}

test('the list of nodes finds the node by what people look for, and names its operations', async () => {
	const canvas = await openCanvas();
	await canvas.openNew();

	const entry = canvas.entries.filter({ hasText: NAME });
	await canvas.searchNodes('tenant');
	await entry.waitFor();
	expect(await canvas.entries.first().innerText()).toBe(NAME);
	await entry.click();
	await canvas.entries.filter({ hasText: 'Create screening flow' }).waitFor();

	expect(await canvas.entries.allInnerTexts()).toEqual(
		expect.arrayContaining(nodeOperations.map((place) => readAction(place))),
	);
});

test('the credential dialog says what to check for the wrong account and accepts the right one', async () => {
	const { account } = host.sandbox;
	// n8n gives a node a credential by itself as long as there is one.
	for (const { id } of await host.client.listCredentials()) {
		await host.client.rest('DELETE', `/credentials/${id}`);
	}
	const node = createScreeningNode(SEND, { resource: 'screening' }, host.credential);
	const canvas = await openWorkflow([{ ...node, credentials: {} }], { height: 1000 });
	const panel = await canvas.openNode(SEND);

	const dialog = await panel.openCredential();
	await dialog.fill({ ...account, password: 'not-this-one' });
	await dialog.save();
	const refusal = dialog.all.getByText('Couldn’t connect with these settings');
	await refusal.waitFor();
	await dialog.all.getByText('More details').click();
	await dialog.all.getByText(/refused the login/).waitFor();
	expect(await dialog.all.innerText()).not.toContain('not-this-one');

	await dialog.fill({ password: account.password });
	await dialog.save();
	await dialog.all.waitFor({ state: 'hidden' });
	const again = await panel.openCredential();
	await again.all.getByText('Connection tested successfully').waitFor();
});

test('the panel shows the fields of every operation', async () => {
	const nodes = nodeOperations.map(({ resource, operation }) =>
		createScreeningNode(`${resource} ${operation}`, { resource, operation }, host.credential),
	);
	const canvas = await openWorkflow(nodes, { height: 1400, scale: 1 });

	for (const place of nodeOperations) {
		const name = `${place.resource} ${place.operation}`;
		const shown = await canvas.openNode(name);
		expect([name, await shown.labels()]).toEqual([name, readLabels(place)]);
		await shown.close();
	}
});

test('columns of any name are dragged under Columns, and Check Only notes what is read; one of an earlier node is a wrong setting', async () => {
	const columns = {
		email: 'Contact Email',
		firstName: "Applicant's First Name",
		lastName: 'Family',
		phone: 'Cell (mobile)',
	};
	const titles = [...Object.values(columns), 'Landlord Email'];
	const people = PEOPLE.map((person, index) => ({
		row_number: index + 2,
		...Object.fromEntries([...person, 'lana@example.com'].map((cell, at) => [titles[at]!, cell])),
		...{ screeningStatus: '', screeningNote: '', userId: '', sentAt: '', screeningMark: '' },
	}));
	// n8n writes the brackets of a name into the field in a way of its own.
	const mobile = 'Mobile [home]';
	const earlier = createRowsNode('Earlier', [{ [mobile]: '+1 416 555 0100' }]);
	const mapping = { mappingMode: 'autoMapInputData', updateRows: 'check' };
	const more = { matchColumn: 'row_number', propertyId: host.sandbox.propertyId };
	const parameters = { resource: 'screening', operation: 'send', ...mapping, ...more };
	const check = createScreeningNode(CHECK, parameters, host.credential);
	const nodes = [earlier, createRowsNode('Applicants', people), check];
	const canvas = await openWorkflow(nodes, { width: 1600, height: 1150 });
	const panel = await canvas.openNode(CHECK);
	const place = nodeOperations.find(({ id }) => id === 'sendScreening')!;
	expect(await panel.labels()).toEqual(readLabels(place, mapping));
	await panel.input.getByText('Execute previous nodes').click();
	for (const label of ['Email', 'First Name', 'Last Name', 'Phone']) await panel.addColumn(label);

	await panel.openInputOf('Earlier');
	await panel.dragColumn(mobile, 'phone', 'Earlier');
	await panel.executeStep();
	expect(await panel.failure()).toMatch(
		/No row has the column 'Mobile \[home\]', which is chosen for 'Phone'/,
	);

	await panel.openInputOf('Applicants');
	for (const [field, column] of Object.entries(columns))
		await panel.dragColumn(column, field, 'Applicants');
	const shown = Object.keys(columns).map(async (field) => await panel.chosen(`columns.${field}`));
	expect(await Promise.all(shown)).toEqual(Object.values(columns));
	await panel.executeStep();
	await panel.output.getByText('3 items').waitFor();
	for (const [email] of PEOPLE)
		await panel.output.getByText(`Email ${email} (from 'Contact Email')`).waitFor();
	expect(host.sandbox.screenings).toEqual([]);
	await picture('columns', panel.all);

	await panel.choose('mappingMode', 'Map Each Field Below');
	await panel.field('columns.email').waitFor({ state: 'hidden' });
	expect(await panel.labels()).toEqual(readLabels(place, { updateRows: 'check' }));
});

test('the panel offers the steps of the service by name, and lets them be dragged into order', async () => {
	const create = { resource: 'flow', operation: 'create', flowName: 'Short check' };
	const node = createScreeningNode('Create flow', create, host.credential);
	const canvas = await openWorkflow([node], { height: 1100 });
	const panel = await canvas.openNode('Create flow');

	await panel.addStep(0);
	expect(await panel.openLocator.allInnerTexts()).toEqual(steps.map(({ name }) => name).sort());
	await panel.locate('Identity verification');
	await panel.addStep(1);
	await panel.locate('Income and bank connection');
	await panel.addStep(2);
	await panel.locate('Landlord reviews');

	await panel.dragEntry('steps', 2, 0);
	await panel.showsStep(0, 'Landlord reviews');
	await panel.executeStep();
	await panel.output.getByText('1 item').waitFor();

	expect(host.sandbox.listRequests('createFlow').map(({ body }) => body)).toEqual([
		{
			flow: {
				name: 'Short check',
				steps: [
					{ id: 'step-landlord-reviews', options: { skippable: false } },
					{ id: 'step-identity', options: { skippable: false } },
					{ id: 'step-income', options: { skippable: false } },
				],
			},
		},
	]);
});
