import type { WorkflowJson } from '../../../dev/host/client.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import {
	createGoogleSheet,
	createTablePlace,
	createWorkbook,
	GOOGLE_COLUMNS,
	TITLES,
	type Place,
} from '../../support/applicant-places.mts';
import { findUserId, listAsked, PHONE, toEmail } from '../../support/applicants-table.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import { startHold } from '../../support/hold.mts';
import {
	describeLong,
	KILL_TIMEOUT_MS,
	testLong,
	type N8nWithCredential,
} from '../../support/n8n-host.mts';
import { toColumnName, type Sheet } from '../../support/network/sheet.mts';
import { useSpreadsheets } from '../../support/network/spreadsheets.mts';
import type { Published } from '../../../dev/host/published.mts';
import { findNode } from '../../../dev/host/workflow-file.mts';

const NAMES = ['Amara', 'Leo', 'Priya'];
const EMAILS = NAMES.map(toEmail);
// Only the test completes screenings.
const rig = useSpreadsheets({ completesAtFetch: false });
const { host } = rig;

type Step = readonly [from: string, to: string];

/** Where applicants are kept. A start may be held at the steps, each from one node to the next. */
const KINDS = [
	{
		kind: 'a Google sheet',
		read: ['Get rows', 'Check rows'] as Step,
		marked: ['Mark rows', 'Read marked rows'] as Step,
		sent: ['Send screenings', 'Save outcomes'] as Step,
		create: async (names: readonly string[]) => createGoogleSheet(rig, names),
	},
	{
		kind: 'an Excel workbook',
		read: ['Copy to Screenings', 'Check rows'] as Step,
		marked: ['Mark rows', 'Send screenings'] as Step,
		sent: ['Send screenings', 'Results and outcomes'] as Step,
		create: async (names: readonly string[]) => createWorkbook(rig, names),
	},
	{
		kind: 'a data table',
		read: ['Get rows', 'Move to the back'] as Step,
		marked: ['Mark rows', 'Send screenings'] as Step,
		sent: ['Send screenings', 'Save outcomes'] as Step,
		create: async (names: readonly string[], on?: N8nWithCredential) => ({
			...(await createTablePlace(rig, names, on)),
			sheets: [] as Sheet[],
		}),
	},
];

let hold: Awaited<ReturnType<typeof startHold>>;

beforeEach(async () => {
	hold = await startHold();
});

afterEach(async () => {
	await hold.close();
});

/** Publishes the workflow for a place; its first start is held at that step. */
const publishHeld = async (place: Place, step: Step) =>
	await place.publish((workflow) => hold.insert(workflow, step));

const complete = (name: string) => host.sandbox.complete(findUserId(host, name));
const listStatuses = async (place: Place) => (await place.rows()).map(({ status }) => status);

/** No ID and no result is in another person's row. */
async function expectOwnIds(place: Place): Promise<void> {
	for (const { email, userId, result } of await place.rows()) {
		if (userId) expect(userId).toBe(findUserId(host, email.replace(/@.*/, '')));
		else expect(result || '').toBe('');
	}
}

/** Once all has ended, nobody was asked twice, and each row has its own ID or says that somebody has to look. */
async function expectNoneTwice(place: Place, { run }: Published, withId = /^sent$/): Promise<void> {
	for (let round = 0; round < 2; round += 1) {
		await place.age();
		await run();
	}
	expect(listAsked(host)).toEqual([...new Set(listAsked(host))]);
	await expectOwnIds(place);
	for (const { status, userId } of await place.rows())
		expect(status).toMatch(userId ? withId : /^maybe sent$/);
}

/** The columns of the workflow without which nothing may be sent. */
const OWN_COLUMNS = ['screeningStatus', 'screeningNote', 'userId', 'sentAt', 'screeningMark'];
const TITLE = [['Applicants of 12 Elm Street'], ['']];

const EMPTY_ROWS = [[''], ['']];

function setHeaderRow(workflow: WorkflowJson): void {
	const values = { rangeDefinition: 'specifyRange', headerRow: 3, firstDataRow: 4 };
	findNode(workflow, 'Get rows').parameters['options'] = { dataLocationOnSheet: { values } };
}

function renameColumn(sheet: Sheet, from: string, to: string): void {
	sheet.type(`${toColumnName(sheet.header().indexOf(from))}1`, [[to]]);
}

