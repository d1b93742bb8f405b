import type { Locator, Page } from 'playwright-core';

import { EditorFilm } from './editor-film.mts';

/** How long a person reads a title or a result, and how fast one types. */
const READING_S = 3;
const KEY_MS = 45;

/**
 * Does in the editor what a person does, and counts it: a click or a filled field is one action.
 * With a film at a speed at which one can follow, otherwise as fast as the editor allows.
 */
export class EditorActor {
	readonly #lines: string[] = [];
	#count = 0;
	readonly #page: Page;
	readonly #film: EditorFilm | undefined;

	private constructor(page: Page, film: EditorFilm | undefined) {
		this.#page = page;
		this.#film = film;
	}

	/** Films what happens on `page` into the file `path`, if there is one. */
	static async on(page: Page, path: string | undefined): Promise<EditorActor> {
		return new EditorActor(
			page,
			path === undefined ? undefined : await EditorFilm.start(page, path),
		);
	}

	/** The number of actions so far. */
	get count(): number {
		return this.#count;
	}

	/** The chapters and actions so far, as Markdown. */
	get script(): string {
		return this.#lines.join('\n');
	}

	/** Shows a title, which is no action. */
	async chapter(title: string, description: string): Promise<void> {
		this.#lines.push(`\n## ${title}\n`);
		await this.#film?.chapter(title, description);
	}

	/** Looks at what is on the page, which is no action. */
	async read(): Promise<void> {
		// Where the mouse rests, n8n shows a tip that covers what comes next.
		await this.#page.mouse.move(0, 0);
		await this.#film?.hold(READING_S);
	}

	async click(what: string, target: Locator): Promise<void> {
		this.#note(`Click ${what}`);
		await target.click();
	}

	/** Enters a text, in the end at once: n8n takes over what is typed with a delay, and a test clicks sooner than a person. */
	async type(what: string, target: Locator, text: string): Promise<void> {
		this.#note(what.includes('password') ? `Type ${what}` : `Type "${text}" ${what}`);
		await target.click();
		if (this.#film) await target.pressSequentially(text, { delay: KEY_MS });
		await target.fill(text);
	}

	/** Ends the film; returns its length in seconds. */
	async finish(): Promise<number | undefined> {
		return await this.#film?.finish();
	}

	#note(action: string): void {
		this.#count += 1;
		this.#lines.push(`${this.#count}. ${action}`);
	}
}
