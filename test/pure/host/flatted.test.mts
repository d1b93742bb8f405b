import { readFlatted } from '../../../dev/host/flatted.mts';

describe('the text form of saved executions', () => {
	it('reads nested objects and lists', () => {
		const text =
			'[{"name":"1","list":"2","none":null,"count":3},"Zoë",["4",true,"1"],"x",{"deep":"1"}]';

		expect(readFlatted(text)).toEqual({
			name: 'Zoë',
			list: [{ deep: 'Zoë' }, true, 'Zoë'],
			none: null,
			count: 3,
		});
	});

	it('does not take text that looks like an index for one', () => {
		expect(readFlatted('[{"phone":"1"},"0"]')).toEqual({ phone: '0' });
	});

	it('keeps one object that is referred to twice one object', () => {
		const read = readFlatted('[["1","1"],{"a":1}]') as object[];

		expect(read[0]).toBe(read[1]);
	});

	it('follows circles', () => {
		const read = readFlatted('[{"self":"0"}]') as { self: unknown };

		expect(read.self).toBe(read);
	});

	it.each([
		['["hello"]', 'hello'],
		['[7]', 7],
		['[[]]', []],
	])('reads %s', (text, value) => {
		expect(readFlatted(text)).toEqual(value);
	});
});
