// Answers as a service could send them that keeps to nothing: the rich answer with any of its values
// replaced or left out, or any JSON at all.
import fc from 'fast-check';

import type { Schemas } from '../../../nodes/RentalScreening/core/json.ts';
import { createFullAnswer } from './answers.mts';

/** Beginnings and markup that do harm where text is taken for more than text. */
export const HOSTILE_TEXTS = {
	'a formula': '=HYPERLINK("http://evil.example","x")',
	'a formula with +': '+cmd|" /C calc"!A0',
	'a formula with @': '@SUM(1+1)',
	'a formula behind a tab': '\t=1+1',
	'a formula on a second line': '\r=1+1',
	'a formula behind an invisible blank': ' \u200B=1+1',
	'a formula with a wide sign': '＝1+1',
	'a template': '${7*7} {{7*7}}',
	'a script': '<script>alert(1)</script>',
	'a picture behind a quote': '"><img src=x onerror=alert(1)>',
	'closing tags': '</style></td></table><h1>Approved</h1>',
	'a comment': '<!-- ',
	entities: '&lt;b&gt;',
	'a change of direction': '\u202Etxt.exe',
	'a name of all objects': '__proto__',
	'control characters': 'a\u0000b\u001Bc',
	'300 emojis': '😀'.repeat(300),
	'half a character': '\uD800',
	'a header of an email': 'Line one\r\nBcc: x@example.com',
};
export const HOSTILE: readonly string[] = Object.values(HOSTILE_TEXTS);

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
