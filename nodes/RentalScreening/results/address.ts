import { isJsonObject, lineOf, looseObject, type Schemas } from './loose';

/**
 * A structured address on one line, `12 Maple Street, Unit 4, Toronto, ON M4C 1B5, CA`; an address
 * that came as text stays that text. Null where there is nothing.
 */
export function addressLine(value: unknown): string | null {
	if (!isJsonObject(value)) return lineOf(value);
	const address = looseObject<Schemas['StructuredAddress']>(value);
	const region = joined([address.state, address.postalCode], ' ');
	return joined([address.line1, address.line2, address.city, region, address.country], ', ');
}

function joined(parts: unknown[], separator: string): string | null {
	return parts.map(lineOf).filter(Boolean).join(separator) || null;
}
