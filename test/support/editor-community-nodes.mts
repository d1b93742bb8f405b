import type { Locator, Page } from 'playwright-core';

/** n8n's settings page "Community nodes". */
export class EditorCommunityNodes {
	readonly page: Page;
	readonly #baseUrl: string;

	constructor(page: Page, baseUrl: string) {
		this.page = page;
		this.#baseUrl = baseUrl;
	}

	async open(): Promise<void> {
		await this.page.goto(`${this.#baseUrl}/settings/community-nodes`);
		await this.#installButton.waitFor();
	}

	/** What stands there of an installed package: name, nodes, version, whether there is an update. */
	package(name: string): Locator {
		return this.page.getByTestId('community-package-card').filter({ hasText: name });
	}

	/** The page says that nothing is installed. */
	get empty(): Locator {
		return this.page.getByTestId('empty-state').or(this.page.getByTestId('action-box'));
	}

	async install(name: string): Promise<void> {
		await this.#installButton.click();
		await this.#dialog.getByTestId('package-name-input').fill(name);
		await this.#dialog.getByTestId('user-agreement-checkbox').click({ position: { x: 8, y: 8 } });
		await this.#dialog.getByTestId('install-community-package-button').click();
		await this.package(name).waitFor();
	}

	/** Presses "Update" and confirms it; waits for that version to be there. */
	async update(name: string, version: string): Promise<void> {
		await this.package(name).getByRole('button', { name: 'Update' }).click();
		await this.#dialog.getByRole('button', { name: 'Confirm update' }).click();
		await this.package(name)
			.filter({ hasText: `v${version}` })
			.waitFor();
	}

	async uninstall(name: string): Promise<void> {
		await this.package(name).getByTestId('action-toggle').getByRole('button').click();
		await this.page.getByRole('menuitem', { name: 'Uninstall package' }).click();
		await this.#dialog.getByRole('button', { name: 'Confirm uninstall' }).click();
		await this.empty.waitFor();
	}

	get #installButton(): Locator {
		return this.page.getByRole('button', { name: /^Install/ }).first();
	}

	get #dialog(): Locator {
		return this.page.getByRole('dialog').filter({ visible: true });
	}
}
