import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { emailOf } from '../../support/applicants.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { sheetOutcome, sheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import {
	chain,
	connect,
	fields,
	manualTrigger,
	rows,
	screeningNode,
} from '../../support/n8n-workflows.mts';

const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

/** A row as a person's sheet has it; its columns go by names of their own. */
const person = (row: number, columns: IDataObject = {}): IDataObject => ({
	row,
	Unit: `${row}B`,
	'E-mail': emailOf(row),
	Mobile: `+1 416 555 01${String(row).padStart(2, '0')}`,
	id: `mine ${row}`,
	message: `a remark of mine about ${row}`,
	...columns,
});

/** What Map Automatically turns on by itself. */
const SEND: INodeParameters = {
	resource: 'screening',
	operation: 'sendWithFlow',
	mappingMode: 'autoMapInputData',
	flowId: '21a80d70-aeee-89a8-ad49-e6a902b8833a',
};
const RESULTS: INodeParameters = {
	resource: 'results',
	operation: 'get',
	mappingMode: 'autoMapInputData',
};

describe.each(testedVersions())('Update Rows, in n8n %s', (version) => {
	// Only the test completes a screening, in the applicant's place.
	const host = useN8n({ version }, { completeAfter: {} });

	/** Runs the node over the sheet; what came out, and the rows that the next node finds behind it. */
	async function run(sheet: readonly IDataObject[], parameters: INodeParameters) {
		const node = screeningNode('Node', parameters, host.credential);
		const execution = await host.run(sheetWorkflow(sheet, node));
		expect(failureOf(execution)).toBeUndefined();
		const { bad, goodRows } = sheetOutcome(execution, 'Node');
		expect(bad).toEqual([]);
		expect(goodRows).toEqual(sheet.map(({ row }) => row));
		return outputJson(execution, 'Node');
	}

	const idOf = (row: number) =>
		host.sandbox.screenings.find(({ email }) => email === emailOf(row))?.userId;

	test('sends the rows that are due, writes what became of each, and does nothing the second time', async () => {
		const { sandbox } = host;
		sandbox.addFault({ applicant: emailOf(4), status: 500, acts: true, body: { message: 'Oops' } });
		sandbox.addFault({ applicant: emailOf(5), status: 422, body: { message: 'Unknown number' } });
		const sheet = [
			person(0),
			person(1, { 'E-mail': 'not an address' }),
			person(2, { userId: 'given out before', screeningStatus: 'sent' }),
			person(3, { screeningStatus: 'not sent', screeningNote: 'No phone' }),
			person(4),
			person(5),
			person(6, { screeningStatus: 'Maybe Sent', screeningNote: 'The connection was cut' }),
			{ ...person(0), row: 7 },
			person(8, { screeningStatus: 'sending' }),
		];

		const first = await run(sheet, SEND);

		const outcome = (columns: IDataObject) => ({ screeningNote: '', ...columns });
		const sent = (row: number) =>
			outcome({ userId: idOf(row), screeningStatus: 'sent', sentAt: ISO_TIME as string });
		const not = { userId: null, sentAt: null };
		expect(first).toEqual([
			{ ...sheet[0], ...sent(0) },
			{
				...sheet[1],
				...not,
				screeningStatus: 'not sent',
				screeningNote:
					"'E-mail' must be an email address, such as name@example.com. Fix it and run this item again. Nothing was sent for it.",
			},
			sheet[2],
			{ ...sheet[3], ...sent(3) },
			{
				...sheet[4],
				...not,
				screeningStatus: 'maybe sent',
				screeningNote: expect.stringMatching(/\(500\): Oops. The screening may have been accepted/),
			},
			{
				...sheet[5],
				...not,
				screeningStatus: 'not sent',
				screeningNote: expect.stringMatching(/\(422\): Unknown number/),
			},
			sheet[6],
			{
				...sheet[7],
				...sent(0),
				screeningNote: expect.stringMatching(/^Already sent at .*Z\. It was not sent again\.$/),
			},
			{ ...sheet[8], ...sent(8) },
		]);
		const asked = sandbox.requestsOf('sendScreeningWithFlow');
		expect(asked.map(({ body }) => (body as IDataObject)['email']).sort()).toEqual(
			[0, 3, 4, 5, 8].map(emailOf),
		);
		expect(asked.flatMap(({ violations }) => violations)).toEqual([]);

		// The second time only the row that the service refused is due, and is refused again.
		const second = await run(first, SEND);

		expect(second).toEqual(first);
		expect(sandbox.requestsOf('sendScreeningWithFlow').slice(asked.length)).toMatchObject([
			{ body: { email: emailOf(5) } },
		]);
	});

	test('fetches the results that are due, keeps what the rows say, and asks only for the rest again', async () => {
		const { sandbox } = host;
		const userId = sandbox.addApplicant({
			screening: { creditScore: 712 },
			user: { firstName: 'Zoe', checkComplete: true },
		});
		const [busy, late] = await run([person(1), person(2)], SEND);
		sandbox.addFault({ applicant: idOf(2)!, status: 403, body: { message: 'Not yours' } });
		const sheet = [
			person(0, { userId, firstName: 'Amy' }),
			busy!,
			late!,
			person(3),
			person(4, { userId: 'nobody-knows-this-one' }),
			person(5, { userId: 'u-5', resultStatus: 'complete', creditScore: 700 }),
		];

		const first = await run(sheet, RESULTS);

		expect(first[0]).toMatchObject({ ...sheet[0], resultStatus: 'complete', resultNote: '' });
		expect(first[0]).toMatchObject({ checkComplete: true, creditScore: 712 });
		const open = {
			resultStatus: 'not complete',
			resultNote: expect.stringMatching(/not completed/),
		};
		expect(first.slice(1)).toEqual([
			{ ...sheet[1], ...open },
			{
				...sheet[2],
				resultStatus: 'not fetched',
				resultNote: expect.stringMatching(/\(403\): Not yours/),
			},
			sheet[3],
			{ ...sheet[4], ...open },
			sheet[5],
		]);
		const askedFor = () =>
			sandbox.requestsOf('getScreeningData').map(({ url }) => url.split('/').at(-1));
		const due = [idOf(1), idOf(2), 'nobody-knows-this-one'].sort();
		expect(askedFor().sort()).toEqual([userId, ...due].sort());

		const second = await run(first, RESULTS);

		expect(second).toEqual(first);
		expect(askedFor().slice(4).sort()).toEqual(due);
	});

	test('fails the node, and changes no row, where nothing can be sent at all', async () => {
		const credential = await host.createCredential({ password: 'not-this-one' });
		const sheet = [person(0), person(1)];

		const execution = await host.run(sheetWorkflow(sheet, screeningNode('Node', SEND, credential)));

		expect(failureOf(execution, 'Node')?.message).toMatch(/The service refused the login \(401\)/);
		expect(outputJson(execution, 'Node')).toEqual([]);
		expect(host.sandbox.requests.map(({ operation }) => operation)).toEqual(['login']);
	});

	test('is off where each field is mapped, and answers an identical request from memory', async () => {
		const byField = {
			...SEND,
			mappingMode: 'defineBelow',
			email: "={{ $json['E-mail'] }}",
			phone: '={{ $json.Mobile }}',
		};
		const again = { ...byField, options: { sendAgain: true } };

		const [first] = await run([person(0)], byField);
		const [second] = await run([person(0)], byField);
		const [third] = await run([person(0)], again);

		const [one, other] = host.sandbox.screenings;
		expect(host.sandbox.screenings).toHaveLength(2);
		expect(first).toEqual({ userId: one!.userId, message: expect.any(String) });
		expect(second).toEqual({ ...first, alreadySent: true, sentAt: ISO_TIME });
		expect(third).toEqual({ userId: other!.userId, message: expect.any(String) });
	});

	test('in Loop Over Items each batch is a run of its own, and all rows come out in order', async () => {
		const { sandbox } = host;
		const before = sandbox.requestsOf('sendScreeningWithFlow').length;
		const sheet = [21, 22, 23, 24, 21].map((row) => person(row));
		const workflow = chain(
			'Loop',
			manualTrigger(),
			rows('Sheet', sheet),
			{
				name: 'Loop Over Items',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: 2, options: {} },
			},
			fields('Done', { row: '={{ $json.row }}', status: '={{ $json.screeningStatus }}' }),
		);
		connect(workflow, 'Loop Over Items', screeningNode('Send', SEND, host.credential), 1);
		workflow.connections['Send'] = {
			main: [[{ node: 'Loop Over Items', type: 'main', index: 0 }]],
		};
		const execution = await host.run(workflow);
		expect(failureOf(execution)).toBeUndefined();
		expect(outputJson(execution, 'Done')).toEqual(
			[21, 22, 23, 24, 21].map((row) => ({ row: String(row), status: 'sent' })),
		);
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(before + 4);
	});
});
