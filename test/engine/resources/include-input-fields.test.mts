import type { IDataObject } from 'n8n-workflow';

import { nodeOperations } from '../../support/operations.mts';
import { perform } from '../../support/perform.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const includeInputFields = { options: { includeInputFields: true } };
const row = {
	Unit: '4B',
	Notes: 'moves in May',
	rating: 0,
	pet: null,
	contact: { city: 'Toronto' },
};

test.each(nodeOperations)(
	'$resource: $operation keeps the input columns in front',
	async (given) => {
		const sandbox = await newSandbox();
		const { resource, operation } = given;
		const { parameters } = given.least(sandbox);
		const merged = { resource, operation, ...parameters, ...includeInputFields };

		const { rows } = await perform(sandbox, merged, [row]);

		expect(rows).toEqual(given.output(sandbox).map((answer) => ({ ...row, ...answer })));
		const [first] = rows;
		expect(Object.keys(first!).slice(0, Object.keys(row).length)).toEqual(Object.keys(row));
	},
);

describe('where names collide', () => {
	async function fetchedRow(input: IDataObject): Promise<IDataObject> {
		const sandbox = await newSandbox();
		const userId = sandbox.addApplicant({
			screening: { creditScore: 712 },
			user: { id: 'applicant-7', firstName: 'Nathan', checkComplete: false },
		});
		const { rows } = await perform(
			sandbox,
			{ resource: 'results', operation: 'get', output: 'row', userId, ...includeInputFields },
			[input],
		);
		return rows[0]!;
	}

	test('the answer wins, false and 0 included', async () => {
		expect(
			await fetchedRow({ firstName: 'Nate', creditScore: 1, checkComplete: true, redFlagCount: 9 }),
		).toMatchObject({ firstName: 'Nathan', creditScore: 712, checkComplete: false });
	});

	test('who the person is stays as the sheet has it where the answer does not know', async () => {
		const known = { lastName: 'Smith', email: 'nathan@example.com' };
		expect(await fetchedRow(known)).toMatchObject(known);
	});

	test('a column that means something else does not pass for what the answer does not know', async () => {
		expect(await fetchedRow({ startDate: '2025-01-01', creditScore: 1 })).toMatchObject({
			startDate: null,
			creditScore: 712,
		});
		const sandbox = await newSandbox();
		const userId = sandbox.addApplicant({
			screening: { landlordReviews: [{ cleanliness: 4 }] },
			user: { id: 'applicant-8' },
		});
		const { rows } = await perform(
			sandbox,
			{
				resource: 'results',
				operation: 'get',
				userId,
				output: 'landlordReviews',
				...includeInputFields,
			},
			[{ phone: '+14165550100', email: 'nathan@example.com' }],
		);
		expect(rows).toMatchObject([{ phone: null, email: null }]);
	});
});

test('each element of a list carries the columns of its own input item', async () => {
	const sandbox = await newSandbox();
	sandbox.addApplicant({
		screening: { greenFlags: ['Stable', 'Tidy'] },
		user: { id: 'one', firstName: 'Nathan' },
	});
	sandbox.addApplicant({ screening: { redFlags: [{ title: 'Late' }] }, user: { id: 'two' } });

	const { rows } = await perform(
		sandbox,
		{
			resource: 'results',
			operation: 'get',
			userId: '={{ $json.id }}',
			output: 'flags',
			...includeInputFields,
		},
		[
			{ id: 'one', Unit: '1A' },
			{ id: 'two', Unit: '2B' },
		],
	);

	expect(rows.map(({ Unit, text }) => [Unit, text])).toEqual([
		['1A', 'Stable'],
		['1A', 'Tidy'],
		['2B', 'Late'],
	]);
});
