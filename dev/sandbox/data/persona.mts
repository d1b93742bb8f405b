import type { ApplicantData, Schemas } from '../types.mts';
import type { Random } from './seed.mts';

/** What a send says about the screening and the applicant. */
export interface Subject {
	userId: string;
	screeningId: string;
	checkType: string;
	email: string;
	phone: string;
	firstName?: string;
	lastName?: string;
	/** Monthly rent of the property, where the screening refers to one that has it. */
	rent?: number;
}

/** What a persona finds out about an applicant, on top of what the send said. */
export interface Findings {
	screening: Omit<Schemas['Screening'], 'id' | 'checkType'>;
	user: Omit<Schemas['User'], 'id' | 'email' | 'phoneNumber' | 'checkComplete'>;
}

/** A kind of applicant; the random source makes two of a kind differ. */
export type Persona = (subject: Subject, random: Random) => Findings;

/** Results in the shape of the contract. */
export interface ScreeningData extends ApplicantData {
	screening: Schemas['Screening'];
	user: Schemas['User'];
}
