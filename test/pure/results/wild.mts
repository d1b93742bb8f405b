// Answers as a service could send them that keeps to nothing: the rich answer with any of its values
// replaced or left out, or any JSON at all.
import fc from 'fast-check';

import type { Schemas } from '../../../nodes/RentalScreening/results/cells.ts';
import { createFullAnswer } from './answers.mts';

/** Beginnings and markup that do harm where text is taken for more than text. */
export const HOSTILE: readonly string[] = [
	...['=HYPERLINK("http://evil.example","x")', '+cmd|" /C calc"!A0', '-2+3+cmd|" /C calc"!A0'],
	...['@SUM(1+1)', '\t=1+1', '\r=1+1', '\n@x', ' \u200B=1+1', '＝1+1', '${7*7} {{7*7}}', ']]>'],
	...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)"],
	...['</style></td></table><h1>Approved</h1>', '<!-- ', '&lt;b&gt;', '\u202Etxt.exe', '__proto__'],
	...['a\u0000b\u001Bc', 'Line one\r\nBcc: x@example.com', '😀'.repeat(300), '\uD800'],
];

type Path = readonly string[];

/** The answer with every text replaced. */
export function withEveryText(
	answer: Schemas['ScreeningData'],
	replace: (text: string, path: Path) => string,
): Schemas['ScreeningData'] {
	const change = (value: unknown, path: Path) =>
		typeof value === 'string' ? replace(value, path) : value;
	return mapLeaves(answer, [], change) as Schemas['ScreeningData'];
}

/** The rich answer with every field of the contract in every list, each list this long. */
export function createFullestAnswer(length: number): Schemas['ScreeningData'] {
	const { screening, user } = createFullAnswer();
	const address = user.currentAddress!;
	user.employmentDetails!.employment!.employer!.address = address;
	user.rentals = [{ ...user.rentals![1]!, ...user.rentals![0]!, address }];
	const lengthened = <Part extends object>(part: Part) => {
		const members = Object.entries(part).map(([name, value]: [string, unknown]) => {
			const isList = Array.isArray(value);
			return [name, isList ? Array.from({ length }, () => structuredClone(value[0])) : value];
		});
		return Object.fromEntries(members) as Part;
	};
	return { screening: lengthened(screening), user: lengthened(user) };
}

/** The answer with every number replaced. */
export function withEveryNumber(
	answer: Schemas['ScreeningData'],
	number: number,
): Schemas['ScreeningData'] {
	const change = (value: unknown) => (typeof value === 'number' ? number : value);
	return mapLeaves(answer, [], change) as Schemas['ScreeningData'];
}

/** Any answer: from the rich one with single values changed, to no answer at all. */
export function anyAnswer(): fc.Arbitrary<Schemas['ScreeningData']> {
	const values = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...HOSTILE, undefined));
	const paths = fc.constantFrom(...listPaths(createFullAnswer(), []));
	const withChange = (answer: unknown, [path, value]: [Path, unknown]) =>
		replaced(answer, path, value);
	const changed = fc
		.array(fc.tuple(paths, values), { maxLength: 12 })
		.map((changes) => changes.reduce<unknown>(withChange, createFullAnswer()));
	const answers = fc.oneof({ weight: 9, arbitrary: changed }, { weight: 1, arbitrary: values });
	return answers as fc.Arbitrary<Schemas['ScreeningData']>;
}

function replaced(value: unknown, [field, ...rest]: Path, leaf: unknown): unknown {
	if (field === undefined) return leaf;
	if (typeof value !== 'object' || value === null) return value;
	const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
	copy[field] = replaced(copy[field], rest, leaf);
	return copy;
}

function listPaths(value: unknown, path: Path): Path[] {
	const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	return [path, ...children.flatMap(([field, child]) => listPaths(child, [...path, field]))];
}

function mapLeaves(
	value: unknown,
	path: Path,
	map: (value: unknown, path: Path) => unknown,
): unknown {
	if (Array.isArray(value)) {
		return value.map((element, index) => mapLeaves(element, [...path, String(index)], map));
	}
	if (typeof value !== 'object' || value === null) return map(value, path);
	return Object.fromEntries(
		Object.entries(value).map(([field, child]) => [field, mapLeaves(child, [...path, field], map)]),
	);
}
