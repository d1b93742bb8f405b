import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { findFailure } from '../../../dev/host/execution.mts';
import {
	createGoogleSheet,
	createTablePlace,
	createWorkbook,
	GOOGLE_COLUMNS,
	listPlaceKinds,
	type Place,
} from '../../support/applicant-places.mts';
import {
	createApplicantRow,
	findUserId,
	listAsked,
	toEmail,
} from '../../support/applicants-table.mts';
import { openDataTable } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { startHold } from '../../support/hold.mts';
import { describeLong, testLong } from '../../support/n8n-host.mts';
import type { Sheet } from '../../support/network/sheet.mts';
import {
	isMark,
	refusal,
	useSpreadsheets,
	type SheetRequest,
} from '../../support/network/spreadsheets.mts';
import type { Published } from '../../support/published.mts';
import { findNode } from '../../support/workflow-file.mts';

const NAMES = ['Amara', 'Leo', 'Priya'];
const EMAILS = NAMES.map(toEmail);
// Only the test completes screenings.
const rig = useSpreadsheets({ completeAfter: {} });
const { host } = rig;

/** Whether a request writes what came of sending rows. */
const isSave = ({ operation, body }: SheetRequest) =>
	operation === 'write' && body.includes('"sent"');

const complete = (name: string) => host.sandbox.complete(findUserId(host, name));
const listStatuses = async (place: Place) => (await place.rows()).map(({ status }) => status);

/** No ID and no result is in another person's row. */
async function expectOwnIds(place: Place): Promise<void> {
	for (const { email, userId, result } of await place.rows()) {
		if (userId) expect(userId).toBe(findUserId(host, email.replace(/@.*/, '')));
		else expect(result || '').toBe('');
	}
}

/** Once all has ended, each applicant was asked once, and the row has the ID or says that somebody has to look. */
async function expectEachOnce(place: Place, { run }: Published, own: unknown): Promise<void> {
	for (let round = 0; round < 2; round += 1) {
		await place.age();
		await run();
	}
	expect(listAsked(host)).toEqual(EMAILS);
	await expectOwnIds(place);
	const rows = await place.rows();
	expect(rows.map(({ email }) => email).sort()).toEqual(EMAILS);
	for (const { status, userId } of rows) expect(status).toMatch(userId ? /^sent$/ : /^maybe sent$/);
	expect(await place.own()).toEqual(own);
}

