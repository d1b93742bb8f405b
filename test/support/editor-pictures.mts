import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

/** The folder for the pictures of the README; undefined where the tests make none. */
const folder = process.env['RENTAL_SCREENING_PICTURES'];

export const picturesWanted = folder !== undefined && folder !== '';

/** n8n's passing messages and the blinking cursor are not what a picture is about. */
const UNDISTURBED =
	'.el-notification, .toasts { display: none !important } * { caret-color: transparent !important }';

/** Makes a picture of the page, or of a part of it, named `<name>.png`, if pictures are wanted. */
export async function picture(name: string, of: Page | Locator): Promise<void> {
	if (!folder) return;
	await mkdir(folder, { recursive: true });
	await of.screenshot({
		path: join(folder, `${name}.png`),
		animations: 'disabled',
		style: UNDISTURBED,
	});
}
