import { addressLine, type Applicant } from './applicant';
import type { CellType, ResultColumn } from './cells';
import { average, rentToIncomePercent } from './figures';
import type { Flag } from './flags';
import { capitalised, looseObject, type Loose, type Schemas } from './values';

// Every column of results is named here, once: the rows, the lists and the report are made from
// these tables.

/** The formats of columns, each with the type of its cells. The report shows values by their format. */
const CELL_TYPES = {
	identifier: 'identifier',
	text: 'text',
	/** Somebody's own words. */
	prose: 'text',
	/** A constant of the service. */
	term: 'text',
	date: 'text',
	month: 'text',
	/** The currency of the amount in front of it. */
	currency: 'text',
	number: 'number',
	amount: 'number',
	/** An amount that the report draws as well. */
	bar: 'number',
	percent: 'number',
	boolean: 'boolean',
} as const satisfies Record<string, CellType>;

export type Format = keyof typeof CELL_TYPES;

/** A column, as rows store it and as the report shows it. */
export interface Column<Source> extends ResultColumn<Source> {
	readonly format: Format;
	readonly label: string;
}

function columnsFrom<Source>() {
	return (
		name: string,
		format: Format,
		read: (source: Source) => unknown,
		label = labelOf(name),
	): Column<Source> => ({ name, type: CELL_TYPES[format], format, label, read });
}

/** 'Credit score' for `creditScore`. */
function labelOf(name: string): string {
	const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
	return capitalised(words).replace(/\bid\b/i, 'ID');
}

/** A table of columns. */
export type Columns<Source> = ReadonlyArray<Column<Source>>;

/** The columns whose values are figures. */
export function figuresOf<Source>(columns: Columns<Source>): Columns<Source> {
	return columns.filter(({ type }) => type === 'number');
}

const reviewColumn = columnsFrom<Loose<Schemas['LandlordReview']>>();
export const REVIEWER_COLUMNS = [
	reviewColumn('email', 'text', (review) => review.email),
	reviewColumn('phone', 'text', (review) => review.phone),
];
export const REVIEW_COLUMNS = [
	reviewColumn('wouldRentToThemAgain', 'number', (review) => review.wouldRentToThemAgain),
	reviewColumn('paysRentOnTime', 'number', (review) => review.paysRentOnTime),
	reviewColumn('cleanliness', 'number', (review) => review.cleanliness),
	reviewColumn('didNotDamageProperty', 'number', (review) => review.didNotDamageProperty),
	reviewColumn('additionalDetails', 'prose', (review) => review.additionalDetails),
];
export const LANDLORD_REVIEW_COLUMNS = [...REVIEWER_COLUMNS, ...REVIEW_COLUMNS];

const monthColumn = columnsFrom<Loose<Schemas['MonthlyDatum']>>();
export const MONTHLY_DATA_COLUMNS = [
	monthColumn('month', 'month', (datum) => datum.month),
	monthColumn('income', 'bar', (datum) => datum.income),
	monthColumn('spending', 'bar', (datum) => datum.spending),
	monthColumn('averageBalance', 'amount', (datum) => datum.averageBalance),
];

const rentalColumn = columnsFrom<Loose<Schemas['Rental']>>();
export const RENTAL_FACT_COLUMNS = [
	rentalColumn('start', 'date', (rental) => rental.start),
	rentalColumn('rentAmount', 'amount', (rental) => rental.rentAmount, 'Rent at this address'),
	rentalColumn('reasonForMoving', 'text', (rental) => rental.reasonForMoving),
	rentalColumn('landlordName', 'text', (rental) => rental.landlordName),
	rentalColumn('landlordEmail', 'text', (rental) => rental.landlordEmail),
	rentalColumn('landlordPhone', 'text', (rental) => rental.landlordPhone),
];
export const RENTAL_COLUMNS = [
	rentalColumn('id', 'identifier', (rental) => rental.id),
	...RENTAL_FACT_COLUMNS,
	rentalColumn('line1', 'text', (rental) => addressOf(rental).line1),
	rentalColumn('line2', 'text', (rental) => addressOf(rental).line2),
	rentalColumn('city', 'text', (rental) => addressOf(rental).city),
	rentalColumn('state', 'text', (rental) => addressOf(rental).state),
	rentalColumn('postalCode', 'text', (rental) => addressOf(rental).postalCode),
	rentalColumn('country', 'text', (rental) => addressOf(rental).country),
];

function addressOf(rental: Loose<Schemas['Rental']>): Loose<Schemas['StructuredAddress']> {
	return looseObject<Schemas['StructuredAddress']>(rental.address);
}

