import { addressLine, type Applicant } from './applicant';
import { isFigure, type Column, type Columns, type Format } from './cells';
import type { Flag } from './flags';
import { capitalised, looseObject, numberOf, type Loose, type Schemas } from './values';

// Every column of results is named here, once: the rows, the lists and the report are made from
// these tables.

/** Makes columns that are worked out from a source. */
function columnsFrom<Source>() {
	return (
		name: string,
		format: Format,
		read: (source: Source) => unknown,
		label?: string,
	): Column<Source> => ({ name, format, label, read });
}

/** Makes columns that are fields of a part of a source, under their names. */
function fieldsFrom<Source, Part>(part: (source: Source) => Part) {
	const column = columnsFrom<Source>();
	return (name: keyof Part & string, format: Format, label?: string): Column<Source> =>
		column(name, format, (source) => part(source)[name], label);
}

const itself = <Source>(source: Source) => source;

/** What the report calls a column, such as 'Credit score' for `creditScore`. */
export function labelOf({ name, label }: Pick<Column<never>, 'name' | 'label'>): string {
	if (label !== undefined) return label;
	const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
	return capitalised(words).replace(/\bid\b/i, 'ID');
}

const review = fieldsFrom(itself<Loose<Schemas['LandlordReview']>>);
export const REVIEWER_COLUMNS = [review('email', 'text'), review('phone', 'text')];
export const REVIEW_COLUMNS = [
	review('wouldRentToThemAgain', 'number'),
	review('paysRentOnTime', 'number'),
	review('cleanliness', 'number'),
	review('didNotDamageProperty', 'number'),
	review('additionalDetails', 'prose'),
];
export const LANDLORD_REVIEW_COLUMNS = [...REVIEWER_COLUMNS, ...REVIEW_COLUMNS];

const month = fieldsFrom(itself<Loose<Schemas['MonthlyDatum']>>);
export const MONTHLY_DATA_COLUMNS = [
	month('month', 'month'),
	month('income', 'bar'),
	month('spending', 'bar'),
	month('averageBalance', 'amount'),
];

const rental = fieldsFrom(itself<Loose<Schemas['Rental']>>);
const address = fieldsFrom((each: Loose<Schemas['Rental']>) =>
	looseObject<Schemas['StructuredAddress']>(each.address),
);
export const RENTAL_FACT_COLUMNS = [
	rental('start', 'date'),
	rental('rentAmount', 'amount', 'Rent at this address'),
	rental('reasonForMoving', 'text'),
	rental('landlordName', 'text'),
	rental('landlordEmail', 'text'),
	rental('landlordPhone', 'text'),
];
export const RENTAL_COLUMNS = [
	rental('id', 'identifier'),
	...RENTAL_FACT_COLUMNS,
	address('line1', 'text'),
	address('line2', 'text'),
	address('city', 'text'),
	address('state', 'text'),
	address('postalCode', 'text'),
	address('country', 'text'),
];

const transaction = fieldsFrom(itself<Loose<Schemas['RentTransaction']>>);
export const RENT_TRANSACTION_COLUMNS = [
	transaction('id', 'identifier'),
	transaction('date', 'date'),
	transaction('type', 'term'),
	transaction('amount', 'amount'),
	transaction('isoCurrencyCode', 'currency'),
	transaction('description', 'text'),
];

const flag = fieldsFrom(itself<Flag>);
export const FLAG_COLUMNS = [flag('kind', 'text'), flag('text', 'prose')];

const column = columnsFrom<Applicant>();
const user = fieldsFrom((applicant: Applicant) => applicant.user);
const screening = fieldsFrom((applicant: Applicant) => applicant.screening);
const employment = fieldsFrom((applicant: Applicant) => applicant.employment);
const income = fieldsFrom((applicant: Applicant) => applicant.income);

const userId = column('userId', 'identifier', (applicant) => applicant.userId);

/** The columns in front of every row. */
export const WHO_COLUMNS = [userId, user('firstName', 'text'), user('lastName', 'text')];

const CONTACT_COLUMNS = [
	user('email', 'text'),
	user('phoneNumber', 'text'),
	user('dateOfBirth', 'date'),
];

/** The columns that say who the person is. */
export const PERSON_COLUMNS = [...WHO_COLUMNS, ...CONTACT_COLUMNS];

