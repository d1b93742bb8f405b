import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

/** The folder for the pictures of the README; undefined where the tests make none. */
const folder = process.env['RENTAL_SCREENING_PICTURES'];

export const picturesWanted = folder !== undefined && folder !== '';

/** What a picture is not about: passing messages, the blinking cursor, and what would cover or frame it. */
const ASIDE = [
	'.el-notification',
	'[data-test-id="floating-node"]',
	'[data-test-id="instance-ai-canvas-action-button"]',
];
const LOOK = {
	animations: 'disabled',
	style: `${ASIDE.join()} { visibility: hidden !important } * { caret-color: transparent !important }`,
} as const;

/** Of a moving picture: an editor has few. */
const COLOURS = 128;

/** Makes a picture of the page, or of an element in it, named `<name>.png`, if pictures are wanted. */
export async function picture(name: string, of: Page | Locator): Promise<void> {
	if (!folder) return;
	await of.screenshot({ path: await getFile(name), ...LOOK });
}

/**
 * Pictures of pages, all of one size, that follow each other as an animated GIF: a moving format that npm
 * shows, and that readers can pause on GitHub.
 */
export class MovingPicture {
	readonly #frames: Buffer[] = [];
	readonly #delaysMs: number[] = [];

	/** Takes the next picture, which is shown for so long, if pictures are wanted. */
	async add(page: Page, seconds: number): Promise<void> {
		if (!folder) return;
		this.#frames.push(await page.screenshot(LOOK));
		this.#delaysMs.push(seconds * 1000);
	}

	/** Writes it as `<name>.gif`, which begins again after its last picture. */
	async save(name: string): Promise<void> {
		if (!folder) return;
		await mkdir(folder, { recursive: true });
		await sharp(this.#frames, { join: { animated: true } })
			.gif({ delay: this.#delaysMs, loop: 0, colours: COLOURS, dither: 0 })
			.toFile(join(folder, `${name}.gif`));
	}
}

async function getFile(name: string): Promise<string> {
	await mkdir(folder!, { recursive: true });
	return join(folder!, `${name}.png`);
}
