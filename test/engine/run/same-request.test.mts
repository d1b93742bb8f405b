import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** A service, and what sends applicants 0 to 2 to it, with these parameters beside the usual ones. */
async function arrange() {
	const sandbox = await newSandbox();
	const send = async (own: object = {}, settings: object = {}) =>
		await runNode({
			credential: credentialFor(sandbox),
			parameters: { ...sendByColumns, ...own },
			rows: applicants(3),
			settings,
		});
	return { sandbox, send };
}

test('the same rows again are answered from memory, and say so', async () => {
	const { sandbox, send } = await arrange();
	const first = await send();
	const again = await send();
	expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(3);
	expect(again.items.map(({ json }) => json)).toEqual(
		first.items.map(({ json }) => ({
			...json,
			alreadySent: true,
			sentAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.+Z$/) as unknown,
		})),
	);
});

test('Update Rows notes it in the row', async () => {
	const { sandbox, send } = await arrange();
	const [first] = (await send({ updateRows: true })).items;
	const [again] = (await send({ updateRows: true })).items;
	const { sentAt } = first!.json;
	expect(again!.json).toEqual({
		...first!.json,
		screeningNote: `Already sent at ${String(sentAt)}. It was not sent again.`,
	});
	expect(sandbox.screenings).toHaveLength(3);
});

test("'Send Again' sends all the same", async () => {
	const { sandbox, send } = await arrange();
	await send();
	const { items } = await send({ options: { sendAgain: true } });
	expect(sandbox.screenings).toHaveLength(6);
	expect(items.every(({ json }) => json.alreadySent === undefined)).toBe(true);
});

test('the same row twice in one sheet is sent once', async () => {
	const sandbox = await newSandbox();
	const { items } = await runNode({
		credential: credentialFor(sandbox),
		parameters: sendByColumns,
		rows: [...applicants(2), ...applicants(2)],
	});
	expect(sandbox.screenings.map(({ email }) => email).sort()).toEqual([emailOf(0), emailOf(1)]);
	expect(items.map(({ json }) => json.userId).slice(2)).toEqual(
		items.map(({ json }) => json.userId).slice(0, 2),
	);
	expect(items.map(({ json }) => json.alreadySent)).toEqual([undefined, undefined, true, true]);
});

test('what may have been accepted is not sent again, and said to be unclear', async () => {
	const { sandbox, send } = await arrange();
	sandbox.addFault({ applicant: emailOf(1), status: 500, acts: true, times: 1 });
	const settings = { onError: 'continueErrorOutput' };
	await send({}, settings);
	const { items, errorItems } = await send({}, settings);
	expect(sandbox.screenings).toHaveLength(3);
	expect(items).toHaveLength(2);
	expect(errorItems[0]!.json.error).toEqual({
		message: expect.stringMatching(
			/^Row 2 \('Nathan Smith 1'\): The same request was sent at \S+Z and the screening may have been accepted\. It was not sent again \[item 1\]$/,
		) as unknown,
		description:
			"Look in the dashboard of the service. To send it all the same, turn on 'Send Again' in the options.",
		mayHaveBeenAccepted: true,
	});
});

test('what was refused is sent again', async () => {
	const { sandbox, send } = await arrange();
	sandbox.addFault({ applicant: emailOf(1), status: 422, times: 1 });
	await send({}, { onError: 'continueErrorOutput' });
	const { items } = await send();
	expect(items.map(({ json }) => json.alreadySent)).toEqual([true, undefined, true]);
	expect(sandbox.screenings).toHaveLength(3);
});
