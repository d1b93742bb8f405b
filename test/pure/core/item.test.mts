import { Item } from '../../../nodes/RentalScreening/core/item.ts';

test('a parameter that is replaced is no expression any more, the others still are', () => {
	const context = { evaluateExpression: (text: string) => `${text} of the row` };
	const parameters = { payer: '=payer', phone: '=phone' };
	const source = { context, parameters, withExpressions: new Set(['payer', 'phone']) };
	const item = new Item({ ...source, isToolCall: false, timezone: 'UTC' } as never, 0, {});
	const replaced = item.withParameters({ payer: '=as it was checked' });
	expect(['payer', 'phone'].map((name) => replaced.parameter(name))).toEqual([
		'=as it was checked',
		'phone of the row',
	]);
	expect(item.parameter('payer')).toBe('payer of the row');
});