const transactionColumn = columnsFrom<Loose<Schemas['RentTransaction']>>();
export const RENT_TRANSACTION_COLUMNS = [
	transactionColumn('id', 'identifier', (transaction) => transaction.id),
	transactionColumn('date', 'date', (transaction) => transaction.date),
	transactionColumn('type', 'term', (transaction) => transaction.type),
	transactionColumn('amount', 'amount', (transaction) => transaction.amount),
	transactionColumn('isoCurrencyCode', 'currency', (transaction) => transaction.isoCurrencyCode),
	transactionColumn('description', 'text', (transaction) => transaction.description),
];

const flagColumn = columnsFrom<Flag>();
export const FLAG_COLUMNS = [
	flagColumn('kind', 'text', ({ kind }) => kind),
	flagColumn('text', 'prose', ({ text }) => text),
];

const column = columnsFrom<Applicant>();

const userId = column('userId', 'identifier', (applicant) => applicant.userId);

/** The columns in front of every row. */
export const WHO_COLUMNS = [
	userId,
	column('firstName', 'text', ({ user }) => user.firstName),
	column('lastName', 'text', ({ user }) => user.lastName),
];

const CONTACT_COLUMNS = [
	column('email', 'text', ({ user }) => user.email),
	column('phoneNumber', 'text', ({ user }) => user.phoneNumber),
	column('dateOfBirth', 'date', ({ user }) => user.dateOfBirth),
];

/** The columns that say who the person is. */
export const PERSON_COLUMNS = [...WHO_COLUMNS, ...CONTACT_COLUMNS];

export const KEY_FIGURE_COLUMNS = [
	column('serviceScore', 'number', ({ screening }) => screening.serviceScore),
	column('creditScore', 'number', ({ screening }) => screening.creditScore),
	column('rent', 'amount', ({ screening }) => screening.rent, 'Rent applied for'),
	column('monthlyIncome', 'amount', ({ screening }) => screening.monthlyIncome),
	column(
		'rentToIncomePercent',
		'percent',
		({ screening }) => rentToIncomePercent(screening.rent, screening.monthlyIncome),
		'Rent to income',
	),
	column('monthlyDebt', 'amount', ({ screening }) => screening.monthlyDebt),
	column('totalDebt', 'amount', ({ screening }) => screening.totalDebt),
	column('debtLimit', 'amount', ({ screening }) => screening.debtLimit),
];

export const EMPLOYMENT_COLUMNS = [
	column('employer', 'text', ({ employer }) => employer.name),
	column('employerAddress', 'text', ({ employer }) => addressLine(employer.address)),
	column('jobTitle', 'text', ({ employment }) => employment.jobTitle),
	column('employmentStatus', 'term', ({ employment }) => employment.employmentStatus),
	column('employeeType', 'term', ({ employment }) => employment.employeeType),
	column('startDate', 'date', ({ employment }) => employment.startDate),
	column(
		'minimumMonthsOfEmployment',
		'number',
		({ employment }) => employment.minimumMonthsOfEmployment,
	),
	column('weeklyHours', 'number', ({ employment }) => employment.weeklyHours),
	column('income', 'amount', ({ income }) => income.income),
	column('incomeType', 'term', ({ income }) => income.incomeType),
	column('annualIncome', 'amount', ({ income }) => income.annualIncome),
	column('hourlyIncome', 'amount', ({ income }) => income.hourlyIncome),
	column('netHourlyRate', 'amount', ({ income }) => income.netHourlyRate),
	column('payCycle', 'term', ({ income }) => income.payCycle),
];

const currentAddress = column('currentAddress', 'text', ({ user }) =>
	addressLine(user.currentAddress),
);
const updatedAt = column(
	'updatedAt',
	'date',
	({ screening }) => screening.updatedAt,
	'Last updated',
);
const screeningId = column('screeningId', 'identifier', ({ screening }) => screening.id);
const checkType = column('checkType', 'term', ({ screening }) => screening.checkType);

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
	...figuresOf(REVIEW_COLUMNS).map(({ name, read }) =>
		column(`average${capitalised(name)}`, 'number', ({ reviews }) =>
			average((reviews ?? []).map(read)),
		),
	),
	column('lastRentPaymentDate', 'date', ({ lastPayment }) => lastPayment.date),
	column('lastRentPaymentAmount', 'amount', ({ lastPayment }) => lastPayment.amount),
	column('lastRentPaymentCurrency', 'currency', ({ lastPayment }) => lastPayment.isoCurrencyCode),
	column('lastRentPaymentDescription', 'text', ({ lastPayment }) => lastPayment.description),
	...figuresOf(MONTHLY_DATA_COLUMNS).map(({ name, read }) =>
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