/** Each run ends red with these words; nobody is asked, and no cell is written. */
async function expectRed(
	place: Place,
	sheets: readonly Sheet[],
	words: RegExp,
	change: (workflow: WorkflowJson) => void = () => {},
): Promise<void> {
	const { run } = await place.publish(change);
	const before = sheets.map((sheet) => sheet.cells());
	for (let round = 0; round < 2; round += 1)
		expect(findFailure(await run())?.message).toMatch(words);
	expect(sheets.map((sheet) => sheet.cells())).toEqual(before);
	expect(listAsked(host)).toEqual([]);
}

describe.each(KINDS)('applicants in $kind, in n8n', ({ kind, create, ...steps }) => {
	const isTable = kind === 'a data table';

	test('each is sent the link once, a further run changes nothing, and the cells of the person stay', async () => {
		const { place } = await create(NAMES);
		const own = await place.own();
		const { run } = await place.publish();
		expect(findFailure(await run())).toBeUndefined();
		expect(await listStatuses(place)).toEqual(['sent', 'sent', 'sent']);
		complete('Priya');
		expect(findFailure(await run())).toBeUndefined();
		const rows = await place.rows();
		expect(rows.map(({ result }) => result)).toEqual([
			...['not complete', 'not complete', 'complete'],
		]);
		expect(findFailure(await run())).toBeUndefined();
		expect(await place.rows()).toEqual(rows);
		await expectOwnIds(place);
		expect(await place.own()).toEqual(own);
		expect(listAsked(host)).toEqual(EMAILS);
	});

	test.each([0, 300])('two starts %i ms apart send each the link once', async (apartMs) => {
		const { place } = await create(NAMES);
		const { run, runApart } = await place.publish();
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 500, times: 3 });
		await runApart(apartMs);
		expect(findFailure(await run())).toBeUndefined();
		expect(await listStatuses(place)).toEqual(['sent', 'sent', 'sent']);
		await expectOwnIds(place);
		expect(listAsked(host)).toEqual(EMAILS);
	});

	test('a row that the service refuses ends one run red that day; once corrected it goes, with nothing to clear', async () => {
		host.sandbox.disrupt({ applicant: toEmail('Leo'), status: 422 });
		const { place } = await create(['Amara', 'Leo']);
		const { run } = await place.publish();
		expect(findFailure(await run())?.message).toMatch(/^1 to fix\. /);
		const [amara, leo] = await place.rows();
		expect([amara!.status, leo!.status]).toEqual(['sent', 'refused']);
		expect(leo!.note).toMatch(/\w/);
		expect(findFailure(await run())).toBeUndefined();
		expect((await place.rows())[1]).toEqual(leo);

		await place.typeEmail('Leo', toEmail('Leo2'));
		expect(findFailure(await run())).toBeUndefined();
		expect((await place.rows()).filter(({ status }) => status === 'sent')).toHaveLength(2);
	});

	test('what was sent and could not be saved is saved by the next run', async () => {
		const { place } = await create(NAMES);
		const { run } = await publishHeld(place, steps.sent);
		hold.release(500);
		expect(findFailure(await run())).toBeDefined();
		expect(await listStatuses(place)).toEqual(['in progress', 'in progress', 'in progress']);
		expect(findFailure(await run())).toBeUndefined();
		expect(await listStatuses(place)).toEqual(['sent', 'sent', 'sent']);
		await expectOwnIds(place);
		expect(listAsked(host)).toEqual(EMAILS);
	});

	test('results that could not be fetched end one run red', async () => {
		const { place } = await create(NAMES);
		const { run } = await place.publish();
		expect(findFailure(await run())).toBeUndefined();
		host.sandbox.disrupt({ operation: 'getScreeningData', status: 400, times: 3 });
		expect(findFailure(await run())?.message).toMatch(/^3 to fix\. /);
		expect(findFailure(await run())).toBeUndefined();
	});

	describeLong.each(Object.entries(steps))('a start is held when it has %s rows', (_, step) => {
		test('another start beside it, and one after an hour, send nobody twice and lose nobody', async () => {
			const { place } = await create(NAMES);
			const workflow = await publishHeld(place, step);
			const own = await place.own();
			const first = workflow.start();
			await hold.reached;
			await workflow.run();
			hold.release();
			await first;
			await expectNoneTwice(place, workflow);
			expect(listAsked(host)).toEqual(EMAILS);
			expect(await place.own()).toEqual(own);
		});

		if (!isTable)
			test('rows that are moved meanwhile get no outcome of another row', async () => {
				const { place, sheets } = await create(['Kim']);
				await (await place.publish()).run();
				complete('Kim');
				for (const name of NAMES) await place.add(name);
				const workflow = await publishHeld(place, step);
				const first = workflow.start();
				await hold.reached;
				for (const sheet of sheets) sheet.rearrange();
				hold.release();
				await first;
				// A mark may have come into another row of a Google sheet, which then says 'maybe sent'.
				await expectNoneTwice(place, workflow, /^(maybe )?sent$/);
				expect(await place.rows()).toHaveLength(4);
			});
	});

	if (!isTable)
		testLong(
			'n8n that is killed before rows are marked, sent or saved sends nobody twice and loses nobody',
			async () => {
				const n8n = await host.startMortal(rig.options());
				const starts = Object.entries(steps).map(([step, at]) => ({ step, at }));
				const doomed = await Promise.all(
					starts.map(async ({ step, at }) => {
						const hold = await startHold();
						const { place } = await create([`${step}Ada`, `${step}Leo`], n8n);
						const { start } = await place.publish((workflow) => hold.insert(workflow, at), n8n);
						const running = start();
						await hold.reached;
						return { step, place, hold, running };
					}),
				);
				await n8n.kill();
				for (const { hold, running } of doomed) {
					await running;
					await hold.close();
				}

				const again = await n8n.restart();
				for (const { step, place } of doomed) {
					const after = await place.reopen(again);
					const { run } = await after.publish(undefined, again);
					for (let round = 0; round < 3; round += 1) {
						await run();
						await after.age();
					}
					const status = step === 'read' ? 'sent' : 'maybe sent';
					expect([step, await listStatuses(after)]).toEqual([step, [status, status]]);
					await expectOwnIds(after);
				}
				const asked = ['readAda', 'readLeo', 'sentAda', 'sentLeo'].map(toEmail);
				expect(listAsked(host)).toEqual(asked);
			},
			KILL_TIMEOUT_MS,
		);

	testLong(
		'n8n that is killed while it sends sends nobody again, and each row says so after an hour',
		async () => {
			const n8n = await host.startMortal(rig.options());
			const { place } = await create(NAMES, n8n);
			const doomed = await place.publish(undefined, n8n);
			host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 10_000, times: 3 });
			const running = doomed.start();
			await eventually(() => listAsked(host).length === 3);
			await n8n.kill();
			await running;

			const again = await n8n.restart();
			const after = await place.reopen(again);
			const { run } = await after.publish(undefined, again);
			await after.add('Zoe');
			const expectStatuses = async (status: string) =>
				expect(await listStatuses(after)).toEqual([status, status, status, 'sent']);
			expect(findFailure(await run())).toBeUndefined();
			await expectStatuses('in progress');
			await after.age();
			expect(findFailure(await run())?.message).toMatch(/^3 to fix\. /);
			expect(findFailure(await run())).toBeUndefined();
			await expectStatuses('maybe sent');
			expect(listAsked(host)).toEqual([...EMAILS, toEmail('Zoe')]);
			await expectOwnIds(after);
		},
		KILL_TIMEOUT_MS,
	);
});

