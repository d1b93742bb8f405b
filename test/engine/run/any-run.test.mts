import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { findViolations } from '../../soak/model.mts';
import { OPERATIONS, scenario } from '../../soak/scenario.mts';
import { toEmail, sendByColumns } from '../../support/applicants.mts';
import { createCredential, ON_ERROR, runNode, runOn } from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { expectHappening, isDue, readRow } from '../../support/row-model.mts';
import { RUN_SCENARIOS, type SheetRun } from '../../support/run-scenarios.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// What holds for any run: the scenarios that a whole n8n plays too, and properties of random ones.

const newSandbox = useSandbox();

test.each(Object.entries(RUN_SCENARIOS))('%s', async (_, play) => {
	const sandbox = await newSandbox({ completeAfter: {} });
	const shared = createCredential(sandbox);
	const run = async ({ rows, parameters = sendByColumns, settings = {}, account }: SheetRun) => {
		const outcome = await runNode({
			credential: account === undefined ? shared : createCredential({ ...sandbox, ...account }),
			...{ parameters, rows: [...rows], settings },
			look: "={{ $('Sheet').item.json.row }}",
		});
		return {
			failure: outcome.error,
			items: [...outcome.items, ...outcome.errorItems].map(({ json }) => json),
			itemRows: [...outcome.looked, ...outcome.lookedAtErrors].map(Number),
			...{ saved: outcome.saved, logged: '' },
		};
	};
	await play({ sandbox, run, longMs: 1000 });
});

describe('random sheets, settings and faults', () => {
	useFastTime();

	// The same, for many more scenarios: npx tsx test/soak/soak.mts.
	test('a random run does and says what the contract promises', async () => {
		await fc.assert(
			fc.asyncProperty(scenario, async (one) => {
				expect(await findViolations(one)).toEqual([]);
			}),
			{ numRuns: 30 },
		);
	});
});

// For any sheet and any faults: writing back what came out changes no cell of the user's, and the next run sends exactly
// what is due by the model.

/** How the node is set up, and how what comes out is written back. */
const ways = fc.record({
	onError: fc.constantFrom(...ON_ERROR),
	/** Empty: whole rows come out. */
	matchColumn: fc.constantFrom('', 'row_number', 'Key'),
	inBatches: fc.boolean(),
});

type Way = typeof ways extends fc.Arbitrary<infer T> ? T : never;

/** A cell of the user's own. */
const anything = fc.constantFrom<IDataObject[string]>(
	...['', null, 0, 7, true, false, '-', 'a\nb'],
	...['02139', '+14165550100', '=1+1', "'x", 'sent', '5%'],
);

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
const normalise = (name: string) => name.toLowerCase().replace(/[ _]/g, '');

/** What a sheet is, for a node that writes these columns. */
class AnySheet {
	constructor(
		readonly rows: readonly IDataObject[],
		private readonly written: readonly string[],
		private readonly way: Way,
	) {}

	/** Whether one of the columns is there in another spelling only. */
	get isMisspelled(): boolean {
		return Object.keys(this.rows[0]!).some(
			(header) => this.isWritten(header) && !this.written.includes(header),
		);
	}

	hasExactly(names: readonly string[]): boolean {
		return names.every((name) => Object.hasOwn(this.rows[0]!, name));
	}

	/** The rows with the match value of this one. */
	alike(row: IDataObject): IDataObject[] {
		const { matchColumn } = this.way;
		return this.rows.filter((one) => one[matchColumn] === row[matchColumn]);
	}

	/** The cells that are the user's own, row by row. */
	get ownCells(): Array<Array<[string, unknown]>> {
		return this.rows.map((row) => Object.entries(row).filter(([name]) => !this.isWritten(name)));
	}

	/** The sheet after these rows came out: updated in place in the first row that is found, or written as a file. */
	update(rows: IDataObject[]): AnySheet {
		const { matchColumn } = this.way;
		if (matchColumn === '') return new AnySheet(rows, this.written, this.way);
		const after = structuredClone(this.rows);
		for (const row of rows) {
			const found = after.find((one) => String(one[matchColumn]) === String(row[matchColumn]))!;
			expect([found === undefined, isEmpty(row[matchColumn])]).toEqual([false, false]);
			expect(Object.keys(found)).toEqual(expect.arrayContaining(Object.keys(row)));
			expect(Object.values(row)).not.toContain(null);
			Object.assign(found, row);
		}
		return new AnySheet(after, this.written, this.way);
	}

	private isWritten(header: string): boolean {
		return this.written.some((name) => normalise(name) === normalise(header));
	}
}

