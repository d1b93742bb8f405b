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
	const versions = [...textOf('CHANGELOG.md').matchAll(/^## \[(.+)\] - \d{4}-\d\d-\d\d$/gm)].map(
		([, version]) => version!,
	);

	test('has the version of package.json', () => {
		const { version } = JSON.parse(textOf('package.json')) as { version: string };
		expect(versions).toContain(version);
	});

	test('links each version to its release', () => {
		const linked = [...textOf('CHANGELOG.md').matchAll(/^\[(.+)\]: .*\/v(.+)$/gm)];
		expect(linked.map(([, name, tag]) => [name, tag])).toEqual(versions.map((one) => [one, one]));
	});

	test('begins with the version that docs/installing.md installs', () => {
		const [, version] = /"version": "(.+?)"/.exec(textOf('docs/installing.md'))!;
		expect(version).toBe(versions[0]);
	});
});

test('the README is read in a few minutes: at most 15 kB', () => {
	expect(Buffer.byteLength(textOf('README.md'))).toBeLessThanOrEqual(15_000);
});
