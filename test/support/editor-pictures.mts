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

/** Room around the parts of a page that are pictured, in CSS pixels. */
const MARGIN = 12;

/** A rectangle of a page, in CSS pixels. */
interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Makes a picture of the page, or of an element in it, named `<name>.png`, if pictures are wanted. */
export async function picture(name: string, of: Page | Locator): Promise<void> {
	if (!folder) return;
	await of.screenshot({ path: await getFile(name), ...LOOK });
}

/** The same of the rectangle that holds all of some elements of a page. */
export async function pictureAround(name: string, parts: [Locator, ...Locator[]]): Promise<void> {
	if (!folder) return;
	const clip = await areaAround(parts);
	await parts[0].page().screenshot({ path: await getFile(name), clip, ...LOOK });
}

/** The rectangle of a page that holds all of some elements, in whole CSS pixels. */
export async function areaAround(parts: readonly Locator[]): Promise<Area> {
	const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
	const x = Math.floor(Math.min(...boxes.map((box) => box.x)) - MARGIN);
	const y = Math.floor(Math.min(...boxes.map((box) => box.y)) - MARGIN);
	const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN);
	const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN);
	return { x, y, width: right - x, height: bottom - y };
}

/**
 * Pictures of pages, all of one size, that follow each other as an animated GIF: a moving format that npm
 * shows, and that readers can pause on GitHub.
 */
export class MovingPicture {
	readonly #frames: Buffer[] = [];
	readonly #delaysMs: number[] = [];

	/** Takes the next picture, which is shown for so long, if pictures are wanted; default the whole page. */
	async add(page: Page, seconds: number, clip?: Area): Promise<void> {
		if (!folder) return;
		this.#frames.push(await page.screenshot(clip ? { clip, ...LOOK } : LOOK));
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
