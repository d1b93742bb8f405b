import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';

import type { Page } from 'playwright-core';

import { EditorBrowser } from './editor-browser.mts';

const SIZE = { width: 1280, height: 800 };

/** Draws each picture that it is given, and passes on what Chromium encodes of them. */
const RECORDER = `
<canvas width="${SIZE.width}" height="${SIZE.height}"></canvas>
<script>
	const canvas = document.querySelector('canvas');
	const context = canvas.getContext('2d');
	const recorder = new MediaRecorder(canvas.captureStream(10), {
		mimeType: 'video/webm;codecs=vp8',
		videoBitsPerSecond: 2_500_000,
	});
	const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
	let writing = Promise.resolve();
	recorder.addEventListener('dataavailable', ({ data }) => {
		writing = writing.then(async () => {
			const reader = new FileReader();
			const loaded = new Promise((resolve) => reader.addEventListener('load', resolve));
			reader.readAsDataURL(data);
			await loaded;
			await write(reader.result.split(',')[1]);
		});
	});
	async function show(jpeg) {
		const picture = new Image();
		picture.src = 'data:image/jpeg;base64,' + jpeg;
		await picture.decode();
		context.drawImage(picture, 0, 0, canvas.width, canvas.height);
		if (recorder.state === 'inactive') recorder.start(1000);
	}
	async function finish() {
		recorder.stop();
		await ended;
		await writing;
	}
</script>`;

/**
 * What happens on a page, as a video (WebM). Playwright brings an encoder only with its own browsers, so
 * a second Chromium encodes the pictures, as they come.
 */
export class EditorFilm {
	readonly #page: Page;
	readonly #browser: EditorBrowser;
	readonly #recorder: Page;
	readonly #file: WriteStream;
	readonly #startedAt = Date.now();
	#lastPicture = '';
	#drawing = Promise.resolve();

	private constructor(page: Page, browser: EditorBrowser, recorder: Page, file: WriteStream) {
		this.#page = page;
		this.#browser = browser;
		this.#recorder = recorder;
		this.#file = file;
	}

	/** Films `page` until `finish`, into the file `path`. */
	static async start(page: Page, path: string): Promise<EditorFilm> {
		await mkdir(dirname(path), { recursive: true });
		const file = createWriteStream(path);
		const browser = await EditorBrowser.launch();
		const recorder = await browser.page(SIZE);
		await recorder.exposeFunction('write', (base64: string) => {
			file.write(Buffer.from(base64, 'base64'));
		});
		await recorder.setContent(RECORDER);
		const film = new EditorFilm(page, browser, recorder, file);
		await page.setViewportSize(SIZE);
		await page.screencast.start({ size: SIZE, onFrame: ({ data }) => film.#show(data) });
		await page.screencast.showActions({ duration: 600, style: { title: 'display: none' } });
		return film;
	}

	/** Covers the page with a title while it can be read. */
	async chapter(title: string, description: string): Promise<void> {
		const duration = 3_500;
		await this.#page.screencast.showChapter(title, { description, duration });
		await this.#page.waitForTimeout(duration);
	}

	/** Leaves the page as it is for so long. */
	async hold(seconds: number): Promise<void> {
		await this.#page.waitForTimeout(seconds * 1000);
	}

	/** Writes what is left; returns how long the film is, in seconds. */
	async finish(): Promise<number> {
		await this.#page.screencast.stop();
		await this.#drawing;
		// The last picture, once more: a film ends with its last change.
		await this.#draw(this.#lastPicture);
		const seconds = (Date.now() - this.#startedAt) / 1000;
		await this.#recorder.evaluate('finish()');
		await this.#browser.close();
		this.#file.end();
		await finished(this.#file);
		return seconds;
	}

	async #show(jpeg: Buffer): Promise<void> {
		this.#lastPicture = jpeg.toString('base64');
		this.#drawing = this.#draw(this.#lastPicture);
		await this.#drawing;
	}

	async #draw(jpeg: string): Promise<void> {
		await this.#recorder.evaluate(`show('${jpeg}')`);
	}
}
