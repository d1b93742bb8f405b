import type { Applicant } from './applicant';
import { columnsFrom, readRow, type Cell, type ResultColumn } from './cells';
import { flagDetailCells, type Flag } from './flags';
import { WHO_COLUMNS } from './row';
import { looseObject, looseObjects, type Loose, type Schemas } from './values';

type Address = Loose<Schemas['StructuredAddress']>;
type ListRow = Record<string, Cell>;

/** What a list says of an applicant for whom it has nothing yet. */
export const NOT_COMPLETE = 'The applicant has not completed the screening yet';

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

/** One row for each landlord review. */
export function landlordReviews(applicant: Applicant): ListRow[] {
	return listRows(applicant, applicant.reviews ?? [], inColumns(LANDLORD_REVIEW_COLUMNS));
}

/** One row for each month of bank data. */
export function monthlyData(applicant: Applicant): ListRow[] {
	return listRows(applicant, applicant.months, inColumns(MONTHLY_DATA_COLUMNS));
}

/** One row for each past rental, its address in columns. */
export function rentals(applicant: Applicant): ListRow[] {
	return listRows(applicant, looseObjects(applicant.user.rentals), inColumns(RENTAL_COLUMNS));
}

/** One row for each rent transaction, in the service's order. */
export function rentTransactions(applicant: Applicant): ListRow[] {
	const transactions = looseObjects(applicant.screening.rentTransactions);
	return listRows(applicant, transactions, inColumns(RENT_TRANSACTION_COLUMNS));
}

/** One row for each flag, green before red: `kind` (`green` or `red`), `text`, and its other fields. */
export function flags(applicant: Applicant): ListRow[] {
	const all = [...(applicant.greenFlags ?? []), ...(applicant.redFlags ?? [])];
	return listRows(applicant, all, (flag, before) => {
		const columns = readRow(FLAG_COLUMNS, flag, before);
		return { ...columns, ...flagDetailCells(flag.details, columns) };
	});
}

/**
 * The rows of a list, each with the applicant's columns in front. While the screening is not complete,
 * every row says so, and an empty list gives one row that does.
 */
function listRows<Element>(
	applicant: Applicant,
	elements: Element[],
	toRow: (element: Element, before: ListRow) => ListRow,
): ListRow[] {
	const who: ListRow = readRow(WHO_COLUMNS, applicant);
	const before = applicant.isComplete ? who : { ...who, checkComplete: false };
	if (elements.length === 0 && !applicant.isComplete) return [{ ...before, note: NOT_COMPLETE }];
	return elements.map((element) => toRow(element, before));
}

function inColumns<Element>(columns: ReadonlyArray<ResultColumn<Element>>) {
	return (element: Element, before: ListRow): ListRow => readRow(columns, element, before);
}

function addressOf(rental: Loose<Schemas['Rental']>): Address {
	return looseObject<Schemas['StructuredAddress']>(rental.address);
}
