import { addressLine, type Applicant } from './applicant';
import { columnsFrom, readRow, type ResultRow } from './cells';
import { average, rentToIncomePercent } from './figures';
import type { Flag } from './flags';

const column = columnsFrom<Applicant>();

/** The columns in front of every row. */
export const WHO_COLUMNS = [
	column('userId', 'identifier', ({ userId }) => userId),
	column('firstName', 'text', ({ user }) => user.firstName),
	column('lastName', 'text', ({ user }) => user.lastName),
] as const;

/** The columns that say who the person is. */
export const PERSON_COLUMNS = [
	...WHO_COLUMNS,
	column('email', 'text', ({ user }) => user.email),
	column('phoneNumber', 'text', ({ user }) => user.phoneNumber),
	column('dateOfBirth', 'text', ({ user }) => user.dateOfBirth),
] as const;

/** The columns of a spreadsheet row, in their order. The row, its fields and its schema come from this table. */
export const ROW_COLUMNS = [
	...PERSON_COLUMNS,
	column('checkComplete', 'boolean', ({ isComplete }) => isComplete),

	column('serviceScore', 'number', ({ screening }) => screening.serviceScore),
	column('creditScore', 'number', ({ screening }) => screening.creditScore),
	column('rent', 'number', ({ screening }) => screening.rent),
	column('monthlyIncome', 'number', ({ screening }) => screening.monthlyIncome),
	column('rentToIncomePercent', 'number', ({ screening }) =>
		rentToIncomePercent(screening.rent, screening.monthlyIncome),
	),
	column('monthlyDebt', 'number', ({ screening }) => screening.monthlyDebt),
	column('totalDebt', 'number', ({ screening }) => screening.totalDebt),
	column('debtLimit', 'number', ({ screening }) => screening.debtLimit),

	column('employer', 'text', ({ employer }) => employer.name),
	column('jobTitle', 'text', ({ employment }) => employment.jobTitle),
	column('employmentStatus', 'text', ({ employment }) => employment.employmentStatus),
	column('employeeType', 'text', ({ employment }) => employment.employeeType),
	column('startDate', 'text', ({ employment }) => employment.startDate),
	column(
		'minimumMonthsOfEmployment',
		'number',
		({ employment }) => employment.minimumMonthsOfEmployment,
	),
	column('weeklyHours', 'number', ({ employment }) => employment.weeklyHours),
	column('income', 'number', ({ income }) => income.income),
	column('incomeType', 'text', ({ income }) => income.incomeType),
	column('annualIncome', 'number', ({ income }) => income.annualIncome),
	column('hourlyIncome', 'number', ({ income }) => income.hourlyIncome),
	column('netHourlyRate', 'number', ({ income }) => income.netHourlyRate),
	column('payCycle', 'text', ({ income }) => income.payCycle),

	column('currentAddress', 'text', ({ user }) => addressLine(user.currentAddress)),

	column('greenFlagCount', 'number', ({ greenFlags }) => greenFlags?.length),
	column('greenFlags', 'text', ({ greenFlags }) => joinedText(greenFlags)),
	column('redFlagCount', 'number', ({ redFlags }) => redFlags?.length),
	column('redFlags', 'text', ({ redFlags }) => joinedText(redFlags)),

	column('landlordReviewCount', 'number', ({ reviews }) => reviews?.length),
	column('averageWouldRentToThemAgain', 'number', (applicant) =>
		averageRating(applicant, 'wouldRentToThemAgain'),
	),
	column('averagePaysRentOnTime', 'number', (applicant) =>
		averageRating(applicant, 'paysRentOnTime'),
	),
	column('averageCleanliness', 'number', (applicant) => averageRating(applicant, 'cleanliness')),
	column('averageDidNotDamageProperty', 'number', (applicant) =>
		averageRating(applicant, 'didNotDamageProperty'),
	),

	column('lastRentPaymentDate', 'text', ({ lastPayment }) => lastPayment.date),
	column('lastRentPaymentAmount', 'number', ({ lastPayment }) => lastPayment.amount),
	column('lastRentPaymentCurrency', 'text', ({ lastPayment }) => lastPayment.isoCurrencyCode),
	column('lastRentPaymentDescription', 'text', ({ lastPayment }) => lastPayment.description),

	column('averageMonthlyIncome', 'number', (applicant) => averageOfMonths(applicant, 'income')),
	column('averageMonthlySpending', 'number', (applicant) => averageOfMonths(applicant, 'spending')),
	column('averageMonthlyBalance', 'number', (applicant) =>
		averageOfMonths(applicant, 'averageBalance'),
	),

	column('updatedAt', 'text', ({ screening }) => screening.updatedAt),
	column('screeningId', 'identifier', ({ screening }) => screening.id),
	column('checkType', 'text', ({ screening }) => screening.checkType),
] as const;

/** The name of a column of the spreadsheet row. */
export type RowField = (typeof ROW_COLUMNS)[number]['name'];

/** The figures that a landlord decides on: n8n asks for at most ten. */
const SIMPLIFIED_FIELDS: readonly RowField[] = [
	'userId',
	'firstName',
	'lastName',
	'checkComplete',
	'serviceScore',
	'creditScore',
	'monthlyIncome',
	'rentToIncomePercent',
	'redFlagCount',
	'redFlags',
];

export const SIMPLIFIED_COLUMNS = ROW_COLUMNS.filter(({ name }) =>
	SIMPLIFIED_FIELDS.includes(name),
);

/** All columns of one applicant, complete or not; null where the service gave nothing. */
export function rowOf(applicant: Applicant): ResultRow<typeof ROW_COLUMNS> {
	return readRow(ROW_COLUMNS, applicant);
}

/** The columns that every applicant is compared by. */
export function simplifiedOf(applicant: Applicant): Partial<ResultRow<typeof ROW_COLUMNS>> {
	return readRow(SIMPLIFIED_COLUMNS, applicant);
}

/** The chosen columns, in the order of the row, `userId` first in any case. */
export function selectedFieldsOf(
	applicant: Applicant,
	fields: readonly string[],
): Partial<ResultRow<typeof ROW_COLUMNS>> {
	const columns = ROW_COLUMNS.filter(({ name }) => name === 'userId' || fields.includes(name));
	return readRow(columns, applicant);
}

function joinedText(flags: Flag[] | null): string | undefined {
	return flags?.map(({ text }) => text).join('; ');
}

export type Rating =
	'wouldRentToThemAgain' | 'paysRentOnTime' | 'cleanliness' | 'didNotDamageProperty';

function averageRating({ reviews }: Applicant, rating: Rating): number | null {
	return average((reviews ?? []).map((review) => review[rating]));
}

function averageOfMonths(
	{ months }: Applicant,
	figure: 'income' | 'spending' | 'averageBalance',
): number | null {
	return average(months.map((month) => month[figure]));
}
