import { addressLine } from '../../address';
import type { Applicant } from '../../applicant';
import { looseObjects, type Loose, type Schemas } from '../../loose';
import { fact } from '../facts';
import { clippedLine, formatAmount, formatDate } from '../format';
import { andMore, LENGTH, MOST } from '../limits';
import type { Block, Entry } from '../model';

/** Where the applicant has rented, in the service's order. */
export function rentalHistory({ user }: Applicant): Block[] {
	const rentals = looseObjects<Schemas['Rental']>(user.rentals);
	return [...rentals.slice(0, MOST.rentals).map(entryOf), ...andMore(rentals, MOST.rentals)];
}

function entryOf(rental: Loose<Schemas['Rental']>): Entry {
	return {
		kind: 'entry',
		title: clippedLine(addressLine(rental.address), LENGTH.line) ?? 'Address not given',
		facts: [
			...fact('Start', formatDate(rental.start)),
			...fact('Rent', formatAmount(rental.rentAmount)),
			...fact('Reason for moving', clippedLine(rental.reasonForMoving, LENGTH.line)),
			...fact('Landlord', clippedLine(rental.landlordName, LENGTH.word)),
			...fact('Landlord e-mail', clippedLine(rental.landlordEmail, LENGTH.word)),
			...fact('Landlord phone', clippedLine(rental.landlordPhone, LENGTH.word)),
		],
		quote: null,
	};
}
