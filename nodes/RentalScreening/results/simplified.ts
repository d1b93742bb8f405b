import { addressLine } from './address';
import { applicantOf } from './applicant';
import { average, rentToIncomePercent } from './averages';
import { columnsFrom, readRow, type Row } from './columns';
import type { Flag } from './flags';
import type { ScreeningData } from './loose';
import { summaryOf, type Summary } from './summary';
import { WHO_COLUMNS } from './who';

const column = columnsFrom<Summary>();

/** The columns in front: whose row it is, and how to reach them. */
export const PERSON_COLUMNS = [
	...WHO_COLUMNS,
	column('email', 'text', ({ user }) => user.email),
	column('phoneNumber', 'text', ({ user }) => user.phoneNumber),
	column('dateOfBirth', 'text', ({ user }) => user.dateOfBirth),
] as const;

/**
 * The columns of a simplified row, in their order. This table is all there is: the row, its type
 * and its output schema are made from it.
 */
export const SIMPLIFIED_COLUMNS = [
	...PERSON_COLUMNS,
	column('checkComplete', 'boolean', ({ user }) => user.checkComplete),

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
	column('averageWouldRentToThemAgain', 'number', (summary) =>
		averageRating(summary, 'wouldRentToThemAgain'),
	),
	column('averagePaysRentOnTime', 'number', (summary) => averageRating(summary, 'paysRentOnTime')),
	column('averageCleanliness', 'number', (summary) => averageRating(summary, 'cleanliness')),
	column('averageDidNotDamageProperty', 'number', (summary) =>
		averageRating(summary, 'didNotDamageProperty'),
	),

	column('lastRentPaymentDate', 'text', ({ lastPayment }) => lastPayment.date),
	column('lastRentPaymentAmount', 'number', ({ lastPayment }) => lastPayment.amount),
	column('lastRentPaymentCurrency', 'text', ({ lastPayment }) => lastPayment.isoCurrencyCode),
	column('lastRentPaymentDescription', 'text', ({ lastPayment }) => lastPayment.description),

	column('averageMonthlyIncome', 'number', (summary) => averageOfMonths(summary, 'income')),
	column('averageMonthlySpending', 'number', (summary) => averageOfMonths(summary, 'spending')),
	column('averageMonthlyBalance', 'number', (summary) =>
		averageOfMonths(summary, 'averageBalance'),
	),

	column('updatedAt', 'text', ({ screening }) => screening.updatedAt),
	column('screeningId', 'identifier', ({ screening }) => screening.id),
	column('checkType', 'text', ({ screening }) => screening.checkType),
] as const;

export type SimplifiedRow = Row<typeof SIMPLIFIED_COLUMNS>;

/**
 * One flat row for an answer of `GET /v1/screening/data/{userId}`: the same columns for every applicant,
 * complete or not, scalars only, null where the service gave nothing. Never holds the SSN. Text is safe to
 * put into a spreadsheet.
 */
export function simplify(data: ScreeningData, userId?: string): SimplifiedRow {
	return readRow(SIMPLIFIED_COLUMNS, summaryOf(applicantOf(data, userId)));
}

function joinedText(flags: Flag[] | null): string | undefined {
	return flags?.map(({ text }) => text).join('; ');
}

type Rating = 'wouldRentToThemAgain' | 'paysRentOnTime' | 'cleanliness' | 'didNotDamageProperty';

function averageRating({ reviews }: Summary, rating: Rating): number | null {
	return average((reviews ?? []).map((review) => review[rating]));
}

function averageOfMonths(
	{ months }: Summary,
	figure: 'income' | 'spending' | 'averageBalance',
): number | null {
	return average(months.map((month) => month[figure]));
}
