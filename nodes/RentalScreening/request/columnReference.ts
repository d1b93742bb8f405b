const BY_NAME = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;
const IN_BRACKETS = /^=\{\{\s*\$json\[(?:'([^'"\\]*)'|"([^'"\\]*)")\]\s*\}\}$/;

/**
 * The column that an expression hands on as it is, such as 'First Name' for `={{ $json['First Name'] }}`: what
 * dragging a column into a field leaves there. Undefined for every other expression.
 */
export function columnReferredTo(expression: string): string | undefined {
	const [, name] = BY_NAME.exec(expression) ?? [];
	if (name !== undefined) return name;
	const [, single, double] = IN_BRACKETS.exec(expression) ?? [];
	return single ?? double;
}
