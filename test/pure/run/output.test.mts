import type { IDataObject } from 'n8n-workflow';

import { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import type { ItemRun } from '../../../nodes/RentalScreening/run/itemRun.ts';
import type { Operation } from '../../../nodes/RentalScreening/run/operation.ts';
import { Output } from '../../../nodes/RentalScreening/run/output.ts';

/** The output of one item with those columns; 'Include Input Fields' is on, or what `parameters` say. */
function outputOf(
	columns: IDataObject,
	personColumns: string[] = [],
	parameters: IDataObject = { options: { includeInputFields: true } },
) {
	const context = { getInputData: () => [{ json: columns }], getNode: () => ({}) };
	const source = { context, parameters, withExpressions: new Set(), isSheet: true };
	const operation = { personColumns: () => personColumns };
	const input = new ItemInput(source as never, 0, columns);
	const output = new Output(context as never, operation as unknown as Operation, [input]);
	return { output, item: { input, request: { problems: [] } } as unknown as ItemRun };
}

type Arranged = ReturnType<typeof outputOf>;

async function fetched({ output, item: run }: Arranged, answer: IDataObject): Promise<IDataObject> {
	const [item] = await output.fetched(run, answer);
	expect(item!.pairedItem).toEqual({ item: 0 });
	return item!.json;
}

describe('Include Input Fields', () => {
	test('columns come first; the answer wins, except where it has no data about the person', async () => {
		const columns = { row: 1, email: 'kept', phone: 'old', score: 700, note: null };
		const answer = { email: null, phone: 'new', score: null, userId: 'u', extra: null };
		const json = await fetched(outputOf(columns, ['email', 'phone', 'userId']), answer);
		expect(Object.entries(json)).toEqual([
			['row', 1],
			['email', 'kept'],
			['phone', 'new'],
			['score', null],
			['note', null],
			['userId', 'u'],
			['extra', null],
		]);
	});

	test('a column that the sheet does not have leaves the answer as it is, null included', async () => {
		const json = await fetched(outputOf({ row: 1 }, ['email', 'phone']), { email: null });
		expect(json).toStrictEqual({ row: 1, email: null });
	});

	test('the error of an earlier run does not stay in a row that succeeded', async () => {
		const output = outputOf({ row: 1, error: { message: 'No' } });
		expect(await fetched(output, { userId: 'u' })).toEqual({ row: 1, userId: 'u' });
		expect(await fetched(output, { error: 'told' })).toEqual({ row: 1, error: 'told' });
	});
});

test('an error item holds nothing but the error, unless its row is asked for', () => {
	const failure = new Failure('refused', 'No', 'Yes', 422);
	const error = { message: "Row 1 ('Ana'): No [item 0]", description: 'Yes', status: 422 };
	const pairedItem = { item: 0 };
	const bare = outputOf({ row: 1 }, [], {});
	expect(bare.output.error(bare.item, failure, "Row 1 ('Ana')")).toEqual({
		json: { error },
		pairedItem,
	});
	const { output, item } = outputOf({ row: 1 });
	expect(output.error(item, failure, '')).toEqual({
		json: { row: 1, error: { ...error, message: 'No [item 0]' } },
		pairedItem,
	});
});