describe.each(listPlaceKinds(rig))(
	'applicants in $kind, in n8n',
	({ create, hasResults, steps }) => {
		test('each is sent the link once, a further run changes nothing, and the cells of the person stay', async () => {
			const place = await create(NAMES);
			const own = await place.own();
			const { run } = await place.publish();
			expect(findFailure(await run())).toBeUndefined();
			expect(await listStatuses(place)).toEqual(['sent', 'sent', 'sent']);
			complete('Priya');
			expect(findFailure(await run())).toBeUndefined();
			const results = (await place.rows()).map(({ result }) => result);
			if (hasResults) expect(results).toEqual(['not complete', 'not complete', 'complete']);
			const rows = await place.rows();
			expect(findFailure(await run())).toBeUndefined();
			expect(await place.rows()).toEqual(rows);
			await expectOwnIds(place);
			expect(await place.own()).toEqual(own);
			expect(listAsked(host)).toEqual(EMAILS);
		});

		test.each([
			['a phone that cannot be sent', 'Phone', '416', '+14165550199'],
			['a request that the service refuses', 'Email', toEmail('Leo'), toEmail('Leo2')],
		])(
			'%s ends one run red that day; once corrected it goes, with nothing to clear',
			async (_, column, wrong, right) => {
				host.sandbox.disrupt({ applicant: toEmail('Leo'), status: 422 });
				const place = await create(['Amara', 'Leo']);
				await place.type('Leo', { [column]: wrong });
				const { run } = await place.publish();
				expect(findFailure(await run())?.message).toMatch(/^1 to fix\. /);
				const [amara, leo] = await place.rows();
				expect([amara!.status, leo!.status]).toEqual(['sent', 'refused']);
				expect(leo!.note).toMatch(/\w/);
				expect(findFailure(await run())).toBeUndefined();
				expect((await place.rows())[1]).toEqual(leo);

				await place.type('Leo', { Email: toEmail('Leo2'), [column]: right });
				expect(findFailure(await run())).toBeUndefined();
				expect((await place.rows()).filter(({ status }) => status === 'sent')).toHaveLength(2);
			},
		);

		test('nothing is sent, and the run is red, without a property ID', async () => {
			const place = await create(NAMES);
			const { run } = await place.publish({ propertyId: '' });
			expect(findFailure(await run())?.message).toMatch(/Property ID/);
			expect(listAsked(host)).toEqual([]);
		});

		test.each([0, 300])(
			'two runs that start %i ms apart send nobody twice and lose nobody',
			async (apartMs) => {
				const place = await create(NAMES);
				const own = await place.own();
				const workflow = await place.publish();
				host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 500, times: 3 });
				await workflow.runApart(apartMs);
				await expectEachOnce(place, workflow, own);
			},
		);

		test('a run beside one that takes longer than an hour sends nobody again', async () => {
			const place = await create(NAMES);
			const own = await place.own();
			const workflow = await place.publish();
			host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 6_000, times: 3 });
			const long = workflow.start();
			await eventually(() => listAsked(host).length === 3);
			await workflow.start();
			for (const status of await listStatuses(place))
				expect(status).toMatch(/^(in progress|sent)$/);
			await place.age();
			await workflow.start();
			await long;
			await expectEachOnce(place, workflow, own);
		});

		if (hasResults) {
			test('what was sent and could not be saved is saved by the next run', async () => {
				const place = await create(NAMES);
				const own = await place.own();
				const workflow = await place.publish();
				rig.meanwhile = (request) => (isSave(request) ? refusal(500, 'Unavailable.') : undefined);
				expect(findFailure(await workflow.run())).toBeDefined();
				expect(await listStatuses(place)).toEqual(['in progress', 'in progress', 'in progress']);
				rig.meanwhile = undefined;
				expect(findFailure(await workflow.run())).toBeUndefined();
				expect(await listStatuses(place)).toEqual(['sent', 'sent', 'sent']);
				await expectEachOnce(place, workflow, own);
			});

			test('results that could not be fetched end one run red', async () => {
				const { run } = await (await create(NAMES)).publish();
				expect(findFailure(await run())).toBeUndefined();
				host.sandbox.disrupt({ operation: 'getScreeningData', status: 400, times: 3 });
				expect(findFailure(await run())?.message).toMatch(/^3 to fix\. /);
				expect(findFailure(await run())).toBeUndefined();
			});
		}

		describeLong('two starts that interleave send nobody twice and lose nobody', () => {
			test.each(Object.entries(steps))('the first is held %s', async (_, [from, to]) => {
				const hold = await startHold();
				try {
					const place = await create(NAMES);
					const own = await place.own();
					const workflow = await place.publish({ change: (all) => hold.insert(all, from, to) });
					const first = workflow.start();
					await hold.reached;
					await workflow.run();
					hold.release();
					await first;
					await expectEachOnce(place, workflow, own);
				} finally {
					await hold.close();
				}
			});
		});

		testLong(
			'n8n that is killed while it sends sends nobody again, and each row says so after an hour',
			async () => {
				const options = {
					...rig.options(),
					userFolder: await mkdtemp(join(host.n8n.userFolder, 'crash-')),
				};
				let n8n = await host.startAnother(options);
				try {
					const place = await create(NAMES, n8n);
					const doomed = await place.publish({ on: n8n });
					host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 10_000, times: 3 });
					const running = doomed.start();
					await eventually(() => listAsked(host).length === 3);
					await n8n.kill();
					await running;

					n8n = await host.startAnother({ ...options, packageFolder: null });
					const after = await place.reopen(n8n);
					const { run } = await after.publish({ on: n8n });
					await after.add('Zoe');
					expect(findFailure(await run())).toBeUndefined();
					expect(await listStatuses(after)).toEqual([
						'in progress',
						'in progress',
						'in progress',
						'sent',
					]);
					await after.age();
					expect(findFailure(await run())?.message).toMatch(/^3 to fix\. /);
					expect(findFailure(await run())).toBeUndefined();
					expect(await listStatuses(after)).toEqual([
						'maybe sent',
						'maybe sent',
						'maybe sent',
						'sent',
					]);
					expect(listAsked(host)).toEqual([...EMAILS, toEmail('Zoe')]);
					await expectOwnIds(after);
				} finally {
					await n8n.stop();
				}
			},
		);
	},
);

