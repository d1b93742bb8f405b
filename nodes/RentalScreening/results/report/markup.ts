/** HTML that needs no escaping. Only `html` makes it, so nothing gets in unescaped. */
export class Markup {
	constructor(readonly source: string) {}
}

/** HTML from a template: text put into it is escaped, markup put into it stays markup. */
export function html(
	template: TemplateStringsArray,
	...values: ReadonlyArray<string | number | Markup | readonly Markup[]>
): Markup {
	return new Markup(String.raw({ raw: template }, ...values.map(sourceOf)));
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
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
