import { DEFAULT_N8N_VERSION, N8N_VERSIONS } from '../../../dev/host/versions.mts';
import { tableBelow, textOf } from './pages.mts';

// Figures that pages take from elsewhere. Those of the benchmark are in large-sheets.test.mts.

test('the README names the versions of n8n that are tested', () => {
	const [[, versions] = []] = tableBelow('README.md', 'Compatibility');
	expect(versions!.match(/\d+\.\d+\.\d+/g)!.sort()).toEqual([...N8N_VERSIONS].sort());
});

test('the README names the versions of Node that CI tests', () => {
	const [, [, versions] = []] = tableBelow('README.md', 'Compatibility');
	const [, matrix] = /^ +node: \[(.+)\]$/m.exec(textOf('.github/workflows/ci.yml'))!;
	expect(versions!.match(/\d+/g)).toEqual(matrix!.match(/\d+/g));
});

test('the README has the figures that npm start prints', () => {
	const source = textOf('dev/host/start.mts');
	const readme = textOf('README.md');
	for (const figure of ['2.3 GB', '3 to 6 minutes']) {
		expect([figure, source.includes(figure), readme.includes(figure)]).toEqual([
			figure,
			true,
			true,
		]);
	}
	expect(textOf('docs/installing.md')).toContain(`n8n ${DEFAULT_N8N_VERSION}, set up once`);
});

describe('the changelog', () => {
	const entries = [
		...textOf('CHANGELOG.md').matchAll(/^## \[(.+)\] - (\d{4}-\d\d-\d\d|unreleased)$/gm),
	].map(([, version, date]) => ({ version: version!, isReleased: date !== 'unreleased' }));
	const versions = entries.map(({ version }) => version);

	test('has the version of package.json', () => {
		const { version } = JSON.parse(textOf('package.json')) as { version: string };
		expect(versions).toContain(version);
	});

	test('links each released version to its release, and no other', () => {
		const linked = [...textOf('CHANGELOG.md').matchAll(/^\[(.+)\]: .*\/v(.+)$/gm)];
		const released = entries.filter(({ isReleased }) => isReleased);
		expect(linked.map(([, name, tag]) => [name, tag])).toEqual(
			released.map(({ version }) => [version, version]),
		);
	});

	test('begins with the version that docs/installing.md installs', () => {
		const [, version] = /"version": "(.+?)"/.exec(textOf('docs/installing.md'))!;
		expect(version).toBe(versions[0]);
	});
});

test('the README is read in a few minutes: at most 15 kB', () => {
	expect(Buffer.byteLength(textOf('README.md'))).toBeLessThanOrEqual(15_000);
});