describe('a Google sheet', () => {
	test.each(OWN_COLUMNS)('nothing is sent or written without the column %s', async (column) => {
		const { place, sheets } = createGoogleSheet(rig, NAMES);
		renameColumn(sheets[0]!, column, 'Something else');
		await expectRed(place, sheets, new RegExp(`'${column}'`));
	});

	test('nothing is sent or written where a title is above the header', async () => {
		const { place, sheets } = createGoogleSheet(rig, NAMES, TITLE);
		await expectRed(place, sheets, /'Email'/);
	});

	test.each([
		['empty rows are above the header', EMPTY_ROWS, () => {}],
		['a title is above the header, and Get rows has its Header Row set', TITLE, setHeaderRow],
	])('nothing is sent or written, and the run says row 1, where %s', async (_, above, change) => {
		const { place, sheets } = createGoogleSheet(rig, NAMES, above);
		// With a Header Row, n8n's node returns only columns up to the last one that is filled in a row.
		const row = ['sent', ...GOOGLE_COLUMNS.slice(2).map(() => ''), 'an old mark'];
		sheets[0]!.type(`${toColumnName(TITLES.length)}4`, [row]);
		await expectRed(place, sheets, /in row 1/, change);
	});
});

describe('an Excel workbook', () => {
	test('a couple who share email and phone are two applicants; one typed in another way is the same', async () => {
		const { place, sheets } = createWorkbook(rig, ['Leo']);
		const [applicants] = sheets;
		const { run } = await place.publish();
		applicants!.type('A3', [['Lea', 'Smith', toEmail('Leo'), PHONE]]);
		expect(findFailure(await run())).toBeUndefined();
		expect(listAsked(host)).toEqual([toEmail('Leo'), toEmail('Leo')]);
		applicants!.type('A2', [[' leo', 'Smith', ' LEO@example.com', '+1 (416) 555-0101']]);
		expect(findFailure(await run())).toBeUndefined();
		expect(listAsked(host)).toHaveLength(2);
	});

	test('equal rows are one applicant, and stop nobody; a corrected first name is another one', async () => {
		const { place, sheets } = createWorkbook(rig, ['Élodie', 'Leo', 'Élodie']);
		const [applicants] = sheets;
		applicants!.type('A5', [['élodie ', 'Smith', ' Élodie@example.com', PHONE]]);
		const { run } = await place.publish();
		for (let round = 0; round < 2; round += 1) {
			expect(findFailure(await run())).toBeUndefined();
			expect(await listStatuses(place)).toEqual(['sent', 'sent']);
		}
		applicants!.type('A3', [['Leon']]);
		expect(findFailure(await run())).toBeUndefined();
		expect(listAsked(host)).toEqual([toEmail('Leo'), toEmail('Leo'), toEmail('Élodie')]);
	});

	test('columns of the workflow that a person also has in the worksheet of applicants are not copied', async () => {
		const { place, sheets } = createWorkbook(rig, NAMES);
		const [applicants] = sheets;
		applicants!.type('H1', [[...OWN_COLUMNS, 'key']]);
		const { run } = await place.publish();
		for (let round = 0; round < 2; round += 1) {
			expect(findFailure(await run())).toBeUndefined();
			expect(await listStatuses(place)).toEqual(['sent', 'sent', 'sent']);
		}
		await expectOwnIds(place);
		expect(listAsked(host)).toEqual(EMAILS);
	});

	test.each(['key', ...OWN_COLUMNS])(
		'nothing is sent without the column %s in Screenings',
		async (column) => {
			const { place, sheets } = createWorkbook(rig, NAMES);
			renameColumn(sheets[1]!, column, 'Something else');
			const { run } = await place.publish();
			expect(findFailure(await run())?.message).toMatch(new RegExp(`'${column}'`));
			expect(listAsked(host)).toEqual([]);
		},
	);

	test('nothing is sent, and each run ends red, where a title is above the header of Screenings', async () => {
		const { place, sheets } = createWorkbook(rig, NAMES);
		const screenings = sheets[1]!;
		const header = screenings.header();
		screenings.type('A1', [['Screenings', ...header.slice(1).map(() => '')], [''], header]);
		const { run } = await place.publish();
		for (let round = 0; round < 2; round += 1)
			expect(findFailure(await run())?.message).toMatch(/'key'/);
		expect(listAsked(host)).toEqual([]);
	});

	test('nothing is sent or written where a title is above the header of the applicants', async () => {
		const { place, sheets } = createWorkbook(rig, NAMES, TITLE);
		await expectRed(place, sheets, /row 1.*Add key/);
	});
});

