import type { Locator, Page } from 'playwright-core';

/** Does in the editor what a person does, and counts it: a click or a filled field is one action. */
export class EditorActor {
	readonly #lines: string[] = [];
	#count = 0;

	constructor(private readonly page: Page) {}

	/** The number of actions so far. */
	get count(): number {
		return this.#count;
	}

	/** The chapters and actions so far, as Markdown. */
	get script(): string {
		return this.#lines.join('\n');
	}

	/** A title in the script, which is no action. */
	chapter(title: string): void {
		this.#lines.push(`\n## ${title}\n`);
	}

	/** Looks at what is on the page, which is no action. */
	async read(): Promise<void> {
		// Where the mouse rests, n8n shows a tip that covers what comes next.
		await this.page.mouse.move(0, 0);
	}

	async click(what: string, target: Locator): Promise<void> {
		this.#note(`Click ${what}`);
		await target.click();
	}

	/** Enters a text at once: n8n takes over what is typed with a delay, and a test clicks sooner than a person. */
	async type(what: string, target: Locator, text: string): Promise<void> {
		this.#note(what.includes('password') ? `Type ${what}` : `Type "${text}" ${what}`);
		await target.click();
		await target.fill(text);
	}

	#note(action: string): void {
		this.#count += 1;
		this.#lines.push(`${this.#count}. ${action}`);
	}
}
