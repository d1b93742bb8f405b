import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { SavedCredential } from '../../dev/host/client.mts';
import type { DataTableColumn, DataTableRow } from '../../dev/host/data-tables.mts';
import { findFailure, listOutputs, type Execution } from '../../dev/host/execution.mts';
import { createDataTable, type DataTable } from '../support/data-table.mts';
import { createChain, createManualTrigger, type NodeSpec } from '../../dev/host/n8n-workflows.mts';
import { DOCUMENT_ID } from '../support/network/google.mts';
import { WORKBOOK_ID } from '../support/network/graph.mts';
import type { CellValue, Sheet } from '../support/network/sheet.mts';
import { useSpreadsheets } from '../support/network/spreadsheets.mts';
import { readWorkflowFile, WORKFLOW_FILES } from '../../dev/host/workflow-file.mts';

// What the workflows of this package rely on of n8n's own nodes, each of them alone. A title names the workflows whose
// nodes it is about, so that a new n8n says which of them are concerned.

const rig = useSpreadsheets({});
const { host } = rig;

const SHIPPED = WORKFLOW_FILES.map((file) => ({ file, nodes: readWorkflowFile(file).nodes }));

/** A kind of n8n's nodes, in the version that the workflows have. */
function readKind(name: string): Pick<INode, 'type' | 'typeVersion'> {
	const type = `n8n-nodes-base.${name}`;
	const found = SHIPPED.flatMap(({ nodes }) => nodes).find((node) => node.type === type);
	return { type, typeVersion: found?.typeVersion ?? 1 };
}

type Fits = (parameters: INodeParameters, node: INode) => boolean;

/** The names of the workflows that have a node of a kind with such parameters. */
function listWorkflows(kind: string, fits: Fits = () => true): string {
	const isOne = (node: INode) =>
		new RegExp(`\\.${kind}(Tool)?$`).test(node.type) && fits(node.parameters, node);
	const files = SHIPPED.filter(({ nodes }) => nodes.some(isOne)).map(({ file }) => file);
	return `[${files.join(', ') || 'no workflow'}]`;
}

/** The condition of a filter, of the column with a value. */
type Condition = readonly [keyName: string, condition: string, keyValue?: unknown];

const usesCondition =
	(name: string): Fits =>
	({ filters }) =>
		JSON.stringify(filters ?? {}).includes(`"condition":"${name}"`);
const usesOperation =
	(name: string, resource?: string): Fits =>
	({ operation, resource: own }) =>
		operation === name && (resource === undefined || own === resource);

let accounts: SavedCredential[] | undefined;

/** Runs nodes one after the other, the first with these items. */
async function run(items: readonly IDataObject[], ...nodes: NodeSpec[]): Promise<Execution> {
	const workflow = createChain('Nodes', createManualTrigger(), ...nodes);
	return await runWorkflow({ ...workflow, pinData: { Start: items.map((json) => ({ json })) } });
}

async function runWorkflow(workflow: ReturnType<typeof createChain>): Promise<Execution> {
	accounts ??= await rig.accounts(host.client);
	const { id } = await host.client.createWorkflow(workflow, accounts);
	return await host.client.runWorkflow(id);
}

/** What a node puts out for these items. It must not fail. */
async function readOutput(node: NodeSpec, items: readonly IDataObject[] = [{}]) {
	const execution = await run(items, node);
	expect(findFailure(execution)).toBeUndefined();
	return listOutputs(execution, node.name);
}

/** Why a node fails with these items. */
async function readFailure(node: NodeSpec, items: readonly IDataObject[] = [{}]) {
	return findFailure(await run(items, node))?.message;
}

const noOp = (name: string): NodeSpec => ({ name, type: 'n8n-nodes-base.noOp' });

