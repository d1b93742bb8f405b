import { waitingEmail } from '../sandbox/data/demo.mts';

const PEOPLE = [
	['Amara', 'Okonkwo', 'amara.okonkwo@example.com', '+1 416 555 0111'],
	['Léo', 'Tremblay', 'leo.tremblay@example.com', '+1 (514) 555-0122'],
	['Priya', 'Raman', 'priya.raman@example.org', '+1 647 555 0133'],
	['Mateo', 'Álvarez', 'mateo.alvarez@example.net', '+1 905 555 0144'],
	['Hannah', "O'Neill", 'hannah.oneill@example.com', '+1 437 555 0155'],
	['Wei', 'Zhang', 'wei.zhang@example.org', '+1 604 555 0166'],
] as const;

/** Made-up applicants, by the names of the service's fields. */
export const sampleApplicants = PEOPLE.map(([firstName, lastName, email, phone]) => ({
	firstName,
	lastName,
	email,
	phone,
}));

/** The same people: one has not completed the screening, and the phone of one lacks digits. */
export const demoApplicants = sampleApplicants.map((person, index) => {
	if (index === 2) return { ...person, email: waitingEmail };
	return index === 5 ? { ...person, phone: '+1 604 555' } : person;
});
