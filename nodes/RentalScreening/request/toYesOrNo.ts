/**
 * A switch of the editor that an expression may give as text, as a spreadsheet does: 'true' and 'false' in
 * any case, nothing for off. What is neither comes back as it is, to be refused by whoever asked.
 */
export function toYesOrNo(value: unknown): unknown {
	const text = String(value ?? '')
		.trim()
		.toLowerCase();
	if (text === '' || text === 'false') return false;
	return text === 'true' ? true : value;
}
