import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Schemas } from '../types.mts';

/** What was sent about a screening and its applicant, and when it was completed. */
interface Subject
	extends
		Pick<Schemas['SendScreening'], 'checkType' | 'email' | 'phone' | 'firstName' | 'lastName'>,
		Pick<Schemas['Property'], 'rent'> {
	userId: string;
	screeningId: string;
	completedAt?: Date | undefined;
}

/** Nothing was found about this applicant: no credit file, no bank connected, no landlord to ask. */
const NOTHING_FOUND = 'nothing.found@example.com';

/**
 * What is found about all others: by the hash of their email, steady income, late rent and texts that break careless
 * software, debts and an eviction, or no credit file yet. Most are steady.
 */
const FINDINGS = [
	...['steady', 'freelancer', 'indebted', 'newcomer'],
	...['steady', 'steady', 'steady', 'freelancer'],
].map((name) => {
	const text = readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8');
	return JSON.parse(text) as Schemas['ScreeningData'];
});

/**
 * Makes the results of an applicant, the same each time for one email address. Until the screening is completed they
 * hold only what was sent.
 */
export function makeResults(subject: Subject): Schemas['ScreeningData'] {
	const { userId, screeningId, email, phone, firstName, lastName, rent, completedAt } = subject;
	// The only check type that the service document gives.
	const { checkType = 'CHECK_TYPE_DEEP_CHECK' } = subject;
	const screening = { id: screeningId, checkType, ...(rent === undefined ? {} : { rent }) };
	const names = {
		...(firstName === undefined ? {} : { firstName }),
		...(lastName === undefined ? {} : { lastName }),
	};
	const checkComplete = completedAt !== undefined;
	const user = { id: userId, phoneNumber: phone, email, ...names, checkComplete };
	if (!checkComplete) return { screening, user };
	const updatedAt = completedAt.toISOString();
	if (email === NOTHING_FOUND) {
		const flags = { greenFlags: [], redFlags: [] };
		return { screening: { ...screening, ...flags, updatedAt }, user: { ...user, rentals: [] } };
	}
	const hash = createHash('sha256').update(email.toLowerCase()).digest();
	const found = structuredClone(FINDINGS[hash[0]! % FINDINGS.length]!);
	const { identity, ...employment } = found.user.employmentDetails!;
	return {
		screening: { ...found.screening, ...screening, updatedAt },
		user: {
			...found.user,
			...user,
			employmentDetails: { identity: { ...identity, ...names, email, phone }, ...employment },
		},
	};
}
