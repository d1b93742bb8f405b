import {
	defineField,
	invalid,
	valid,
	type FieldInput,
	type FieldValue,
	type Problem,
} from '../core/field';
import { dropSeparators, isBlank, trimBlanks } from '../core/text';

const NOT_A_PHONE = invalid(
	'must be one phone number as text, as it is dialled from abroad, such as +14165550100',
);
const NO_PLUS = invalid(
	"must start with + and the country code, such as +14165550100, or leave both out and set 'Country Code'",
);
const WRONG_NANP = invalid(
	'must hold ten digits after the country code 1, the first of them neither 0 nor 1; write a number of another country with +',
);
const NATIONAL_ZERO = invalid(
	'must be without the 0 behind the country code, as it is dialled from abroad, such as +442079460958',
);
const NOBODYS = invalid(
	"stands for no number, such as 555 555 5555: enter the person's own, or leave it empty",
);
const WRONG_LENGTH = invalid('must hold 5 to 15 digits, such as +14165550100');

/** Completes phone numbers; a parameter below the phone, or a column. */
export const COUNTRY_CODE = defineField('countryCode', {
	synonyms: ['Phone Country Code', 'Calling Code', 'Dialing Code', 'Dialling Code'],
	sharedByRun: true,
	isPersonal: true,
});

/**
 * Codes of countries whose national numbers may begin with a 0, such as 39 Italy, 225 Ivory Coast and 242 Congo: by the
 * metadata of Google's libphonenumber.
 */
const KEEPS_ZERO = new Set('39 225 226 229 241 242 250 378 379 687 692 992'.split(' '));

/**
 * Codes of countries where a number cannot be completed: its 0 stays, or it is dialled within the country with something
 * else than 0, such as 7 Russia, 36 Hungary, 54 Argentina; 52, 370, 976 and 998 by older habits that are still written.
 */
const NOT_COMPLETED = new Set([...KEEPS_ZERO, ...'7 36 52 54 370 375 976 993 998'.split(' ')]);

/** A country code of two or three digits with a 0 behind it. No code is the beginning of another. */
const CODE_AND_ZERO =
	/^\+(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0357-9]|9[679])\d)0/;

/** A number of North America in full: no area code begins with 0 or 1. */
const NANP = /^\+1[2-9]\d{9}$/;

/** What is entered where a number is required and there is none. Elsewhere such numbers are somebody's. */
const NANP_PLACEHOLDER = /^\+1([2-9])\1{9}$/;

/** A number of North America: nobody else writes a 1 apart from 3, 3 and 4 digits. */
const NANP_FORM = /^1\D+[2-9]\d\d\D+\d{3}\D+\d{4}$/;

const MUST_BE_CODE = 'must be a country code, such as 1';
const CANNOT_COMPLETE =
	'is of a country whose numbers cannot be completed: write each phone number with + and the code, as it is dialled from abroad';

/**
 * 'Country Code' as digits, '' where it is not set. In a column one or two digits, up to three behind +: 840 and 124 are
 * other numbers of countries. A problem with a setting is one of the run.
 */
export function readCountryCode({ value, source, problem }: FieldInput): {
	value: string;
	problem?: Problem;
} {
	if (problem !== undefined) return { value: '', problem };
	if (isBlank(value)) return { value: '' };
	const isCell = source.column !== undefined;
	const text = trimBlanks(String(value));
	const code = text.replace('+', '');
	const isCode = (isCell ? /^(?:[1-9]\d?|\+[1-9]\d{0,2})$/ : /^\+?[1-9]\d{0,2}$/).test(text);
	if (isCode && !NOT_COMPLETED.has(code)) return { value: code };
	const scope = isCell ? 'item' : 'run';
	const reason = isCode ? CANNOT_COMPLETE : MUST_BE_CODE;
	return { value: '', problem: { ...source, label: COUNTRY_CODE.label, text: reason, scope } };
}

/** Whether a filled phone number has no + or 00, so that it needs a country code. */
export function lacksCountryCode(value: unknown): boolean {
	return !compact(String(value)).startsWith('+');
}

