import type { ScaleRun } from './scale.mts';

const WIDTH = 960;
const HEIGHT = 420;
const LEFT = 60;
const RIGHT = 20;
const TOP = 110;
const BOTTOM = 45;
const COLUMNS = 120;

/** Applicants per second over time, with the faults marked, as SVG. */
export function throughputPicture({ applicants, samples, faults, ...run }: ScaleRun): string {
	const seconds = Math.max(run.seconds, ...faults.map((fault) => fault.seconds));
	const columns = ratesOf(samples, seconds);
	const most = niceCeiling(Math.max(...columns));
	const x = (at: number) => round(LEFT + (at / seconds) * (WIDTH - LEFT - RIGHT));
	const y = (rate: number) => round(HEIGHT - BOTTOM - (rate / most) * (HEIGHT - BOTTOM - TOP));
	const points = columns.map(
		(rate, column) => `${x(((column + 0.5) * seconds) / COLUMNS)},${y(rate)}`,
	);
	const area = `${x(0)},${y(0)} ${points.join(' ')} ${x(seconds)},${y(0)}`;
	const grid = [0, 0.25, 0.5, 0.75, 1].map(
		(part) =>
			`<path d="M${x(0)} ${y(most * part)}H${WIDTH - RIGHT}" stroke="#ddd"/>` +
			`<text x="${LEFT - 8}" y="${y(most * part) + 4}" text-anchor="end">${most * part}</text>` +
			`<text x="${x(seconds * part)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${clock(seconds * part)}</text>`,
	);
	const marks = faults.map(
		(fault, index) =>
			`<path d="M${x(fault.seconds)} ${TOP - 50 + (index % 3) * 16}V${y(0)}" stroke="#c0392b" stroke-dasharray="4 3"/>` +
			`<text x="${x(fault.seconds) + 4}" y="${TOP - 45 + (index % 3) * 16}" fill="#c0392b">${fault.name}</text>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${LEFT}" y="28" font-size="16">${applicants.toLocaleString('en')} applicants in queue mode: accepted per second</text>
${grid.join('\n')}
<polygon points="${area}" fill="#2980b9" fill-opacity="0.25"/>
<polyline points="${points.join(' ')}" fill="none" stroke="#2980b9" stroke-width="1.5"/>
${marks.join('\n')}
<text x="${(WIDTH + LEFT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">minutes since the start</text>
</svg>
`;
}

/** Applicants per second in each column of the picture. */
function ratesOf(samples: ScaleRun['samples'], seconds: number): number[] {
	const acceptedAt = (at: number) =>
		samples.findLast((sample) => sample.seconds <= at)?.accepted ?? 0;
	const width = seconds / COLUMNS;
	return Array.from(
		{ length: COLUMNS },
		(_, column) => (acceptedAt((column + 1) * width) - acceptedAt(column * width)) / width,
	);
}

/** The next number with round quarters. */
function niceCeiling(value: number): number {
	const step = 4 * 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
	return Math.ceil(value / step) * step;
}

function clock(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
