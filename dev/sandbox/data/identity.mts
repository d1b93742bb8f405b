import type { Schemas } from '../types.mts';
import type { Subject } from './persona.mts';
import type { Random } from './seed.mts';

interface Person {
	firstName: string;
	lastName: string;
	dateOfBirth: string;
	address: Schemas['StructuredAddress'];
}

/** The name that the send gave, else that of the persona. */
export function nameOf(
	subject: Subject,
	persona: { firstName: string; lastName: string },
): { firstName: string; lastName: string } {
	return {
		firstName: subject.firstName ?? persona.firstName,
		lastName: subject.lastName ?? persona.lastName,
	};
}

/** The identity part of the employment details, with a number that can be nobody's. */
export function identityOf(
	subject: Subject,
	person: Person,
	random: Random,
): Schemas['EmploymentIdentity'] {
	const { line1 = '', city = '', state = '', postalCode = '' } = person.address;
	return {
		firstName: person.firstName,
		lastName: person.lastName,
		dateOfBirth: person.dateOfBirth,
		email: subject.email,
		phone: subject.phone,
		ssn: impossibleSsn(random),
		address: line1,
		city,
		state,
		postalCode,
	};
}

/** No social security number starts with 9, and no taxpayer number has 10 to 49 in the middle. */
function impossibleSsn(random: Random): string {
	return `900-${random.whole(10, 49)}-${random.whole(1000, 9999)}`;
}
