import { screenInEngine } from '../../dev/demo/run.mts';
import { useSandbox } from '../support/use-sandbox.mts';

const newSandbox = useSandbox();

test('the demo shows six applicants: four with findings of their own, one who waits, one refused', async () => {
	const { results, refused } = await screenInEngine(await newSandbox());
	const complete = results.filter(({ json }) => json['checkComplete'] === true);
	expect(new Set(complete.map(({ json }) => json['redFlags'])).size).toBe(4);
	expect(complete.map(({ json }) => json['redFlagCount'])).toEqual([4, 0, 3, 1]);
	expect(results.map(({ json }) => json['checkComplete'])).toEqual([true, true, false, true, true]);
	expect(results[0]!.binary!['report']!.fileName).toMatch(
		/^screening-report-amara-okonkwo-.*\.html$/,
	);
	expect(refused).toMatchObject([{ firstName: 'Wei' }]);
	expect(JSON.stringify(refused)).toContain("'phone' ");
});
