import type { WorkflowJson } from '../../../dev/host/client.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { addSentApplicants, readForTable, toEmail } from '../../support/applicants-table.mts';
import { createDataTable, openDataTable, type DataTable } from '../../support/data-table.mts';
import { startHold } from '../../support/hold.mts';
import { KILL_TIMEOUT_MS, testLong, type N8nWithCredential } from '../../support/n8n-host.mts';
import { MAIL_KINDS, useMail, type MailKind } from '../../support/network/mail.mts';
import { publish } from '../../../dev/host/published.mts';
import { findNode } from '../../../dev/host/workflow-file.mts';

const NOW = () => new Date().toISOString();
const TWO_HOURS_AGO = () => new Date(Date.now() - 2 * 60 * 60_000).toISOString();

const RESULTS = {
	file: 'email-results-as-they-complete',
	node: 'Email the report',
	/** What the hub has written about an applicant who is to be emailed about. */
	due: () => ({ resultStatus: 'complete' }),
	...{ status: 'emailStatus', note: 'emailNote', triedAt: 'emailTriedAt' },
	...{ claimed: 'emailing', done: 'emailed', unclear: 'maybe emailed' },
	letter: {
		to: '={{ $json.firstName.toLowerCase() }}@example.com',
		...{ subject: '={{ $json.subject }}', body: '={{ $json.html }}' },
		...{ isHtml: true, attach: 'report' as string | undefined },
	},
	/** From where to where a run is killed, and whether it has emailed by then; before the claim nothing is to be looked up. */
	steps: [
		{ step: ['Complete rows', 'Get reports'], isClaimed: false, hasEmailed: false },
		{ step: ['Get reports', 'Claim rows'], isClaimed: false, hasEmailed: false },
		{ step: ['Claimed reports', 'Email the report'], isClaimed: true, hasEmailed: false },
		{ step: ['Email the report', 'Accepted?'], isClaimed: true, hasEmailed: true },
	] as Array<{ step: [string, string]; isClaimed: boolean; hasEmailed: boolean }>,
};

const REMINDING: typeof RESULTS = {
	file: 'remind-applicants',
	node: 'Email the reminder',
	due: () => ({ resultStatus: 'not complete', checkedAt: NOW() }),
	...{ status: 'reminderStatus', note: 'reminderNote', triedAt: 'reminderTriedAt' },
	...{ claimed: 'reminding', done: 'reminded', unclear: 'maybe reminded' },
	letter: {
		...{ to: '={{ $json.email }}', subject: '={{ $json.firstName }}', body: 'Hello' },
		...{ isHtml: false, attach: undefined },
	},
	steps: [
		{ step: ['Not complete', 'Claim rows'], isClaimed: false, hasEmailed: false },
		{ step: ['Claim rows', 'Email the reminder'], isClaimed: true, hasEmailed: false },
		{ step: ['Email the reminder', 'Accepted?'], isClaimed: true, hasEmailed: true },
	],
};

// Only the test completes screenings.
const mail = useMail({ completesAtFetch: false });
const { host } = mail;

/** The first names of those who were emailed to, in alphabetical order. */
const listEmailed = (kind: MailKind = 'smtp') =>
	mail.services[kind]
		.emails()
		.flatMap(({ to }) => to.map((address) => address.replace(/@.*/, '')))
		.sort();

/** Makes a table in which these applicants are to be emailed about. */
const createTable = async (
	{ due }: typeof RESULTS,
	names: readonly string[],
	{ client }: N8nWithCredential = host,
) =>
	await addSentApplicants(host, client, Object.fromEntries(names.map((name) => [name, 4])), due());

interface Setting {
	kind?: MailKind;
	/** 'unset' is as the workflow is imported, 'none' as after a person took the account out. */
	account?: 'right' | 'wrong' | 'none' | 'unset';
	on?: N8nWithCredential;
	change?: (workflow: WorkflowJson) => void;
}

/** A workflow that emails, for that table, as a person sets it for that service, with its accounts. */
async function setFor(
	one: typeof RESULTS,
	table: Pick<DataTable, 'name'>,
	{ kind = 'smtp', account = 'right', on = host, change }: Setting = {},
) {
	const workflow = readForTable(one.file, table);
	const email = findNode(workflow, one.node);
	const { to: toEmail } = one.letter;
	if (kind === 'smtp')
		Object.assign(email.parameters, { fromEmail: 'landlord@example.com', toEmail });
	else mail.services[kind].set(email, one.letter);
	if (account === 'none') delete email.credentials;
	change?.(workflow);
	const saved = await mail.services[kind].createAccount(on.client, account === 'wrong');
	return { workflow, credentials: account === 'unset' ? [on.credential] : [on.credential, saved] };
}

async function publishFor(...given: Parameters<typeof setFor>) {
	const { workflow, credentials } = await setFor(...given);
	const { client } = given[2]?.on ?? host;
	return await publish(client, workflow, credentials);
}

