import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { perform, runOn } from '../support/engine.mts';
import { useSandbox } from '../support/use-sandbox.mts';

// From an input item to the body of a request.

const newSandbox = useSandbox();

const createProperty = { resource: 'property', operation: 'create', name: '12 Elm Street' };
/** A report needs a name and an amount. */
const submitRentReport = {
	resource: 'rentReport',
	operation: 'submit',
	lastName: 'Silva',
	additionalFields: { amountPastDue: '0' },
};

/** A report with these 'Additional Fields'. */
function reportWith(additionalFields: INodeParameters): INodeParameters {
	return {
		...submitRentReport,
		additionalFields: { ...submitRentReport.additionalFields, ...additionalFields },
	};
}

/** The body that the service gets, found right by the contract. */
async function sendBody(parameters: INodeParameters, row: IDataObject = {}): Promise<unknown> {
	const { requests } = await perform(await newSandbox(), parameters, [row]);
	expect(requests).toMatchObject([{ violations: [], status: 200 }]);
	return requests[0]!.body;
}

// test/pure/request has the tables of values; here each conversion goes through n8n once.
test('cells are converted on their way through n8n, and empty ones left out', async () => {
	const cell = (column: string) => `={{ $json['${column}'] }}`;
	const row = {
		...{ rent: '2100.00', paid: 1500.5, balance: '49.50', status: 'In Good Standing' },
		...{
			start: 46056,
			end: new Date('2026-02-03T00:00:00Z'),
			first: '\u00a0 Ana \n',
			middle: '\u00a0',
		},
	} as unknown as IDataObject;
	const property = { ...createProperty, additionalFields: { rent: cell('rent') } };
	expect(await sendBody(property, row)).toEqual({ name: '12 Elm Street', rent: 2100 });
	const additionalFields = {
		...{ leaseStartDate: cell('start'), leaseEndDate: cell('end'), middleName: cell('middle') },
		...{ currentBalanceDue: cell('balance'), accountStatus: cell('status') },
	};
	const report = { ...submitRentReport, firstName: cell('first'), rentPaid: cell('paid') };
	expect(await sendBody({ ...report, additionalFields }, row)).toEqual({
		...{ firstName: 'Ana', lastName: 'Silva', rentPaid: '1500.5', currentBalanceDue: 49.5 },
		...{ leaseStartDate: '2026-02-03', leaseEndDate: '2026-02-03' },
		accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
	});
});

test.each([
	"={{ DateTime.fromISO('2026-02-03') }}",
	"={{ DateTime.fromISO('2026-02-03T23:30:00', { zone: 'America/Toronto' }) }}",
	"={{ '2026-02-03'.toDateTime() }}",
	'={{ new Date(2026, 1, 3, 12) }}',
])('the date %s is sent as 2026-02-03', async (expression) => {
	expect(
		await sendBody(reportWith({ leaseStartDate: expression, leaseEndDate: expression })),
	).toMatchObject({ leaseStartDate: '2026-02-03', leaseEndDate: '2026-02-03' });
});

test('a date that is an instant is sent as its day in the time zone of the workflow', async () => {
	const sandbox = await newSandbox();
	const parameters = reportWith({ leaseStartDate: '={{ $json.value }}' });
	const instant = '2026-02-01T03:30:00Z';
	const rows = [new Date(instant), instant].map((value) => ({ value }) as unknown as IDataObject);
	const workflowSettings = { timezone: 'America/Toronto' };
	await runOn(sandbox, { parameters, rows, workflowSettings });
	const reports = sandbox.listRequests('submitRentReport').map(({ body }) => body);
	expect(reports).toMatchObject(Array(2).fill({ leaseStartDate: '2026-01-31' }));
});

const cell = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.constantFrom(...['={{ 1 + 1 }}', '{{ $json }}', '\\', "it's", ' ', '__proto__']),
	fc.integer(),
	fc.double({ min: -1e9, max: 1e9, noNaN: true }),
	fc.boolean(),
	fc.constant(null),
);
// As columns are called; what n8n refuses as a name ends the run before the node is asked.
const name = fc.constantFrom(...['First Name', 'E-mail', 'prénom', 'a.b', '0', 'length', 'é è']);

test('an expression that only names a column is the same to the service whether n8n works it out or the node reads the column', async () => {
	await fc.assert(
		fc.asyncProperty(fc.dictionary(name, cell, { minKeys: 1 }), async (row) => {
			const [column] = Object.keys(row) as [string];
			const sandbox = await newSandbox();
			const sent = async (firstName: string) => {
				const parameters = { ...submitRentReport, firstName };
				return await perform(sandbox, parameters, [row]).then(
					({ requests }) => requests.at(-1)!.body,
					({ message }: Error) => message,
				);
			};
			const quoted = JSON.stringify(column);
			expect(await sent(`={{ $json[${quoted}] }}`)).toEqual(
				await sent(`={{ ($json[${quoted}]) }}`),
			);
		}),
		{ numRuns: 40 },
	);
});

test('with Map Automatically, fields of the editor that are hidden are not used', async () => {
	const hidden = { address: { city: 'Left over' }, additionalFields: { rent: '1' } };
	const auto = { mappingMode: 'autoMapInputData', updateRows: 'off' };
	const row = { name: '12 Elm Street' };
	expect(await sendBody({ ...createProperty, name: 'Left over', ...hidden, ...auto }, row)).toEqual(
		row,
	);
});
