import {
	defineField,
	EMPTY,
	invalid,
	valid,
	type FieldInput,
	type FieldValue,
	type Problem,
} from '../core/field';
import { dropSeparators, isBlank, toCellText, trimBlanks } from '../core/text';

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
	panel: {
		placeholder: 'e.g. 1',
		hint: "Put in front of phone numbers without +, such as 1 for +14165550100. If empty, 'Send' refuses these numbers.",
		description: 'One leading 0 of the number is dropped, but not with 1; a leading 00 becomes +',
	},
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

const NOT_A_CODE = invalid('must be a country code, such as 1');
const CANNOT_COMPLETE = invalid(
	'is of a country whose numbers cannot be completed: write each phone number with + and the code, as it is dialled from abroad',
);

/**
 * 'Country Code' as digits. In a column one or two digits, up to three behind +: 840 and 124 are other numbers of
 * countries.
 */
export function readCountryCode({ value, source }: FieldInput): FieldValue<string> {
	if (isBlank(value)) return EMPTY;
	const isCell = source.column !== undefined;
	const text = trimBlanks(toCellText(value));
	const pattern = isCell ? /^(?:[1-9]\d?|\+[1-9]\d{0,2})$/ : /^\+?[1-9]\d{0,2}$/;
	if (!pattern.test(text)) return NOT_A_CODE;
	const code = text.replace('+', '');
	return NOT_COMPLETED.has(code) ? CANNOT_COMPLETE : valid(code);
}

/** What is wrong with 'Country Code'. A setting is one for the run, also where its column is empty in this row. */
export function findCountryCodeProblem(input: FieldInput): Problem | undefined {
	const { source, problem } = input;
	if (problem !== undefined) return problem;
	const code = readCountryCode(input);
	if (code.kind !== 'invalid') return undefined;
	const scope = source.column === undefined ? 'run' : 'item';
	return { ...source, label: COUNTRY_CODE.label, text: code.problem, scope };
}

/** Whether a filled phone number has no + or 00, so that it needs a country code. */
export function lacksCountryCode(value: unknown): boolean {
	return !compact(toCellText(value)).startsWith('+');
}

/**
 * A phone number as the service gets it, from a filled and trimmed value: 'phoneWithPlus' (version 1) as + and digits;
 * 'phone' as given, unless 'Country Code' completes it. Refused where a stranger could get the link.
 */
export function toPhone(
	value: unknown,
	shape: 'phone' | 'phoneWithPlus',
	countryCode: string,
): FieldValue<string> {
	const isWhole = typeof value === 'number' && Number.isInteger(value) && value > 0;
	if (typeof value !== 'string' && !isWhole) return NOT_A_PHONE;
	// An apostrophe in front is how spreadsheets mark text.
	const text = String(value).replace(/^['’]\s*/, '');
	if (!isOneNumber(text)) return NOT_A_PHONE;
	const number = compact(text);
	if (number.startsWith('+')) {
		const isSentAsGiven = shape === 'phone' && (countryCode === '' || text.includes('+'));
		return checkNumber(number, isSentAsGiven ? text : number);
	}
	if (countryCode === '') return shape === 'phone' ? checkNumber(number, text) : NO_PLUS;
	if (countryCode !== '1' && NANP_FORM.test(text)) return NO_PLUS;
	return completeNumber(number, countryCode);
}

/** Whether a text is the number of one phone, as it is dialled from abroad or without its country code. */
function isOneNumber(text: string): boolean {
	// 4165550100.0 is a number. So is +44-20-7946-958 that was typed as a formula: -8880.
	if (/^\+?\d+\.0+$/.test(text) || /^[\p{Pd}\u2212]/u.test(text)) return false;
	if (holdsTwoNumbers(text)) return false;
	// Abroad, the 0 in +44 (0)20 is not dialled.
	if (/^\(?\+\d{1,3}\)?\(0/.test(withPlus(text))) return false;
	const number = compact(text);
	// No country code begins with 0.
	return /^\+?\d+$/.test(number) && !number.startsWith('+0');
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

/** The digits of a number, behind a + where its country code is in front. */
function compact(text: string): string {
	return withPlus(text).replace(/[()]/g, '');
}

/** The number with this country code in front, in place of the 0 that is dialled within the country. */
function completeNumber(national: string, countryCode: string): FieldValue<string> {
	if (countryCode === '1') {
		const international = `+1${national.replace(/^1(?=\d{10}$)/, '')}`;
		return checkNumber(international, international);
	}
	// It may have its code already.
	if (national.startsWith(countryCode)) return NO_PLUS;
	const international = `+${countryCode}${national.replace(/^0/, '')}`;
	return checkNumber(international, international);
}

/** What is `sent` of a number, or why it cannot be dialled. */
function checkNumber(number: string, sent: string): FieldValue<string> {
	if (NANP_PLACEHOLDER.test(number)) return NOBODYS;
	if (number.startsWith('+1')) return NANP.test(number) ? valid(sent) : WRONG_NANP;
	const [, code] = CODE_AND_ZERO.exec(number) ?? [];
	if (code !== undefined && !KEEPS_ZERO.has(code)) return NATIONAL_ZERO;
	return /^\+?\d{5,15}$/.test(number) ? valid(sent) : WRONG_LENGTH;
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