describe('Data table', () => {
	const COLUMNS: DataTableColumn[] = [
		{ name: 'email', type: 'string' },
		{ name: 'status', type: 'string' },
		{ name: 'count', type: 'number' },
		{ name: 'sentAt', type: 'date' },
	];
	const createTable = async (...rows: DataTableRow[]) => {
		const table = await createDataTable(host.client, `Table ${randomUUID()}`, COLUMNS);
		await table.insert(...rows);
		return table;
	};
	const toFilter = (conditions: readonly Condition[]) => ({
		matchType: 'allConditions',
		filters: {
			conditions: conditions.map(([keyName, condition, keyValue]) => ({
				...{ keyName, condition },
				...(keyValue === undefined ? {} : { keyValue }),
			})) as IDataObject[] as never,
		},
	});
	const createTableNode = (
		{ reference }: Pick<DataTable, 'reference'>,
		operation: string,
		conditions: readonly Condition[],
		more: INodeParameters = {},
	): NodeSpec => ({
		name: 'Table',
		...readKind('dataTable'),
		parameters: { operation, dataTableId: reference, ...toFilter(conditions), ...more },
	});
	const AUTO = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };
	/** The emails of the rows that a condition finds. */
	const find = async (table: DataTable, ...conditions: Condition[]) => {
		const rows = await readOutput(createTableNode(table, 'get', conditions, { returnAll: true }));
		return rows.map(({ email }) => email);
	};
	const get = (name: string) => listWorkflows('dataTable', usesCondition(name));

	test(`isEmpty finds null and '' in a column of text, and null in one of numbers or dates ${get('isEmpty')}`, async () => {
		const table = await createTable(
			{ email: 'none' },
			{ email: 'blank', status: '', count: 0 },
			{ email: 'full', status: 'sent', count: 1, sentAt: '2026-11-01T00:00:00.000Z' },
		);
		expect(await find(table, ['status', 'isEmpty'])).toEqual(['none', 'blank']);
		expect(await find(table, ['count', 'isEmpty'])).toEqual(['none']);
		expect(await find(table, ['sentAt', 'isEmpty'])).toEqual(['none', 'blank']);
	});

	test(`isNotEmpty finds what isEmpty does not ${get('isNotEmpty')}`, async () => {
		const table = await createTable({ email: 'blank', status: '' }, { email: 'a', status: 'x' });
		await table.insert({ email: 'none' });
		expect(await find(table, ['status', 'isNotEmpty'])).toEqual(['a']);
	});

	test(`eq compares whole and with case, and finds null by null ${get('eq')}`, async () => {
		const table = await createTable({ email: 'a', status: 'sent' }, { email: 'b', status: 'Sent' });
		await table.insert({ email: 'c', status: 'not sent' }, { email: 'd' });
		expect(await find(table, ['status', 'eq', 'sent'])).toEqual(['a']);
		expect(await find(table, ['status', 'eq', '={{ null }}'])).toEqual(['d']);
		expect(await find(table, ['status', 'eq', ''])).toEqual([]);
	});

	test(`neq counts null as different ${get('neq')}`, async () => {
		const table = await createTable({ email: 'a', status: 'sent' }, { email: 'b' });
		await table.insert({ email: 'c', status: 'refused' });
		expect(await find(table, ['status', 'neq', 'sent'])).toEqual(['b', 'c']);
	});

	test(`neq and eq of a text fail for a column of numbers, before anything is written ${get('neq')}`, async () => {
		const table = await createTable({ email: 'a', count: 1 });
		for (const condition of ['eq', 'neq']) {
			const node = createTableNode(table, 'update', [['count', condition, 'a text']], {
				columns: AUTO as never,
			});
			expect(await readFailure(node, [{ status: 'sent' }])).toMatch(/count/);
		}
		expect(await table.rows()).toMatchObject([{ status: null }]);
	});

	test.each(['like', 'ilike'])(
		`%s is 'contains', with %% as a wildcard, and an empty text finds everything ${get('ilike')}`,
		async (condition) => {
			const table = await createTable({ email: 'Martin' }, { email: 'Martina' }, { email: 'Al%' });
			expect(await find(table, ['email', condition, 'Martin'])).toEqual(['Martin', 'Martina']);
			expect(await find(table, ['email', condition, 'M%a'])).toEqual(['Martina']);
			expect(await find(table, ['email', condition, ''])).toEqual(['Martin', 'Martina', 'Al%']);
		},
	);

	test(`like heeds case and ilike does not, but only for letters from A to Z ${get('ilike')}`, async () => {
		const table = await createTable({ email: 'Ada' }, { email: 'Élodie' });
		expect(await find(table, ['email', 'like', 'ADA'])).toEqual([]);
		expect(await find(table, ['email', 'ilike', 'ADA'])).toEqual(['Ada']);
		expect(await find(table, ['email', 'ilike', 'élodie'])).toEqual([]);
	});

	test(`dates compare with ISO times, and null is on neither side ${listWorkflows('dataTable', (p, node) => ['gt', 'gte', 'lt'].some((name) => usesCondition(name)(p, node)))}`, async () => {
		const table = await createTable({ email: 'old', sentAt: '2026-10-01T00:00:00.000Z' });
		await table.insert({ email: 'new', sentAt: '2026-11-20T00:00:00.000Z' }, { email: 'none' });
		const time = '2026-11-01T00:00:00.000-05:00';
		for (const condition of ['gt', 'gte'])
			expect(await find(table, ['sentAt', condition, time])).toEqual(['new']);
		expect(await find(table, ['sentAt', 'lt', time])).toEqual(['old']);
	});

	test(`Get fails for a condition on a column that is not there ${listWorkflows('dataTable', usesOperation('get'))}`, async () => {
		const node = createTableNode(await createTable({ email: 'a' }), 'get', [['gone', 'isEmpty']]);
		expect(await readFailure(node)).toMatch(/"gone".*not exist/);
	});

	const updates = listWorkflows('dataTable', usesOperation('update'));
	const createUpdate = (table: DataTable, ...conditions: Condition[]) =>
		createTableNode(table, 'update', conditions, { columns: AUTO as never });

	test(`Update fails for a column that is not there, and writes nothing ${updates}`, async () => {
		const table = await createTable({ email: 'a' });
		const node = createUpdate(table, ['email', 'eq', 'a']);
		expect(await readFailure(node, [{ status: 'sent', gone: 'x' }])).toMatch(/column.*gone/);
		expect(await table.rows()).toMatchObject([{ status: null }]);
	});

	test(`Update fails for an item that has nothing to write ${updates}`, async () => {
		const node = createUpdate(await createTable({ email: 'a' }), ['email', 'eq', 'a']);
		expect(await readFailure(node, [{ id: 1 }])).toMatch(/must not be empty/);
	});

	test(`Update returns the row that it changed, whole, and nothing if a condition holds no longer: a claim ${updates}`, async () => {
		const table = await createTable({ email: 'a', count: 7 });
		const claim = createUpdate(table, ['email', 'eq', '={{ $json.email }}'], ['status', 'isEmpty']);
		const item = { email: 'a', status: 'claimed' };
		const whole = { id: 1, email: 'a', status: 'claimed', count: 7 };
		expect(await readOutput(claim, [item])).toMatchObject([whole]);
		expect(await readOutput(claim, [item])).toEqual([]);
	});

	test(`Update leaves alone what the item does not have, and times the row anew ${updates}`, async () => {
		const table = await createTable({ email: 'a', status: 'sent', count: 7 });
		const [before] = await table.rows();
		await readOutput(createUpdate(table, ['email', 'eq', 'a']), [{ status: 'sent' }]);
		const [after] = await table.rows();
		expect(after).toMatchObject({ email: 'a', status: 'sent', count: 7 });
		expect(after!['updatedAt']).not.toBe(before!['updatedAt']);
	});

	const creates = listWorkflows('dataTable', usesOperation('create', 'table'));

	test(`Create makes a table once; one that is there keeps its columns, and gets no others ${creates}`, async () => {
		const tableName = `Made ${randomUUID()}`;
		const create = (...names: string[]): NodeSpec => ({
			name: 'Table',
			...readKind('dataTable'),
			parameters: {
				...{ resource: 'table', operation: 'create', tableName },
				columns: { column: names.map((name) => ({ name, type: 'string' })) },
				options: { createIfNotExists: true },
			},
		});
		const [made] = await readOutput(create('email', 'status'));
		const [found] = await readOutput(create('email', 'status', 'added'));
		expect(found!['id']).toBe(made!['id']);
		const node = createTableNode(
			{ reference: { __rl: true, mode: 'id', value: String(made!['id']) } },
			'get',
			[['added', 'isEmpty']],
		);
		expect(await readFailure(node)).toMatch(/"added".*not exist/);
	});

	test(`Get returns so many of the rows in the order of a column ${listWorkflows('dataTable', ({ orderByColumn }) => orderByColumn !== undefined)}`, async () => {
		const table = await createTable({ email: 'b', count: 2 }, { email: 'c', count: 3 });
		await table.insert({ email: 'a', count: 1 });
		const order = { orderBy: true, orderByColumn: 'count', orderByDirection: 'ASC' };
		const node = createTableNode(table, 'get', [['email', 'isNotEmpty']], { limit: 2, ...order });
		expect(await readOutput(node)).toMatchObject([{ email: 'a' }, { email: 'b' }]);
	});

	test(`If row exists and If row does not exist pass the input item on ${listWorkflows('dataTable', ({ operation }) => /^row(Not)?Exists$/.test(String(operation)))}`, async () => {
		const table = await createTable({ email: 'a', status: 'sent' });
		const item = { email: 'of the input' };
		const exists = createTableNode(table, 'rowExists', [['email', 'eq', 'a']]);
		expect(await readOutput(exists, [item])).toEqual([item]);
		const notExists = createTableNode(table, 'rowNotExists', [['email', 'eq', 'b']]);
		expect(await readOutput(notExists, [item])).toEqual([item]);
	});
});

