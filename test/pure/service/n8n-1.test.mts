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
	const rememberNew = (message: string) => {
		const error = new Error(message);
		remember(error);
		return error;
	};

	test('is found again by its message', () => {
		const error = rememberNew('This one');
		expect(recall('This one')).toBe(error);
		expect(recall('Another one')).toBeUndefined();
	});

	test('is forgotten in the end, but not at the next one', () => {
		const found = Array.from({ length: 200 }, (_, index) => {
			rememberNew(`First ${index}`);
			rememberNew(`Second ${index}`);
			return recall(`First ${index}`) !== undefined;
		});
		expect(found.filter((isFound) => !isFound).length).toBeLessThan(5);
		expect(recall('First 0')).toBeUndefined();
	});
});
