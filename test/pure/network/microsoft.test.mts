import {
	InvalidRequest,
	typed,
	Worksheet,
	type CellValue,
} from '../../support/network/microsoft/worksheet.mts';

describe('what is typed into a cell of Excel, or written through Graph', () => {
	test.each<[string, CellValue]>([
		['Amara', 'Amara'],
		['+14165550101', 14165550101],
		['(416) 555-0102', '(416) 555-0102'],
		['02139', 2139],
		['1,250.50', 1250.5],
		['10%', 0.1],
		['TRUE', true],
		["'007", '007'],
		['2026-11-23', 46349],
		['1-Feb', 46054],
		['2026-11-23T10:00:00.000Z', '2026-11-23T10:00:00.000Z'],
	])('%s', (text, value) => {
		expect(typed({ value: '' }, text, 2026)).toEqual({ value });
		expect(typed({ value: '', isText: true }, text, 2026)).toEqual({ value: text, isText: true });
	});

	test.each(['=1+1', '+A1', '-A1'])('%s becomes a formula', (text) => {
		expect(typed({ value: '' }, text, 2026).formula).toMatch(/^=/);
	});
});

describe('a worksheet', () => {
	test('has the used range of its cells, formatted empty ones included', () => {
		const worksheet = new Worksheet('{1}', 'Applicants');
		expect(worksheet.usedRange()).toEqual({ address: 'Applicants!A1', values: [['']] });
		worksheet.type([['Email', 'Phone']]);
		worksheet.formatAsText(3, 2);
		expect(worksheet.usedRange()).toEqual({
			address: 'Applicants!A1:C2',
			values: [
				['Email', 'Phone', ''],
				['', '', ''],
			],
		});
	});

	test('leaves cells as they are where null is written, and refuses other dimensions', () => {
		const worksheet = new Worksheet('{1}', 'Applicants');
		worksheet.typeFormula(0, 0, '=SUM(1,2)', 3);
		worksheet.type([['Email', "'02139"]], 2);
		worksheet.write('A1:B2', [
			[null, 'x'],
			['', '02139'],
		]);
		expect(worksheet.cells()).toEqual([
			[{ value: 3, formula: '=SUM(1,2)' }, { value: 'x' }],
			[{ value: '' }, { value: 2139 }],
		]);
		expect(() => worksheet.write('A1:B2', [['x']])).toThrow(InvalidRequest);
	});
});
