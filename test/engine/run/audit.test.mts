import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { ON_ERROR, credentialFor, retrying, runNode, runOn } from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';
import { ManualClock } from '../../sandbox/support/manual-clock.mts';

const newSandbox = useSandbox();
useFastTime();

test('T1', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock });
	sandbox.addFault({ applicant: emailOf(1), status: 422, latencyMs: 1 });
	sandbox.addFault({ applicant: emailOf(2), status: 200, latencyMs: 2, body: {userId: 'late-id', message: 'ok'} });
	const running = runOn(sandbox, { rows: applicants(3), settings: retrying });
	await clock.untilWaits(2);
	clock.advance(1);
	await eventually(() => sandbox.requestsOf('sendScreeningWithFlow')[1]?.status === 422);
	clock.advance(1);
	const { error } = await running;
	console.log(error?.message, error?.description);
	expect(error?.description).toContain('late-id');
});

test('T4', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ operation: 'getScreeningData', status: 200, rawBody: '<!doctype html>', headers: {'content-type': 'text/html'} } as never);
	const { error, items } = await runOn(sandbox, { parameters: { resource: 'results', operation: 'get', userId: 'u', options: { waitUpToMinutes: 10, pollEverySeconds: 60 } } });
	console.log(error?.message, items, sandbox.requestsOf('getScreeningData').length);
});

test.each(ON_ERROR)('T5 %s', async (onError) => {
	const sandbox = await newSandbox();
	for (const sendRows of ['none', 'due']) {
		const { error, items, errorItems } = await runOn(sandbox, { parameters: { ...sendByColumns, updateRows: true, sendRows, returnColumns: 'written' }, rows: applicants(2).map((r, i) => ({ row_number: i + 2, ...r, screeningStatus: i ? '' : 'odd', screeningNote: '' })), settings: { onError } });
		console.log(onError, sendRows, error?.message, JSON.stringify(items.map(i=>i.json)), JSON.stringify(errorItems.map(i=>i.json)));
	}
});