/** Cells of a sheet as texts, row by row. */
const readCells = (sheet: Sheet): CellValue[][] =>
	sheet.cells().map((row) => row.map(({ value }) => value));

describe('Google Sheets', () => {
	const HEADER = ['Name', 'status', 'mark'];
	const createSheet = (...rows: string[][]) => {
		const sheet = rig.addSheet(`Sheet ${randomUUID()}`);
		sheet.type('A1', rows);
		return sheet;
	};
	const createGoogleNode = (sheet: Sheet, parameters: INodeParameters): NodeSpec => ({
		name: 'Sheet',
		...readKind('googleSheets'),
		parameters: {
			authentication: 'serviceAccount',
			documentId: { __rl: true, mode: 'list', value: DOCUMENT_ID },
			sheetName: { __rl: true, mode: 'list', value: Number(sheet.id) },
			options: {},
			...parameters,
		},
		credentials: { googleApi: { id: '', name: '' } },
	});
	const createUpdate = (sheet: Sheet, match: string, options: INodeParameters = {}) =>
		createGoogleNode(sheet, {
			operation: 'update',
			columns: {
				...{ mappingMode: 'autoMapInputData', value: {}, matchingColumns: [match], schema: [] },
				...{ attemptToConvertTypes: false, convertFieldsToString: false },
			} as never,
			options: { cellFormat: 'RAW', ...options },
		});
	const IGNORED = { handlingExtraData: 'ignoreIt' };
	const withExtra = listWorkflows('googleSheets', ({ options }) =>
		JSON.stringify(options).includes('ignoreIt'),
	);
	const updates = listWorkflows('googleSheets', usesOperation('update'));
	const reads = listWorkflows('googleSheets', ({ operation }) => operation === undefined);

	test(`Update makes a column of each field that row 1 lacks and writes the header anew, unless it is to ignore them ${withExtra}`, async () => {
		const rows = [['A title'], ['Name', 'status'], ['Ada', '']];
		const item = { row_number: 3, status: 'sent' };
		const made = createSheet(...rows);
		await readOutput(createUpdate(made, 'row_number'), [item]);
		expect(readCells(made)).toEqual([
			['A title', 'status'],
			['Name', 'status'],
			['Ada', 'sent'],
		]);
		const kept = createSheet(...rows);
		expect(await readOutput(createUpdate(kept, 'row_number', IGNORED), [item])).toEqual([item]);
		expect(readCells(kept)).toEqual([
			['A title', ''],
			['Name', 'status'],
			['Ada', ''],
		]);
	});

	test(`Update reads its header from row 1, whatever the node that got the rows has set ${updates}`, async () => {
		const sheet = createSheet(['A title'], HEADER, ['Ada']);
		const dataLocationOnSheet = {
			values: { rangeDefinition: 'specifyRange', headerRow: 2, firstDataRow: 3 },
		};
		const get = createGoogleNode(sheet, { options: { dataLocationOnSheet } });
		const rows = await readOutput(get);
		expect(rows).toEqual([{ row_number: 3, Name: 'Ada' }]);
		await readOutput(createUpdate(sheet, 'row_number', IGNORED), [{ ...rows[0], mark: 'm' }]);
		expect(readCells(sheet)[2]).toEqual(['Ada', '', '']);
	});

	test(`Update writes texts, an empty one too, and leaves alone what the item lacks or has as null ${updates}`, async () => {
		const sheet = createSheet(HEADER, ['Ada', 'not sent', 'm'], ['Leo', 'not sent', 'm']);
		const update = createUpdate(sheet, 'row_number', IGNORED);
		const items = [
			{ row_number: 2, status: '' },
			{ row_number: 3, status: '=1+1', mark: null },
		];
		await readOutput(update, items);
		expect(readCells(sheet).slice(1)).toEqual([
			['Ada', '', 'm'],
			['Leo', '=1+1', 'm'],
		]);
	});

	test(`Update writes into the first row with the value of its column, and into none if no row has it ${updates}`, async () => {
		const sheet = createSheet(HEADER, ['Ada', '', 'm1'], ['Leo', '', 'm2'], ['Zoe', '', 'm2']);
		const update = createUpdate(sheet, 'mark', IGNORED);
		const items = ['m2', 'm3'].map((mark) => ({ mark, status: 'sent' }));
		expect(await readOutput(update, items)).toEqual(items);
		expect(readCells(sheet).map(([, status]) => status)).toEqual(['status', '', 'sent', '']);
	});

	test(`Update fails if row 1 does not have the column to match on ${updates}`, async () => {
		const sheet = createSheet(['A title'], HEADER, ['Ada', '', 'm1']);
		const update = createUpdate(sheet, 'mark', IGNORED);
		expect(await readFailure(update, [{ mark: 'm1', status: 'sent' }])).toMatch(/"mark"/);
	});

	test(`Get rows returns empty columns too, skips empty rows above the header, and counts rows as the sheet does ${reads}`, async () => {
		const sheet = createSheet(['', '', ''], HEADER, ['Ada', '', ''], ['', '', ''], ['Leo', '', '']);
		expect(await readOutput(createGoogleNode(sheet, {}))).toEqual([
			{ row_number: 3, Name: 'Ada', status: '', mark: '' },
			{ row_number: 5, Name: 'Leo', status: '', mark: '' },
		]);
	});

	test(`Get rows reads the sheet for each item, and once with Execute Once ${listWorkflows('googleSheets', (_, { executeOnce }) => executeOnce === true)}`, async () => {
		const get = createGoogleNode(createSheet(HEADER, ['Ada']), {});
		expect(await readOutput(get, [{}, {}])).toHaveLength(2);
		expect(await readOutput({ ...get, executeOnce: true }, [{}, {}])).toHaveLength(1);
	});
});

