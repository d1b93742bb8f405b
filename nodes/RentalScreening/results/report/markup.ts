/** HTML that needs no escaping. Only `html` makes it, so nothing gets in unescaped. */
export class Markup {
	constructor(readonly source: string) {}
}

/** Each template is one object for as long as the program runs. */
const tidied = new WeakMap<TemplateStringsArray, readonly string[]>();

/** HTML from a template: text put into it is escaped, markup put into it stays markup. */
export function html(
	template: TemplateStringsArray,
	...values: ReadonlyArray<string | number | Markup | readonly Markup[]>
): Markup {
	return new Markup(String.raw({ raw: withoutIndentation(template) }, ...values.map(sourceOf)));
}

// Indentation is for readers of the code; a report is to stay small.
function withoutIndentation(template: TemplateStringsArray): readonly string[] {
	const known = tidied.get(template);
	if (known) return known;
	const parts = template.map((part) => part.replace(/\s*\n\s*/g, '\n'));
	tidied.set(template, parts);
	return parts;
}

/** No HTML, for what is not always shown. */
export const NOTHING = html``;

function sourceOf(value: string | number | Markup | readonly Markup[]): string {
	if (value instanceof Markup) return value.source;
	if (typeof value === 'object') return value.map(({ source }) => source).join('');
	return escapeHtml(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&#34;',
	"'": '&#39;',
};

/** Text for HTML, between tags as well as inside quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
