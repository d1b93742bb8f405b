import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { findViolations } from '../../soak/model.mts';
import { scenario } from '../../soak/scenario.mts';
import { toEmail, sendByColumns } from '../../support/applicants.mts';
import { createCredential, ON_ERROR, runNode, runOn } from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { RUN_SCENARIOS, type SheetRun } from '../../support/run-scenarios.mts';
import { createSandbox, useSandbox } from '../../support/use-sandbox.mts';

// What holds for any run: the scenarios that a whole n8n plays too, and properties of random ones.

const newSandbox = useSandbox();

test.each(Object.entries(RUN_SCENARIOS))('%s', async (_, play) => {
	const sandbox = await newSandbox({ completeAfter: {} });
	const shared = createCredential(sandbox);
	const run = async ({ rows, parameters = sendByColumns, settings = {}, account }: SheetRun) => {
		const outcome = await runNode({
			credential: account === undefined ? shared : createCredential({ ...sandbox, ...account }),
			parameters,
			rows: [...rows],
			settings,
			look: "={{ $('Sheet').item.json.row }}",
		});
		return {
			failure: outcome.error,
			items: [...outcome.items, ...outcome.errorItems].map(({ json }) => json),
			itemRows: [...outcome.looked, ...outcome.lookedAtErrors].map(Number),
			saved: outcome.saved,
			logged: '',
		};
	};
	await play({ sandbox, run, longMs: 1000 });
});

describe('random sheets, settings and faults', () => {
	useFastTime();

	// The same, for many more scenarios: npm run task -- soak.
	test('the run does and says what the contract promises', async () => {
		await fc.assert(
			fc.asyncProperty(scenario, async (one) => {
				expect(await findViolations(one)).toEqual([]);
			}),
			{ numRuns: 30 },
		);
	});
});

