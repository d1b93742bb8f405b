import type { CheckedText } from './checkShape';

/**
 * Holds a value against a closed list of the service. Upper and lower case are disregarded, nothing else
 * is: the value is sent as the service spells it.
 */
export function checkListed(text: string, listed: readonly string[]): CheckedText {
	const lowered = text.toLowerCase();
	const value = listed.find((one) => one.toLowerCase() === lowered);
	return value === undefined ? { problem: `must be one of ${listed.join(', ')}` } : { value };
}
