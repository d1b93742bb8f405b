/** Markup that is safe to put into a page as it is. */
export class Html {
	constructor(readonly markup: string) {}
}

/** A template of markup: whatever is put in is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
	return new Html(parts.reduce((whole, part, index) => whole + markupOf(values[index - 1]) + part));
}

function markupOf(value: string | Html | Html[] | undefined): string {
	if (value instanceof Html) return value.markup;
	if (Array.isArray(value)) return value.map(({ markup }) => markup).join('');
	return escaped(value ?? '');
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
