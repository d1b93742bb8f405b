import {
	applicants,
	emailOf,
	sendByColumns,
	sendByExpressions,
} from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

test('error output: the row, status, message and hint, and links resolve after both outputs', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ applicant: emailOf(5), status: 500, body: { error: 'Out of order' } });
	const rows = applicants(20);
	const { items, errorItems, looked, lookedAtErrors } = await runNode({
		credential: credentialFor(sandbox),
		parameters: sendByExpressions,
		rows,
		settings: { onError: 'continueErrorOutput' },
		look: "={{ $('Sheet').item.json.row }}",
	});
	expect(errorItems).toHaveLength(1);
	expect(errorItems[0]).toMatchObject({
		json: {
			...rows[5],
			error: {
				message:
					"Row 6 ('applicant5@example.com'): The service could not process the request (500): Out of order. The screening may have been accepted [item 5]",
				description: expect.stringContaining('Look in the dashboard'),
				status: 500,
				mayHaveBeenAccepted: true,
			},
		},
		pairedItem: { item: 5 },
	});
	expect(items).toHaveLength(19);
	expect(looked).toEqual(rows.map(({ row }) => row).filter((row) => row !== 5));
	expect(lookedAtErrors).toEqual([5]);
});

test('regular output: the error item stands in its place, with the row where that is asked for', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({
		applicant: emailOf(1),
		status: 422,
		body: { errors: [{ message: 'No such flow' }] },
	});
	const { items, looked } = await runNode({
		credential: credentialFor(sandbox),
		parameters: { ...sendByColumns, options: { includeInputFields: true } },
		rows: applicants(3),
		settings: { onError: 'continueRegularOutput' },
		look: "={{ $('Sheet').item.json.row }}",
	});
	expect(looked).toEqual([0, 1, 2]);
	expect(items[1]!.json).toMatchObject({
		row: 1,
		email: emailOf(1),
		error: {
			message:
				"Row 2 ('Nathan Smith 1'): The service did not accept the values (422): No such flow [item 1]",
		},
	});
	expect(items[2]!.json).toMatchObject({ row: 2, userId: expect.any(String) });
});
