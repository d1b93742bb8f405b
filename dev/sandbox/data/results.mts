import type { Schemas } from '../types.mts';
import { nameOf, type Completed, type Persona, type Subject } from './findings.mts';
import { freelancer } from './personas/freelancer.mts';
import { indebted } from './personas/indebted.mts';
import { latePayer } from './personas/late-payer.mts';
import { newcomer } from './personas/newcomer.mts';
import { steady } from './personas/steady.mts';
import { student } from './personas/student.mts';
import { randomFor } from './seed.mts';

/** Every kind of applicant; an email address always gets the same kind. */
const personas: readonly [Persona, ...Persona[]] = [
	steady,
	latePayer,
	newcomer,
	freelancer,
	indebted,
	student,
];

/** What the service knows before the applicant has filled anything in. */
export function unfinishedResults(subject: Subject): Schemas['ScreeningData'] {
	const { userId, screeningId, checkType, email, phone, rent } = subject;
	return {
		screening: { id: screeningId, checkType, ...(rent === undefined ? {} : { rent }) },
		user: {
			id: userId,
			phoneNumber: phone,
			email,
			...nameOf(subject),
			checkComplete: false,
		},
	};
}

/** What a completed screening found; always the same for one applicant and time of completion. */
export function finishedResults(subject: Completed): Schemas['ScreeningData'] {
	const unfinished = unfinishedResults(subject);
	const random = randomFor(subject.email.toLowerCase());
	const { screening, user } = random.pick(personas)(subject, random);
	return {
		screening: {
			...unfinished.screening,
			...screening,
			updatedAt: subject.completedAt.toISOString(),
		},
		user: { ...unfinished.user, ...user, checkComplete: true },
	};
}
