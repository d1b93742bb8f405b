import { isJsonObject, looseObject, textOf, type Schemas, type ScreeningData } from './loose';

const SSN_PATH = ['user', 'employmentDetails', 'identity', 'ssn'];
const SSN_FIELD = /^(?:ssn|social_?security(?:_?number)?)$/i;
const ALL_MASKED = '***-**-****';

// Fewer digits than an SSN has would match amounts and house numbers in other text.
const SSN_DIGITS = /^\d{9,20}$/;

// Deeper than any answer, and far from what the stack holds.
const DEEPEST = 64;

/**
 * The answer with `user.employmentDetails.identity.ssn` masked to its last four characters
 * (`***-**-1234`; all of it where it is shorter than five). Everything else is as it came, and the
 * given object stays untouched.
 */
export function maskSsn(data: ScreeningData): ScreeningData {
	return maskAt(data, SSN_PATH) as ScreeningData;
}

function maskAt(value: unknown, path: readonly string[]): unknown {
	const [field, ...rest] = path;
	if (field === undefined) return masked(value);
	// Where the service wraps an object in a list, the SSN inside is masked all the same.
	if (Array.isArray(value)) return value.map((element) => maskAt(element, path));
	if (!isJsonObject(value) || !Object.hasOwn(value, field)) return value;
	return { ...value, [field]: maskAt(value[field], rest) };
}

function masked(ssn: unknown): unknown {
	if (ssn === null || ssn === undefined || ssn === '') return ssn;
	const text = textOf(ssn) ?? '';
	return text.length < 5 ? ALL_MASKED : `***-**-${text.slice(-4)}`;
}

/**
 * The answer as every output but `raw` sees it: nothing in it holds the SSN. Fields of that name are
 * undefined, and where its digits stand in other text, such as a flag's, they are masked. The given
 * object stays untouched, and what needs no change is shared with it.
 */
export function withoutSsn(data: ScreeningData): unknown {
	return withoutSsnAt(data, knownSsn(data), 0);
}

interface KnownSsn {
	readonly digits: string;
	readonly anywhere: RegExp;
}

function withoutSsnAt(value: unknown, ssn: KnownSsn | null, depth: number): unknown {
	if (ssn && typeof value === 'string') {
		return value.replace(ssn.anywhere, `***-**-${ssn.digits.slice(-4)}`);
	}
	if (ssn && typeof value === 'number') return String(value) === ssn.digits ? null : value;
	if (typeof value !== 'object' || value === null) return value;
	if (depth > DEEPEST) return null;
	if (Array.isArray(value)) return value.map((element) => withoutSsnAt(element, ssn, depth + 1));
	const fields = value as Record<string, unknown>;
	let changed: Record<string, unknown> | undefined;
	for (const field of Object.keys(fields)) {
		const element = SSN_FIELD.test(field) ? undefined : withoutSsnAt(fields[field], ssn, depth + 1);
		if (element === fields[field]) continue;
		changed ??= { ...fields };
		changed[field] = element;
	}
	return changed ?? fields;
}

/** The SSN as it can be looked for in other text; null where there is none of that kind. */
function knownSsn(data: ScreeningData): KnownSsn | null {
	const user = looseObject<Schemas['User']>(looseObject<ScreeningData>(data).user);
	const details = looseObject<Schemas['EmploymentDetails']>(user.employmentDetails);
	const { ssn } = looseObject<Schemas['EmploymentIdentity']>(details.identity);
	const digits = (textOf(ssn) ?? '').replace(/\D/g, '');
	if (!SSN_DIGITS.test(digits)) return null;
	const anywhere = new RegExp(`(?<!\\d)${[...digits].join('[\\s.\\p{Pd}]?')}(?!\\d)`, 'gu');
	return { digits, anywhere };
}
