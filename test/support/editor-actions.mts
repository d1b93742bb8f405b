import type { Locator } from 'playwright-core';

/** What a person does in the editor, counted: a click, a filled field, a drag are one action each. */
export class EditorActions {
	readonly #log: string[] = [];

	get count(): number {
		return this.#log.length;
	}

	/** The actions so far as a numbered list in Markdown. */
	get log(): string {
		return this.#log.map((action, index) => `${index + 1}. ${action}`).join('\n');
	}

	async click(what: string, target: Locator): Promise<void> {
		this.#log.push(`Click ${what}`);
		await target.click();
	}

	/** Enters a text at once: n8n takes over what is typed with a delay, and a test clicks sooner than a person. */
	async type(what: string, target: Locator, text: string): Promise<void> {
		this.#log.push(`Type "${text}" ${what}`);
		await target.click();
		await target.fill(text);
	}

	async drag(what: string, from: Locator, to: Locator): Promise<void> {
		this.#log.push(`Drag ${what}`);
		await from.dragTo(to);
	}
}
