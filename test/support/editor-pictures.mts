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

/** Makes a picture of the page, or of an element in it, named `<name>.png`, if pictures are wanted. */
export async function picture(name: string, of: Page | Locator): Promise<void> {
	if (!folder) return;
	await mkdir(folder, { recursive: true });
	await of.screenshot({ path: join(folder, `${name}.png`), ...LOOK });
}
