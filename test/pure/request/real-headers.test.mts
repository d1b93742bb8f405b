import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { submitRentReport as report } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening as screening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { findColumns } from '../../../nodes/RentalScreening/request/columns.ts';
import { withFullName } from '../../../nodes/RentalScreening/request/names.ts';

// Header lines of rental lists, rent rolls and application forms as people keep them. In front of each stands, for a
// screening and for a rent report, whether it is read without a question, what has to be chosen, or - where it lacks the data.

const OPERATIONS = { screening, 'rent report': report } as const;
type Label = keyof typeof OPERATIONS;

const file = join(import.meta.dirname, 'real-headers.txt');
const OUTCOMES: Readonly<Record<string, string>> = {
	reads: 'are read without a question',
	'-': 'lack the data',
};
const sheets = readFileSync(file, 'utf8')
	.trim()
	.split('\n')
	.flatMap((line) => {
		const [forScreening = '', forReport = '', header = ''] = line.split(' | ');
		const start = header.slice(0, 60);
		return Object.entries({ screening: forScreening, 'rent report': forReport }).map(
			([label, expected]) => ({
				...{ label: label as Label, expected, header, start },
				outcome: OUTCOMES[expected] ?? 'are read once they are chosen',
			}),
		);
	});

/** What is read of a sheet, as the file writes it, and what is asked, without the advice. */
function read(label: Label, header: string, choices = '') {
	const operation: Operation = OPERATIONS[label];
	const { fields = [] } = operation;
	const all = withFullName(fields);
	const chosen = choices.split('; ').map((choice) => choice.split('=') as [string, string]);
	const given = all.flatMap((field) =>
		chosen
			.filter(([chosenLabel]) => chosenLabel === field.label)
			.map(([, column]) => [field.name, column]),
	);
	const cells = header.split(',').map((name) => [name, 'x']);
	const row = { row_number: 2, ...Object.fromEntries(cells) } as Record<string, unknown>;
	const { columnOf, question } = findColumns([row], fields, operation, Object.fromEntries(given));
	const isRead = all.filter(({ name }) => columnOf[name] !== undefined);
	return {
		read: isRead.map((field) => `${field.label}=${columnOf[field.name]!.name}`).join('; '),
		asked: question?.replace(/ Drag the right .*/, ''),
	};
}

/** Columns of these sheets that are about others than the applicant or tenant. */
const OTHERS =
	/landlord|owner|agency|emergency|guarantor|spouse|employer|kin\b|secondary|contact_|tenant.?2/i;

test.each(sheets)('as a $label, the columns $start… $outcome', ({ label, header, expected }) => {
	const withoutChoice = read(label, header);
	expect(withoutChoice.read).not.toMatch(OTHERS);
	if (expected === 'reads') {
		expect(withoutChoice.asked).toBeUndefined();
	} else if (expected === '-') {
		expect(withoutChoice.asked).toContain('There is no column for');
	} else {
		expect(withoutChoice.asked).toMatch(/Which column|Whose|There is no column for/);
		const chosen = read(label, header, expected);
		expect(chosen.asked).toBeUndefined();
		expect(chosen.read.split('; ')).toEqual(expect.arrayContaining(expected.split('; ')));
		expect(chosen.read).not.toMatch(OTHERS);
	}
});

test.each([
	['screening', 33, 47],
	['rent report', 29, 38],
] as const)(
	'as a %s, %i of the %i sheets that have the data are read without a question',
	(label, count, all) => {
		const ofOperation = sheets.filter((sheet) => sheet.label === label);
		const isRead = ofOperation.filter(({ header }) => read(label, header).asked === undefined);
		const withData = ofOperation.filter(({ expected }) => expected !== '-');
		expect([isRead.length, withData.length]).toEqual([count, all]);
	},
);

const NO_AMOUNT =
	"There is no column for 'Rent Amount', 'Rent Paid', 'Current Balance Due' or 'Amount Past Due'.";

