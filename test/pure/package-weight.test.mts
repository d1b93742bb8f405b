import { execFileSync } from 'node:child_process';

import { isFolder, ROOT } from '../support/repository.mts';

// What `npm publish` would upload of the build in dist/.

/** About 72 today. A library that got into the bundle, or files of the tests, would show. */
const MAX_TARBALL_KILOBYTES = 73;

interface Pack {
	/** Bytes of the tarball. */
	size: number;
	files: Array<{ path: string }>;
}

/** What may be in it, by the forms of the paths. */
const KINDS: Record<string, RegExp> = {
	'the texts that npm shows': /^(README\.md|LICENSE|package\.json)$/,
	'where n8n looks for the credential': /^dist\/credentials\/RentalScreeningApi\.credentials\.js$/,
	'where n8n looks for the node': /^dist\/nodes\/RentalScreening\/RentalScreening\.node\.js$/,
	'the code of both': /^dist\/rentalScreening\.js$/,
	'the icons': /^dist\/nodes\/RentalScreening\/rentalScreening(\.dark)?\.svg$/,
	'the search words and links': /^dist\/nodes\/RentalScreening\/RentalScreening\.node\.json$/,
	'the output schemas':
		/^dist\/nodes\/RentalScreening\/__schema__\/v1\.0\.0\/[a-zA-Z]+\/[a-zA-Z]+\.json$/,
};

let packed: Pack;

beforeAll(() => {
	if (!isFolder('dist')) throw new Error('Run `npm run build` first.');
	const answer = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	[packed] = JSON.parse(answer) as [Pack];
});

test(`the tarball weighs at most ${MAX_TARBALL_KILOBYTES} kB`, () => {
	expect(packed.size).toBeLessThanOrEqual(MAX_TARBALL_KILOBYTES * 1000);
});

test('the tarball holds what n8n needs, and nothing else', () => {
	const paths = packed.files.map((file) => file.path);
	const findKind = (file: string) => Object.keys(KINDS).find((kind) => KINDS[kind]!.test(file));
	expect(paths.filter((file) => findKind(file) === undefined)).toEqual([]);
	expect(new Set(paths.map(findKind))).toEqual(new Set(Object.keys(KINDS)));
});
