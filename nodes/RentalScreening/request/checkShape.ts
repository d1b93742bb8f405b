import { dropSeparators, trimBlanks } from './blanks';

/** The value as it is to be sent, or a clause that says what is wrong with it. */
export type CheckedText = { readonly value: string } | { readonly problem: string };

const NO_EMAIL = { problem: 'must be an e-mail address, such as name@example.com' };
const NO_PLUS = {
	problem: 'must start with + and the country code, such as +14165550100',
};
const NOT_DIGITS = { problem: 'must hold only digits after the +, such as +14165550100' };

/** Blanks, invisible characters, and the marks that only lists of addresses and names around them bring along. */
const UNFIT_FOR_EMAIL = /[\s\p{Cc}\p{Cf}\p{Cs}"(),:;<>[\]\\]/u;
const DOMAIN_LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]+(?<!-)$/u;

/** One @, something before it, a domain with a dot after it. Letters of any script are fine. */
function hasEmailShape(text: string): boolean {
	const [local, domain, ...rest] = text.split('@');
	if (!local || !domain || rest.length > 0 || UNFIT_FOR_EMAIL.test(text)) return false;
	const labels = domain.split('.');
	return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label));
}

function checkEmail(text: string): CheckedText {
	const value = trimBlanks(text);
	return hasEmailShape(value) ? { value } : NO_EMAIL;
}

function checkPhoneWithPlus(text: string): CheckedText {
	const value = dropSeparators(text, '.()/');
	if (!/^\+\d/.test(value)) return NO_PLUS;
	return /^\+\d+$/.test(value) ? { value } : NOT_DIGITS;
}

/**
 * Checks the shapes that a request cannot go out without.
 * `email`: one @ and a domain with a dot, sent as given. `phoneWithPlus`: formatting characters (blanks,
 * dashes, `.`, `(`, `)`, `/`) are dropped, then a plus and digits must be left; the service document asks
 * for the plus only, so no length is checked.
 */
export function checkShape(text: string, shape: 'email' | 'phoneWithPlus'): CheckedText {
	return shape === 'email' ? checkEmail(text) : checkPhoneWithPlus(text);
}