describe.each([
	['a Google sheet', createGoogleSheet],
	['an Excel workbook', createWorkbook],
] as const)('accounts for %s', (_, create) => {
	test.each(['rentalScreeningApi', 'googleApi|microsoftExcelOAuth2Api'])(
		'n8n does not publish the workflow without %s, and each run ends red once the account is gone',
		async (kind) => {
			const { place } = create(rig, NAMES);
			const isMissing = ({ type }: { type: string }) => new RegExp(kind).test(type);
			const unset = place.publish(({ nodes }) => {
				for (const node of nodes)
					if (Object.keys(node.credentials ?? {}).some((type) => isMissing({ type })))
						node.credentials = {};
			});
			await expect(unset).rejects.toThrow(/Missing required credential/);

			const { run } = await place.publish();
			for (const { id } of (await host.client.listCredentials()).filter(isMissing))
				await host.client.rest('DELETE', `/credentials/${id}`);
			for (let round = 0; round < 2; round += 1)
				expect(findFailure(await run())?.message).toMatch(/credential/i);
			expect(listAsked(host)).toEqual([]);
		},
	);
});

test('nothing is sent, and the column is named, where a data table cannot save user IDs', async () => {
	const { place, table } = await createTablePlace(rig, NAMES);
	await table.dropColumn('userId');
	// As n8n makes it of a CSV file with numbers.
	await table.addColumn({ name: 'userId', type: 'number' });
	const { run } = await place.publish();
	for (let round = 0; round < 2; round += 1)
		expect(findFailure(await run())?.message).toMatch(/userId/);
	expect(listAsked(host)).toEqual([]);
});