describe('Microsoft Excel 365', () => {
	const createSheet = (...rows: string[][]) => {
		const sheet = rig.addSheet('Screenings');
		sheet.type('A1', rows);
		return sheet;
	};
	const createExcelNode = (sheet: Sheet, operation: string, match = 'key'): NodeSpec => ({
		name: 'Workbook',
		...readKind('microsoftExcel'),
		parameters: {
			...{ resource: 'worksheet', operation, dataMode: 'autoMap', columnToMatchOn: match },
			...{ useRange: operation === 'upsert', range: '' },
			workbook: { __rl: true, mode: 'id', value: WORKBOOK_ID },
			worksheet: { __rl: true, mode: 'id', value: `{${sheet.id}}` },
			options: operation === 'upsert' ? { appendAfterSelectedRange: true } : {},
		},
		credentials: { microsoftExcelOAuth2Api: { id: '', name: '' } },
	});
	const updates = listWorkflows('microsoftExcel', usesOperation('update'));
	const upserts = listWorkflows('microsoftExcel', usesOperation('upsert'));

	test(`Update takes numbers for each other, and an empty cell for 0 ${updates}`, async () => {
		const sheet = createSheet(['key', 'status'], ['007', ''], ['', '']);
		await readOutput(createExcelNode(sheet, 'update'), [
			{ key: '7', status: 'seven' },
			{ key: '0', status: 'none' },
		]);
		expect(readCells(sheet).slice(1)).toEqual([
			['7', 'seven'],
			['0', 'none'],
		]);
	});

	test(`Update writes all rows again as values, leaves alone what an item lacks, and drops fields without a column ${updates}`, async () => {
		const sheet = createSheet(['key', 'status', 'note'], ['a', '', 'mine'], ['b', '', '=1+1']);
		const node = createExcelNode(sheet, 'update');
		const rows = await readOutput(node, [{ key: 'a', status: 'sent', gone: 'x' }]);
		expect(rows).toEqual([{ key: 'a', status: 'sent', note: 'mine' }]);
		const [, first, second] = sheet.cells();
		expect(first!.map(({ isWritten }) => isWritten)).toEqual([true, true, undefined]);
		expect(second!.map(({ isWritten }) => isWritten)).toEqual([true, true, true]);
	});

	test(`Update writes no row for a value that no row has, and returns none ${updates}`, async () => {
		const sheet = createSheet(['key', 'status'], ['a', '']);
		const node = createExcelNode(sheet, 'update');
		expect(await readOutput(node, [{ key: 'b', status: 'sent' }])).toEqual([]);
		expect(readCells(sheet)).toEqual([
			['key', 'status'],
			['a', ''],
		]);
	});

	test(`Append or Update adds the rows that are new, two of one value too, and returns each row that it wrote, whole ${upserts}`, async () => {
		const sheet = createSheet(['key', 'Name', 'status'], ['a', 'Ada', 'sent']);
		const items = ['a', 'b', 'b'].map((key) => ({ key, Name: key.toUpperCase() }));
		const rows = await readOutput(createExcelNode(sheet, 'upsert'), items);
		expect(rows).toEqual([
			{ key: 'a', Name: 'A', status: 'sent' },
			{ key: 'b', Name: 'B', status: '' },
			{ key: 'b', Name: 'B', status: '' },
		]);
		expect(sheet.rows()).toEqual(rows);
	});

	test(`Get rows returns each column of the header for each row ${listWorkflows('microsoftExcel', usesOperation('readRows'))}`, async () => {
		const node = createExcelNode(createSheet(['key', 'status'], ['a']), 'readRows');
		expect(await readOutput(node)).toEqual([{ key: 'a', status: '' }]);
	});
});