export const KEY_FIGURE_COLUMNS = [
	screening('serviceScore', 'number'),
	screening('creditScore', 'number'),
	screening('rent', 'amount', 'Rent applied for'),
	screening('monthlyIncome', 'amount'),
	column(
		'rentToIncomePercent',
		'percent',
		({ screening }) => rentToIncomePercent(screening.rent, screening.monthlyIncome),
		'Rent to income',
	),
	screening('monthlyDebt', 'amount'),
	screening('totalDebt', 'amount'),
	screening('debtLimit', 'amount'),
];

export const EMPLOYMENT_COLUMNS = [
	column('employer', 'text', ({ employer }) => employer.name),
	column('employerAddress', 'text', ({ employer }) => addressLine(employer.address)),
	employment('jobTitle', 'text'),
	employment('employmentStatus', 'term'),
	employment('employeeType', 'term'),
	employment('startDate', 'date'),
	employment('minimumMonthsOfEmployment', 'number'),
	employment('weeklyHours', 'number'),
	income('income', 'amount'),
	income('incomeType', 'term'),
	income('annualIncome', 'amount'),
	income('hourlyIncome', 'amount'),
	income('netHourlyRate', 'amount'),
	income('payCycle', 'term'),
];

const currentAddress = column('currentAddress', 'text', ({ user }) =>
	addressLine(user.currentAddress),
);
const updatedAt = screening('updatedAt', 'date', 'Last updated');
const screeningId = column('screeningId', 'identifier', ({ screening }) => screening.id);
const checkType = screening('checkType', 'term');

/** What the head of a report says of the applicant, and what its end does. */
export const HEAD_COLUMNS = [updatedAt, checkType, ...CONTACT_COLUMNS, currentAddress];
export const ID_COLUMNS = [userId, screeningId];

/** The columns of a spreadsheet row, in their order. */
export const ROW_COLUMNS: Columns<Applicant> = [
	...PERSON_COLUMNS,
	column('checkComplete', 'boolean', ({ isComplete }) => isComplete),
	...KEY_FIGURE_COLUMNS,
	...EMPLOYMENT_COLUMNS,
	currentAddress,
	column('greenFlagCount', 'number', ({ greenFlags }) => greenFlags?.length),
	column('greenFlags', 'text', ({ greenFlags }) => joinedText(greenFlags)),
	column('redFlagCount', 'number', ({ redFlags }) => redFlags?.length),
	column('redFlags', 'text', ({ redFlags }) => joinedText(redFlags)),
	column('landlordReviewCount', 'number', ({ reviews }) => reviews?.length),
	...REVIEW_COLUMNS.filter(isFigure).map(({ name, read }) =>
		column(`average${capitalised(name)}`, 'number', ({ reviews }) =>
			average((reviews ?? []).map(read)),
		),
	),
	column('lastRentPaymentDate', 'date', ({ lastPayment }) => lastPayment.date),
	column('lastRentPaymentAmount', 'amount', ({ lastPayment }) => lastPayment.amount),
	column('lastRentPaymentCurrency', 'currency', ({ lastPayment }) => lastPayment.isoCurrencyCode),
	column('lastRentPaymentDescription', 'text', ({ lastPayment }) => lastPayment.description),
	...MONTHLY_DATA_COLUMNS.filter(isFigure).map(({ name, read }) =>
		column(`averageMonthly${capitalised(name.replace(/^average/, ''))}`, 'amount', ({ months }) =>
			average(months.map(read)),
		),
	),
	updatedAt,
	screeningId,
	checkType,
];

function joinedText(flags: Flag[] | null): string | undefined {
	return flags?.map(({ text }) => text).join('; ');
}

/** The figures that a landlord decides on: n8n asks for at most ten. */
const SIMPLIFIED_FIELDS = [
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

/** The columns that every applicant is compared by. */
export const SIMPLIFIED_COLUMNS = ROW_COLUMNS.filter(({ name }) =>
	SIMPLIFIED_FIELDS.includes(name),
);

/** The mean of the numbers among the values, to two decimals; null where there is none. */
export function average(values: unknown[]): number | null {
	const numbers = values.map(numberOf).filter((number) => number !== null);
	if (numbers.length === 0) return null;
	return rounded(numbers.reduce((sum, number) => sum + number, 0) / numbers.length, 2);
}

/** Rent as a percentage of monthly income, to one decimal; null without either or without income. */
function rentToIncomePercent(rent: unknown, monthlyIncome: unknown): number | null {
	const part = numberOf(rent);
	const whole = numberOf(monthlyIncome);
	if (part === null || whole === null || whole <= 0) return null;
	return rounded((part / whole) * 100, 1);
}

function rounded(number: number, decimals: number): number | null {
	const factor = 10 ** decimals;
	return numberOf(Math.round(number * factor) / factor);
}
