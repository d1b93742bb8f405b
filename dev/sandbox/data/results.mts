import type { Persona, ScreeningData, Subject } from './persona.mts';
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
export function unfinishedResults(subject: Subject): ScreeningData {
	const { firstName, lastName, rent } = subject;
	return {
		screening: {
			id: subject.screeningId,
			checkType: subject.checkType,
			...(rent === undefined ? {} : { rent }),
		},
		user: {
			id: subject.userId,
			phoneNumber: subject.phone,
			email: subject.email,
			...(firstName === undefined ? {} : { firstName }),
			...(lastName === undefined ? {} : { lastName }),
			checkComplete: false,
		},
	};
}

/** What a completed screening found; the same for the same applicant, always. */
export function finishedResults(subject: Subject): ScreeningData {
	const random = randomFor(subject.email.toLowerCase());
	const { screening, user } = random.pick(personas)(subject, random);
	return {
		screening: { id: subject.screeningId, checkType: subject.checkType, ...screening },
		user: {
			id: subject.userId,
			phoneNumber: subject.phone,
			email: subject.email,
			...user,
			checkComplete: true,
		},
	};
}
