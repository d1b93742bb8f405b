import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../../../dev/host/n8n.mts';
import { eventually } from '../../support/eventually.mts';
import { describeLong } from '../../support/n8n-host.mts';
import { refusal, type GoogleRequest } from '../../support/network/google/google.mts';
import { useGoogle } from '../../support/network/google/host.mts';
import {
	isMark,
	isSave,
	livingSheet,
	redEnd,
	type LivingSheet,
	type LivingSheetOptions,
} from '../../support/network/google/living-sheet.mts';
import type { Sheet } from '../../support/network/google/sheet.mts';

const NAMES = ['Amara', 'Leo', 'Priya'];
const emailOf = (name: string) => `${name.toLowerCase()}@example.com`;
const applicant = (name: string, index: number) => [
	name,
	emailOf(name),
	`+1416555010${index}`,
	"'007",
];
const SHEET: LivingSheetOptions = {
	columns: ['Name', 'Email', 'Phone', 'Unit'],
	plainText: ['C'],
	rows: NAMES.map(applicant),
};
/** The column `screeningStatus` of that sheet. */
const STATUS = 'F';

describeLong('A living Google sheet that is cut off, in n8n 2.41.1', () => {
	// Only the test completes screenings.
	const rig = useGoogle({ completeAfter: {} });

	const asked = () =>
		rig.host.sandbox
			.requestsOf('sendScreening')
			.map(({ body }) => (body as { email: string }).email)
			.sort();
	const idOf = (email: string) =>
		rig.host.sandbox.screenings.find((screening) => screening.email === email)?.userId;
	const statuses = async ({ rows }: LivingSheet) =>
		(await rows()).map((row) => row['screeningStatus']);
	const clear = async (living: LivingSheet) =>
		await living.sheet.type(
			`${STATUS}2`,
			NAMES.map(() => ['']),
		);

	/** Every ID is in its own row. */
	async function expectOwnIds(living: LivingSheet) {
		for (const row of await living.rows()) {
			if (row['userId'] !== '') expect(row['userId']).toBe(idOf(String(row['Email'])));
		}
	}

	describe('n8n is killed', () => {
		let folders = 0;
		const all = NAMES.map(emailOf);

		/** Kills n8n at a request to Google that `at` names, before or after Google acts on it. */
		const atGoogle =
			(at: (request: GoogleRequest) => boolean, acts: boolean) => (n8n: RunningN8n) =>
				new Promise<void>((resolve) => {
					rig.google.meanwhile = async (request, serve) => {
						if (!at(request)) return undefined;
						if (acts) serve();
						await n8n.kill();
						resolve();
						return refusal(503, 'Nobody hears this.');
					};
				});

		test.each([
			{ when: 'before the mark', kill: atGoogle(isMark, false), sent: 0, left: '' },
			{ when: 'after the mark', kill: atGoogle(isMark, true), sent: 0, left: 'sending' },
			{
				when: 'while sending',
				kill: async (n8n: RunningN8n) => {
					rig.host.sandbox.addFault({ operation: 'sendScreening', latencyMs: 20_000, times: 3 });
					await eventually(() => asked().length === NAMES.length);
					await n8n.kill();
				},
				sent: 3,
				left: 'sending',
			},
			{
				when: 'after sending, before the write',
				kill: atGoogle(isSave, false),
				sent: 3,
				left: 'sending',
			},
			{ when: 'during the write', kill: atGoogle(isSave, true), sent: 3, left: 'sent' },
		])('$when', async ({ kill, sent, left }) => {
			folders += 1;
			const { sandbox, n8n: host } = rig.host;
			const { baseUrl, username, password } = sandbox;
			const userFolder = join(host.userFolder, `killed-${folders}`);
			let n8n = await startN8n(rig.options({ userFolder }));
			try {
				const credentials = [
					await n8n.client.createCredential('rentalScreeningApi', 'A', {
						baseUrl,
						username,
						password,
					}),
					await n8n.client.createCredential('googleApi', 'G', rig.google.credential),
				];
				const living = await livingSheet(rig, SHEET, n8n.client, credentials);
				const before = await living.ownCells();
				const killed = kill(n8n);
				await n8n.client.startWorkflow(living.workflowId);
				await killed;
				rig.google.meanwhile = undefined;
				expect(asked().length).toBe(sent);
				expect(await statuses(living)).toEqual([left, left, left]);

				// Started again, with another row: nobody is sent twice, and who was cut off is named.
				n8n = await startN8n(rig.options({ userFolder, packageFolder: null }));
				await living.sheet.type('A5', [applicant('Zoe', 9)]);
				for (let round = 0; round < 2; round += 1) {
					const execution = await n8n.client.runWorkflow(living.workflowId);
					if (left === 'sending') {
						expect(redEnd(execution)).toBe(
							`3 of ${4 - round} rows need attention, see screeningNote: row 2 sending, row 3 sending, row 4 sending`,
						);
					} else expect(redEnd(execution)).toBeUndefined();
				}
				const isSent = sent === 3 || left === '';
				expect(asked()).toEqual([...(isSent ? all : []), emailOf('Zoe')].sort());
				expect(await statuses(living)).toEqual([
					...(left === 'sending' ? ['sending', 'sending', 'sending'] : ['sent', 'sent', 'sent']),
					'sent',
				]);
				await expectOwnIds(living);
				expect((await living.ownCells()).slice(0, 4)).toEqual(before.slice(0, 4));

				if (sent > 0) return;
				// Nothing had gone out: cleared by the person, they are sent.
				if (left === 'sending') await clear(living);
				expect(redEnd(await n8n.client.runWorkflow(living.workflowId))).toBeUndefined();
				expect(asked()).toEqual([...all, emailOf('Zoe')].sort());
				await expectOwnIds(living);
			} finally {
				await n8n.stop();
			}
		});
	});

	describe('Google refuses to write', () => {
		test.each([
			['the mark, twice with 429', isMark, 429, 2, false, ['sent', 'sent', 'sent']],
			['the mark, always with 429', isMark, 429, Infinity, false, ['', '', '']],
			[
				'the mark, with 503 after it was written',
				isMark,
				503,
				Infinity,
				true,
				['sending', 'sending', 'sending'],
			],
			['the outcomes, twice with 503', isSave, 503, 2, false, ['sent', 'sent', 'sent']],
			[
				'the outcomes, always with 429',
				isSave,
				429,
				Infinity,
				false,
				['sending', 'sending', 'sending'],
			],
			[
				'the outcomes, with 503 after they were written',
				isSave,
				503,
				Infinity,
				true,
				['sent', 'sent', 'sent'],
			],
		] as const)('%s', async (_, at, status, times, acts, expected) => {
			const living = await livingSheet(rig, SHEET);
			const before = await living.ownCells();
			let left: number = times;
			rig.google.meanwhile = (request, serve) => {
				if (!at(request) || left <= 0) return undefined;
				left -= 1;
				if (acts) serve();
				return refusal(status, 'Quota exceeded or unavailable.');
			};
			const first = redEnd(await living.run());
			expect(first === undefined).toBe(times === 2);
			expect(await statuses(living)).toEqual(expected);
			expect(asked().length).toBe(at === isMark && times !== 2 ? 0 : 3);

			rig.google.meanwhile = undefined;
			await living.run();
			// The recipe for what stands at 'sending'.
			if ((await statuses(living)).includes('sending')) await clear(living);
			expect(redEnd(await living.run())).toBeUndefined();
			expect(asked()).toEqual(NAMES.map(emailOf));
			expect(await statuses(living)).toEqual(['sent', 'sent', 'sent']);
			await expectOwnIds(living);
			expect(await living.ownCells()).toEqual(before);
		});
	});

	/** Rows are found by their position. What happens where it changes is in the docs. */
	describe('rows are moved while a run goes on', () => {
		async function moved(move: (sheet: Sheet) => void, at: typeof isMark) {
			const living = await livingSheet(rig, SHEET);
			rig.google.meanwhile = (request) => {
				if (!at(request)) return undefined;
				move(living.sheet as Sheet);
				rig.google.meanwhile = undefined;
				return undefined;
			};
			await living.run();
			return living;
		}

		const table = async (living: LivingSheet) =>
			(await living.rows()).map((row) => [
				row['Name'],
				row['screeningStatus'],
				NAMES.find((name) => row['userId'] && idOf(emailOf(name)) === row['userId']) ?? '',
			]);

		test('a row that is inserted takes the outcome of the row below it', async () => {
			const living = await moved((sheet) => sheet.insertRow(2), isSave);
			expect(await table(living)).toEqual([
				['', 'sent', 'Amara'],
				['Amara', 'sent', 'Leo'],
				['Leo', 'sent', 'Priya'],
				['Priya', 'sending', ''],
			]);
			// The results of another person are not written beside a name.
			for (const name of NAMES) rig.host.sandbox.complete(idOf(emailOf(name))!);
			await living.run();
			expect((await living.rows()).map((row) => row['resultStatus'])).toEqual([
				...['complete', 'not fetched', 'not fetched', ''],
			]);
			expect(asked()).toEqual(NAMES.map(emailOf));
		});

		test('a row that is deleted leaves its outcome to the row below it', async () => {
			const living = await moved((sheet) => sheet.deleteRow(2), isSave);
			expect(await table(living)).toEqual([
				['Leo', 'sent', 'Amara'],
				['Priya', 'sent', 'Leo'],
				['', 'sent', 'Priya'],
			]);
			await living.run();
			expect(asked()).toEqual(NAMES.map(emailOf));
		});

		test('rows that are sorted change their outcomes', async () => {
			const living = await moved((sheet) => sheet.sortDescending('A'), isSave);
			expect(await table(living)).toEqual([
				['Priya', 'sent', 'Amara'],
				['Leo', 'sent', 'Leo'],
				['Amara', 'sent', 'Priya'],
			]);
			await living.run();
			expect(asked()).toEqual(NAMES.map(emailOf));
		});

		test('a row that is sorted away before the mark is sent again, which the node knows', async () => {
			// Priya was sent before. Amara, who is due, and she change places before the mark.
			const living = await livingSheet(rig, SHEET);
			await living.run();
			await living.sheet.type('E2', [
				['', '', '', ''],
				['', '', '', ''],
			]);
			await living.sheet.type(`${STATUS}3`, [['refused']]);
			expect(asked()).toEqual(NAMES.map(emailOf));
			rig.google.meanwhile = (request) => {
				if (!isMark(request)) return undefined;
				(living.sheet as Sheet).sortDescending('A');
				rig.google.meanwhile = undefined;
				return undefined;
			};
			await living.run();
			// Priya's ID is lost.
			expect(await table(living)).toEqual([
				['Priya', 'sent', 'Amara'],
				['Leo', 'refused', ''],
				['Amara', '', ''],
			]);
			await living.run();
			expect((await table(living))[2]).toEqual(['Amara', 'sent', 'Amara']);
			expect(asked()).toEqual(NAMES.map(emailOf));
		});
	});
});