/** By the beginning of a header line: what is read, and what is asked. */
test.each<[Label, string, string, string | undefined]>([
	[
		...(['screening', 'Application ID,Applicant Name,Applicant Email'] as const),
		'Email=Applicant Email; Phone=Applicant Phone; Full Name=Applicant Name',
		undefined,
	],
	[
		...(['rent report', 'Application ID,Applicant Name,Applicant Email', ''] as const),
		`Whose are 'Applicant Name', 'Applicant Email' and 'Applicant Phone'? The sheet also has 'Emergency Contact Name' and 'Emergency Contact Phone'. ${NO_AMOUNT}`,
	],
	[
		...(['screening', 'Entry Id,Name (First)'] as const),
		'Email=Email; Phone=Phone; First Name=Name (First); Last Name=Name (Last)',
		undefined,
	],
	[
		...(['screening', 'Timestamp,Email address,Full Name'] as const),
		'Email=Email address; Phone=Mobile Number (WhatsApp); Full Name=Full Name',
		undefined,
	],
	[
		...(['screening', 'Agency,Street Address,Suburb,Tenant 1 Name', ''] as const),
		"There is no column for 'Email', none for 'Phone', none for 'First Name', 'Last Name' or 'Full Name'.",
	],
	[
		...(['screening', 'AssocCode,Account', 'First Name=FirstName; Last Name=LastName'] as const),
		"Whose is 'Phone'? The sheet also has 'SecondaryTenantFirstName', 'SecondaryTenantLastName' and 'SecondaryTenantPhone'. There is no column for 'Email'.",
	],
	[
		...([
			'screening',
			'FirstName,LastName,Spouse',
			'First Name=FirstName; Last Name=LastName',
		] as const),
		"Whose is 'Phone'? The sheet also has 'SpouseFirstName' and 'SpouseLastName'. There is no column for 'Email'.",
	],
	[
		...(['screening', 'Building,Apt #,Resident,Renter Email', ''] as const),
		"Whose are 'Resident' and 'Renter Email'? The sheet also has 'Renter Email' and 'Resident'. There is no column for 'Phone'.",
	],
	[
		...(['screening', 'Full Name,Date of Birth,Email,Telephone', ''] as const),
		"Which column is 'Phone': 'Telephone' or 'Contact number'? Whose are 'Full Name' and 'Email'? The sheet also has 'Employer's Name' and 'Next of Kin'.",
	],
	[
		...(['screening', 'Flat No.,Primary Owner Name', ''] as const),
		"Whose is 'Tenant Name'? The sheet also has 'Primary Owner Name', 'Secondary Owner Name' and 'Primary Owner Number'. There is no column for 'Email', none for 'Phone'.",
	],
	['rent report', 'Flat No.,Primary Owner Name', 'Full Name=Tenant Name', NO_AMOUNT],
	[
		...(['rent report', 'Unit,Tenant,Owner,Email', 'Rent Amount=Rent; Full Name=Tenant'] as const),
		"Whose are 'Email' and 'Phone'? The sheet also has 'Owner'.",
	],
	[
		...(['rent report', 'Unit,Room,Bed,Unit/Room Type,Resident'] as const),
		'Rent Amount=Actual Rent; Lease Start Date=Lease From; Lease End Date=Lease To; Full Name=Resident',
		undefined,
	],
	[
		...(['rent report', 'Tenant Name,Email,Phone,Property,Unit,Lease Status'] as const),
		'Rent Amount=Monthly Rent (RWF); Current Balance Due=Outstanding Balance (RWF); Phone=Phone; Email=Email; Full Name=Tenant Name',
		undefined,
	],
])('as a %s, what is read and asked of the columns %s… is known', (label, start, ...all) => {
	const found = sheets.filter(({ header }) => header.startsWith(start));
	expect(new Set(found.map(({ header }) => header)).size).toBe(1);
	const { read: columns, asked } = read(label, found[0]!.header);
	expect([columns, asked]).toEqual(all);
});
