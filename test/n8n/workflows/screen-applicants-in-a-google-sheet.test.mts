import { listAsked, toEmail, findUserId } from '../../support/applicants-table.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { eventually } from '../../support/eventually.mts';
import { describePlace } from '../../support/applicant-places.mts';
import { describeLong } from '../../support/n8n-host.mts';
import {
	createApplicantSheet,
	publishSheetWorkflow,
	WRITTEN,
	type ApplicantSheet,
	type SheetOptions,
} from '../../support/network/applicant-sheet.mts';
import { google } from '../../support/network/google.mts';
import type { Sheet } from '../../support/network/sheet.mts';
import {
	isMark,
	isResult,
	isSave,
	killAt,
	killWhile,
	refusal,
	useSpreadsheets,
	type SheetRequest,
} from '../../support/network/spreadsheets.mts';

const NAMES = ['Amara', 'Leo', 'Priya'];
const EMAILS = NAMES.map(toEmail);
const createApplicant = (name: string, phone = '+14165550101') => [
	name,
	toEmail(name),
	phone,
	"'007",
];
const SIMPLE: SheetOptions = {
	columns: ['First Name', 'Email', 'Phone', 'Unit'],
	asText: 'C1:C20',
	rows: NAMES.map((name) => createApplicant(name)),
};

/** What people have in such a sheet, and what is changed where it is written back as if typed. */
const MESSY: SheetOptions = {
	columns: ['First Name', 'Email', 'Phone', 'Zip', 'Viewing', 'Rent', 'Pets', 'Remark'],
	asText: 'C1:C20',
	rows: [
		['Amara', EMAILS[0]!, '+14165550101', "'02139", '1-Feb', '$2,100', 'TRUE', "'=no formula"],
		['Leo', EMAILS[1]!, '+14165550102', "'00501", '2/1/2024', '10%', 'FALSE', "'+1 garden"],
		['Priya', EMAILS[2]!, '+14165550103', "'1e5", 'Mar 1, 2025', '900', 'TRUE', "''quoted'"],
		['', '', '', '', '', '', 'FALSE', ''],
	],
};

