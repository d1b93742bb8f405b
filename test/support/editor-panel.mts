import type { Locator, Page } from 'playwright-core';

/** The panel of a node: its input, its parameters and its output. */
export class EditorPanel {
	readonly page: Page;
	readonly all: Locator;
	readonly input: Locator;
	readonly parameters: Locator;
	readonly output: Locator;
	/** The topmost field and the lowest button of the parameters. */
	readonly credential: Locator;
	readonly addOption: Locator;

	constructor(page: Page) {
		this.page = page;
		this.all = page.getByTestId('ndv');
		this.input = this.all.getByTestId('ndv-input-panel');
		this.parameters = this.all.getByTestId('node-parameters');
		this.output = this.all.getByTestId('output-panel');
		this.credential = this.parameters.getByTestId('node-credentials-slot');
		this.addOption = this.parameters.getByPlaceholder('Add Option').first();
	}

	/** The labels of the fields in their order. */
	async labels(): Promise<string[]> {
		await this.parameters.locator('label[for]').first().waitFor();
		const texts = await this.parameters.locator('label').filter({ visible: true }).allInnerTexts();
		return texts.map((text) => text.split('\n')[0]?.trim() ?? '').filter((text) => text !== '');
	}

	/** A field by its path, such as `steps.step[0].id`. */
	field(path: string): Locator {
		return this.parameters.locator(`[data-parameter-path="parameters.${path}"]`);
	}

	/** A list of entries that can be added to. */
	list(name: string): Locator {
		return this.parameters.getByTestId(`fixed-collection-${name}`);
	}

	/** Opens a drop-down and returns its entries. */
	async choices(path: string): Promise<Locator> {
		await this.field(path).locator('input').click();
		const choices = this.page.getByRole('option').filter({ visible: true });
		// It unfolds: only what stands still can be pointed at.
		await choices.first().click({ trial: true });
		return choices;
	}

	/** Picks an entry of a drop-down by its name. */
	async choose(path: string, name: string): Promise<void> {
		const choices = await this.choices(path);
		await choices.filter({ hasText: name }).first().click();
		await choices.first().waitFor({ state: 'hidden' });
	}

	/** What a drop-down shows as chosen. */
	async chosen(path: string): Promise<string> {
		return await this.field(path).locator('input').first().inputValue();
	}

	/** Opens the list of a resource locator and returns its entries. */
	async locatorChoices(path: string): Promise<Locator> {
		await this.field(path).getByTestId('rlc-input').first().click();
		await this.openLocator.first().waitFor();
		return this.openLocator;
	}

	/** The entries of the resource locator whose list is open. */
	get openLocator(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	/** Picks an entry of the open list of a resource locator by its name. */
	async locate(name: string): Promise<void> {
		await this.openLocator.filter({ hasText: name }).click();
		await this.openLocator.first().waitFor({ state: 'hidden' });
	}

	/** Waits until the step at this place shows this name. */
	async showsStep(index: number, name: string): Promise<void> {
		const picker = this.field(`steps.step[${index}].id`);
		const input = await picker
			.locator('input[data-test-id="rlc-input"], [data-test-id="rlc-input"] input')
			.first()
			.elementHandle();
		await this.page.waitForFunction(
			(shown) => (shown.input as unknown as { value: string }).value === shown.name,
			{ input, name },
		);
	}

	/** Drags the entry `from` of a list to the place of the entry `to` with the mouse. */
	async dragEntry(list: string, from: number, to: number): Promise<void> {
		const grips = this.list(list).getByTitle('Drag item');
		await grips.nth(from).dragTo(grips.nth(to));
	}

	/** Drags the panel to the left with the mouse, so that the output gets its room. */
	async widenOutput(): Promise<void> {
		const grip = this.all.getByTestId('panel-drag-button');
		await grip.dragTo(this.input, { targetPosition: { x: 1, y: 1 }, force: true });
	}

	/** Presses the button of a list that adds an entry to it. */
	async addTo(list: string): Promise<void> {
		await this.list(list).getByTestId('fixed-collection-add').click();
	}

	async executeStep(): Promise<void> {
		await this.all.getByTestId('node-execute-button').click();
	}

	/** Shows the output as a table and returns it. */
	async outputTable(): Promise<Locator> {
		await this.output.getByTestId('radio-button-table').click();
		const table = this.output.locator('table');
		await table.first().waitFor();
		return table.first();
	}

	/** Shows the output's fields one below the other, with the values of the first item. */
	async showOutputSchema(): Promise<void> {
		await this.output.getByTestId('radio-button-schema').click();
	}

	/** The headline of an execution that failed, and the text below it. */
	async failure(): Promise<{ message: string; description: string }> {
		const message = this.output.getByTestId('node-error-message');
		await message.waitFor();
		const description = this.output.getByTestId('node-error-description');
		return { message: await message.innerText(), description: await description.innerText() };
	}

	async close(): Promise<void> {
		await this.all.getByTestId('ndv-close-button').click();
		await this.all.waitFor({ state: 'hidden' });
	}
}
