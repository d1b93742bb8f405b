import type { Request } from '../../../nodes/RentalScreening/core/operation.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { CheckNotes } from '../../../nodes/RentalScreening/rows/checkNote.ts';

// What Check Only notes of a row: what will be sent, or what is wrong. A landlord reads it before anything is sent.

const SEND = 'Will send (do not clear the status): ';
const ADA = { email: 'ada@example.com', phone: '+14165550101', firstName: 'Ada', lastName: 'Moss' };
const SETTINGS = { propertyId: 'p-1', checkType: 'CHECK_TYPE_DEEP_CHECK', payer: 'PAYER_SELF' };
const column = (name: string) => ({ name, path: [name] });

function write(...requests: Array<Partial<Request>>): string[] {
	const all = requests.map((one) => ({ problems: [], ...one }));
	const notes = new CheckNotes(sendScreening, all);
	return all.map((request) => notes.write(request));
}

test('a usual note is one line of at most 160 characters; what all rows share stands in the first one, in the words of the editor', () => {
	const columnOf = { email: column('Applicant\nEmail'), phone: column('Phone') };
	const request = { body: { ...ADA, ...SETTINGS }, columnOf };
	const [first, second] = write(request, request);
	const own = `${SEND}Email ada@example.com (from 'Applicant Email'); Phone +14165550101; First Name Ada; Last Name Moss`;
	expect(second).toBe(own);
	expect(own.length).toBeLessThanOrEqual(160);
	expect(first).toBe(`${own}. All rows: Property ID p-1; Check Type Deep Check; Payer Self`);
});

test('a setting that differs from row to row stands in each, and one of the provider as it is', () => {
	const body = { ...SETTINGS, payer: 'PAYER_OWNER' };
	expect(
		write({ body: { ...body, propertyId: 'p-1' } }, { body: { ...body, propertyId: 'p-2' } }),
	).toEqual([
		`${SEND}Property ID p-1. All rows: Check Type Deep Check; Payer PAYER_OWNER`,
		`${SEND}Property ID p-2`,
	]);
});

test('a whole name is named as the column of both parts', () => {
	const body = { firstName: 'Ada', lastName: 'Moss' };
	expect(write({ body, columnOf: { fullName: column('Applicant') } })).toEqual([
		`${SEND}First Name Ada (from 'Applicant'); Last Name Moss (from 'Applicant')`,
	]);
});

test('what will be refused says so, and what is wrong, before what all rows share', () => {
	const problem = { label: 'Phone', clause: 'is empty', scope: 'item' } as const;
	const refused = { body: SETTINGS, problems: [problem], unreadColumns: ['Notes'] };
	expect(write(refused, { body: { ...ADA, ...SETTINGS } })[0]).toBe(
		"Will be refused: 'Phone' is empty. Correct the values and run it again. Nothing was sent for it. All rows: Property ID p-1; Check Type Deep Check; Payer Self. Not read: 'Notes'",
	);
});

test('a note stays readable in its cell, whatever is in the row', () => {
	const [note] = write({ body: { email: 'x'.repeat(5000), firstName: '=1+1\n' } });
	expect(note!.length).toBeLessThan(1300);
	expect(note).toContain('First Name =1+1');
	expect(note).not.toContain('\n');
});