describe('Screen applicants in a Google sheet, in n8n', () => {
	// Only the test completes screenings.
	const rig = useSpreadsheets(google(), { completeAfter: {} });
	const { host } = rig;

	const complete = (...names: string[]) => {
		for (const name of names) host.sandbox.complete(findUserId(host, name));
	};
	const listValues = ({ sheet }: ApplicantSheet, column: string) =>
		sheet.rows().map((row) => row[column]);
	const statuses = (sheet: ApplicantSheet) => listValues(sheet, 'screeningStatus');

	/** No ID and no result is in another person's row, and nothing that was written is a formula. */
	function expectOwn({ sheet }: ApplicantSheet) {
		for (const row of sheet.rows()) {
			if (row['userId'] !== '') expect(row['userId']).toBe(findUserId(host, findName(row)));
			else expect(row['resultStatus'] ?? '').toBe('');
		}
		const header = sheet.cells()[0]!;
		const written = (column: number) => WRITTEN.includes(String(header[column]!.value));
		for (const row of sheet.cells())
			for (const [column, { formula }] of row.entries())
				if (written(column)) expect(formula).toBeUndefined();
	}
	const findName = (row: Record<string, unknown>) => String(row['Email']).replace(/@.*/, '');

	test('sends each row once and brings its results, and leaves every cell of a messy sheet as it is', async () => {
		const sheet = await createApplicantSheet(rig, MESSY);
		sheet.sheet.typeFormula('F4', '=900*1.1', 990);
		const before = sheet.ownCells();

		expect(findFailure(await sheet.run())).toBeUndefined();
		expect(statuses(sheet)).toEqual(['sent', 'sent', 'sent', '']);
		complete('Priya');
		expect(findFailure(await sheet.run())).toBeUndefined();
		expect(listValues(sheet, 'resultStatus')).toEqual([
			...['not complete', 'not complete', 'complete', ''],
		]);
		expect(listValues(sheet, 'creditScore')[2]).toEqual(expect.any(Number));

		// A third run changes nothing at all.
		const cells = sheet.sheet.cells();
		expect(findFailure(await sheet.run())).toBeUndefined();
		expect(sheet.sheet.cells()).toEqual(cells);
		expect(sheet.ownCells()).toEqual(before);
		expect(listAsked(host)).toEqual(EMAILS);
		expectOwn(sheet);
	});

	test.each([
		[
			'no column for the mark',
			{ added: WRITTEN.filter((name) => name !== 'screeningMark') },
			/screeningMark/,
		],
		['no property ID', { propertyId: '' }, /Property ID/],
	])('sends nothing and is red at every run with %s', async (_, options, message) => {
		const sheet = await createApplicantSheet(rig, { ...SIMPLE, ...options });
		const cells = sheet.sheet.cells();
		for (let round = 0; round < 2; round += 1)
			expect(findFailure(await sheet.run())?.message).toMatch(message);
		expect(sheet.sheet.cells()).toEqual(cells);
		expect(listAsked(host)).toEqual([]);
	});

	test.each([
		['a phone that cannot be sent', 'not sent', 'Phone', '416', '+14165550199'],
		['a request that is refused', 'refused', 'Email', toEmail('Leo'), toEmail('Leo2')],
	])(
		'%s ends one run red that day; once corrected it goes, with nothing to clear',
		async (_, status, column, wrong, right) => {
			host.sandbox.disrupt({ applicant: toEmail('Leo'), status: 422 });
			const sheet = await createApplicantSheet(rig, {
				...SIMPLE,
				rows: [createApplicant('Amara'), createApplicant('Leo')],
			});
			sheet.type(column, 3, wrong);
			expect(findFailure(await sheet.run())?.message).toMatch(/^1 to fix\. Row 3: /);
			expect(statuses(sheet)).toEqual(['sent', status]);
			const before = [sheet.sheet.cells('3:3'), listAsked(host)];
			expect(findFailure(await sheet.run())).toBeUndefined();
			expect([sheet.sheet.cells('3:3'), listAsked(host)]).toEqual(before);

			sheet.type('Email', 3, toEmail('Leo2'));
			sheet.type(column, 3, right);
			expect(findFailure(await sheet.run())).toBeUndefined();
			expect(statuses(sheet)).toEqual(['sent', 'sent']);
			expectOwn(sheet);
		},
	);

	test('sends nobody twice beside a run that takes longer than an hour', async () => {
		const sheet = await createApplicantSheet(rig, SIMPLE);
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 8_000, times: 3 });
		const long = sheet.start();
		await eventually(() => listAsked(host).length === 3);
		// Within the hour the next run leaves its rows alone.
		await sheet.start();
		expect(statuses(sheet)).toEqual(['in progress', 'in progress', 'in progress']);
		sheet.age();
		await sheet.start();
		expect(statuses(sheet)).toEqual(['maybe sent', 'maybe sent', 'maybe sent']);
		await long;
		await sheet.run();
		expect(listAsked(host)).toEqual(EMAILS);
		expectOwn(sheet);
	});

	describePlace(host, {
		afterOverlap: /^sent$/,
		hasResults: true,
		steps: {
			'after it has read the rows': ['Get rows', 'Check rows'],
			'after it has checked them': ['Check rows', 'Mark rows'],
			'after it has marked them': ['Mark rows', 'Read marked rows'],
			'after it has read them back': ['Read marked rows', 'Send screenings'],
			'after it has sent them': ['Send screenings', 'Save outcomes'],
		},
		async createPlace(names) {
			const rows = names.map((name) => createApplicant(name));
			const sheet = await createApplicantSheet(rig, { ...SIMPLE, rows });
			return {
				publish: async (change) => await publishSheetWorkflow(rig, sheet.sheet, host, { change }),
				rows: async () =>
					sheet.sheet.rows().map(({ Email, screeningStatus: status, userId }) => ({
						...{ email: String(Email), status, userId },
					})),
				own: () => sheet.ownCells(),
				age: async () => sheet.age(),
			};
		},
	});

	describeLong('where Google refuses to write', () => {
		const once = ['sent', 'sent', 'sent'];
		const marked = ['in progress', 'in progress', 'in progress'];
		test.each([
			['the marks, twice with 500', isMark, 500, 2, false, 3, once, 'sent'],
			['the marks, always with 500', isMark, 500, Infinity, false, 0, ['', '', ''], 'sent'],
			// The process knows that it was about to send none of them, so they are due again.
			['the marks, with 500 once written', isMark, 500, Infinity, true, 0, marked, 'sent'],
			['the outcomes, twice with 429', isSave, 429, 2, false, 3, once, 'sent'],
			['the outcomes, always with 500', isSave, 500, Infinity, false, 3, marked, 'maybe sent'],
			['the outcomes, with 500 once written', isSave, 500, Infinity, true, 3, once, 'sent'],
		] as const)('%s', async (_, at, status, times, acts, sent, expected, last) => {
			const sheet = await createApplicantSheet(rig, SIMPLE);
			const before = sheet.ownCells();
			let left: number = times;
			rig.meanwhile = (request, serve) => {
				if (!at(request) || left <= 0) return undefined;
				left -= 1;
				if (acts) serve();
				return refusal(status, 'Unavailable.');
			};
			expect(findFailure(await sheet.run()) === undefined).toBe(times === 2);
			expect([listAsked(host).length, statuses(sheet)]).toEqual([sent, expected]);

			rig.meanwhile = undefined;
			sheet.age();
			await sheet.run();
			await sheet.run();
			expect(listAsked(host)).toEqual(EMAILS);
			expect(statuses(sheet)).toEqual([last, last, last]);
			expectOwn(sheet);
			expect(sheet.ownCells()).toEqual(before);
		});
	});

	describeLong('where rows are moved while it runs', () => {
		const moves = {
			'a row is inserted': (sheet: Sheet) => sheet.insertRow(2),
			'a row is deleted': (sheet: Sheet) => sheet.deleteRow(3),
			'it is sorted': (sheet: Sheet) => sheet.sortDescending(),
		};
		let reads = 0;
		/** The read that comes after so many others. */
		const isRead = (before: number) => (request: SheetRequest) =>
			request.operation === 'read' && (reads += 1) > before;
		const moments = {
			'between reading and marking': isMark,
			'between marking and reading back': isRead(2),
			'before the results are written': isRead(0),
			'while it sends': undefined,
		};
		const cases = Object.entries(moments).flatMap(([when, at]) =>
			Object.entries(moves).map(([what, move]) => [when, what, at, move] as const),
		);

		test.each(cases)('%s: %s', async (_, what, at, move) => {
			// One row was sent before, and its applicant is done.
			const sheet = await createApplicantSheet(rig, { ...SIMPLE, rows: [createApplicant('Kim')] });
			await sheet.run();
			complete('Kim');
			sheet.sheet.type(
				'A3',
				NAMES.map((name) => createApplicant(name)),
			);
			reads = 0;
			if (at) {
				rig.meanwhile = (request) => {
					if (!at(request)) return undefined;
					rig.meanwhile = undefined;
					move(sheet.sheet);
					return undefined;
				};
				await sheet.run();
			} else {
				host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 1500, times: 3 });
				const run = sheet.start();
				await eventually(() => listAsked(host).length === 4);
				move(sheet.sheet);
				await run;
			}
			expect(rig.meanwhile).toBeUndefined();
			expectOwn(sheet);
			complete('Kim', ...NAMES.filter((name) => findUserId(host, name) !== ''));
			sheet.age();
			await sheet.run();
			await sheet.run();
			expectOwn(sheet);
			expect(listAsked(host)).toEqual([...new Set(listAsked(host))]);
			const rows = sheet.sheet.rows().filter((row) => row['Email'] !== '');
			expect(rows).toHaveLength(what === 'a row is deleted' ? 3 : 4);
			// Who was asked and has no ID in the row is one of whom that is said.
			for (const row of rows)
				expect(row['screeningStatus']).toMatch(
					row['userId'] === '' ? /^maybe sent$/ : /^(maybe )?sent$/,
				);
		});
	});

	describeLong('where n8n is killed', () => {
		test.each([
			['before the marks are written', killAt(rig, isMark), 0, ''],
			['when the marks are written', killAt(rig, isMark, true), 0, 'in progress'],
			['between mark and send', killWhile(rig, 'login', 1), 0, 'in progress'],
			['while it sends', killWhile(rig, 'sendScreening', 3), 3, 'in progress'],
			['before the outcomes are written', killAt(rig, isSave), 3, 'in progress'],
			['when the outcomes are written', killAt(rig, isSave, true), 3, 'sent'],
			['before the results are written', killAt(rig, isResult), 3, 'sent'],
			['when the results are written', killAt(rig, isResult, true), 3, 'sent'],
		] as const)('%s', async (when, kill, sent, left) => {
			const n8n = await host.startAnother(rig.options());
			try {
				const sheet = await createApplicantSheet(rig, SIMPLE);
				const before = sheet.ownCells();
				const doomed = await publishSheetWorkflow(rig, sheet.sheet, n8n);
				if (when.includes('results')) await doomed.run();
				const killed = kill(n8n);
				await doomed.start();
				await killed;
				expect([listAsked(host).length, statuses(sheet)]).toEqual([sent, [left, left, left]]);

				// Another process goes on. Within the hour it leaves alone what may still be sent.
				sheet.sheet.type('A5', [createApplicant('Zoe')]);
				expect(findFailure(await sheet.run())).toBeUndefined();
				const mine = left === '' ? 'sent' : left;
				expect(statuses(sheet)).toEqual([mine, mine, mine, 'sent']);
				sheet.age();
				const isOpen = left === 'in progress';
				expect(findFailure(await sheet.run()) !== undefined).toBe(isOpen);
				expect(findFailure(await sheet.run())).toBeUndefined();
				const last = isOpen ? 'maybe sent' : 'sent';
				expect(statuses(sheet)).toEqual([last, last, last, 'sent']);
				const all = sent === 3 || left === '' ? EMAILS : [];
				expect(listAsked(host)).toEqual([...all, toEmail('Zoe')].sort());
				expectOwn(sheet);
				expect(sheet.ownCells().slice(0, 4)).toEqual(before.slice(0, 4));

				if (sent > 0 || !isOpen) return;
				// Nothing had gone out: cleared by the person, they are sent.
				sheet.type('screeningStatus', 2, '', '', '');
				expect(findFailure(await sheet.run())).toBeUndefined();
				expect(listAsked(host)).toEqual([...EMAILS, toEmail('Zoe')].sort());
			} finally {
				await n8n.stop();
			}
		});
	});
});
