import { listAsked, toEmail, findUserId } from '../../support/applicants-table.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import type { WorkflowJson } from '../../../dev/host/client.mts';
import { describePlace } from '../../support/applicant-places.mts';
import { describeLong, type N8nWithCredential } from '../../support/n8n-host.mts';
import { graph, WORKBOOK_ID } from '../../support/network/graph.mts';
import { toColumnName, type Sheet } from '../../support/network/sheet.mts';
import {
	isMark,
	isResult,
	isSave,
	killAt,
	killWhile,
	refusal,
	useSpreadsheets,
} from '../../support/network/spreadsheets.mts';
import { ageMark, publish } from '../../support/published.mts';
import { findNode, readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'screen-applicants-in-an-excel-365-workbook';

/** The header that the workflow's note asks for. */
const HEADER = String(findNode(readWorkflowFile(FILE), 'About').parameters['content'])
	.match(/paste this header.*of its own: (.*)/)![1]!
	.replaceAll('`', '')
	.split(', ');
const MARKS = toColumnName(HEADER.indexOf('screeningMark'));

/** A sheet as people have it: phones and ZIPs that look like numbers, dates, a blank row. */
const TITLES = ['First Name', 'Last Name', 'Email', 'Phone', 'Zip', 'Unit', 'Move In', 'Notes'];
const NAMES = ['Amara', 'Leo', 'Priya'];
const EMAILS = NAMES.map(toEmail);
const createApplicant = (name: string, phone = '+14165550101') => [
	...[name, 'Smith', toEmail(name), `'${phone}`, "'02139", "'00123", '2-Feb', "'=1+1"],
];
/** The first name in the key of a row. */
const findName = (key: unknown) => String(key).replace(/^k(.*)examplecom.*/, '$1');
const ROWS = [TITLES, ...NAMES.map((name) => createApplicant(name))];

describe('Screen applicants in an Excel 365 workbook, in n8n', () => {
	const rig = useSpreadsheets(graph(), { completeAfter: {} });
	const { host } = rig;
	const complete = (name: string) => host.sandbox.complete(findUserId(host, name));

	/** Publishes the workflow for two worksheets, as a person sets it and a test changes it. */
	async function publishBook(
		sheets: { Applicants: Sheet; Log: Sheet },
		{ client, credential }: N8nWithCredential = host,
		propertyId = host.sandbox.propertyId,
		change?: (workflow: WorkflowJson) => void,
	) {
		const workflow = readWorkflowFile(FILE, { 'Check rows': { propertyId } });
		change?.(workflow);
		for (const [name, { id }] of Object.entries(sheets)) {
			Object.assign(findNode(workflow, name).parameters, {
				workbook: { __rl: true, mode: 'id', value: WORKBOOK_ID },
				worksheet: { __rl: true, mode: 'id', value: id },
			});
		}
		return await publish(client, workflow, [credential, await rig.account(client)]);
	}

	async function createWorkbook(rows = ROWS, propertyId?: string) {
		const sheets = {
			Applicants: rig.addSheet('Applicants'),
			Log: rig.addSheet('Screenings'),
		};
		const { Applicants: applicants, Log: screenings } = sheets;
		applicants.type('A1', rows);
		applicants.typeFormula(`${toColumnName(TITLES.length)}2`, '=SUM(1,2)', 3);
		screenings.formatAsText(`A1:${toColumnName(HEADER.length - 1)}8`);
		screenings.type('A1', [HEADER]);
		const filled = () => screenings.rows().filter((row) => row['key'] !== '');
		return {
			...(await publishBook(sheets, host, propertyId)),
			sheets,
			applicants,
			screenings,
			filled,
			statuses: () => filled().map((row) => row['screeningStatus']),
			/** Makes every mark older than an hour. */
			age() {
				for (const [index, { screeningMark }] of screenings.rows().entries())
					if (screeningMark !== '')
						screenings.type(`${MARKS}${index + 2}`, [[ageMark(screeningMark)]]);
			},
			/** No ID and no result is another person's, the person's worksheet is as it was, and nothing is a formula. */
			expectOwn(before: unknown) {
				for (const { key, userId, resultStatus } of screenings.rows()) {
					if (userId === '') expect(resultStatus).toBe('');
					else expect(userId).toBe(findUserId(host, findName(key)));
				}
				for (const { formula } of screenings.cells().flat()) expect(formula).toBeUndefined();
				expect(applicants.cells()).toEqual(before);
			},
		};
	}

	test('sends each row once and brings its results; a corrected row goes, an uncorrected one is red once', async () => {
		const rows = [...ROWS.slice(0, 3), createApplicant('Priya', 'none'), TITLES.map(() => '')];
		const book = await createWorkbook(rows);
		expect(findFailure(await book.run())?.message).toMatch(/^1 to fix/);
		expect(book.statuses()).toEqual(['sent', 'sent', 'not sent']);
		expect(findFailure(await book.run())).toBeUndefined();
		expect(listAsked(host)).toEqual(EMAILS.slice(0, 2));

		book.applicants.type('A4', [createApplicant('Priya')]);
		const before = book.applicants.cells();
		complete('Amara');
		for (let round = 0; round < 2; round += 1)
			expect(findFailure(await book.run())).toBeUndefined();
		expect(book.filled()).toMatchObject([
			{
				screeningStatus: 'sent',
				resultStatus: 'complete',
				creditScore: expect.anything() as unknown,
			},
			{ screeningStatus: 'sent', resultStatus: 'not complete' },
			// With another phone it is another applicant, below.
			{ screeningStatus: 'not sent', resultStatus: '' },
			{ screeningStatus: 'sent', screeningNote: '', resultStatus: 'not complete' },
		]);
		const cells = book.screenings.cells();
		expect(findFailure(await book.run())).toBeUndefined();
		expect(book.screenings.cells()).toEqual(cells);
		expect(listAsked(host)).toEqual(EMAILS);
		book.expectOwn(before);
	});

	test.each([
		[
			'an applicant who is there twice',
			[...ROWS, createApplicant('Leo')],
			undefined,
			/leoexamplecom/,
		],
		['no property ID', ROWS, '', /Property ID/],
	])('sends nobody and is red at every run with %s', async (_, rows, propertyId, message) => {
		const book = await createWorkbook(rows, propertyId);
		for (let round = 0; round < 2; round += 1)
			expect(findFailure(await book.run())?.message).toMatch(message);
		expect(book.statuses()).toEqual([]);
		expect(listAsked(host)).toEqual([]);
	});

	test('sends nobody again whose email or phone is typed in another way', async () => {
		const book = await createWorkbook();
		await book.run();
		book.applicants.type('C2', [[' AMARA@example.com', "'+1 (416) 555-0101"]]);
		expect(findFailure(await book.run())).toBeUndefined();
		expect(listAsked(host)).toEqual(EMAILS);
		expect(book.statuses()).toEqual(['sent', 'sent', 'sent']);
	});

	test('sends both of a couple who share an email, and one without an email is only that row', async () => {
		const couple = [...createApplicant('Leo', '+14165550199')];
		couple[0] = 'Lea';
		const book = await createWorkbook([...ROWS, couple, ['Nia', 'Smith', '', "'+14165550105"]]);
		expect(findFailure(await book.run())?.message).toMatch(/^1 to fix\. .*Email/i);
		expect(listAsked(host)).toEqual([...EMAILS, toEmail('Leo')].sort());
		expect(book.statuses()).toEqual(['sent', 'sent', 'sent', 'sent', 'not sent']);
		expect(findFailure(await book.run())).toBeUndefined();
		expect(listAsked(host)).toHaveLength(4);
	});

	describePlace(host, {
		afterOverlap: /^(maybe )?sent$/,
		hasResults: true,
		steps: {
			'after it has read the rows': ['Match', 'Check rows'],
			'after it has checked them': ['Check rows', 'Mark rows'],
			'after it has marked them': ['Mark rows', 'Read marked rows'],
			'after it has read them back': ['Marked rows', 'Send screenings'],
			'after it has sent them': ['Send screenings', 'Results and outcomes'],
		},
		async createPlace(names) {
			const book = await createWorkbook([TITLES, ...names.map((name) => createApplicant(name))]);
			const { applicants, filled, age } = book;
			return {
				publish: async (change) => await publishBook(book.sheets, host, undefined, change),
				rows: async () =>
					filled().map(({ key, screeningStatus: status, userId }) => ({
						...{ email: toEmail(findName(key)), status, userId },
					})),
				own: () => applicants.cells(),
				age: async () => age(),
			};
		},
	});

	describeLong('where Graph refuses to write', () => {
		test.each([
			['the marks', isMark, 0, 'sent'],
			['the outcomes', isSave, 3, 'maybe sent'],
		] as const)('%s', async (_, at, sent, last) => {
			const book = await createWorkbook();
			const before = book.applicants.cells();
			rig.meanwhile = (request) => (at(request) ? refusal(503, 'Not now.') : undefined);
			expect(findFailure(await book.run())).toBeDefined();
			expect(listAsked(host)).toHaveLength(sent);
			rig.meanwhile = undefined;
			book.age();
			await book.run();
			await book.run();
			expect(listAsked(host)).toEqual(EMAILS);
			expect(book.statuses()).toEqual([last, last, last]);
			book.expectOwn(before);
		});
	});

	describeLong('where both worksheets are changed while it runs', () => {
		const moves = {
			'a row is inserted': (sheet: Sheet) => sheet.insertRow(2),
			'they are sorted': (sheet: Sheet) => sheet.sortDescending(),
		};
		// The reads are: screenings, applicants, before the mark, back, before results and outcomes.
		const cases = [3, 4, 5].flatMap((read) =>
			Object.entries(moves).map(([what, move]) => [read, what, move] as const),
		);
		test.each(cases)('before read %i: %s', async (read, _, move) => {
			const book = await createWorkbook([TITLES, createApplicant('Kim')]);
			await book.run();
			complete('Kim');
			book.applicants.type(
				'A3',
				NAMES.map((name) => createApplicant(name)),
			);
			let reads = 0;
			rig.meanwhile = ({ operation }) => {
				if (operation !== 'read' || (reads += 1) !== read) return undefined;
				move(book.applicants);
				move(book.screenings);
				return undefined;
			};
			await book.run();
			rig.meanwhile = undefined;
			const before = book.applicants.cells();
			book.age();
			await book.run();
			await book.run();
			expect(listAsked(host)).toEqual([...EMAILS, toEmail('Kim')].sort());
			expect(book.statuses()).toEqual(['sent', 'sent', 'sent', 'sent']);
			book.expectOwn(before);
		});
	});

	describeLong('where n8n is killed', () => {
		test.each([
			['before the marks are written', killAt(rig, isMark), 0, []],
			['between mark and send', killWhile(rig, 'login', 1), 0, 'in progress'],
			['while it sends', killWhile(rig, 'sendScreening', 3), 3, 'in progress'],
			['before the outcomes are written', killAt(rig, isSave), 3, 'in progress'],
			['before the results are written', killAt(rig, isResult), 3, 'sent'],
		] as const)('%s', async (when, kill, sent, left) => {
			const n8n = await host.startAnother(rig.options());
			try {
				const book = await createWorkbook();
				const before = book.applicants.cells();
				const doomed = await publishBook(book.sheets, n8n);
				if (when.includes('results')) await doomed.run();
				const killed = kill(n8n);
				await doomed.start();
				await killed;
				const three = left.length === 0 ? [] : [left, left, left];
				expect([listAsked(host).length, book.statuses()]).toEqual([sent, three]);
				expect(findFailure(await book.run())).toBeUndefined();
				book.age();
				const isOpen = left === 'in progress';
				expect(findFailure(await book.run()) !== undefined).toBe(isOpen);
				expect(findFailure(await book.run())).toBeUndefined();
				const last = isOpen ? 'maybe sent' : 'sent';
				expect(book.statuses()).toEqual([last, last, last]);
				expect(listAsked(host)).toEqual(sent === 0 && isOpen ? [] : EMAILS);
				book.expectOwn(before);
			} finally {
				await n8n.stop();
			}
		});
	});
});
