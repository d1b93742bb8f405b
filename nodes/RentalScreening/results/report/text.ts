import type { Block, Fact, Report } from './model';

/** The report as plain text, for programs that show no HTML. */
export function reportText(report: Report): string {
	const { title, name, status, updated, notice, contact, sections, absent, footer } = report;
	const parts = [
		[title.toUpperCase(), name, updated === null ? status : `${status}, updated ${updated}`],
		notice === null ? [] : [notice],
		factLines(contact),
		...sections.map((section) => [
			heading(section.title),
			section.blocks.map(blockText).join('\n\n'),
		]),
		absent.sections.length === 0 ? [] : [heading(absent.title), absent.sections.join(', ')],
		['--', ...footer],
	];
	return `${parts
		.filter((lines) => lines.length > 0)
		.map((lines) => lines.join('\n'))
		.join('\n\n')}\n`;
}

function heading(title: string): string {
	return `${title.toUpperCase()}\n${'='.repeat(title.length)}`;
}

function blockText(block: Block): string {
	switch (block.kind) {
		case 'figures':
		case 'facts':
			return [...(block.title === null ? [] : [block.title]), ...factLines(block.facts)].join('\n');
		case 'months':
			return aligned(
				block.months.map(({ label, bars, note }) => [
					label,
					...bars.map((bar) => `${bar.label} ${bar.value}`),
					note ?? '',
				]),
			);
		case 'list':
			return [
				block.title,
				...(block.items.length > 0 ? block.items : ['None']).map((item) => `- ${item}`),
			].join('\n');
		case 'entry':
			return [
				block.title,
				...factLines(block.facts).map((line) => `  ${line}`),
				...(block.quote === null ? [] : [`  "${block.quote}"`]),
			].join('\n');
		case 'table':
			return aligned([block.columns, ...block.rows]);
		case 'note':
			return block.text;
	}
}

function factLines(facts: readonly Fact[]): string[] {
	return facts.map(({ label, value }) => `${label}: ${value}`);
}

/** Rows with their cells in columns, for a fixed-width font. */
function aligned(rows: ReadonlyArray<readonly string[]>): string {
	const widths = rows[0]?.map((_, column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	const alignedRow = (row: readonly string[]) =>
		row
			.map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
			.join('  ')
			.trimEnd();
	return rows.map(alignedRow).join('\n');
}
