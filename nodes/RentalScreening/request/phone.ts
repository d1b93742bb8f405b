/** A phone number has at least so many digits without its country code. */
const LOCAL_DIGITS = 7;

/** Whether two phone numbers are the same where one of them may lack its country code. */
export function isSamePhone(one: string, other: string): boolean {
	const [shorter = '', longer = ''] = [one, other]
		.map((text) => text.replace(/\(0\)|\.0$/g, ''))
		.map((text) => text.replace(/\D/g, '').replace(/^0+/, ''))
		.sort((first, second) => first.length - second.length);
	return longer.endsWith(shorter) && shorter.length >= LOCAL_DIGITS;
}
