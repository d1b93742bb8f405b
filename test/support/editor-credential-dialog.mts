import type { Locator, Page } from 'playwright-core';

/** n8n's dialog for one credential. */
export class EditorCredentialDialog {
	readonly page: Page;
	readonly all: Locator;
	/** The same with its head: the name and the buttons. */
	readonly frame: Locator;

	constructor(page: Page) {
		this.page = page;
		this.all = page.getByTestId('credential-edit-dialog');
		this.frame = page.getByTestId('editCredential-modal');
	}

	/** Opens the dialog for a new credential from the panel of a node that has none. */
	static async create(page: Page): Promise<EditorCredentialDialog> {
		await page.getByTestId('node-credentials-empty-state').getByRole('button').click();
		return await EditorCredentialDialog.#opened(page);
	}

	/** Opens the dialog of the credential that the node has. */
	static async edit(page: Page): Promise<EditorCredentialDialog> {
		await page.getByTestId('node-credentials-slot').getByTestId('credential-edit-button').click();
		return await EditorCredentialDialog.#opened(page);
	}

	static async #opened(page: Page): Promise<EditorCredentialDialog> {
		const dialog = new EditorCredentialDialog(page);
		await dialog.all.waitFor();
		return dialog;
	}

	field(name: string): Locator {
		return this.all.getByTestId(`parameter-input-${name}`).locator('input');
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) await this.field(name).fill(value);
	}

	/** Saves, upon which n8n tests the credential; it closes the dialog when the test is passed. */
	async save(): Promise<void> {
		await this.page
			.getByTestId('credential-save-button')
			.getByRole('button')
			.or(this.page.getByTestId('credential-save-button'))
			.first()
			.click();
	}

	async closed(): Promise<void> {
		await this.all.waitFor({ state: 'hidden' });
	}
}
