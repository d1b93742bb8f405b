import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { applicants, getByRow, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
type Sandbox = Awaited<ReturnType<typeof newSandbox>>;

const updating: INodeParameters = { ...sendByColumns, updateRows: true };

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters = updating,
	settings: Partial<INode> = {},
) {
	const credential = credentialFor(sandbox);
	const outcome = await runNode({ credential, parameters, rows, settings });
	return { ...outcome, rows: outcome.items.map(({ json }) => json) };
}

describe('a row that is sent or maybe sent is not sent again', () => {
	test.each<[string, IDataObject]>([
		['with an invisible blank behind it', { 'Screening Status': 'sent\u200b' }],
		['with a no-break space in it', { screeningStatus: 'maybe\u00a0sent' }],
		['with two blanks in it', { screeningStatus: 'Maybe  Sent' }],
		['with another separator', { screeningStatus: 'maybe_sent' }],
		[
			'in one of two columns of that name',
			{ screeningStatus: 'not sent', 'Screening Status': 'maybe sent' },
		],
	])('when its status is written %s', async (_, columns) => {
		const sandbox = await newSandbox();
		const row = { ...applicants(1)[0], ...columns };
		const { rows } = await run(sandbox, [row]);
		expect(rows).toEqual([row]);
		expect(sandbox.requests).toEqual([]);
	});
});

test("a key of an 'address' object is no column of the sheet", async () => {
	const sandbox = await newSandbox();
	const { rows } = await run(
		sandbox,
		applicants(2, { 0: { address: { 'User ID': 'other', 'Screening Status': 'other' } } }),
	);
	for (const row of rows) {
		expect(row).toMatchObject({ userId: expect.any(String), screeningStatus: 'sent' });
		expect(row).not.toHaveProperty(['User ID']);
	}
});

test.each(['   ', '\u200b', '\n'])('a blank userId (%j) is none: maybe sent', async (userId) => {
	const sandbox = await newSandbox();
	sandbox.addFault({ status: 200, body: { userId, message: 'Sent' } });
	const { rows } = await run(sandbox, applicants(1));
	expect(rows[0]).toMatchObject({ userId: null, screeningStatus: 'maybe sent' });
});

describe('what is long or has line breaks', () => {
	test('an ID in the note of a row is one line and cut', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'sendScreening', status: 400 });
		const { rows } = await run(
			sandbox,
			applicants(2, { 0: { propertyId: 'x\r=cmd|calc' }, 1: { propertyId: 'y'.repeat(5000) } }),
			{ ...updating, operation: 'send', propertyId: '' },
		);
		const notes = rows.map(({ screeningNote }) => String(screeningNote));
		expect(notes[0]).toContain("the property ID 'x =cmd|calc' (400)");
		expect(notes[1]!.length).toBeLessThan(400);
	});

	test('a user ID in a message is one line and cut', async () => {
		const sandbox = await newSandbox();
		for (const userId of ['nobody\r\n=1+1', 'y'.repeat(5000)]) {
			const { error } = await run(sandbox, [{ userId }, { userId }], getByRow);
			expect(error?.message).toMatch(/^Row 1 \('[^\n\r]{1,110}'\): No screening data for user/);
			expect(error?.message).not.toMatch(/[\r\n]/);
			expect(error?.message.length).toBeLessThan(700);
		}
	});
});

test('On Error = Continue: a row keeps its columns where the login is refused', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ operation: 'login', status: 401 });
	const sheet = applicants(2);
	const { rows } = await run(sandbox, sheet, updating, { onError: 'continueRegularOutput' });
	expect(rows).toEqual(sheet.map((row) => ({ ...row, error: expect.anything() })));
});
