/** HTML that needs no escaping: what `html` made, or a constant of the code. */
export class Markup {
	constructor(readonly source: string) {}
}

type Insert = string | number | Markup | readonly Markup[];

/** HTML from a template, which escapes inserted text and keeps inserted markup. */
export function html(template: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
	return new Markup(String.raw({ raw: template }, ...inserts.map(renderInsert)));
}

function renderInsert(insert: Insert): string {
	if (insert instanceof Markup) return insert.source;
	if (typeof insert === 'object') return insert.map(({ source }) => source).join('');
	return String(insert).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