describe('applicants in a Google sheet, in n8n', () => {
	test('a sheet whose columns have other names asks for them, and is sent once they are chosen', async () => {
		const titles = ['Given', 'Family', 'Contact', 'Reach'];
		const { place, sheet } = createGoogleSheet(rig, NAMES, titles);
		const own = await place.own();
		expect(findFailure(await (await place.publish()).run())?.message).toMatch(/Columns/);
		expect(listAsked(host)).toEqual([]);
		const [firstName, lastName, email, phone] = titles;
		const { run } = await place.publish({
			change(workflow) {
				const { parameters } = findNode(workflow, 'Check rows');
				parameters['columns'] = { firstName, lastName, email, phone } as INodeParameters;
			},
		});
		for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
		expect(listAsked(host)).toEqual(EMAILS);
		expect(sheet.rows().map((row) => row['screeningStatus'])).toEqual(['sent', 'sent', 'sent']);
		expect(await place.own()).toEqual(own);
	});

	test('nothing that is written becomes a formula, and without a column for the mark nothing is sent', async () => {
		const { place, sheet } = createGoogleSheet(rig, NAMES);
		const { run } = await place.publish();
		await run();
		for (const row of sheet.cells())
			for (const { formula } of row.slice(-GOOGLE_COLUMNS.length)) expect(formula).toBeUndefined();

		const mark = sheet.cells('1:1')[0]!.findIndex(({ value }) => value === 'screeningMark');
		sheet.write(`${String.fromCharCode(65 + mark)}1`, [['other']], (value) => ({ value }));
		await place.add('Zoe');
		expect(findFailure(await run())?.message).toMatch(/screeningMark/);
		expect(listAsked(host)).toEqual(EMAILS);
	});

	describeLong('rows that are moved while it runs get no outcome of another row', () => {
		const moves = {
			'a row is inserted': (sheet: Sheet) => sheet.insertRow(2),
			'it is sorted': (sheet: Sheet) => sheet.sortDescending(),
		};
		let reads = 0;
		/** The read that comes after so many others. */
		const isRead = (before: number) => (request: SheetRequest) =>
			request.operation === 'read' && (reads += 1) > before;
		const moments = {
			'before the marks are written': isMark,
			'before they are read back': isRead(2),
			'before the results are written': isRead(0),
		};
		const cases = Object.entries(moments).flatMap(([when, at]) =>
			Object.entries(moves).map(([what, move]) => [what, when, at, move] as const),
		);
		test.each(cases)('%s %s', async (_, _when, at, move) => {
			const { place, sheet } = createGoogleSheet(rig, ['Kim']);
			const { run } = await place.publish();
			await run();
			complete('Kim');
			for (const name of NAMES) await place.add(name);
			reads = 0;
			rig.meanwhile = (request) => {
				if (at(request)) {
					rig.meanwhile = undefined;
					move(sheet);
				}
				return undefined;
			};
			await run();
			expect(rig.meanwhile).toBeUndefined();
			await expectOwnIds(place);
			await place.age();
			await run();
			await run();
			await expectOwnIds(place);
			expect(listAsked(host)).toEqual([...new Set(listAsked(host))]);
			for (const { email, status, userId } of await place.rows())
				if (email !== '') expect(status).toMatch(userId ? /^(maybe )?sent$/ : /^maybe sent$/);
		});
	});
});

describe('applicants in an Excel workbook, in n8n', () => {
	test('a couple who share email and phone are two applicants; one typed in another way is the same', async () => {
		const { place, applicants } = createWorkbook(rig, ['Leo']);
		const { run } = await place.publish();
		applicants.type('A3', [['Lea', 'Smith', toEmail('Leo'), "'+14165550101"]]);
		expect(findFailure(await run())).toBeUndefined();
		expect(listAsked(host)).toEqual([toEmail('Leo'), toEmail('Leo')]);
		applicants.type('A2', [[' leo', 'Smith', ' LEO@example.com', "'+1 (416) 555-0101"]]);
		expect(findFailure(await run())).toBeUndefined();
		expect(listAsked(host)).toHaveLength(2);
	});

	test('an applicant who is there twice ends every run red, and nothing is sent', async () => {
		const { place } = createWorkbook(rig, ['Leo', 'Leo']);
		const { run } = await place.publish();
		for (let round = 0; round < 2; round += 1)
			expect(findFailure(await run())?.message).toMatch(/'key'/);
		expect(listAsked(host)).toEqual([]);
	});

	testLong.each([3, 4, 5])(
		'worksheets that are sorted before read %i get no outcome of another row',
		async (read) => {
			const { place, applicants, screenings } = createWorkbook(rig, ['Kim']);
			const { run } = await place.publish();
			await run();
			complete('Kim');
			for (const name of NAMES) await place.add(name);
			let reads = 0;
			rig.meanwhile = ({ operation }) => {
				if (operation !== 'read' || (reads += 1) !== read) return undefined;
				for (const sheet of [applicants, screenings]) sheet.sortDescending();
				return undefined;
			};
			await run();
			rig.meanwhile = undefined;
			await place.age();
			await run();
			await run();
			expect(listAsked(host)).toEqual([...EMAILS, toEmail('Kim')].sort());
			expect(await listStatuses(place)).toEqual(['sent', 'sent', 'sent', 'sent']);
			await expectOwnIds(place);
		},
	);
});