describe('Nodes between them', () => {
	const createSet = (name: string, parameters: INodeParameters): NodeSpec => ({
		...{ name, ...readKind('set') },
		parameters: { includeOtherFields: true, options: {}, ...parameters },
	});
	const toAssignments = (value: string) => ({
		assignments: [{ id: 'key', name: 'key', type: 'string', value }],
	});

	test(`Edit Fields makes null of an expression about a column that is not there, and leaves out the columns that it is told ${listWorkflows('set')}`, async () => {
		const node = createSet('Set', {
			assignments: toAssignments('={{ $json.gone.toString().trim() }}'),
			...{ include: 'except', excludeFields: 'status,mark' },
		});
		const [row] = await readOutput(node, [{ Name: 'Ada', status: '', mark: 'm' }]);
		expect(row).toEqual({ Name: 'Ada', key: null });
	});

	const createDuplicates = (fieldsToCompare: string): NodeSpec => ({
		...{ name: 'Duplicates', ...readKind('removeDuplicates') },
		parameters: {
			operation: 'removeDuplicateInputItems',
			...{ compare: 'selectedFields', fieldsToCompare, options: {} },
		},
	});

	test(`Remove Duplicates keeps the first of equal items in their order, and fails for a field that none has ${listWorkflows('removeDuplicates')}`, async () => {
		const items = ['b', 'a', 'b', 'a'].map((key, row) => ({ key, row }));
		expect(await readOutput(createDuplicates('key'), items)).toEqual(items.slice(0, 2));
		expect(await readFailure(createDuplicates('gone'), items)).toMatch(/'gone' field is missing/);
	});

	/** Two branches that meet: the upper one is connected last. */
	function createBranches(upper: NodeSpec, lower: NodeSpec, end: NodeSpec) {
		const workflow = createChain('Branches', createManualTrigger());
		const place = (node: NodeSpec, x: number, y: number) =>
			({ id: node.name, typeVersion: 1, parameters: {}, ...node, position: [x, y] }) as INode;
		const to = (node: string, index = 0) => ({ node, type: 'main' as const, index });
		return {
			...workflow,
			nodes: [
				...workflow.nodes,
				...[place(lower, 200, 200), place(upper, 200, 0), place(end, 400, 0)],
			],
			connections: {
				Start: { main: [[to(lower.name), to(upper.name)]] },
				[upper.name]: { main: [[to(end.name)]] },
				[lower.name]: { main: [[to(end.name, 1)]] },
			},
			pinData: { Start: [{ json: { key: 'a' } }] },
		};
	}
	const merge = (parameters: INodeParameters = {}): NodeSpec => ({
		...{ name: 'Merge', ...readKind('merge'), parameters },
	});
	const never: NodeSpec = {
		name: 'Never',
		...readKind('filter'),
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
				conditions: [
					{
						...{ id: 'condition-1', leftValue: '={{ $json.gone }}', rightValue: 'x' },
						operator: { type: 'string', operation: 'equals' },
					},
				],
				combinator: 'and',
			},
			...{ looseTypeValidation: true, options: {} },
		},
	};
	const stop: NodeSpec = {
		name: 'Stop',
		...readKind('stopAndError'),
		parameters: { errorMessage: '={{ $input.all().length }} to fix. {{ $json.key }}' },
	};
	const appends = listWorkflows('merge', ({ mode }) => mode === undefined);

	test(`n8n runs branches from top to bottom by their place on the canvas, and the Merge behind them once ${appends}`, async () => {
		const execution = await runWorkflow(createBranches(noOp('Upper'), noOp('Lower'), merge()));
		const { runData } = execution.data.resultData;
		const index = (name: string) => runData[name]![0]!.executionIndex;
		expect(index('Upper')).toBeLessThan(index('Lower'));
		expect(runData['Merge']).toHaveLength(1);
		expect(listOutputs(execution, 'Merge')).toEqual([{ key: 'a' }, { key: 'a' }]);
	});

	test(`Merge appends what came, also where nothing comes from one branch ${appends}`, async () => {
		for (const [upper, lower] of [
			[never, noOp('Lower')] as const,
			[noOp('Upper'), never] as const,
		]) {
			const execution = await runWorkflow(createBranches(upper, lower, merge()));
			expect(listOutputs(execution, 'Merge')).toEqual([{ key: 'a' }]);
		}
	});

	test(`a node that fails in the upper branch ends the execution before the lower one ${listWorkflows('stopAndError')}`, async () => {
		const execution = await runWorkflow(createBranches(stop, noOp('Lower'), merge()));
		expect(execution.data.resultData.runData).not.toHaveProperty('Lower');
	});

	test(`Stop and Error fails the execution with its message, of how many items and the first of them ${listWorkflows('stopAndError')}`, async () => {
		const items = [{ key: 'a' }, { key: 'b' }];
		expect(findFailure(await run(items, stop))?.message).toBe('2 to fix. a');
	});

	test(`Merge combines an item with the first that matches, and drops those without a match ${listWorkflows('merge', ({ combineBy }) => combineBy === 'combineByFields')}`, async () => {
		const parameters = {
			...{ mode: 'combine', combineBy: 'combineByFields', fieldsToMatchString: 'key' },
			options: { multipleMatches: 'first' },
		};
		const rows = createSet('Rows', { assignments: toAssignments('a') });
		const combined = createBranches(noOp('Upper'), rows, merge(parameters));
		const pinData = {
			Start: [{ json: { key: 'a', n: 1 } }, { json: { key: 'b', n: 2 } }],
		};
		const execution = await runWorkflow({ ...combined, pinData });
		expect(listOutputs(execution, 'Merge')).toEqual([{ key: 'a', n: 1 }]);
	});
});