/** Runs the node over the sheet: what became of the sheet, and whether the node failed. */
async function run(sandbox: Sandbox, sheet: AnySheet, parameters: INodeParameters, way: Way) {
	const { onError, matchColumn, inBatches } = way;
	const batching = { batch: { batchSize: 2, batchInterval: 1 } };
	const { rows, errorItems, error } = await runOn(sandbox, {
		rows: [...sheet.rows],
		settings: { onError },
		parameters: {
			...{ ...parameters, updateRows: 'due', matchColumn },
			...(inBatches && { requestOptions: { batching } }),
		},
	});
	const hasFailed =
		error !== undefined || errorItems.length > 0 || rows.some((row) => 'error' in row);
	return { hasFailed, after: hasFailed ? sheet : sheet.update(rows) };
}

describe('any sheet of applicants', () => {
	const COLUMNS = ['userId', 'screeningStatus', 'screeningNote', 'screeningMark', 'sentAt'];

	const sheets = fc
		.record({
			id: fc.constantFrom('userId', 'userId', 'userId', 'User ID'),
			status: fc.constantFrom('screeningStatus', 'screeningStatus', 'Screening Status'),
			note: fc.constantFrom('screeningNote', 'screeningNote', 'screening_note'),
			at: fc.constantFrom('sentAt', 'sentAt', 'Sent At', 'sent'),
			rows: fc.array(
				fc.record({
					id: fc.constantFrom('', '', '', null, '-', 'N/A', 0, '#N/A', 'CRM-7', 12),
					status: fc.constantFrom(
						...['', '', '', null, 'not sent', 'in progress', 'Sent', 'maybe sent', 'REFUSED', 'x'],
					),
					...{ note: anything, unit: anything, paid: anything },
					kind: fc.constantFrom('good', 'good', 'good', 'bad', 'blank'),
					key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', ''),
				}),
				{ minLength: 1, maxLength: 6 },
			),
		})
		.map(({ id, status, note, at, rows }) =>
			rows.map((row, index): IDataObject => ({
				...{ row_number: index + 2, Key: row.key, Unit: row.unit },
				Email: row.kind === 'good' ? toEmail(index) : row.kind === 'bad' ? 'nobody' : '',
				Phone: row.kind === 'blank' ? '' : '+14165550100',
				Paid: row.paid,
				...{ [id]: row.id, [status]: row.status, [note]: row.note, screeningMark: '', [at]: '' },
			})),
		)
		// Where all rows are blank, expressions that give no value may be wrong: it is said of each row.
		.filter((rows) => !rows.every(({ Phone }) => Phone === ''));

	const fault = fc.constantFrom(
		{ status: 422, body: { message: '=1+1' } },
		{ status: 500, acts: true },
		{ status: 500 },
		{ operation: 'login' as const, status: 401, body: {} },
	);

	// A person starts the runs, so what was refused is due.
	const toGiven = (row: IDataObject) => ({
		...{ ...readRow(row, OPERATIONS.send), isManual: true },
		isBlank: row.Phone === '',
	});

	/** Whether the sheet cannot be updated. */
	const mustFail = (sheet: AnySheet, { matchColumn }: Way) => {
		if (sheet.isMisspelled) return true;
		if (matchColumn === '') return false;
		const isActed = (row: IDataObject) => expectHappening(toGiven(row), 'due') !== 'left alone';
		const isUnfit = (row: IDataObject) => isEmpty(row[matchColumn]) || sheet.alike(row).length > 1;
		return !sheet.hasExactly(COLUMNS) || sheet.rows.some((row) => isActed(row) && isUnfit(row));
	};

	/** Who is to be sent, in any order. */
	const dueIn = (sheet: AnySheet, way: Way) =>
		sheet.rows
			.filter((row) => !mustFail(sheet, way) && isDue(toGiven(row)))
			.map((row) => String(row.Email))
			.filter((email) => email.includes('@'))
			.sort();

	test('in any sheet no cell of the user changes, and exactly what is due is sent', async () => {
		const faults = fc.array(fc.tuple(fc.nat(5), fault), { maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(sheets, ways, faults, async (rows, way, planned) => {
				const sandbox = await newSandbox();
				const ends = planned.map(([index, one]) =>
					sandbox.disrupt('operation' in one ? one : { ...one, applicant: toEmail(index) }),
				);
				const sent = (from = 0) =>
					sandbox
						.listRequests('sendScreeningWithFlow')
						.slice(from)
						.map(({ body }) => String((body as IDataObject).email))
						.sort();
				const sheet = new AnySheet(rows, COLUMNS, way);

				const { after: first } = await run(sandbox, sheet, sendByColumns, way);
				expect(dueIn(sheet, way)).toEqual(expect.arrayContaining(sent()));
				expect(new Set(sent()).size).toBe(sent().length);
				expect(first.ownCells).toEqual(sheet.ownCells);

				for (const end of ends) end();
				const before = sent().length;
				const { after: second, hasFailed } = await run(sandbox, first, sendByColumns, way);
				expect(hasFailed).toBe(mustFail(first, way));
				expect(sent(before)).toEqual(dueIn(first, way));
				expect(second.ownCells).toEqual(sheet.ownCells);

				const { after: third } = await run(sandbox, second, sendByColumns, way);
				expect(dueIn(second, way)).toEqual([]);
				expect(third).toEqual(second);
				for (const { email, userId } of sandbox.screenings) {
					const row = third.rows.find((one) => one.Email === email)!;
					const isKnown = row.screeningStatus === 'sent' && row.userId === userId;
					expect([row, isKnown || row.screeningStatus]).toEqual([row, isKnown || 'maybe sent']);
				}
			}),
			{ numRuns: 30 },
		);
	});
});

describe('any sheet of results', () => {
	const COLUMNS = ['resultStatus', 'resultNote'];
	const FOUND = { creditScore: 712, rent: 2100, monthlyIncome: 6250 };
	const NOBODY = ['', '-'];

	const sheets = fc
		.record({
			score: fc.constantFrom('creditScore', 'creditScore', 'Credit Score'),
			rent: fc.constantFrom('rent', 'rent', 'rent', 'RENT', 'Miete'),
			status: fc.constantFrom('resultStatus', 'resultStatus', 'resultStatus', 'Result Status'),
			rows: fc.array(
				fc.record({
					who: fc.constantFrom('done', 'done', 'open', 'unknown', ...NOBODY),
					status: fc.constantFrom('', null, 'Complete', 'not complete', 'not fetched', 'x'),
					...{ score: anything, rent: anything },
					key: fc.constantFrom('a', 'b', 'c', 'd', ''),
				}),
				{ minLength: 1, maxLength: 5 },
			),
		})
		.map(({ score, rent, status, rows }) =>
			rows.map((row, index): IDataObject => ({
				...{ row_number: index + 2, Key: row.key, userId: row.who, resultNote: '' },
				...{ [score]: row.score, [rent]: row.rent, [status]: row.status },
			})),
		);

	const get: INodeParameters = {
		...{ resource: 'results', operation: 'get', mappingMode: 'autoMapInputData' },
		...{ output: 'selectedFields', fields: ['creditScore', 'rent'] },
	};

	const isFilled = ({ userId }: IDataObject) => !NOBODY.includes(String(userId));
	const isComplete = (row: IDataObject) => String(row.resultStatus).toLowerCase() === 'complete';

	/** The rows to fetch for: of those with one match value the first. */
	const dueRows = (sheet: AnySheet, { matchColumn }: Way) =>
		sheet.rows
			.filter((row) => isFilled(row) && !isComplete(row))
			.filter((row) => matchColumn === '' || sheet.alike(row)[0] === row);

	const mustFail = (sheet: AnySheet, way: Way) => {
		if (!sheet.rows.some(isFilled)) return false;
		if (sheet.isMisspelled || way.matchColumn === '') return sheet.isMisspelled;
		const isUnfit = (row: IDataObject) =>
			isEmpty(row[way.matchColumn]) || sheet.alike(row).some(({ userId }) => userId !== row.userId);
		return (
			!sheet.hasExactly([...COLUMNS, 'creditScore', 'rent']) || dueRows(sheet, way).some(isUnfit)
		);
	};

	test('in any sheet of results only empty cells are filled, and what is not complete is fetched again', async () => {
		await fc.assert(
			fc.asyncProperty(sheets, ways, fc.boolean(), async (given, way, isBusy) => {
				const sandbox = await newSandbox();
				const ids: Record<string, string> = {
					done: sandbox.addApplicant({ screening: FOUND, user: { checkComplete: true } }),
					open: sandbox.addApplicant({ screening: FOUND, user: { checkComplete: false } }),
				};
				const rows = given.map((row) => ({
					...row,
					userId: ids[String(row.userId)] ?? row.userId,
				}));
				const end = isBusy
					? sandbox.disrupt({ operation: 'getScreeningData', status: 403 })
					: () => {};
				const asked = () =>
					sandbox.listRequests('getScreeningData').map(({ url }) => url.split('/').at(-1)!);
				let sheet = new AnySheet(rows, COLUMNS, way);
				for (const pass of [0, 1, 2]) {
					const before = asked().length;
					const { after, hasFailed } = await run(sandbox, sheet, get, way);
					const fails = mustFail(sheet, way);
					expect(hasFailed).toBe(fails);
					const due = fails ? [] : dueRows(sheet, way).map(({ userId }) => String(userId));
					expect(asked().slice(before).sort()).toEqual(due.sort());
					for (const [index, cells] of sheet.ownCells.entries()) {
						const filled = cells.filter(([, value]) => !isEmpty(value));
						expect(after.rows[index]).toMatchObject(Object.fromEntries(filled));
					}
					sheet = after;
					if (pass === 0) end();
				}
			}),
			{ numRuns: 30 },
		);
	});
});
