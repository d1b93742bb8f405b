import type { Applicant } from '../../applicant';
import { average } from '../../averages';
import { looseObjects, type Loose, type Schemas } from '../../loose';
import { fact, factsBlock } from '../facts';
import { clippedLine, formatNumber } from '../format';
import { andMore, LENGTH, MOST } from '../limits';
import type { Block, Entry } from '../model';

type Review = Loose<Schemas['LandlordReview']>;
type Rating = 'wouldRentToThemAgain' | 'paysRentOnTime' | 'cleanliness' | 'didNotDamageProperty';

const RATINGS: ReadonlyArray<readonly [label: string, rating: Rating]> = [
	['Would rent to them again', 'wouldRentToThemAgain'],
	['Pays rent on time', 'paysRentOnTime'],
	['Cleanliness', 'cleanliness'],
	['Did not damage property', 'didNotDamageProperty'],
];

/** What landlords said, with the averages of their ratings where there are several. */
export function landlordReviews({ screening }: Applicant): Block[] {
	const reviews = looseObjects<Schemas['LandlordReview']>(screening.landlordReviews);
	return [
		...averages(reviews),
		...reviews.slice(0, MOST.reviews).map(entryOf),
		...andMore(reviews, MOST.reviews),
	];
}

function averages(reviews: Review[]): Block[] {
	if (reviews.length < 2) return [];
	const facts = RATINGS.flatMap(([label, rating]) =>
		fact(label, formatNumber(average(reviews.map((review) => review[rating])))),
	);
	return factsBlock('figures', facts, `Average of ${reviews.length} reviews`);
}

function entryOf(review: Review, index: number): Entry {
	const landlord = [review.email, review.phone].map((text) => clippedLine(text, LENGTH.word));
	return {
		kind: 'entry',
		title: landlord.filter(Boolean).join(' · ') || `Review ${index + 1}`,
		facts: RATINGS.flatMap(([label, rating]) => fact(label, formatNumber(review[rating]))),
		quote: clippedLine(review.additionalDetails, LENGTH.details),
	};
}
