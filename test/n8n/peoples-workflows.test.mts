import type { INodeParameters } from 'n8n-workflow';

import { eventually } from '../../dev/host/eventually.mts';
import { findFailure, listOutputs } from '../../dev/host/execution.mts';
import {
	createChain,
	createManualTrigger,
	createRowsNode,
	createScreeningNode,
	type NodeSpec,
} from '../../dev/host/n8n-workflows.mts';
import { addApplicants, createApplicantRow, listAsked } from '../support/applicants-table.mts';
import { createApplicants, listSends, sendByColumns, sendDueRows } from '../support/applicants.mts';
import { useN8n } from '../support/n8n-host.mts';

// Workflows that other people built of n8n's own nodes, and reported, with made-up data.

const host = useN8n();

/** A node of n8n's own. */
function createNode(type: string, typeVersion: number, parameters: INodeParameters): NodeSpec {
	return { name: type, type: `n8n-nodes-base.${type}`, typeVersion, parameters };
}

const createSend = (parameters: INodeParameters) =>
	createScreeningNode('Send', parameters, host.credential);

/** Reads a CSV that Excel saved in Windows-1252, with these options of Extract from File, and sends its rows. */
async function sendFile(separator: string, options: INodeParameters) {
	const header = ['First Name', 'Last Name', 'Email', 'Phone'];
	const lines = [header, ['José', 'Müller', 'jose@example.com', '+14165550101']];
	const text = lines.map((line) => line.join(separator)).join('\r\n');
	const base64 = Buffer.from(text, 'latin1').toString('base64');
	const execution = await host.run(
		createChain(
			'File',
			createManualTrigger(),
			createRowsNode('Saved by Excel', [{ base64 }]),
			createNode('convertToFile', 1.1, { operation: 'toBinary', sourceProperty: 'base64' }),
			createNode('extractFromFile', 1, { operation: 'csv', options }),
			createSend(sendDueRows),
		),
	);
	const [row] = listOutputs(execution, 'Send');
	return String(row?.['screeningNote'] ?? findFailure(execution)?.message);
}

test.each<[title: string, separator: string, set: INodeParameters, lacks: string, says: string]>([
	// Excel saves CSV as Windows-1252, and accents come out broken (github.com/n8n-io/n8n/issues/10194).
	['accents', ',', { encoding: 'latin1' }, 'encoding', "'First Name' holds '\ufffd'"],
	// Excel in Europe parts columns by semicolons (github.com/n8n-io/n8n/pull/7448).
	[
		'semicolons',
		';',
		{ delimiter: ';', encoding: 'latin1' },
		'delimiter',
		"'First Name;Last Name;",
	],
])(
	'a CSV with %s is not sent, and is once Extract from File has the right option',
	async (_, separator, { ...options }, lacks, says) => {
		expect(await sendFile(separator, { ...options, [lacks]: undefined })).toContain(says);
		expect(listSends(host.sandbox)).toEqual([]);
		expect(await sendFile(separator, options)).toBe('');
		const sent = listSends(host.sandbox).map(({ body }) => body);
		expect(sent).toMatchObject([{ firstName: 'José', lastName: 'Müller' }]);
	},
);

// A second Get runs once for each row of the first: two rows become four (github.com/n8n-io/n8n/issues/21645).
test('rows of a data table that two Gets have doubled are not sent, and are once the second has Execute Once', async () => {
	const people = ['Ada', 'Bo'].map(createApplicantRow);
	const { reference } = await addApplicants(host.client, people);
	const ofTable = { resource: 'row', operation: 'get', dataTableId: reference, returnAll: true };
	const get = createNode('dataTable', 1, ofTable);
	const { propertyId } = host.sandbox;
	const byColumns = { ...sendByColumns, operation: 'send', propertyId, updateRows: 'due' };
	const send = async (executeOnce: boolean) => {
		const again = { ...get, name: 'Get again', executeOnce };
		const ours = createSend({ ...byColumns, matchColumn: 'id' });
		return await host.run(createChain('Twice', createManualTrigger(), get, again, ours));
	};
	expect(findFailure(await send(false))?.message).toContain("turn on 'Execute Once'");
	expect(listAsked(host)).toEqual([]);
	const sent = { screeningStatus: 'sent' };
	expect(listOutputs(await send(true), 'Send')).toMatchObject([sent, sent]);
	expect(listAsked(host)).toEqual(['ada@example.com', 'bo@example.com']);
});

// A + that is posted as it is means a blank (github.com/postmanlabs/postman-app-support/issues/8849), and one click
// starts a workflow twice (github.com/n8n-io/n8n/issues/28524).
test.each<[countryCode: string, status: number, phones: string[]]>([
	['', 500, []],
	['1', 200, ['+14165550101']],
])(
	'a web form that loses the + of a phone and comes twice at once: with Country Code %j, n8n answers %i, and %j is sent',
	async (countryCode, status, phones) => {
		const path = `apply${countryCode}`;
		const url = `${host.client.baseUrl}/webhook/${path}`;
		const webhook = createNode('webhook', 2, {
			httpMethod: 'POST',
			path,
			responseMode: 'lastNode',
		});
		const { propertyId } = host.sandbox;
		const columns = { email: 'body.email', phone: 'body.phone', firstName: 'body.first' };
		const send = { ...sendByColumns, operation: 'send', propertyId, countryCode, columns };
		const workflow = createChain('Form', { ...webhook, webhookId: path }, createSend(send));
		await host.client.activate((await host.client.createWorkflow(workflow)).id);
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const body = 'first=Ada&email=ada@example.com&phone=+14165550101';
		const post = async () => {
			let answer = 404;
			// Where the webhook is not there yet.
			await eventually(async () => {
				answer = (await fetch(url, { method: 'POST', headers, body })).status;
				return answer !== 404;
			});
			return answer;
		};
		expect(await Promise.all([post(), post()])).toEqual([status, status]);
		expect(host.sandbox.screenings.map(({ phone }) => phone)).toEqual(phones);
	},
);

// People call a workflow once for each item (github.com/n8n-io/n8n/issues/13723).
test('a workflow that is called for each row logs in once, sends nobody twice, and answers each row with its own ID', async () => {
	const called = createNode('executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
	const workflow = createChain('One applicant', called, createSend(sendDueRows));
	const { id } = await host.client.createWorkflow(workflow);
	await host.client.activate(id);
	const workflowId = { __rl: true, mode: 'id', value: id };
	const call = createNode('executeWorkflow', 1.2, { mode: 'each', workflowId });
	const rows = createRowsNode('Sheet', [...createApplicants(3), ...createApplicants(1)]);
	const execution = await host.run(createChain('All', createManualTrigger(), rows, call));
	const { screenings, requests } = host.sandbox;
	expect(listOutputs(execution, call.name)).toMatchObject(
		[0, 1, 2, 0].map((row) => ({ row, userId: screenings[row]!.userId })),
	);
	expect(requests.map(({ operation }) => operation)).toEqual([
		'login',
		...screenings.map(() => 'sendScreeningWithFlow'),
	]);
});
