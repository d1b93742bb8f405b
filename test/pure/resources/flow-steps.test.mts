import fc from 'fast-check';

import {
	readStepsJson,
	toStepReferences,
} from '../../../nodes/RentalScreening/resources/flowSteps.ts';

test.each([
	['ids', ['a', 'b'], [{ id: 'a' }, { id: 'b' }]],
	['ids as numbers, with blanks', [7, ' b '], [{ id: '7' }, { id: 'b' }]],
	[
		'references',
		[{ id: 'a', options: { skippable: true } }],
		[{ id: 'a', options: { skippable: true } }],
	],
	['references with an empty option', [{ id: 'a', options: {} }], [{ id: 'a' }]],
	['steps as GET /v1/flows/steps/list lists them', [{ id: 'a', name: 'Identity' }], [{ id: 'a' }]],
])('%s become step references', (_, given, references) => {
	expect(toStepReferences(given)).toEqual(references);
});

test.each([
	['not a list', { id: 'a' }, /must be a list/],
	['text that is not JSON', readStepsJson('[nope'), /must be a list/],
	['an empty list', [], /needs at least one step/],
	['an empty id', ['a', ''], 'has an empty step: choose one or remove it; see entry 2'],
	[
		'a step that is not picked',
		[{ id: ' ' }],
		'has an empty step: choose one or remove it; see entry 1',
	],
	['a step that is neither text nor number', [true], /see entry 1$/],
	['an object without id', [{ name: 'Identity' }], /see entry 1$/],
	['a field the service does not list', [{ id: 'a', required: true }], /see entry 1$/],
	[
		'an option the service does not list',
		[{ id: 'a', options: { optional: true } }],
		/see entry 1$/,
	],
	['options that are no object', [{ id: 'a', options: 'skippable' }], /see entry 1$/],
	[
		'a skippable that is not yes or no',
		[{ id: 'a', options: { skippable: 'perhaps' } }],
		/see entry 1$/,
	],
])('%s is refused', (_, given, problem) => {
	expect(toStepReferences(given)).toMatch(problem);
});

test('for any value: never throws, and its result can be given again unchanged', () => {
	fc.assert(
		fc.property(fc.anything(), (given) => {
			const references = toStepReferences(readStepsJson(given));
			if (typeof references !== 'string') expect(toStepReferences(references)).toEqual(references);
		}),
	);
});
