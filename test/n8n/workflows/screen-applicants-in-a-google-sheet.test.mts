import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../../../dev/host/n8n.mts';
import { eventually } from '../../support/eventually.mts';
import { describeLong } from '../../support/n8n-host.mts';
import {
	applicantSheet,
	isMark,
	isResult,
	isSave,
	publishFor,
	WRITTEN,
	type ApplicantSheet,
	type SheetOptions,
} from '../../support/network/google/applicant-sheet.mts';
import { refusal, type GoogleRequest } from '../../support/network/google/google.mts';
import { testOnStandIn, useGoogle } from '../../support/network/google/host.mts';
import type { Sheet } from '../../support/network/google/sheet.mts';
import { redEnd } from '../../support/published.mts';

const NAMES = ['Amara', 'Leo', 'Priya'];
const emailOf = (name: string) => `${name.toLowerCase()}@example.com`;
const EMAILS = NAMES.map(emailOf);
const applicant = (name: string, phone = '+14165550101') => [name, emailOf(name), phone, "'007"];
const SIMPLE: SheetOptions = {
	columns: ['First Name', 'Email', 'Phone', 'Unit'],
	plainText: ['C'],
	rows: NAMES.map((name) => applicant(name)),
};

/** What people have in such a sheet, and what is changed where it is written back as if typed. */
const MESSY: SheetOptions = {
	columns: [
		'First Name',
		'Last Name',
		'Email',
		'Phone',
		'Zip',
		'Viewing',
		'Rent',
		'Pets',
		'Remark',
	],
	plainText: ['D'],
	rows: [
		...[
			[
				'Amara',
				'Okafor',
				EMAILS[0]!,
				'+14165550101',
				"'02139",
				'1-Feb',
				'$2,100',
				'TRUE',
				"'=no formula",
			],
		],
		...[
			[
				'Leo',
				"'007",
				EMAILS[1]!,
				'+14165550102',
				"'00501",
				'2/1/2024',
				'10%',
				'FALSE',
				"'+1 garden",
			],
		],
		...[
			[
				'Priya',
				'Nair',
				EMAILS[2]!,
				'+14165550103',
				"'1e5",
				'Mar 1, 2025',
				'900',
				'TRUE',
				"''quoted'",
			],
		],
		...[['', '', '', '', '', '', '', 'FALSE', '']],
	],
};

