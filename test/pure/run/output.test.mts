import { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import { linkFailure, linkItems } from '../../../nodes/RentalScreening/run/output.ts';

describe('linking', () => {
	test('columns stand in front; the answer wins, but for a person it does not know', () => {
		const columns = { row: 1, email: 'kept', phone: 'old', score: 700, note: null };
		const [item] = linkItems(
			[{ json: { email: null, phone: 'new', score: null, userId: 'u', extra: null } }],
			5,
			{ columns, aboutPerson: ['email', 'phone', 'userId'] },
		);
		expect(item).toEqual({
			json: {
				row: 1,
				email: 'kept',
				phone: 'new',
				score: null,
				note: null,
				userId: 'u',
				extra: null,
			},
			pairedItem: { item: 5 },
		});
		const order = ['row', 'email', 'phone', 'score', 'note', 'userId', 'extra'];
		expect(Object.keys(item!.json)).toEqual(order);
	});

	test('a column that the sheet does not have leaves the answer as it is, null included', () => {
		const carried = { columns: { row: 1 }, aboutPerson: ['email', 'phone'] };
		const [item] = linkItems([{ json: { email: null } }], 0, carried);
		expect(item!.json).toStrictEqual({ row: 1, email: null });
	});

	test('without columns to carry the answer stays as it is', () => {
		const items = [{ json: { userId: 'u' } }, { json: { userId: 'v' } }];
		expect(linkItems(items, 2)).toEqual(
			items.map(({ json }) => ({ json, pairedItem: { item: 2 } })),
		);
	});

	test('the error of an earlier run does not stay in a row that succeeded', () => {
		const columns = { row: 1, error: { message: 'No' } };
		const carried = { columns, aboutPerson: [] };
		expect(linkItems([{ json: { userId: 'u' } }], 0, carried)[0]!.json).toEqual({
			row: 1,
			userId: 'u',
		});
		expect(linkItems([{ json: { error: 'told' } }], 0, carried)[0]!.json.error).toBe('told');
	});

	test.each([
		[{}, {}],
		[{ uncertain: true }, { mayHaveBeenAccepted: true }],
	])('an error item of a failure with %j and no status', (traits, said) => {
		expect(
			linkFailure(new Failure('No', 'Yes', traits), 0, '', undefined).json.error,
		).toStrictEqual({
			message: 'No [item 0]',
			description: 'Yes',
			...said,
		});
	});

	test('an error item holds nothing but the error, unless its row is asked for', () => {
		const failure = new Failure('No', 'Yes', { status: 422 });
		const error = { message: "Row 6 ('Ana'): No [item 5]", description: 'Yes', status: 422 };
		expect(linkFailure(failure, 5, "Row 6 ('Ana')", undefined)).toEqual({
			json: { error },
			pairedItem: { item: 5 },
		});
		expect(linkFailure(failure, 5, '', { row: 1 }).json).toEqual({
			row: 1,
			error: { ...error, message: 'No [item 5]' },
		});
	});
});
