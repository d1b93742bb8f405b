// Answers as a service could send them that keeps to nothing: the rich answer with any of its values
// replaced or left out, or any JSON at all.
import fc from 'fast-check';

import type { Schemas } from '../../../nodes/RentalScreening/core/json.ts';
import { createFullAnswer } from './answers.mts';

/** Beginnings and markup that do harm where text is taken for more than text. */
export const HOSTILE: readonly string[] = [
	...['=HYPERLINK("http://evil.example","x")', '+cmd|" /C calc"!A0', '@SUM(1+1)', '\t=1+1'],
	...['\r=1+1', ' \u200B=1+1', '＝1+1', '${7*7} {{7*7}}', '<script>alert(1)</script>'],
	...['"><img src=x onerror=alert(1)>', '</style></td></table><h1>Approved</h1>', '<!-- '],
	...['&lt;b&gt;', '\u202Etxt.exe', '__proto__', 'a\u0000b\u001Bc', '😀'.repeat(300), '\uD800'],
	'Line one\r\nBcc: x@example.com',
];

/** A copy of a value whose parts are replaced, from the outermost inwards. */
function rebuild(
	value: unknown,
	replace: (part: unknown, name: string) => unknown,
	name = '',
): unknown {
	const part = replace(value, name);
	if (part !== value || typeof part !== 'object' || part === null) return part;
	if (Array.isArray(part)) return part.map((element) => rebuild(element, replace));
	const members = Object.entries(part).map(([key, one]) => [key, rebuild(one, replace, key)]);
	return Object.fromEntries(members);
}

/** The answer with every text or number replaced, but the IDs. */
export function withEveryLeaf<Answer>(
	answer: Answer,
	replace: (leaf: string | number) => unknown,
): Answer {
	return rebuild(answer, (part, name) => {
		const isLeaf = typeof part === 'string' || typeof part === 'number';
		return isLeaf && name !== 'id' ? replace(part) : part;
	}) as Answer;
}

export const withEveryText = <Answer,>(answer: Answer, text: string) =>
	withEveryLeaf(answer, (leaf) => (typeof leaf === 'string' ? text : leaf));

/** The rich answer with lists of this length. */
export const createLongAnswer = (length: number) =>
	rebuild(createFullAnswer(), (part) =>
		Array.isArray(part) ? Array.from({ length }, () => part[0] as unknown) : part,
	);

/** Any answer: the rich one with some of its parts replaced, or all of it. */
export function anyAnswer(): fc.Arbitrary<Schemas['ScreeningData']> {
	const anyPart = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...HOSTILE, undefined));
	const getAnyPart = () => anyPart;
	return fc.gen().map((generate) => {
		const isReplaced = () => generate(fc.nat, { max: 30 }) === 0;
		const answer = rebuild(createFullAnswer(), (part) =>
			isReplaced() ? generate(getAnyPart) : part,
		);
		return answer as Schemas['ScreeningData'];
	});
}
