import type { Applicant } from './applicant';
import { readRow, type ResultColumn, type Row } from './cells';
import {
	FLAG_COLUMNS,
	LANDLORD_REVIEW_COLUMNS,
	MONTHLY_DATA_COLUMNS,
	RENT_TRANSACTION_COLUMNS,
	RENTAL_COLUMNS,
	WHO_COLUMNS,
} from './columns';
import { flagDetailCells } from './flags';
import { looseObjects } from './values';

/** What a list says of an applicant for whom it has nothing yet. */
export const NOT_COMPLETE = 'The applicant has not completed the screening yet';

/** One row for each landlord review. */
export function landlordReviews(applicant: Applicant): Row[] {
	return listRows(applicant, applicant.reviews ?? [], inColumns(LANDLORD_REVIEW_COLUMNS));
}

/** One row for each month of bank data. */
export function monthlyData(applicant: Applicant): Row[] {
	return listRows(applicant, applicant.months, inColumns(MONTHLY_DATA_COLUMNS));
}

/** One row for each past rental, its address in columns. */
export function rentals(applicant: Applicant): Row[] {
	return listRows(applicant, looseObjects(applicant.user.rentals), inColumns(RENTAL_COLUMNS));
}

/** One row for each rent transaction, in the service's order. */
export function rentTransactions(applicant: Applicant): Row[] {
	const transactions = looseObjects(applicant.screening.rentTransactions);
	return listRows(applicant, transactions, inColumns(RENT_TRANSACTION_COLUMNS));
}

/** One row for each flag, green before red: `kind` (`green` or `red`), `text`, and its other fields. */
export function flags(applicant: Applicant): Row[] {
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
	toRow: (element: Element, before: Row) => Row,
): Row[] {
	const who = readRow(WHO_COLUMNS, applicant);
	const before = applicant.isComplete ? who : { ...who, checkComplete: false };
	if (elements.length === 0 && !applicant.isComplete) return [{ ...before, note: NOT_COMPLETE }];
	return elements.map((element) => toRow(element, before));
}

function inColumns<Element>(columns: ReadonlyArray<ResultColumn<Element>>) {
	return (element: Element, before: Row): Row => readRow(columns, element, before);
}
