import type { Page } from 'playwright-core';

import { eventually } from '../../dev/host/eventually.mts';

/** The panel of a node: its input, its parameters and its output. */
export type EditorPanel = ReturnType<typeof editorPanel>;

export function editorPanel(page: Page) {
	const all = page.getByTestId('ndv');
	const input = all.getByTestId('ndv-input-panel');
	const parameters = all.getByTestId('node-parameters');
	const output = all.getByTestId('output-panel');
	const credential = parameters.getByTestId('node-credentials-slot');

	/** A field by its path, such as `steps.step[0].id`. */
	const field = (path: string) => parameters.locator(`[data-parameter-path="parameters.${path}"]`);

	/** A list of entries that can be added to. */
	const list = (name: string) => parameters.getByTestId(`fixed-collection-${name}`);

	/** The entries of the resource locator whose list is open. */
	const openLocator = page.getByTestId('rlc-item').filter({ visible: true });

	/** Picks an entry of the drop-down that is open, and waits until it is closed. */
	const pickOption = async (label: string) => {
		const options = page.locator('.el-select-dropdown__item').filter({ visible: true });
		const option = options.getByText(label, { exact: true });
		await option.click();
		await option.waitFor({ state: 'hidden' });
	};

	return {
		all,
		input,
		output,
		field,
		openLocator,

		/** The labels of the fields in their order. */
		async labels(): Promise<string[]> {
			await parameters.locator('label[for]').first().waitFor();
			const texts = await parameters.locator('label').filter({ visible: true }).allInnerTexts();
			return texts.map((text) => text.split('\n')[0]?.trim() ?? '').filter((text) => text !== '');
		},

		/** What a drop-down shows as chosen. */
		async chosen(path: string): Promise<string> {
			return await field(path).locator('input').first().inputValue();
		},

		/** Adds a step and opens the list of what it may be. */
		async addStep(index: number): Promise<void> {
			await list('steps').getByTestId('fixed-collection-add').click();
			await field(`steps.step[${index}].id`).getByTestId('rlc-input').first().click();
			await openLocator.first().waitFor();
		},

		/** Picks an entry of the open list of a resource locator by its name. */
		async locate(name: string): Promise<void> {
			await openLocator.filter({ hasText: name }).click();
			await openLocator.first().waitFor({ state: 'hidden' });
		},

		/** Waits until the step at this place shows this name. */
		async showsStep(index: number, name: string): Promise<void> {
			const picker = field(`steps.step[${index}].id`);
			const shown = picker.locator(
				'input[data-test-id="rlc-input"], [data-test-id="rlc-input"] input',
			);
			await eventually(async () => (await shown.first().inputValue()) === name);
		},

		/** Drags the entry `from` of a list to the place of the entry `to` with the mouse. */
		async dragEntry(name: string, from: number, to: number): Promise<void> {
			const grips = list(name).getByTitle('Drag item');
			await grips.nth(from).dragTo(grips.nth(to));
		},

		/** Adds a field to Columns by its label. */
		async addColumn(label: string): Promise<void> {
			await parameters.getByPlaceholder('Add Column').click();
			await pickOption(label);
		},

		/** Opens what a node put out in the input, and closes the others'. */
		async openInputOf(node: string): Promise<void> {
			await input.getByTestId('run-data-schema-header').getByText(node, { exact: true }).click();
		},

		/**
		 * Drags a column of the input into a field of Columns, again where the page moved meanwhile. `node` is the open
		 * one that put the column out.
		 */
		async dragColumn(column: string, name: string, node: string): Promise<void> {
			const ofNode = input.locator(`[data-test-id$="node-name"][data-node-name="${node}"]`);
			const target = field(`columns.${name}`).locator('input');
			await eventually(async () => {
				await target.scrollIntoViewIfNeeded();
				await ofNode.getByText(column, { exact: true }).hover();
				const { x, y, width, height } = (await target.boundingBox())!;
				await page.mouse.down();
				await page.mouse.move(x + width / 2, y + height / 2, { steps: 10 });
				await page.mouse.up();
				return (await target.inputValue()).includes(column);
			});
		},

		/** Chooses an entry of a drop-down by its label. */
		async choose(path: string, label: string): Promise<void> {
			await field(path).locator('input').first().click();
			await pickOption(label);
		},

		async executeStep(): Promise<void> {
			await all.getByTestId('node-execute-button').click();
		},

		/** The headline of an execution that failed. */
		async failure(): Promise<string> {
			return await output.getByTestId('node-error-message').innerText();
		},

		async close(): Promise<void> {
			await all.getByTestId('ndv-close-button').click();
			await all.waitFor({ state: 'hidden' });
		},

		/** Opens the dialog of the node's credential, or of a new one where it has none. */
		async openCredential() {
			const create = all.getByTestId('node-credentials-empty-state').getByRole('button');
			await credential.getByTestId('credential-edit-button').or(create).first().click();
			const dialog = page.getByTestId('credential-edit-dialog');
			await dialog.waitFor();
			return {
				all: dialog,

				async fill(values: Record<string, string>): Promise<void> {
					for (const [name, value] of Object.entries(values)) {
						await dialog.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
					}
				},

				/** Saves, upon which n8n tests the credential; it closes the dialog when the test is passed. */
				async save(): Promise<void> {
					const place = page.getByTestId('credential-save-button');
					await place.getByRole('button').or(place).first().click();
				},
			};
		},
	};
}