/** Executes it as a person does in the editor, who may not publish it as long as something is not set. */
async function runByHand(...given: Parameters<typeof setFor>) {
	const { workflow, credentials } = await setFor(...given);
	const { id } = await host.client.createWorkflow(workflow, credentials);
	return await host.client.runWorkflow(id);
}

describe.each([RESULTS, REMINDING])('$file, in n8n', (one) => {
	const { status, note, done, node } = one;
	const listStatuses = async (table: DataTable) => (await table.rows()).map((row) => row[status]);

	test.each([0, 300])(
		'two executions that start %i ms apart send one email each',
		async (apartMs) => {
			const table = await createTable(one, ['Amara', 'Leo', 'Priya', 'Zoe']);
			host.sandbox.disrupt({ operation: 'getScreeningData', latencyMs: 400 });
			const { runApart } = await publishFor(one, table);
			for (const execution of await runApart(apartMs))
				expect(findFailure(execution)).toBeUndefined();
			expect(listEmailed()).toEqual(['amara', 'leo', 'priya', 'zoe']);
			expect(await listStatuses(table)).toEqual([done, done, done, done]);
		},
	);

	describe.each(MAIL_KINDS)('by %s', (kind) => {
		test('an email that is refused ends the run red, keeps no other one back, and is sent by the next run', async () => {
			const table = await createTable(one, ['Amara', 'Leo']);
			const { run } = await publishFor(one, table, { kind });
			mail.services[kind].refuse((recipient) => recipient === toEmail('Amara'));
			const message = findFailure(await run())?.message;
			expect(message).toMatch(/^1 to look at\. Row \d+: Not emailed: .*(No such box|Bad request)/);
			expect(await listStatuses(table)).toEqual(['', done]);
			mail.services[kind].refuse(() => false);
			for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
			expect(listEmailed(kind)).toEqual(['amara', 'leo']);
			expect(await table.rows()).toMatchObject([
				{ [status]: done, [note]: '' },
				{ [status]: done },
			]);
		});

		test('with an account that is wrong or missing the run ends red, nobody is emailed, and all are due', async () => {
			const table = await createTable(one, ['Amara', 'Leo']);
			for (const account of ['wrong', 'none'] as const) {
				const message = findFailure(await runByHand(one, table, { kind, account }))?.message;
				expect(message).toMatch(/^2 to look at\. Row \d+: Not emailed: /);
				expect(message).toMatch(
					account === 'wrong'
						? /Wrong user name or password|needs to be reconnected/
						: /choose an account in Email the|does not have any credentials/,
				);
				expect(await listStatuses(table)).toEqual(['', '']);
			}
			expect(listEmailed(kind)).toEqual([]);
			expect(findFailure(await (await publishFor(one, table, { kind })).run())).toBeUndefined();
			expect(listEmailed(kind)).toEqual(['amara', 'leo']);
		});
	});

	test('an email that is refused for one of two recipients is sent once, and the note says for whom not', async () => {
		const table = await createTable(one, ['Amara']);
		const toEmail = 'amara@example.com, box@example.com';
		const { run } = await publishFor(one, table, {
			change: (workflow) => Object.assign(findNode(workflow, node).parameters, { toEmail }),
		});
		mail.services.smtp.refuse((recipient) => recipient === 'box@example.com');
		expect(findFailure(await run())?.message).toMatch(/^1 to .*Refused for box@example\.com$/);
		expect(findFailure(await run())).toBeUndefined();
		expect(mail.sink.messages).toHaveLength(1);
		expect(await table.rows()).toMatchObject([{ [status]: done }]);
	});

	test('nothing starts, and the setting is named, until it says from whom', async () => {
		const table = await createTable(one, ['Amara']);
		const execution = await runByHand(one, table, {
			change: (workflow) => (findNode(workflow, node).parameters['fromEmail'] = ''),
		});
		const message = findFailure(execution)?.message;
		expect(message).toContain(node);
		expect(message).toContain('From Email');
		expect(await listStatuses(table)).toEqual([null]);
	});

	test('nothing starts, and the node is named, until it has an account', async () => {
		const table = await createTable(one, ['Amara']);
		const message = findFailure(await runByHand(one, table, { account: 'unset' }))?.message;
		expect(message).toMatch(new RegExp(`${node}.*credential`));
		expect(await listStatuses(table)).toEqual([null]);
	});

	test('a table that is missing, or has other columns, ends the run red by name', async () => {
		const name = `Somebody else's ${Date.now()} ${node}`;
		const { run } = await publishFor(one, { name });
		expect(findFailure(await run())?.message).toContain(name);
		await createDataTable(host.client, name, [{ name: 'email', type: 'string' }]);
		expect(findFailure(await run())?.message).toContain('Status');
		expect(listEmailed()).toEqual([]);
	});

	testLong('a mail server that hangs ends the run red, and the email is due again', async () => {
		const table = await createTable(one, ['Amara']);
		const { run } = await publishFor(one, table);
		mail.sink.hang(true);
		expect(findFailure(await run())?.message).toMatch(/Not emailed: Greeting never received/);
		expect(await listStatuses(table)).toEqual(['']);
		mail.sink.hang(false);
		expect(findFailure(await run())).toBeUndefined();
		expect(listEmailed()).toEqual(['amara']);
	});

	testLong(
		'killed at any step: nobody gets a second email until the row is cleared, and each row says so after an hour',
		async () => {
			const n8n = await host.startMortal();
			const killed = await Promise.all(
				one.steps.map(async ({ step, ...rest }, index) => {
					const names = [`Amara${index}`, `Leo${index}`];
					const table = await createTable(one, names, n8n);
					const hold = await startHold();
					const change = (workflow: WorkflowJson) => hold.insert(workflow, step);
					const doomed = await publishFor(one, table, { on: n8n, change });
					return { ...rest, names, table, hold, doomed };
				}),
			);
			const running = killed.map(async ({ doomed }) => await doomed.start());
			for (const { hold } of killed) await hold.reached;
			await n8n.kill();
			await Promise.all(running);
			for (const { hold } of killed) await hold.close();

			const again = await n8n.restart();
			for (const { names, table, isClaimed, hasEmailed } of killed) {
				const ours = names.map((name) => name.toLowerCase());
				const listOurs = () => listEmailed().filter((name) => ours.includes(name));
				const after = await openDataTable(again.client, table.name);
				const { run } = await publishFor(one, after, { on: again });
				expect(findFailure(await run())).toBeUndefined();
				const now = isClaimed ? one.claimed : done;
				expect(await listStatuses(after)).toEqual([now, now]);
				expect(listOurs()).toEqual(hasEmailed || !isClaimed ? ours : []);
				if (!isClaimed) continue;

				for (const name of names)
					await after.change(toEmail(name), { [one.triedAt]: TWO_HOURS_AGO() });
				expect(findFailure(await run())?.message).toMatch(/^2 to .*Row \d+: n8n stopped/);
				expect(findFailure(await run())).toBeUndefined();
				expect(await listStatuses(after)).toEqual([one.unclear, one.unclear]);
				expect(listOurs()).toEqual(hasEmailed ? ours : []);
				await after.change(toEmail(names[0]!), { [status]: '' });
				expect(findFailure(await run())).toBeUndefined();
				expect(listOurs()).toEqual(hasEmailed ? [ours[0], ...ours] : [ours[0]]);
			}
		},
		KILL_TIMEOUT_MS,
	);
});

