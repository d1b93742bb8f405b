import { applicants, emailOf, getByRow, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

test('a message that holds the code of a connection fault stays what it is', async () => {
	const sandbox = await newSandbox();
	const body = { message: 'upstream connect ECONNREFUSED' };
	sandbox.addFault({ applicant: emailOf(0), status: 502, body });
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: sendByColumns,
		rows: applicants(2),
	});
	expect(error?.message).toBe(
		"Row 1 ('Nathan Smith 0'): The service could not process the request (502): upstream connect ECONNREFUSED. The screening may have been accepted [item 0]",
	);
});

test("a name that holds such a code ('Steeperman') too", async () => {
	const sandbox = await newSandbox();
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: sendByColumns,
		rows: applicants(2, { 0: { lastName: 'Steeperman', phone: 'none' } }),
	});
	expect(error?.message).toContain("Row 1 ('Nathan Steeperman'), column 'phone': must be");
});

test('a row without a name or a user ID is named by its number alone', async () => {
	const sandbox = await newSandbox();
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: { ...getByRow, mappingMode: 'autoMapInputData', updateRows: false },
		rows: [{ userId: 'u' }, { userId: '' }],
	});
	expect(error?.message).toMatch(/^Nothing was sent\. Row 2, column 'userId': is empty/);
});
