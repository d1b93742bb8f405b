import { droppedErrors, recall, remember } from '../../../nodes/RentalScreening/service/n8n1.ts';

describe('what n8n 1 dropped of an error', () => {
	test.each([
		['a status', { httpCode: '429', messages: [] }, [{ response: { status: 429 } }]],
		[
			'a code and texts',
			{ httpCode: 'ECONNRESET', messages: ['read', 7, null] },
			[{ code: 'ECONNRESET' }, { code: 'ECONNRESET', message: 'read' }],
		],
		['a number that is no status', { httpCode: '4290', messages: [] }, [{ code: '4290' }]],
		['another one', { httpCode: '1429', messages: [] }, [{ code: '1429' }]],
		['nothing, where the cause is kept', { cause: {}, httpCode: '429', messages: [] }, []],
		['nothing, where there are no texts', { httpCode: '429' }, []],
	])('%s', (_, error, expected) => {
		expect(droppedErrors(error)).toEqual(expected);
	});
});

describe('an error that is remembered', () => {
	test('is found again by its message, among the last hundred', () => {
		const errors = Array.from({ length: 101 }, (_, index) => new Error(`Number ${index}`));
		for (const error of errors.slice(0, 100)) remember(error);
		expect(recall('Number 0')).toBe(errors[0]);
		remember(errors[100]!);
		expect(recall('Number 100')).toBe(errors[100]);
		expect(recall('Number 0')).toBeUndefined();
		expect(recall('Something else')).toBeUndefined();
	});
});