test('only who has not completed the screening after 3 days, and within 30, by a look of the last day, is reminded, and the service is asked nothing', async () => {
	const sentDaysAgo = { Amara: 4, Leo: 2, Priya: 4, Wei: 29, Kim: 31, Ada: 4, Zoe: 4, Sam: 4 };
	const table = await addSentApplicants(host, host.client, sentDaysAgo, REMINDING.due());
	await table.change(toEmail('Priya'), { resultStatus: 'complete' });
	const yesterday = new Date(Date.now() - 25 * 60 * 60_000).toISOString();
	await table.change(toEmail('Ada'), { checkedAt: yesterday });
	await table.change(toEmail('Zoe'), { reminderStatus: 'never' });
	await table.change(toEmail('Sam'), { screeningStatus: 'hold' });
	const { run } = await publishFor(REMINDING, table);
	for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
	expect(listEmailed()).toEqual(['amara', 'wei']);
	expect(mail.sink.messages[0]!.text).toContain('you were sent the link');
	expect(host.sandbox.requests).toEqual([]);
});

test('the report is emailed with a file, once the results are complete, and nobody else is asked for', async () => {
	const table = await addSentApplicants(host, host.client, { Amara: 4, Leo: 4 });
	const { run } = await publishFor(RESULTS, table);
	expect(findFailure(await run())).toBeUndefined();
	expect(listEmailed()).toEqual([]);
	await table.change(toEmail('Amara'), RESULTS.due());
	host.sandbox.complete(String((await table.rows())[0]!['userId']));
	for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
	expect(mail.sink.messages).toMatchObject([
		{
			subject: expect.stringContaining('Screening report') as string,
			html: expect.stringContaining('creening report') as string,
			attachments: [{ contentDisposition: 'attachment', contentType: 'text/html' }],
		},
	]);
	expect(host.sandbox.listRequests('getScreeningData')).toHaveLength(1);
});

test('a report that cannot be fetched leaves no claim, says why in its row, ends the run red, and keeps no other one back', async () => {
	const table = await createTable(RESULTS, ['Amara', 'Leo']);
	const { run } = await publishFor(RESULTS, table);
	const [amara] = await table.rows();
	const applicant = String(amara!['userId']);
	const repair = host.sandbox.disrupt({ operation: 'getScreeningData', applicant, status: 400 });
	expect(findFailure(await run())?.message).toMatch(/^1 to .*Row \d+: Not emailed: \w+/);
	expect(await table.rows()).toMatchObject([
		{
			emailStatus: null,
			emailTriedAt: null,
			emailNote: expect.stringMatching(/^Not .*400/) as string,
		},
		{ emailStatus: 'emailed' },
	]);
	repair();
	expect(findFailure(await run())).toBeUndefined();
	expect(listEmailed()).toEqual(['amara', 'leo']);
});
