import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

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

/** Room around the parts of a page that are pictured, in CSS pixels. */
const MARGIN = 12;

/** Makes a picture of the page, or of an element in it, named `<name>.png`, if pictures are wanted. */
export async function picture(name: string, of: Page | Locator): Promise<void> {
	if (!folder) return;
	await of.screenshot({ path: await fileOf(name), ...LOOK });
}

/** The same of the rectangle that holds all of some elements of a page. */
export async function pictureAround(name: string, parts: [Locator, ...Locator[]]): Promise<void> {
	if (!folder) return;
	const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN;
	const clip = { x, y, width: right - x, height: bottom - y };
	await parts[0].page().screenshot({ path: await fileOf(name), clip, ...LOOK });
}

async function fileOf(name: string): Promise<string> {
	await mkdir(folder!, { recursive: true });
	return join(folder!, `${name}.png`);
}
