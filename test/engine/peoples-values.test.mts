import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sendDueRows } from '../support/applicants.mts';
import { retrying, runOn, type RunSpec } from '../support/engine.mts';
import { useSandbox } from '../support/use-sandbox.mts';

// Values and settings that other people reported, with made-up data, through the compiled node.

const ADA = {
	...{ 'First Name': 'Ada', 'Last Name': 'Moss' },
	...{ Email: 'ada@example.com', Phone: '+14165550101' },
};
const BO = { ...ADA, Email: 'bo@example.com' };
const SENT_TO_BO = { email: BO.Email };

const submitReports: INodeParameters = {
	...{ resource: 'rentReport', operation: 'submit', mappingMode: 'autoMapInputData' },
	...{ updateRows: 'due', matchColumn: '' },
};

const newSandbox = useSandbox();

/** The bodies that the service got for these rows, and what the node wrote into them. */
async function run(rows: object[], spec: Partial<RunSpec> = {}) {
	const sandbox = await newSandbox();
	const all = { parameters: sendDueRows, ...spec, rows: rows as IDataObject[] };
	const { rows: written, errorItems } = await runOn(sandbox, all);
	const sent = sandbox.requests.filter(({ operation }) => operation !== 'login');
	return { written, errorItems, bodies: sent.map(({ body }) => body as IDataObject) };
}

test.each<[what: string, cells: object, note: string]>([
	// Signatures and CRMs write it (github.com/floere/phony/issues/185).
	['a phone with a zero of calls at home', { Phone: '+44 (0)20 7946 0958' }, 'leave the (0) out'],
	// Exports of forms write it (github.com/Admidio/admidio/issues/1373).
	['an apostrophe as HTML', { 'Last Name': 'O&apos;Brien' }, "'Last Name' must be the first or"],
	// Airtable gives a looked-up field as a list, also of one (github.com/Airtable/airtable.js/pull/390).
	['a list of one email', { Email: [ADA.Email] }, "'Email' must be a single text"],
	// It leaves empty fields out.
	['a record without its email', { Email: undefined }, "'Email' is empty"],
])('%s is refused, and the next row is sent', async (_, cells, note) => {
	const { written, bodies } = await run([{ ...ADA, ...cells }, BO]);
	expect(written).toMatchObject([
		{ screeningStatus: 'refused', screeningNote: expect.stringContaining(note) as string },
		{ screeningStatus: 'sent' },
	]);
	expect(bodies).toMatchObject([SENT_TO_BO]);
});

// Lists that are imported again have emails in capitals (github.com/mautic/mautic/issues/5149).
test('an applicant who is there again in capitals, or with the phone written otherwise, gets one link', async () => {
	const { written, bodies } = await run([
		ADA,
		{ ...ADA, 'First Name': 'ADA', 'Last Name': 'MOSS', Email: 'ADA@EXAMPLE.COM' },
		{ ...ADA, Phone: '001 (416) 555-0101' },
		{ ...ADA, 'First Name': 'Ben' },
	]);
	const statuses = written.map(({ screeningStatus }) => screeningStatus);
	expect(statuses).toEqual(['sent', 'refused', 'refused', 'sent']);
	expect(bodies).toMatchObject([{ email: ADA.Email }, { firstName: 'Ben' }]);
});

// Names that programs refuse or change (github.com/makeitlegit/ProperName/issues/6).
test('names of several words, with an apostrophe or in Persian are sent as they are', async () => {
	const names = [
		['María José', "O'Brien-Smith"],
		['Jan', 'van der Berg'],
		['علی\u200cرضا', 'محمدی'],
	];
	const rows = names.map(([first, last]) => ({ ...ADA, 'First Name': first, 'Last Name': last }));
	const { bodies } = await run(rows);
	expect(bodies.map(({ firstName, lastName }) => [firstName, lastName])).toEqual(names);
});

// 1975-05-11 of a database comes as 1975-05-10T23:00:00.000Z (github.com/brianc/node-postgres/issues/818).
test('a date of a database is its day in the time zone of the workflow, by the summer time of its year', async () => {
	const rows = [
		{ 'Date of Birth': '1975-05-10T23:00:00.000Z', 'Lease Start': '2026-06-30T22:00:00.000Z' },
		{ 'Date of Birth': '1985-05-10T22:00:00.000Z', 'Lease Start': '2026-12-31T23:00:00.000Z' },
	].map((dates) => ({ Tenant: 'Ada Moss', Rent: 1500, ...dates }));
	const spec = { parameters: submitReports, workflowSettings: { timezone: 'Europe/Berlin' } };
	expect((await run(rows, spec)).bodies).toMatchObject([
		{ dateOfBirth: '1975-05-11', leaseStartDate: '2026-07-01' },
		{ dateOfBirth: '1985-05-11', leaseStartDate: '2027-01-01' },
	]);
});

// n8n takes a first item with `error` for a failed one, and runs the node again (github.com/n8n-io/n8n/pull/9395).
test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'a column named error, with Retry On Fail and %s: each row is sent once, and none counts as failed',
	async (onError) => {
		const rows = [{ error: 'timeout of last week', ...ADA }, BO];
		const settings = { ...retrying, onError };
		const { bodies, written, errorItems } = await run(rows, { settings });
		expect(bodies).toMatchObject([{ email: ADA.Email }, SENT_TO_BO]);
		expect(written.map(({ screeningStatus }) => screeningStatus)).toEqual(['sent', 'sent']);
		expect(errorItems).toEqual([]);
	},
);