describe('applicants in a data table, in n8n', () => {
	test('what was sent and could not be saved is saved by the next run', async () => {
		const { place, table } = await createTablePlace(rig, NAMES);
		const { start, run } = await place.publish();
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 2_000, times: 3 });
		const running = start();
		await eventually(() => listAsked(host).length === 3);
		await table.dropColumn('sentAt');
		await running;
		await table.addColumn({ name: 'sentAt', type: 'date' });
		expect(await listStatuses(place)).toEqual(['in progress', 'in progress', 'in progress']);
		expect(findFailure(await run())).toBeUndefined();
		expect(await listStatuses(place)).toEqual(['sent', 'sent', 'sent']);
		await expectOwnIds(place);
		expect(listAsked(host)).toEqual(EMAILS);
	});

	test('the first run makes the table', async () => {
		const { place } = await createTablePlace(rig, []);
		const change = ({ nodes }: { nodes: Array<{ name: string; parameters: object }> }) => {
			const maker = nodes.find(({ name }) => name === 'Applicants')!;
			maker.parameters = { ...maker.parameters, tableName: 'Made by the workflow' };
		};
		const { run } = await place.publish({ change });
		expect(findFailure(await run())).toBeUndefined();
		expect(await (await openDataTable(host.client, 'Made by the workflow')).rows()).toEqual([]);
	});

	test.each(['userId', 'sentAt', 'screeningMark'])(
		'nothing is sent, and the column is named, where %s cannot be saved',
		async (name) => {
			const { place, table } = await createTablePlace(rig, NAMES);
			await table.dropColumn(name);
			// As n8n makes it of a CSV file with numbers.
			if (name === 'userId') await table.addColumn({ name, type: 'number' });
			const { run } = await place.publish();
			for (let round = 0; round < 2; round += 1)
				expect(findFailure(await run())?.message).toMatch(name);
			expect(listAsked(host)).toEqual([]);
		},
	);

	test('each outcome comes into its own row of a table that is edited meanwhile', async () => {
		const { place, table } = await createTablePlace(rig, NAMES);
		const { start } = await place.publish();
		host.sandbox.disrupt({ operation: 'sendScreening', latencyMs: 2_000, times: 3 });
		const running = start();
		await eventually(() => listAsked(host).length === 3);
		await place.type('Amara', { 'Last Name': 'Jones' });
		await table.remove(toEmail('Leo'));
		await running;
		expect(await table.rows()).toMatchObject([
			{ userId: findUserId(host, 'amara'), lastName: 'Jones' },
			{ userId: findUserId(host, 'priya'), lastName: 'Smith' },
		]);
	});

	test('what waits for a person is left alone: a word of the person, an answer that was lost, a blank row', async () => {
		const { place, table } = await createTablePlace(rig, ['Amara', 'Wei', 'Hannah']);
		host.sandbox.disrupt({ applicant: toEmail('Hannah'), status: 500, acts: true });
		await place.type('Wei', { screeningStatus: 'hold' });
		await table.insert({ firstName: ' ' });
		const { run } = await place.publish();
		expect(findFailure(await run())?.message).toMatch(/^1 to fix\. Row \d+: ./);
		expect(findFailure(await run())).toBeUndefined();
		expect(await listStatuses(place)).toEqual(['sent', 'hold', 'maybe sent', null]);
		expect(listAsked(host)).toEqual([toEmail('Amara'), toEmail('Hannah')]);
	});

	testLong(
		'700 rows that cannot be sent in front of 300 good ones keep none of them back, and each ends one run red',
		async () => {
			const { place, table } = await createTablePlace(rig, []);
			const create = (from: number, count: number, more: object = {}) =>
				Array.from({ length: count }, (_, index) => createApplicantRow(`n${from + index}`, more));
			const rows = [...create(0, 700, { phone: '416' }), ...create(700, 300)];
			while (rows.length > 0) await table.insert(...rows.splice(0, 500));
			const { run } = await place.publish();
			let red = 0;
			for (let round = 0; round < 2; round += 1)
				red += Number(/\d+/.exec(findFailure(await run())?.message ?? '0')![0]);
			expect([red, listAsked(host).length]).toEqual([700, 300]);
			await table.change(toEmail('n0'), { phone: '+14165550122' });
			await place.add('Zoe');
			for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
			expect(listAsked(host)).toHaveLength(302);
		},
		10 * 60_000,
	);
});
