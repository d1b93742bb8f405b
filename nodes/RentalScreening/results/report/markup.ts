import { escapeHtml } from './escape';

/** HTML that is safe to show as it stands. Only `html` makes it, so nothing gets in unescaped. */
export class Markup {
	constructor(readonly source: string) {}
}

// Each template is one object for as long as the program runs.
const tidied = new WeakMap<TemplateStringsArray, readonly string[]>();

/** HTML from a template: text put into it is escaped, markup put into it stays markup. */
export function html(
	template: TemplateStringsArray,
	...values: ReadonlyArray<string | number | Markup | readonly Markup[]>
): Markup {
	return new Markup(String.raw({ raw: withoutIndentation(template) }, ...values.map(sourceOf)));
}

// The indentation of a template is there for who reads the code; a report is to stay small.
function withoutIndentation(template: TemplateStringsArray): readonly string[] {
	const known = tidied.get(template);
	if (known) return known;
	const parts = template.map((part) => part.replace(/\s*\n\s*/g, '\n'));
	tidied.set(template, parts);
	return parts;
}

/** Nothing, where a template has something to show only at times. */
export const NOTHING = html``;

function sourceOf(value: string | number | Markup | readonly Markup[]): string {
	if (value instanceof Markup) return value.source;
	if (typeof value === 'object') return value.map(({ source }) => source).join('');
	return escapeHtml(String(value));
}