/**
 * A phone number as the service gets it, from a filled and trimmed value. `needsPlus` (version 1): as + and digits;
 * otherwise as given, unless 'Country Code' completes it. Refused where a stranger could get the link.
 */
export function toPhone(
	value: unknown,
	countryCode: string,
	needsPlus: boolean,
): FieldValue<string> {
	const isWhole = typeof value === 'number' && Number.isInteger(value) && value > 0;
	if (typeof value !== 'string' && !isWhole) return NOT_A_PHONE;
	// An apostrophe in front is how spreadsheets mark text.
	const text = String(value).replace(/^['’]\s*/, '');
	// 1.41656E+10 and 4165550100.0 are numbers.
	if (/\dE\+\d|^\+?\d+\.0+$/i.test(text) || holdsTwoNumbers(text)) return NOT_A_PHONE;
	// So is +44-20-7946-958 that was typed as a formula: -8880.
	if (/^[\p{Pd}\u2212]/u.test(text)) return NOT_A_PHONE;
	const digits = compact(text);
	// No country code begins with 0.
	if (digits.startsWith('+0')) return NOT_A_PHONE;
	// Abroad, the 0 in +44 (0)20 is not dialled.
	if (/^\(?\+\d{1,3}\)?\(0/.test(withPlus(text)) || !/^\+?\d+$/.test(digits)) return NOT_A_PHONE;
	if (!digits.startsWith('+')) {
		if (countryCode !== '' && countryCode !== '1' && NANP_FORM.test(text)) return NO_PLUS;
		if (countryCode !== '') return complete(digits, countryCode);
		return needsPlus ? NO_PLUS : checkLength(digits, text);
	}
	const isAsGiven = !needsPlus && (countryCode === '' || text.includes('+'));
	return checkLength(digits, isAsGiven ? text : digits);
}

/** A slash follows an area code, of at most six digits with its country code; any other, and a line break, part two numbers. */
function holdsTwoNumbers(text: string): boolean {
	if (/[\r\n]/.test(text)) return true;
	const [inFront = '', ...others] = text.split('/');
	return others.length > 1 || (others.length === 1 && inFront.replace(/\D/g, '').length > 6);
}

/** The number without separators, + in front of the country code; brackets stay. */
function withPlus(text: string): string {
	// 00 is how + is dialled.
	return dropSeparators(text)
		.replace(/^['’]|[./]/g, '')
		.replace(/^(\(?)00/, '$1+');
}

function compact(text: string): string {
	return withPlus(text).replace(/[()]/g, '');
}

function complete(digits: string, countryCode: string): FieldValue<string> {
	if (countryCode === '1') {
		const international = `+1${digits.replace(/^1(?=\d{10}$)/, '')}`;
		return checkLength(international, international);
	}
	if (digits.startsWith(countryCode)) return NO_PLUS;
	const international = `+${countryCode}${digits.replace(/^0/, '')}`;
	return checkLength(international, international);
}

function checkLength(digits: string, value: string): FieldValue<string> {
	if (NANP_PLACEHOLDER.test(digits)) return NOBODYS;
	if (digits.startsWith('+1')) return NANP.test(digits) ? valid(value) : WRONG_NANP;
	const [, code] = CODE_AND_ZERO.exec(digits) ?? [];
	if (code !== undefined && !KEEPS_ZERO.has(code)) return NATIONAL_ZERO;
	return /^\+?\d{5,15}$/.test(digits) ? valid(value) : WRONG_LENGTH;
}

/** Fewer digits than these are the end of many people's numbers. */
const MIN_WITHOUT_CODE = 7;

/** Whether two phone numbers may be the same: one may lack its country code. A text without digits proves no difference. */
export function isSamePhone(one: string, other: string): boolean {
	const [first = '', second = ''] = [one, other].map((text) => text.replace(/^[\D0]+|\D/g, ''));
	const shorter = Math.min(first.length, second.length);
	if (shorter > 0 && shorter < MIN_WITHOUT_CODE) return first === second;
	return first.endsWith(second) || second.endsWith(first);
}
