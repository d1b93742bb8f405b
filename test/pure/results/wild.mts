// Answers as a service could send them that keeps to nothing: the rich answer with any of its values
// replaced or left out, or any JSON at all.
import fc from 'fast-check';

import type { Schemas } from '../../../nodes/RentalScreening/results/cells.ts';
import { createFullAnswer } from './answers.mts';

/** Beginnings and markup that do harm where text is taken for more than text. */
export const HOSTILE: readonly string[] = [
	...['=HYPERLINK("http://evil.example","x")', '+cmd|" /C calc"!A0', '@SUM(1+1)', '\t=1+1'],
	...['\r=1+1', ' \u200B=1+1', '＝1+1', '${7*7} {{7*7}}', '<script>alert(1)</script>'],
	...['"><img src=x onerror=alert(1)>', '</style></td></table><h1>Approved</h1>', '<!-- '],
	...['&lt;b&gt;', '\u202Etxt.exe', '__proto__', 'a\u0000b\u001Bc', '😀'.repeat(300), '\uD800'],
	'Line one\r\nBcc: x@example.com',
];

/** The answer with every text or number replaced, but the IDs. */
export function withEveryLeaf<Answer>(
	answer: Answer,
	replace: (leaf: string | number) => unknown,
): Answer {
	const change = (value: unknown, name: string): unknown => {
		if (Array.isArray(value)) return value.map((element) => change(element, ''));
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one, key)]));
		}
		const isLeaf = typeof value === 'string' || typeof value === 'number';
		return isLeaf && name !== 'id' ? replace(value) : value;
	};
	return change(answer, '') as Answer;
}

export const withEveryText = <Answer,>(answer: Answer, text: string) =>
	withEveryLeaf(answer, (leaf) => (typeof leaf === 'string' ? text : leaf));

/** The rich answer with lists of this length. */
export function createLongAnswer(length: number): Schemas['ScreeningData'] {
	const { screening, user } = createFullAnswer();
	const lengthened = <Part extends object>(part: Part) => {
		const members = Object.entries(part).map(([name, value]: [string, unknown]) => [
			name,
			Array.isArray(value) ? Array.from({ length }, () => value[0] as unknown) : value,
		]);
		return Object.fromEntries(members) as Part;
	};
	return { screening: lengthened(screening), user: lengthened(user) };
}

type Path = readonly string[];

/** Any answer: from the rich one with single values changed, to no answer at all. */
export function anyAnswer(): fc.Arbitrary<Schemas['ScreeningData']> {
	const values = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...HOSTILE, undefined));
	const paths = fc.constantFrom(...listPaths(createFullAnswer(), []));
	const changed = fc
		.array(fc.tuple(paths, values), { maxLength: 12 })
		.map((changes) =>
			changes.reduce<unknown>(
				(answer, [path, value]) => replaced(answer, path, value),
				createFullAnswer(),
			),
		);
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