describe('Screen applicants in a Google sheet, in n8n 2.41.1', () => {
	// Only the test completes screenings.
	const rig = useGoogle({ completeAfter: {} });

	const asked = () =>
		rig.host.sandbox
			.requestsOf('sendScreening')
			.map(({ body }) => (body as { email: string }).email)
			.sort();
	const idOf = (email: string) =>
		rig.host.sandbox.screenings.find((screening) => screening.email === email)?.userId ?? '';
	const complete = (...emails: string[]) => {
		for (const email of emails) rig.host.sandbox.complete(idOf(email));
	};
	const valuesOf = async ({ rows }: ApplicantSheet, column: string) =>
		(await rows()).map((row) => row[column]);
	const statuses = async (sheet: ApplicantSheet) => await valuesOf(sheet, 'screeningStatus');

	/** No ID and no result is in another person's row, and nothing that was written is a formula. */
	async function expectOwn(sheet: ApplicantSheet) {
		for (const row of await sheet.rows()) {
			if (row['userId'] !== '') expect(row['userId']).toBe(idOf(String(row['Email'])));
			else expect(row['resultStatus'] ?? '').toBe('');
		}
		for (const { formula } of await sheet.writtenCells()) expect(formula).toBeUndefined();
		expect(rig.host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	}

	test('sends each row once and brings its results, and leaves every cell of a messy sheet as it is', async () => {
		const sheet = await applicantSheet(rig, MESSY);
		await sheet.sheet.typeFormula('G4', '=900*1.1', 990);
		const before = await sheet.ownCells();

		expect(redEnd(await sheet.run())).toBeUndefined();
		expect(await statuses(sheet)).toEqual(['sent', 'sent', 'sent', '']);
		complete(EMAILS[2]!);
		expect(redEnd(await sheet.run())).toBeUndefined();
		expect(await valuesOf(sheet, 'resultStatus')).toEqual([
			...['not complete', 'not complete', 'complete', ''],
		]);
		expect((await sheet.rows())[2]!['creditScore']).toEqual(expect.any(Number));

		// A third run changes nothing at all.
		const cells = await sheet.sheet.cells();
		expect(redEnd(await sheet.run())).toBeUndefined();
		expect(await sheet.sheet.cells()).toEqual(cells);
		expect(await sheet.ownCells()).toEqual(before);
		expect(asked()).toEqual(EMAILS);
		await expectOwn(sheet);
	});

	test.each([
		['no column of its own', [], /userId/],
		['no mark', WRITTEN.filter((name) => name !== 'screeningMark'), /screeningMark/],
		['another spelling', WRITTEN.map((name) => name.replace('userId', 'User ID')), /userId/],
	])('sends nothing where the sheet has %s, and names what to add', async (_, added, message) => {
		const sheet = await applicantSheet(rig, { ...SIMPLE, added });
		const cells = await sheet.sheet.cells();
		for (let round = 0; round < 2; round += 1) expect(redEnd(await sheet.run())).toMatch(message);
		expect(await sheet.sheet.cells()).toEqual(cells);
		expect(asked()).toEqual([]);
	});

	test('ends red at every run until there is a property ID', async () => {
		const { propertyId } = rig.host.sandbox;
		const sheet = await applicantSheet(rig, { ...SIMPLE, propertyId: '' });
		const cells = await sheet.sheet.cells();
		for (let round = 0; round < 2; round += 1)
			expect(redEnd(await sheet.run())).toMatch(/Property ID/);
		expect(await sheet.sheet.cells()).toEqual(cells);
		await sheet.type('Unit', 1, 'Property ID', propertyId, propertyId, propertyId);
		expect(redEnd(await sheet.run())).toBeUndefined();
		expect(asked()).toEqual(EMAILS);
	});

	test.each([
		['a phone that cannot be sent', 'not sent', 'Phone', '416', '+14165550199'],
		[
			'a request that the service refuses',
			'refused',
			'Email',
			'leo@example.com',
			'leo2@example.com',
		],
	])(
		'%s ends one run red that day; once corrected it goes, with nothing to clear',
		async (_, status, column, wrong, right) => {
			rig.host.sandbox.addFault({ applicant: 'leo@example.com', status: 422 });
			const sheet = await applicantSheet(rig, {
				...SIMPLE,
				rows: [applicant('Amara'), applicant('Leo')],
			});
			await sheet.type(column, 3, wrong);
			expect(redEnd(await sheet.run())).toMatch(/need attention/);
			expect(await statuses(sheet)).toEqual(['sent', status]);
			const [, wrongRow] = await sheet.rows();
			const requests = asked();
			expect(redEnd(await sheet.run())).toBeUndefined();
			expect((await sheet.rows())[1]).toEqual(wrongRow);
			expect(asked()).toEqual(requests);

			await sheet.type('Email', 3, 'leo2@example.com');
			await sheet.type(column, 3, right);
			expect(redEnd(await sheet.run())).toBeUndefined();
			expect(await statuses(sheet)).toEqual(['sent', 'sent']);
			await expectOwn(sheet);
		},
	);

	testOnStandIn('sends nobody twice where two runs begin at once', async () => {
		const sheet = await applicantSheet(rig, SIMPLE);
		rig.host.sandbox.addFault({ operation: 'sendScreening', latencyMs: 500, times: 3 });
		await sheet.runAtOnce(2);
		await sheet.run();
		expect(asked()).toEqual(EMAILS);
		expect(await statuses(sheet)).toEqual(['sent', 'sent', 'sent']);
		await expectOwn(sheet);
	});

	testOnStandIn('sends nobody twice beside a run that takes longer than an hour', async () => {
		const sheet = await applicantSheet(rig, SIMPLE);
		rig.host.sandbox.addFault({ operation: 'sendScreening', latencyMs: 8_000, times: 3 });
		const long = sheet.start();
		await eventually(() => asked().length === 3);
		// Within the hour the next run leaves its rows alone.
		await sheet.start();
		expect(await statuses(sheet)).toEqual(['sending', 'sending', 'sending']);
		await sheet.age(61);
		await sheet.start();
		expect(await statuses(sheet)).toEqual(['maybe sent', 'maybe sent', 'maybe sent']);
		await long;
		await sheet.run();
		expect(asked()).toEqual(EMAILS);
		await expectOwn(sheet);
	});

	describeLong('where Google refuses to write', () => {
		const once = ['sent', 'sent', 'sent'];
		const marked = ['sending', 'sending', 'sending'];
		test.each([
			['the marks, twice with 500', isMark, 500, 2, false, 3, once],
			['the marks, always with 500', isMark, 500, Infinity, false, 0, ['', '', '']],
			['the marks, with 500 after they were written', isMark, 500, Infinity, true, 0, marked],
			['the outcomes, twice with 429', isSave, 429, 2, false, 3, once],
			['the outcomes, always with 500', isSave, 500, Infinity, false, 3, marked],
			['the outcomes, with 500 after they were written', isSave, 500, Infinity, true, 3, once],
		] as const)('%s', async (_, at, status, times, acts, sent, expected) => {
			const sheet = await applicantSheet(rig, SIMPLE);
			const before = await sheet.ownCells();
			let left: number = times;
			rig.google.meanwhile = (request, serve) => {
				if (!at(request) || left <= 0) return undefined;
				left -= 1;
				if (acts) serve();
				return refusal(status, 'Unavailable.');
			};
			expect(redEnd(await sheet.run()) === undefined).toBe(times === 2);
			expect([asked().length, await statuses(sheet)]).toEqual([sent, expected]);

			rig.google.meanwhile = undefined;
			await sheet.age(61);
			await sheet.run();
			await sheet.run();
			expect(asked()).toEqual(sent === 3 || expected[0] === '' ? EMAILS : []);
			for (const status of await statuses(sheet))
				expect(status).toBe(expected[0] === 'sending' ? 'maybe sent' : 'sent');
			await expectOwn(sheet);
			expect(await sheet.ownCells()).toEqual(before);
		});
	});

	describeLong('where rows are moved while it runs', () => {
		let reads = 0;
		/** The read that comes after so many others. */
		const isRead = (before: number) => (request: GoogleRequest) =>
			request.operation === 'read' && request.ranges[0]!.length > 0 && (reads += 1) > before;
		const moves = {
			'a row is inserted': (sheet: Sheet) => sheet.insertRow(2),
			'a row is deleted': (sheet: Sheet) => sheet.deleteRow(3),
			'it is sorted': (sheet: Sheet) => sheet.sortDescending('A'),
		};
		const moments: Record<string, (request: GoogleRequest) => boolean> = {
			'between reading and marking': isMark,
			'between marking and reading back': isRead(2),
			'before the results are written': isRead(0),
		};
		const cases = Object.keys(moments).flatMap((when) =>
			Object.keys(moves).map((what) => [when, what] as const),
		);
		const while_ = Object.keys(moves).map((what) => ['while it sends', what] as const);

		test.each([...cases, ...while_])('%s: %s', async (when, what) => {
			const { sandbox } = rig.host;
			// One row was sent before, and its applicant is done.
			const sheet = await applicantSheet(rig, { ...SIMPLE, rows: [applicant('Kim')] });
			await sheet.run();
			complete(emailOf('Kim'));
			await sheet.sheet.type(
				'A3',
				NAMES.map((name) => applicant(name)),
			);
			const move = () => moves[what as keyof typeof moves](sheet.sheet as Sheet);
			reads = 0;
			const at = moments[when];
			if (at) {
				rig.google.meanwhile = (request) => {
					if (!at(request)) return undefined;
					rig.google.meanwhile = undefined;
					move();
					return undefined;
				};
				await sheet.run();
			} else {
				sandbox.addFault({ operation: 'sendScreening', latencyMs: 1500, times: 3 });
				const run = sheet.start();
				await eventually(() => asked().length === 4);
				move();
				await run;
			}
			expect(rig.google.meanwhile).toBeUndefined();
			await expectOwn(sheet);
			complete(...sandbox.screenings.map(({ email }) => email));
			await sheet.age(61);
			await sheet.run();
			await sheet.run();
			await expectOwn(sheet);
			expect(asked()).toEqual([...new Set(asked())]);
			const rows = (await sheet.rows()).filter((row) => row['Email'] !== '');
			expect(rows).toHaveLength(what === 'a row is deleted' ? 3 : 4);
			for (const row of rows) expect(row['screeningStatus']).toMatch(/^(maybe )?sent$/);
			// Who was asked and has no ID in the row is one of whom that is said.
			for (const row of rows)
				if (row['userId'] === '') expect(row['screeningStatus']).toBe('maybe sent');
		});
	});

	describeLong('where n8n is killed', () => {
		let folders = 0;
		/** Kills n8n at a request to Google, before or after Google acts on it. */
		const atGoogle =
			(at: (request: GoogleRequest) => boolean, acts: boolean) => async (n8n: RunningN8n) =>
				await new Promise<void>((resolve) => {
					rig.google.meanwhile = async (request, serve) => {
						if (!at(request)) return undefined;
						rig.google.meanwhile = undefined;
						if (acts) serve();
						await n8n.kill();
						resolve();
						return refusal(503, 'Nobody hears this.');
					};
				});
		const whileSending = async (n8n: RunningN8n) => {
			rig.host.sandbox.addFault({ operation: 'sendScreening', latencyMs: 10_000, times: 3 });
			await eventually(() => asked().length === 3);
			await n8n.kill();
		};
		const beforeSending = async (n8n: RunningN8n) => {
			rig.host.sandbox.addFault({ operation: 'login', latencyMs: 10_000, times: 1 });
			await eventually(() => rig.host.sandbox.requestsOf('login').length > 0);
			await n8n.kill();
		};
		test.each([
			['before the marks are written', atGoogle(isMark, false), 0, ''],
			['when the marks are written', atGoogle(isMark, true), 0, 'sending'],
			['between mark and send', beforeSending, 0, 'sending'],
			['while it sends', whileSending, 3, 'sending'],
			['before the outcomes are written', atGoogle(isSave, false), 3, 'sending'],
			['when the outcomes are written', atGoogle(isSave, true), 3, 'sent'],
			['before the results are written', atGoogle(isResult, false), 3, 'sent'],
			['when the results are written', atGoogle(isResult, true), 3, 'sent'],
		] as const)('%s', async (when, kill, sent, left) => {
			folders += 1;
			const { sandbox, n8n: host } = rig.host;
			const { baseUrl, username, password } = sandbox;
			const userFolder = join(host.userFolder, `killed-${folders}`);
			const n8n = await startN8n(rig.options({ userFolder }));
			try {
				const account = { baseUrl, username, password };
				const credentials = [
					await n8n.client.createCredential('rentalScreeningApi', 'A', account),
					await n8n.client.createCredential('googleApi', 'G', rig.google.credential),
				];
				const sheet = await applicantSheet(rig, SIMPLE);
				const before = await sheet.ownCells();
				const doomed = await publishFor(rig, sheet.sheet, {}, n8n.client, credentials);
				if (when.includes('results')) await doomed.run();
				const killed = kill(n8n);
				await doomed.start();
				await killed;
				expect([asked().length, await statuses(sheet)]).toEqual([sent, [left, left, left]]);

				// Another process goes on. Within the hour it leaves alone what may still be sent.
				await sheet.sheet.type('A5', [applicant('Zoe')]);
				expect(redEnd(await sheet.run())).toBeUndefined();
				const mine = left === '' ? 'sent' : left;
				expect(await statuses(sheet)).toEqual([mine, mine, mine, 'sent']);
				await sheet.age(61);
				const isOpen = left === 'sending';
				expect(redEnd(await sheet.run()) !== undefined).toBe(isOpen);
				expect(redEnd(await sheet.run())).toBeUndefined();
				const last = isOpen ? 'maybe sent' : 'sent';
				expect(await statuses(sheet)).toEqual([last, last, last, 'sent']);
				const all = sent === 3 || left === '' ? EMAILS : [];
				expect(asked()).toEqual([...all, emailOf('Zoe')].sort());
				await expectOwn(sheet);
				expect((await sheet.ownCells()).slice(0, 4)).toEqual(before.slice(0, 4));

				if (sent > 0 || !isOpen) return;
				// Nothing had gone out: cleared by the person, they are sent.
				await sheet.type('screeningStatus', 2, '', '', '');
				expect(redEnd(await sheet.run())).toBeUndefined();
				expect(asked()).toEqual([...EMAILS, emailOf('Zoe')].sort());
			} finally {
				await n8n.stop();
			}
		});
	});
});
