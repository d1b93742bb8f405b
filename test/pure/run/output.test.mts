import { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import { linkFailure, linkItems } from '../../../nodes/RentalScreening/run/output.ts';

describe('linking', () => {
	test('columns come first; the answer wins, except where it has no data about the person', () => {
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

	test('the error of an earlier run does not stay in a row that succeeded', () => {
		const columns = { row: 1, error: { message: 'No' } };
		const carried = { columns, aboutPerson: [] };
		expect(linkItems([{ json: { userId: 'u' } }], 0, carried)[0]!.json).toEqual({
			row: 1,
			userId: 'u',
		});
		expect(linkItems([{ json: { error: 'told' } }], 0, carried)[0]!.json.error).toBe('told');
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
