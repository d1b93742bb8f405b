import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, installOnce, withLock } from '../../../dev/host/install-once.mts';

let cache: string;
const cacheBefore = process.env['RENTAL_SCREENING_CACHE'];

beforeEach(async () => {
	cache = await mkdtemp(join(tmpdir(), 'rental-screening-cache-'));
	process.env['RENTAL_SCREENING_CACHE'] = cache;
});

afterEach(async () => {
	if (cacheBefore === undefined) delete process.env['RENTAL_SCREENING_CACHE'];
	else process.env['RENTAL_SCREENING_CACHE'] = cacheBefore;
	await rm(cache, { recursive: true, force: true });
});

describe('what is installed once', () => {
	test('lies where RENTAL_SCREENING_CACHE says', () => {
		expect(cacheFolder()).toBe(cache);
	});

	test('is built once for all that ask at the same time', async () => {
		let builds = 0;
		const build = async (folder: string) => {
			builds += 1;
			await writeFile(join(folder, 'made'), 'whole');
		};

		const folders = await Promise.all([1, 2, 3].map(() => installOnce('thing', 'v1', build)));

		expect(builds).toBe(1);
		expect(new Set(folders)).toEqual(new Set([join(cache, 'thing')]));
		expect(await readFile(join(cache, 'thing', 'made'), 'utf8')).toBe('whole');
	});

	test('is built again when its recipe changes, with nothing of the old one left', async () => {
		await installOnce('thing', 'v1', (folder) => writeFile(join(folder, 'old'), ''));
		await installOnce('thing', 'v2', (folder) => writeFile(join(folder, 'new'), ''));

		expect((await readdir(join(cache, 'thing'))).sort()).toEqual(['new', 'recipe.stamp']);
	});

	test('is not there at all after a build that broke off, and can be built again', async () => {
		const breaksOff = async (folder: string) => {
			await writeFile(join(folder, 'half'), '');
			throw new Error('interrupted');
		};
		await expect(installOnce('thing', 'v1', breaksOff)).rejects.toThrow('interrupted');
		expect(await readdir(cache)).not.toContain('thing');

		await installOnce('thing', 'v1', (folder) => writeFile(join(folder, 'whole'), ''));

		expect((await readdir(join(cache, 'thing'))).sort()).toEqual(['recipe.stamp', 'whole']);
	});
});

describe('the lock', () => {
	const lock = () => join(cache, 'folder', 'it.lock');

	test('lets one in at a time', async () => {
		let inside = 0;
		let mostInside = 0;
		const work = async () => {
			inside += 1;
			mostInside = Math.max(mostInside, inside);
			await new Promise((resolve) => setImmediate(resolve));
			inside -= 1;
		};

		await Promise.all([1, 2, 3].map(() => withLock(lock(), work)));

		expect(mostInside).toBe(1);
	});

	test('is free again after work that failed', async () => {
		const failing = async () => await Promise.reject(new Error('broken'));
		await expect(withLock(lock(), failing)).rejects.toThrow('broken');

		await expect(withLock(lock(), async () => await Promise.resolve('done'))).resolves.toBe('done');
	});

	test('is not taken by a caller that refuses to wait', async () => {
		await withLock(lock(), async () => {
			const refuse = () => {
				throw new Error('in use');
			};
			await expect(withLock(lock(), () => Promise.resolve(), refuse)).rejects.toThrow('in use');
		});
	});

	test('is taken over from a process that was killed while it held it', async () => {
		await mkdir(lock(), { recursive: true });
		const longAgo = new Date(Date.now() - 60_000);
		await utimes(lock(), longAgo, longAgo);
		const onWait = jest.fn();

		await withLock(lock(), () => Promise.resolve(), onWait);

		expect(onWait).not.toHaveBeenCalled();
	});
});
