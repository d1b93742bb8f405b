import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT } from '../../../dev/host/package.mts';
import { EditorActions } from '../../support/editor-actions.mts';
import { useEditor } from '../../support/editor-suite.mts';

const MOST_ACTIONS = 20;
const LOG = join(PROJECT, 'out', 'first-screening.md');

describe('the first screening', () => {
	const editor = useEditor({ completeAfter: {} });

	test(`goes out from an empty canvas within ${MOST_ACTIONS} actions`, async () => {
		const canvas = await editor.canvas({ width: 1600, height: 1000 });
		const { page, entries } = canvas;
		const search = page.getByTestId('node-creator-search-bar');
		const node = entries.filter({ hasText: /^Rental Screening$/ });
		const actions = new EditorActions();
		const startedAt = Date.now();
		await canvas.openNew();

		await actions.click("'Add first step'", page.getByTestId('canvas-add-button').first());
		await actions.type('into the search', search, 'rental');
		await actions.click("'Rental Screening'", node);
		await actions.click("'Create property'", entries.filter({ hasText: /^Create property$/ }));

		const property = await canvas.panel();
		await actions.type("into 'Name'", property.textBox('name'), '12 Elm Street');
		expect(await property.chosenCredential()).toBe(editor.credential.name);
		await actions.click("'Execute step'", property.executeButton);
		await property.output.getByText('propertyId', { exact: true }).first().waitFor();
		await actions.click("'Back to canvas'", property.closeButton);

		await actions.click("'+' behind the node", canvas.plusBehind('Create property'));
		await actions.type('into the search', search, 'screening');
		await actions.click("'Rental Screening'", node);
		await actions.click("'Send screening'", entries.filter({ hasText: /^Send screening$/ }));

		const send = await canvas.panel();
		await actions.drag(
			"'propertyId' from the input to 'Property ID'",
			send.inputField('propertyId'),
			send.textBox('propertyId'),
		);
		await actions.type("into 'Email'", send.textBox('email'), 'amara@example.com');
		await actions.type("into 'Phone'", send.textBox('phone'), '+14165550111');
		await actions.click("'Execute step'", send.executeButton);
		await send.output.getByText('userId', { exact: true }).first().waitFor();

		const seconds = Math.round((Date.now() - startedAt) / 1000);
		await mkdir(join(LOG, '..'), { recursive: true });
		await writeFile(
			LOG,
			`# The first screening, from an empty canvas\n\n${actions.log}\n\n${actions.count} actions, ${seconds} seconds in the test.\n`,
		);
		const [created] = editor.sandbox.requestsOf('createProperty');
		expect(created).toMatchObject({ body: { name: '12 Elm Street' }, status: 200 });
		expect(editor.sandbox.screenings).toMatchObject([
			{ email: 'amara@example.com', phone: '+14165550111' },
		]);
		await send.output.getByText(editor.sandbox.screenings[0]!.userId).first().waitFor();
		expect(editor.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
		expect(actions.count).toBeLessThanOrEqual(MOST_ACTIONS);
	});
});
