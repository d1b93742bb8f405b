import { EMPTY, invalid, valid, type Field, type FieldValue } from '../core/field';
import { normalizeColumnName } from '../core/sheetRow';
import {
	formatList,
	isEmpty,
	isNoId,
	isSpreadsheetError,
	MAX_TEST_LENGTH,
	trimBlanks,
} from '../core/text';
import { toDateValue } from './dates';
import { toPersonName } from './names';
import { toPhone } from './phone';

/** What programs write where there is no value. 'Null' is a name. */
const NO_VALUE = ['undefined', 'null', 'NULL', 'NaN', '[object Object]'];

/**
 * Turns the value of a parameter or a cell into what the service takes for this field: "2100" becomes 2100, 14165550100
 * "14165550100", a Date its day in the time zone; text is trimmed. Blank text, dashes and `n/a` are empty; 0 and false are
 * values. `countryCode`: what the parameter or the cell of 'Country Code' holds. Never throws.
 */
export function toFieldValue(
	given: unknown,
	field: Partial<Field>,
	{ countryCode, timezone }: { countryCode?: unknown; timezone?: string } = {},
): FieldValue {
	const value = typeof given === 'string' ? trimBlanks(given) : given;
	if (isEmpty(value) || (field.shape === 'id' && isNoId(value))) return EMPTY;
	const refusal = typeof value === 'string' ? refuseText(value) : undefined;
	if (refusal !== undefined) return refusal;
	const { type, shape, oneOf, constantPrefix } = field;
	if (shape === 'date') return toDateValue(value, timezone);
	if (shape === 'phone' || shape === 'phoneWithPlus') return toPhone(value, shape, countryCode);
	if (type !== undefined || shape === 'amount') return toAmount(value, field);
	if (typeof value === 'object' || typeof value === 'function') {
		return invalid('must be a single text, not a list or an object');
	}
	if (shape === 'personName') return toPersonName(value);
	if (typeof value === 'number' && (shape === 'code' || !isExact(value))) {
		return invalid(
			'must be text: a number loses digits, such as a 0 in front or those of a long ID',
		);
	}
	const text = String(value);
	if (oneOf !== undefined) return matchOption(text, oneOf, constantPrefix);
	if (shape === 'email') return toEmail(text);
	// '.' and '..' would change a path even when percent-encoded; half a character cannot be encoded.
	const isNoPath = shape === 'id' && /^\.\.?$|\p{Surrogate}/u.test(text);
	return isNoPath ? invalid('is not an ID of the service') : valid(text);
}

/** Why a text cannot be the value of any field. */
function refuseText(text: string) {
	// n8n evaluates '{{ }}' in expressions only.
	if (text.includes('{{')) {
		return invalid("holds '{{': enter the value itself, or switch the field to Expression");
	}
	// What stands where a file was read in another encoding than it was written in.
	if (text.includes('\ufffd')) {
		return invalid(
			"holds '\ufffd' in place of a letter: set 'Encoding' in the node that reads the file, or correct it",
		);
	}
	if (isSpreadsheetError(text)) {
		return invalid(
			'is a formula without a result, such as #N/A: fix the formula in the spreadsheet',
		);
	}
	if (!NO_VALUE.includes(text)) return undefined;
	return invalid(`is '${text}', which is no value: correct what makes it, or leave it empty`);
}

/** Whether no digit of a number is lost, as those of a long account number are. */
function isExact(number: number): boolean {
	return Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
}

const PLAIN_AMOUNT = /^-?\d+(?:\.\d{1,2})?$/;
const NOT_AN_AMOUNT = invalid(
	'must be a number without currency sign or thousands separator, and with at most two decimals, such as 2100.50',
);
const NOT_WHOLE = invalid(
	'must be a whole number without currency sign or thousands separator, such as 2100',
);
/** '2,100.00': with two decimals behind a point, the commas are certain. */
const WITH_COMMAS = /^-?\d{1,3}(?:,\d{3})+\.\d\d$/;

/** An amount, as a number or, where the service wants that, as text. */
function toAmount(value: unknown, { type, shape, panel }: Partial<Field>): FieldValue {
	const problem = type === 'integer' ? NOT_WHOLE : NOT_AN_AMOUNT;
	const given = typeof value === 'number' ? roundNoise(value) : value;
	if (typeof given !== 'string' || given.length > MAX_TEST_LENGTH) return problem;
	const text = WITH_COMMAS.test(given) ? given.replaceAll(',', '') : given;
	const number = Number(text);
	if (!PLAIN_AMOUNT.test(text) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return problem;
	const min = shape === 'amount' ? 0 : panel?.typeOptions?.minValue;
	if (min === 0 && text.startsWith('-')) {
		return invalid('must not be below 0: leave it empty for a credit or a refund');
	}
	if (type === 'integer' && !Number.isInteger(number)) return problem;
	return valid(shape === 'amount' ? text : number);
}

/** A number as text, rounded to cents where only the noise of a calculation is cut off: 3300.2999999999997 is 3300.3. */
function roundNoise(number: number): string {
	const rounded = Math.round(number * 100) / 100;
	// Without the sign of -0.
	return String(Math.abs(number - rounded) < 1e-6 ? rounded + 0 : number);
}

/** One @, a dot in the domain, and none of what stands around addresses, or between several. */
const EMAIL = /^[^\s@<>,;:"()]+@[^\s@<>,;:"().]+(?:\.[^\s@<>,;:"().]+)+$/;

/** An email address without the invisible characters that web pages and chats leave in it. */
function toEmail(text: string): FieldValue<string> {
	// Line breaks and tabs stay, and are refused: they part two addresses.
	const value = /[^ -~]/.test(text) ? text.replace(/[\p{Cf}\p{DI}]|(?!\s)\p{Cc}/gu, '') : text;
	const isEmail = value.length <= MAX_TEST_LENGTH && EMAIL.test(value) && !value.includes('..');
	return isEmail ? valid(value) : invalid('must be an email address, such as name@example.com');
}

/** A value of a list by the service's name or the editor's label, compared as columns are; or a constant like them. */
function matchOption(
	text: string,
	options: NonNullable<Field['oneOf']>,
	constantPrefix: string | undefined,
): FieldValue<string> {
	const wanted = normalizeColumnName(text);
	const found = options.find((option) =>
		[option.name, option.value].some((name) => normalizeColumnName(name) === wanted),
	);
	if (found !== undefined) return valid(found.value);
	const isLikeThem = constantPrefix !== undefined && text.startsWith(constantPrefix);
	if (isLikeThem && /^[A-Z\d_]+$/.test(text)) return valid(text);
	const ofProvider =
		constantPrefix && `, or a value of your provider that begins with ${constantPrefix}`;
	const names = options.map(({ name }) => name);
	return invalid(`must be ${formatList(names, 'or')}${ofProvider ?? ''}`);
}
