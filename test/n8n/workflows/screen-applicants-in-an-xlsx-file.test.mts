import { join } from 'node:path';
import { findFailure } from '../../../dev/host/execution.mts';

import { readSheet, writeXlsx } from '../../../dev/demo/samples.mts';
import { describePlace } from '../../support/applicant-places.mts';
import { listAsked, toEmail, findUserId } from '../../support/applicants-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { publish } from '../../support/published.mts';
import { readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'screen-applicants-in-an-xlsx-file';
const createApplicant = (name: string, phone = '+14165550101') => ({
	...{ Name: `${name} Smith`, Email: toEmail(name), Phone: phone },
	...{ Zip: '02139', Viewing: '2025-10-03', Remark: '=1+1' },
});

const WORKSHEET = 'Applicants';

describe('Screen applicants in an XLSX file, in n8n', () => {
	const host = useN8n({ completeAfter: {} });
	const findId = (name: string) => findUserId(host, name);

	async function publishWorkflow(name: string, rows: object[]) {
		const path = join(host.n8n.workingFolder, `${name}.xlsx`);
		await writeXlsx(path, rows, WORKSHEET);
		const workflow = readWorkflowFile(FILE, {
			'Read the file': { fileSelector: path },
			'Send screenings': { propertyId: host.sandbox.propertyId },
		});
		return {
			...(await publish(host.client, workflow, [host.credential])),
			path,
			rows: async () => await readSheet(path),
		};
	}

	test('writes outcomes and results into the rows of the file, whose worksheet keeps its name', async () => {
		const file = await publishWorkflow('round-trip', [
			createApplicant('Amara'),
			createApplicant('Leo', '416'),
		]);
		const own = (await file.rows()).map((row) => ({ ...row }));
		expect(findFailure(await file.run())?.message).toMatch(/ to fix\. /);
		host.sandbox.complete(findId('Amara'));
		// What nobody corrects ends no second run red.
		expect(findFailure(await file.run())).toBeUndefined();
		const rows = await file.rows();
		expect(rows).toMatchObject([
			{
				...own[0],
				screeningStatus: 'sent',
				userId: findId('Amara'),
				resultStatus: 'complete',
			},
			{
				...own[1],
				screeningStatus: 'not sent',
				screeningNote: expect.stringMatching(/Phone/) as unknown,
			},
		]);
		expect(rows[0]!['creditScore']).toEqual(expect.any(Number));

		// The person corrects the row and adds another.
		const corrected = [rows[0]!, { ...rows[1], Phone: '+14165550102' }, createApplicant('Priya')];
		await writeXlsx(file.path, corrected, WORKSHEET);
		expect(findFailure(await file.run())).toBeUndefined();
		const statuses = (await file.rows()).map((row) => row['screeningStatus']);
		expect(statuses).toEqual(['sent', 'sent', 'sent']);
		expect(listAsked(host)).toEqual(['Amara', 'Leo', 'Priya'].map(toEmail));
		// Columns of results that name a person would take the place of the column of names.
		const sent = host.sandbox.listRequests('sendScreening').map(({ body }) => body);
		expect(sent).toMatchObject(['Amara', 'Leo', 'Priya'].map((firstName) => ({ firstName })));
	});

	test('sends nothing where the worksheet has another name, or the account does not work', async () => {
		const named = await publishWorkflow('named', [createApplicant('Amara')]);
		await writeXlsx(named.path, [createApplicant('Amara')], 'Others');
		for (let round = 0; round < 2; round += 1)
			expect(findFailure(await named.run())?.message).toMatch(/Applicants/);
		host.sandbox.disrupt({ operation: 'login', status: 401 });
		await writeXlsx(named.path, [createApplicant('Amara')], WORKSHEET);
		for (let round = 0; round < 2; round += 1) expect(findFailure(await named.run())).toBeDefined();
		expect(await named.rows()).toMatchObject([{ Email: toEmail('Amara') }]);
		expect(listAsked(host)).toEqual([]);
	});

	describePlace(host, {
		// No `afterOverlap`: both write the whole file, which can break it.
		hasResults: true,
		async createPlace(names) {
			const file = await publishWorkflow(
				'place',
				names.map((name) => createApplicant(name)),
			);
			return {
				publish: async () => await Promise.resolve(file),
				rows: async () =>
					(await file.rows()).map(({ Email, screeningStatus: status, userId }) => ({
						...{ email: String(Email), status, userId },
					})),
				own: async () =>
					(await file.rows()).map(({ Name, Email, Phone, Zip, Viewing, Remark }) => ({
						...{ Name, Email, Phone, Zip, Viewing, Remark },
					})),
				// Rows of a file have no mark.
				age: async () => await Promise.resolve(),
			};
		},
	});
});
