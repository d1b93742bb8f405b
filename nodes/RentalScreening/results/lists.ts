import { applicantOf, type Applicant } from './applicant';
import { columnsFrom, readRow, type Cell, type Column, type Row } from './columns';
import { flagDetailCells } from './flagDetails';
import { flagsOf, type Flag } from './flags';
import { looseObject, looseObjects, type Loose, type Schemas, type ScreeningData } from './loose';
import { WHO_COLUMNS } from './who';

type Address = Loose<Schemas['StructuredAddress']>;

const reviewColumn = columnsFrom<Loose<Schemas['LandlordReview']>>();
const LANDLORD_REVIEW_COLUMNS = [
	reviewColumn('email', 'text', (review) => review.email),
	reviewColumn('phone', 'text', (review) => review.phone),
	reviewColumn('wouldRentToThemAgain', 'number', (review) => review.wouldRentToThemAgain),
	reviewColumn('paysRentOnTime', 'number', (review) => review.paysRentOnTime),
	reviewColumn('cleanliness', 'number', (review) => review.cleanliness),
	reviewColumn('didNotDamageProperty', 'number', (review) => review.didNotDamageProperty),
	reviewColumn('additionalDetails', 'text', (review) => review.additionalDetails),
] as const;

const monthColumn = columnsFrom<Loose<Schemas['MonthlyDatum']>>();
const MONTHLY_DATA_COLUMNS = [
	monthColumn('month', 'text', (datum) => datum.month),
	monthColumn('income', 'number', (datum) => datum.income),
	monthColumn('spending', 'number', (datum) => datum.spending),
	monthColumn('averageBalance', 'number', (datum) => datum.averageBalance),
] as const;

const rentalColumn = columnsFrom<Loose<Schemas['Rental']>>();
const RENTAL_COLUMNS = [
	rentalColumn('id', 'identifier', (rental) => rental.id),
	rentalColumn('start', 'text', (rental) => rental.start),
	rentalColumn('rentAmount', 'number', (rental) => rental.rentAmount),
	rentalColumn('reasonForMoving', 'text', (rental) => rental.reasonForMoving),
	rentalColumn('landlordName', 'text', (rental) => rental.landlordName),
	rentalColumn('landlordEmail', 'text', (rental) => rental.landlordEmail),
	rentalColumn('landlordPhone', 'text', (rental) => rental.landlordPhone),
	rentalColumn('line1', 'text', (rental) => addressOf(rental).line1),
	rentalColumn('line2', 'text', (rental) => addressOf(rental).line2),
	rentalColumn('city', 'text', (rental) => addressOf(rental).city),
	rentalColumn('state', 'text', (rental) => addressOf(rental).state),
	rentalColumn('postalCode', 'text', (rental) => addressOf(rental).postalCode),
	rentalColumn('country', 'text', (rental) => addressOf(rental).country),
] as const;

const transactionColumn = columnsFrom<Loose<Schemas['RentTransaction']>>();
const RENT_TRANSACTION_COLUMNS = [
	transactionColumn('id', 'identifier', (transaction) => transaction.id),
	transactionColumn('date', 'text', (transaction) => transaction.date),
	transactionColumn('type', 'text', (transaction) => transaction.type),
	transactionColumn('amount', 'number', (transaction) => transaction.amount),
	transactionColumn('isoCurrencyCode', 'text', (transaction) => transaction.isoCurrencyCode),
	transactionColumn('description', 'text', (transaction) => transaction.description),
] as const;

const flagColumn = columnsFrom<Flag>();
const FLAG_COLUMNS = [
	flagColumn('kind', 'text', ({ kind }) => kind),
	flagColumn('text', 'text', ({ text }) => text),
] as const;

type Who = Row<typeof WHO_COLUMNS>;
export type LandlordReviewRow = Who & Row<typeof LANDLORD_REVIEW_COLUMNS>;
export type MonthlyDataRow = Who & Row<typeof MONTHLY_DATA_COLUMNS>;
export type RentalRow = Who & Row<typeof RENTAL_COLUMNS>;
export type RentTransactionRow = Who & Row<typeof RENT_TRANSACTION_COLUMNS>;
export type FlagRow = Who & Row<typeof FLAG_COLUMNS> & Record<string, Cell>;

/** One flat row for each landlord review, with whose it is in front. */
export function landlordReviews(data: ScreeningData, userId?: string): LandlordReviewRow[] {
	const applicant = applicantOf(data, userId);
	return rows(
		applicant,
		looseObjects(applicant.screening.landlordReviews),
		LANDLORD_REVIEW_COLUMNS,
	);
}

/** One flat row for each month of bank data, with whose it is in front. */
export function monthlyData(data: ScreeningData, userId?: string): MonthlyDataRow[] {
	const applicant = applicantOf(data, userId);
	return rows(applicant, looseObjects(applicant.screening.monthlyData), MONTHLY_DATA_COLUMNS);
}

/** One flat row for each past rental, its address in columns, with whose it is in front. */
export function rentals(data: ScreeningData, userId?: string): RentalRow[] {
	const applicant = applicantOf(data, userId);
	return rows(applicant, looseObjects(applicant.user.rentals), RENTAL_COLUMNS);
}

/** One flat row for each rent transaction, in the service's order, with whose it is in front. */
export function rentTransactions(data: ScreeningData, userId?: string): RentTransactionRow[] {
	const applicant = applicantOf(data, userId);
	const transactions = looseObjects(applicant.screening.rentTransactions);
	return rows(applicant, transactions, RENT_TRANSACTION_COLUMNS);
}

/**
 * One flat row for each flag, green before red, with whose it is in front: `kind` (`green` or
 * `red`), `text`, and what else a flag that came as an object holds.
 */
export function flags(data: ScreeningData, userId?: string): FlagRow[] {
	const applicant = applicantOf(data, userId);
	const who = readRow(WHO_COLUMNS, applicant);
	return flagsOf(applicant.screening).map((flag) => {
		const columns = readRow(FLAG_COLUMNS, flag, who);
		return { ...columns, ...flagDetailCells(flag.details, columns) };
	});
}

function rows<Element, Columns extends ReadonlyArray<Column<Element>>>(
	applicant: Applicant,
	elements: Element[],
	columns: Columns,
): Array<Who & Row<Columns>> {
	const who = readRow(WHO_COLUMNS, applicant);
	return elements.map((element) => readRow(columns, element, who));
}

function addressOf(rental: Loose<Schemas['Rental']>): Address {
	return looseObject<Schemas['StructuredAddress']>(rental.address);
}