describe('any sheet', () => {
	// For any sheet and any faults: writing back what came out changes no cell of the user's, and the next run sends
	// exactly what is due. What is due is worked out here from the contract; nothing of the node is read.

	const plain = (name: string) => name.toLowerCase().replace(/[ _]/g, '');
	const readCell = (row: IDataObject, name: string) => row[findHeader(row, name) ?? ''];
	const findHeader = (row: IDataObject, name: string) =>
		Object.keys(row).find((header) => plain(header) === plain(name));
	const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

	const anything = fc.constantFrom<IDataObject[string]>(
		'',
		null,
		0,
		7,
		'02139',
		'+14165550100',
		'=1+1',
		"'x",
		'-',
		'a\nb',
		true,
		false,
		'sent',
		'5%',
	);

	/** Names of one column, as people spell it. */
	const spelled = (...names: string[]) => fc.constantFrom(...names);

	/** Writes what came out, as a node that updates in place does (the first row that it finds), or as a file is written. */
	function written(sheet: IDataObject[], rows: IDataObject[], matchColumn?: string): IDataObject[] {
		if (matchColumn === undefined) return rows;
		const after = structuredClone(sheet);
		for (const row of rows) {
			const own = after.filter((one) => String(one[matchColumn]) === String(row[matchColumn]));
			expect([own.length > 0, isEmpty(row[matchColumn])]).toEqual([true, false]);
			for (const [header, value] of Object.entries(row)) {
				expect([header, value === null || value === undefined]).toEqual([header, false]);
				expect(Object.keys(own[0]!)).toContain(header);
				own[0]![header] = value;
			}
		}
		return after;
	}

	/** The cells that are the user's own: all but those of the columns that an operation writes. */
	const ownCells = (sheet: IDataObject[], names: string[]) =>
		sheet.map((row) =>
			Object.entries(row).filter(([header]) => !names.map(plain).includes(plain(header))),
		);

	const way = fc.record({
		onError: fc.constantFrom(...ON_ERROR),
		isWritten: fc.boolean(),
		matchColumn: fc.constantFrom('row_number', 'Key'),
		inBatches: fc.boolean(),
	});

	type Way = typeof way extends fc.Arbitrary<infer T> ? T : never;

	async function run(sandbox: Sandbox, rows: IDataObject[], parameters: INodeParameters, how: Way) {
		const { onError, isWritten, matchColumn, inBatches } = how;
		const { items, errorItems, error } = await runOn(sandbox, {
			rows,
			settings: { onError },
			parameters: {
				...parameters,
				updateRows: 'due',
				matchColumn: isWritten ? matchColumn : '',
				...(inBatches && {
					requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } },
				}),
			},
		});
		const came = items.map(({ json }) => json);
		const hasFailed =
			error !== undefined ||
			[...came, ...errorItems.map(({ json }) => json)].some((one) => 'error' in one);
		return {
			hasFailed,
			after: hasFailed ? rows : written(rows, came, isWritten ? matchColumn : undefined),
		};
	}

	/** The rows with the match value of this one. */
	const alike = (sheet: IDataObject[], row: IDataObject, { matchColumn }: Way) =>
		sheet.filter((one) => one[matchColumn] === row[matchColumn]);

	/** Whether the sheet has one of these columns in another spelling. */
	const isMisspelled = (sheet: IDataObject[], names: string[]) =>
		names.some((name) => ![undefined, name].includes(findHeader(sheet[0]!, name)));

	/** Whether the sheet has these columns, spelled exactly. */
	const hasExactly = (sheet: IDataObject[], names: string[]) =>
		names.every((name) => Object.hasOwn(sheet[0]!, name));

	describe('sends', () => {
		const COLUMNS = ['userId', 'screeningStatus', 'screeningNote', 'screeningMark', 'sentAt'];

		const isBlank = (row: IDataObject) => isEmpty(row.Email) && isEmpty(row.Phone);

		const sheets = fc
			.record({
				id: spelled('userId', 'userId', 'userId', 'User ID'),
				status: spelled('screeningStatus', 'screeningStatus', 'Screening Status'),
				note: spelled('screeningNote', 'screeningNote', 'screening_note'),
				at: spelled('sentAt', 'sentAt', 'Sent At', 'sent'),
				rows: fc.array(
					fc.record({
						id: fc.constantFrom('', '', '', null, '-', 'N/A', 0, '#N/A', 'CRM-7', 12),
						status: fc.constantFrom(
							'',
							'',
							'',
							null,
							'not sent',
							'in progress',
							'Sent',
							'maybe sent',
							'REFUSED',
							'x',
						),
						note: anything,
						unit: anything,
						paid: anything,
						kind: fc.constantFrom('good', 'good', 'good', 'bad', 'blank'),
						key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', ''),
					}),
					{ minLength: 1, maxLength: 6 },
				),
			})
			.map(({ id, status, note, at, rows }) =>
				rows.map((row, index): IDataObject => ({
					row_number: index + 2,
					Key: row.key,
					Unit: row.unit,
					Email: row.kind === 'good' ? toEmail(index) : row.kind === 'bad' ? 'nobody' : '',
					Phone: row.kind === 'blank' ? '' : '+14165550100',
					Paid: row.paid,
					[id]: row.id,
					[status]: row.status,
					[note]: row.note,
					screeningMark: '',
					[at]: '',
				})),
			)
			// Where all rows are blank, expressions that give no value may be wrong: it is said of each row.
			.filter((rows) => !rows.every(isBlank));

		const fault = fc.constantFrom(
			{ status: 422, body: { message: '=1+1' } },
			{ status: 500, acts: true },
			{ status: 500 },
			{ operation: 'login' as const, status: 401, body: {} },
		);

		const hasId = (row: IDataObject) => {
			const id = readCell(row, 'userId');
			return !isEmpty(id) && !['-', 'N/A', 0, '#N/A'].includes(id as string);
		};

		const readStatus = (row: IDataObject) =>
			String(readCell(row, 'screeningStatus') ?? '').toLowerCase();

		// A person starts the runs, so what was refused is due.
		const isDue = (row: IDataObject) =>
			!isBlank(row) && !hasId(row) && ['', 'not sent', 'refused'].includes(readStatus(row));

		/** Whether a row that is not sent gets a status or a note. */
		const isTold = (row: IDataObject) => {
			if (isBlank(row)) return false;
			if (readStatus(row) === 'in progress' || (readStatus(row) === '' && hasId(row))) return true;
			const isKnown = /^(|sent|not sent|refused|maybe.*)$/.test(readStatus(row));
			const note = String(readCell(row, 'screeningNote'));
			return !hasId(row) && !isKnown && !note.startsWith('Not sent, because of what');
		};

		/** Whether the sheet cannot be updated. */
		const mustFail = (rows: IDataObject[], how: Way) => {
			if (rows.every(isBlank)) return false;
			if (isMisspelled(rows, COLUMNS)) return true;
			if (!how.isWritten) return false;
			const isUnfit = (row: IDataObject) =>
				isEmpty(row[how.matchColumn]) || alike(rows, row, how).length > 1;
			const acted = rows.filter((row) => isDue(row) || isTold(row));
			return !hasExactly(rows, COLUMNS) || acted.some(isUnfit);
		};

		test('change no cell of the user, and send exactly what is due', async () => {
			await fc.assert(
				fc.asyncProperty(
					sheets,
					way,
					fc.array(fc.tuple(fc.nat(5), fault), { maxLength: 3 }),
					async (sheet, how, faults) => {
						const sandbox = await createSandbox();
						try {
							const end = faults.map(([index, one]) =>
								sandbox.disrupt('operation' in one ? one : { ...one, applicant: toEmail(index) }),
							);
							const due = (rows: IDataObject[]) =>
								rows
									.filter((row) => isDue(row) && !mustFail(rows, how))
									.map((row) => String(row.Email))
									.filter((email) => email.includes('@'));
							const sent = (from: number) =>
								sandbox
									.listRequests('sendScreeningWithFlow')
									.slice(from)
									.map(({ body }) => String((body as IDataObject).email));

							const { after: first } = await run(sandbox, sheet, sendByColumns, how);
							expect(due(sheet)).toEqual(expect.arrayContaining(sent(0)));
							expect(new Set(sent(0)).size).toBe(sent(0).length);
							expect(ownCells(first, COLUMNS)).toEqual(ownCells(sheet, COLUMNS));

							for (const endFault of end) endFault();
							const before = sent(0).length;
							const { after: second, hasFailed } = await run(sandbox, first, sendByColumns, how);
							expect(hasFailed).toBe(mustFail(first, how));
							expect(sent(before).sort()).toEqual(due(first).sort());
							expect(ownCells(second, COLUMNS)).toEqual(ownCells(sheet, COLUMNS));

							const { after: third } = await run(sandbox, second, sendByColumns, how);
							expect(due(second)).toEqual([]);
							expect(third).toEqual(second);
							for (const { email, userId } of sandbox.screenings) {
								const row = third.find((one) => one.Email === email)!;
								if (readCell(row, 'screeningStatus') === 'sent')
									expect(readCell(row, 'userId')).toBe(userId);
								else expect(readCell(row, 'screeningStatus')).toBe('maybe sent');
							}
						} finally {
							await sandbox.close();
						}
					},
				),
				{ numRuns: 30 },
			);
		});
	});

	describe('results', () => {
		const COLUMNS = ['resultStatus', 'resultNote'];
		const found = { creditScore: 712, rent: 2100, monthlyIncome: 6250 };

		const sheets = fc
			.record({
				score: spelled('creditScore', 'Credit Score'),
				rent: spelled('rent', 'RENT', 'Miete'),
				status: spelled('resultStatus', 'Result Status'),
				rows: fc.array(
					fc.record({
						who: fc.constantFrom('done', 'done', 'open', 'unknown', '', '-'),
						status: fc.constantFrom('', null, 'Complete', 'not complete', 'not fetched', 'x'),
						score: anything,
						rent: anything,
						key: fc.constantFrom('a', 'b', 'c', 'd', ''),
					}),
					{ minLength: 1, maxLength: 5 },
				),
			})
			.map(({ score, rent, status, rows }) =>
				rows.map((row, index): IDataObject => ({
					row_number: index + 2,
					Key: row.key,
					userId: row.who,
					[score]: row.score,
					[rent]: row.rent,
					[status]: row.status,
					resultNote: '',
				})),
			);

		const get: INodeParameters = {
			resource: 'results',
			operation: 'get',
			mappingMode: 'autoMapInputData',
			output: 'selectedFields',
			fields: ['creditScore', 'rent'],
		};

		test('fill only cells that are empty, and are fetched until they are complete', async () => {
			await fc.assert(
				fc.asyncProperty(sheets, way, fc.boolean(), async (given, how, isBusy) => {
					const sandbox = await createSandbox();
					try {
						const ids: Record<string, string> = {
							done: sandbox.addApplicant({ screening: found, user: { checkComplete: true } }),
							open: sandbox.addApplicant({ screening: found, user: { checkComplete: false } }),
						};
						const sheet = given.map((row) => {
							const userId = String(row.userId);
							return { ...row, userId: ids[userId] ?? userId };
						});
						const end = isBusy
							? sandbox.disrupt({ operation: 'getScreeningData', status: 403 })
							: () => {};
						const isDue = (rows: IDataObject[], row: IDataObject) =>
							!['', '-'].includes(String(row.userId)) &&
							String(readCell(row, 'resultStatus')).toLowerCase() !== 'complete' &&
							(!how.isWritten || alike(rows, row, how)[0] === row);
						const mustFail = (rows: IDataObject[]) =>
							rows.some((row) => !['', '-'].includes(String(row.userId))) &&
							(isMisspelled(rows, COLUMNS) ||
								(how.isWritten &&
									(!hasExactly(rows, [...COLUMNS, 'creditScore', 'rent']) ||
										rows.some((row) => isDue(rows, row) && isEmpty(row[how.matchColumn])))));
						const due = (rows: IDataObject[]) =>
							rows
								.filter((row) => isDue(rows, row) && !mustFail(rows))
								.map((row) => String(row.userId));
						const asked = (from: number) =>
							sandbox
								.listRequests('getScreeningData')
								.slice(from)
								.map(({ url }) => url.split('/').at(-1)!);
						let rows: IDataObject[] = sheet;
						for (const pass of [0, 1, 2]) {
							const before = asked(0).length;
							const expected = due(rows);
							const { after, hasFailed } = await run(sandbox, rows, get, how);
							expect(hasFailed).toBe(mustFail(rows));
							expect(asked(before).sort()).toEqual(expected.sort());
							rows.forEach((row, index) => {
								for (const [header, value] of ownCells([row], COLUMNS)[0]!) {
									if (!isEmpty(value))
										expect([header, after[index]![header]]).toEqual([header, value]);
								}
							});
							rows = after;
							if (pass === 0) end();
						}
					} finally {
						await sandbox.close();
					}
				}),
				{ numRuns: 30 },
			);
		});
	});
});
