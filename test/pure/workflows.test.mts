import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import type { WorkflowJson } from '../../dev/host/client.mts';
import { APPLICANT_COLUMNS, APPLICANTS_FILE } from '../support/applicants-table.mts';
import { readColumns } from '../../dev/host/data-tables.mts';
import { panel } from '../support/panel.mts';
import { findNode, readWorkflowFile, WORKFLOW_FILES } from '../../dev/host/workflow-file.mts';

const OURS = /^n8n-nodes-rental-screening\.rentalScreening(Tool)?$/;
const MAX_NODES = 15;
const MAX_EXPRESSION_LENGTH = 100;
/** How many items come in: what a red end may count. */
const COUNT = '$input.all().length';
/** Names that n8n gives by itself, which say the kind of a node and not its step. */
const KINDS =
	/^(Rental Screening|Data [Tt]able|Edit Fields|If|Filter|Code|HTTP Request|Merge|Send Email|AI Agent|Webhook|Convert to File|Extract From File|Loop Over Items)\d*$/;

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** Every connection, as from, kind and to. */
function listLinks({ connections }: WorkflowJson): Array<[string, string, string]> {
	return Object.entries(connections).flatMap(([from, kinds]) =>
		Object.entries(kinds).flatMap(([kind, outputs]) =>
			outputs.flatMap((ends) =>
				(ends ?? []).map(({ node }): [string, string, string] => [from, kind, node]),
			),
		),
	);
}

const POSTS = ['send', 'sendWithFlow', 'submit', 'create'];
const WRITES = ['update', 'upsert', 'write'];

/** The nodes behind others; those that an agent uses are behind it. */
function behind(workflow: WorkflowJson, from: readonly INode[]): INode[] {
	const reached = new Set(from.map(({ name }) => name));
	// A Set also passes what is added while it is walked.
	for (const name of reached) {
		for (const [start, kind, end] of listLinks(workflow)) {
			if (start === name) reached.add(end);
			if (end === name && kind !== 'main') reached.add(start);
		}
	}
	return workflow.nodes.filter((node) => reached.has(node.name) && !from.includes(node));
}

/** The names in a parameter that a collection or a list of options offers. */
const listOffered = ({ options = [] }: INodeProperties) =>
	options.map((option) => ('value' in option ? String(option.value) : option.name));

/** Every text in the parameters of a node. */
function listTexts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(listTexts);
}

/** What works over rows in place of n8n's own nodes. */
const COMPUTES =
	/=>|\/|;|\b(function|Object|JSON)\b|\.(all|map|flatMap|filter|reduce|some|every|find|findIndex|forEach|sort|match|test)\(/;

describe.each(WORKFLOW_FILES)('workflows/%s.json', (file) => {
	const workflow = readWorkflowFile(file);
	const { nodes } = workflow;
	const steps = nodes.filter((node) => !isNote(node));
	const ours = steps.filter(({ type }) => OURS.test(type));

	test('the workflow has few nodes, none of them with code', () => {
		expect(steps.length).toBeLessThanOrEqual(MAX_NODES);
		for (const { type, parameters } of steps) {
			expect(type).not.toMatch(/\.(code|function|functionItem|executeCommand|aiTransform)$/);
			const modes = ['raw', 'json', 'combineBySql'];
			expect(Object.values(parameters).filter((value) => modes.includes(String(value)))).toEqual(
				[],
			);
		}
	});

	test('the workflow has short expressions, which compute nothing over rows', () => {
		const texts = steps.flatMap(({ parameters }) => listTexts(parameters));
		for (const text of texts.filter((each) => each.startsWith('='))) {
			expect(text.length).toBeLessThanOrEqual(MAX_EXPRESSION_LENGTH);
			const codes = Array.from(text.matchAll(/\{\{(.*?)\}\}/gs), ([, code]) => code!);
			for (const code of codes) {
				const withoutTexts = code.replace(COUNT, '').replaceAll(/'[^']*'|`[^`]*`|"[^"]*"/g, "''");
				expect(withoutTexts).not.toMatch(COMPUTES);
			}
		}
	});

	test('the workflow fails after everything else, with how many rows need attention, the first of them and its note', () => {
		for (const { name, type, parameters, position } of steps) {
			if (type !== 'n8n-nodes-base.stopAndError') continue;
			const message = String(parameters['errorMessage']);
			expect(message.replaceAll(' ', '')).toContain(`{{${COUNT}}}`);
			expect(message).toMatch(/\$json\.\w+Note ?\}\}$/);
			// Which row it is. A key of Excel's is not for people, and what was sent is found in a Google sheet by its mark.
			if (!/excel|google/.test(file)) expect(message).toMatch(/\$json\.(row_number|id) ?\}\}/);
			const below = steps.filter((step) => step.position[1] > position[1]);
			expect([name, below]).toEqual([name, []]);
		}
	});

	test('the workflow reads and writes only columns that its data table has', () => {
		const isMade = steps.some(({ parameters }) => parameters['resource'] === 'table');
		const columns = isMade ? readColumns(workflow) : APPLICANT_COLUMNS;
		const known = [...columns.map(({ name }) => name), 'id', 'updatedAt'];
		for (const { type, parameters } of steps) {
			if (!type.startsWith('n8n-nodes-base.dataTable')) continue;
			const { filters, columns: written } = parameters as {
				filters?: { conditions: Array<{ keyName: string }> };
				columns?: { value?: object };
			};
			const filtered = filters?.conditions.map(({ keyName }) => keyName) ?? [];
			const used = [...filtered, ...Object.keys(written?.value ?? {})];
			expect(known).toEqual(expect.arrayContaining(used));
		}
	});

	test('the workflow names each node after its step', () => {
		const names = nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		for (const { name } of steps) {
			expect(name).toMatch(/^[A-Z][\w ,?-]{2,27}$/);
			expect(name).not.toMatch(KINDS);
		}
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
	});

	test('the workflow sets only what the panel of our node has, and only values that it offers', () => {
		for (const { parameters } of ours) {
			const { resource, operation } = parameters as Record<'resource' | 'operation', string>;
			const shown = panel({ resource, operation }, parameters as INodeParameters);
			const names = ['resource', 'operation', ...shown.map(({ name }) => name)];
			expect(names).toEqual(expect.arrayContaining(Object.keys(parameters)));
			for (const property of shown) {
				const value = parameters[property.name];
				const isChoice = property.type === 'options' && value !== undefined;
				const chosen = property.type === 'collection' ? Object.keys(value ?? {}) : [];
				if (isChoice) chosen.push(String(value));
				expect(listOffered(property)).toEqual(expect.arrayContaining(chosen));
			}
		}
	});

	test('the workflow tries five times to write the outcome of what was sent, so that a short outage loses none', () => {
		const does = ({ parameters }: INode, operations: string[]) =>
			operations.includes(String(parameters['operation']));
		const sent = steps.filter(
			(step) => step.type.endsWith('.emailSend') || (ours.includes(step) && does(step, POSTS)),
		);
		const tries = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 };
		for (const node of behind(workflow, sent))
			if (does(node, WRITES)) expect(node).toMatchObject(tries);
	});

	test('the workflow contains no data, secret or credential', () => {
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
		for (const { credentials = {} } of steps) {
			for (const { id, name } of Object.values(credentials))
				expect([id, name]).toEqual(['', expect.stringMatching(/\w/)]);
		}
		for (const { credentials } of ours) expect(credentials).toHaveProperty('rentalScreeningApi');
		expect(JSON.stringify(workflow).replaceAll(/bearer ?auth/gi, '')).not.toMatch(
			/password|secret|token|bearer|api[-_]?key/i,
		);
	});

	test('the workflow has no brackets that a person has to fill in', () => {
		const texts = steps.flatMap(({ parameters }) => listTexts(parameters));
		for (const text of texts) if (!text.startsWith('=')) expect(text).not.toMatch(/\[[a-z]+ /);
	});

	test('the workflow keeps no execution that succeeded, as it holds data of applicants', () => {
		expect(workflow.settings).toEqual({
			...{ executionOrder: 'v1', saveExecutionProgress: false },
			...{ saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' },
		});
	});

	test('the workflow has one note, yellow, which says what to set and names only nodes that are there', () => {
		const notes = nodes.filter(isNote);
		expect(notes.map(({ name, parameters }) => [name, parameters['color']])).toEqual([
			['About', undefined],
		]);
		const content = String(notes[0]!.parameters['content']);
		expect(content).toMatch(`## ${workflow.name}\n`);
		const [, setUp = ''] = /\*\*What to set\*\*\n(.*?)\n\n/s.exec(content) ?? [];
		const named = [...setUp.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name!);
		expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
		// n8n enters accounts that are there before the import into every node.
		if (!content.includes('before you import this')) {
			const withAccount = steps.filter(({ credentials }) => credentials !== undefined);
			expect(named).toEqual(expect.arrayContaining(withAccount.map(({ name }) => name)));
		}
		// A person names the columns of a sheet; the workflow makes those of a data table.
		const columns = 'drag your own columns under *Columns* in *Check rows*';
		if (/google|excel/.test(file)) expect(content).toContain(columns);
	});

	test('the workflow reaches every node from its one trigger, so that a person starts what its schedule starts', () => {
		const triggers = steps.filter(({ type }) => /(trigger|\.webhook)$/i.test(type));
		// A tool that calls its own workflow starts it at a trigger that nobody else uses.
		const own = triggers.filter(({ type }) => type.endsWith('.executeWorkflowTrigger'));
		const calls = steps.filter(({ type }) => type.endsWith('.toolWorkflow'));
		expect([triggers.length, calls.length]).toEqual([1 + own.length, own.length]);
		const reached = [...triggers, ...behind(workflow, triggers)];
		expect(steps.filter((step) => !reached.includes(step))).toEqual([]);
		const known = steps.map(({ name }) => name);
		for (const [from, , to] of listLinks(workflow))
			expect(known).toEqual(expect.arrayContaining([from, to]));
	});

	test('the workflow has no nodes or names that overlap, and its note is above them', () => {
		const [width, height] = [192, 140];
		const overlap = (one: INode, other: INode) => {
			const [x, y] = one.position.map((place, axis) => Math.abs(place - other.position[axis]!));
			return one !== other && x! < width && y! < height;
		};
		expect(steps.filter((one) => steps.some((other) => overlap(one, other)))).toEqual([]);
		const { position, parameters } = findNode(workflow, 'About');
		const end = position[1] + Number(parameters['height']);
		expect(steps.filter((step) => step.position[1] < end)).toEqual([]);
	});
});

test.each([
	'screen-applicants-in-a-google-sheet',
	'screen-applicants-in-an-excel-365-workbook',
	'report-rent-monthly',
])(
	'the note of %s says what it does in a sentence, what to set in four lines, and how to try it',
	(file) => {
		const { content } = findNode(readWorkflowFile(file), 'About').parameters;
		const [, does = '', setUp = ''] =
			/^## .+\n(.+)\n\n\*\*What to set\*\*\n(.*?)\n\n\*\*Try it\*\*: /s.exec(String(content)) ?? [];
		expect(does).toMatch(/^[^.]+\.$/);
		expect(setUp.split('\n').map((line) => line.slice(0, 3))).toEqual(
			['1. ', '2. ', '3. ', '4. '].slice(0, setUp.split('\n').length),
		);
	},
);

const WRITTEN = [
	...['screeningStatus', 'screeningNote', 'userId', 'sentAt', 'resultStatus', 'resultNote'],
	...['serviceScore', 'creditScore', 'monthlyIncome', 'rentToIncomePercent'],
	...['redFlagCount', 'redFlags', 'screeningMark'],
];

test.each([
	['a-google-sheet', /beside them: (.+)/, WRITTEN],
	['an-excel-365-workbook', /each name in a cell of its own: (.+)/, ['key', ...WRITTEN]],
])('the note of %s names every column that the workflow needs', (place, asked, needed) => {
	const workflow = readWorkflowFile(`screen-applicants-in-${place}`);
	const { content } = findNode(workflow, 'About').parameters;
	const [, columns = ''] = asked.exec(String(content)) ?? [];
	expect([...columns.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(needed);
	const { fields } = findNode(workflow, 'Get results').parameters;
	expect(WRITTEN.slice(6, -1)).toEqual(fields);
});

test('the Google sheet gets text as text, and no column that it does not have', () => {
	const { nodes } = readWorkflowFile('screen-applicants-in-a-google-sheet');
	const writers = nodes.filter(({ parameters }) => parameters['operation'] === 'update');
	expect(writers.length).toBe(3);
	for (const { parameters } of writers)
		expect(parameters['options']).toEqual({ cellFormat: 'RAW', handlingExtraData: 'ignoreIt' });
});

const CHECKS_AND_SENDS = [
	['screen-applicants-in-a-google-sheet', 'Check rows', 'Send screenings', 'row_number'],
	['screen-applicants-in-an-excel-365-workbook', 'Check rows', 'Send screenings', 'key'],
	['screen-applicants-in-a-data-table', 'Check rows', 'Send screenings', 'id'],
	['report-rent-monthly', 'Check rows', 'Submit rent reports', 'id'],
] as const;

test.each(CHECKS_AND_SENDS)(
	'%s marks rows, and sends them without any setting of its own',
	(file, check, send, matchColumn) => {
		const workflow = readWorkflowFile(file);
		const { parameters: checked } = findNode(workflow, check);
		expect(checked).toMatchObject({ updateRows: 'check', matchColumn });
		const { resource, operation, mappingMode } = checked;
		expect(findNode(workflow, send).parameters).toEqual({
			...{ resource, operation, mappingMode, updateRows: 'checked', options: {} },
		});
	},
);

test('the data table gives up 500 rows to send and 500 without results, which are moved to the back before they are asked for', () => {
	const workflow = readWorkflowFile(APPLICANTS_FILE);
	const oldest = { limit: 500, orderByColumn: 'updatedAt', orderByDirection: 'ASC' };
	for (const [read, move, ask] of [
		['Get rows', 'Move to the back', 'Check rows'],
		['Get sent rows', 'Move sent rows back', 'Get results'],
	] as const) {
		expect(findNode(workflow, read).parameters).toMatchObject(oldest);
		const { columns } = findNode(workflow, move).parameters as { columns: { value: object } };
		expect(columns.value).toEqual({ checkedAt: '={{ $now }}' });
		expect(listLinks(workflow)).toEqual(
			expect.arrayContaining([
				[read, 'main', move],
				[move, 'main', ask],
			]),
		);
	}
});

const NEEDS_THE_TABLE = [
	['email-results-as-they-complete', 6],
	['remind-applicants', 5],
	['screen-applicants-from-a-form', 2],
	['answer-an-ai-assistant', 1],
] as const;

test.each(NEEDS_THE_TABLE)('%s finds the applicants by the name of their table', (file, uses) => {
	const { tableName } = findNode(readWorkflowFile(APPLICANTS_FILE), 'Applicants').parameters;
	const tables = readWorkflowFile(file).nodes.flatMap(({ parameters: { dataTableId } }) =>
		dataTableId === undefined ? [] : [dataTableId],
	);
	expect(tables).toEqual(Array(uses).fill({ __rl: true, mode: 'name', value: tableName }));
	expect(tables.length).toBeGreaterThan(0);
});

test.each([
	['screen-applicants-in-a-data-table', 'screening', 'userId'],
	['report-rent-monthly', 'report', 'reportId'],
])(
	'%s marks a row only if it still is as it was read, and its ID can be saved',
	(file, what, id) => {
		const { filters, matchType } = findNode(readWorkflowFile(file), 'Mark rows').parameters;
		const same = ['Status', 'Mark'].map((end) => ({
			...{ keyName: `${what}${end}`, condition: 'eq' },
			keyValue: `={{ $('Get rows').item.json.${what}${end} }}`,
		}));
		// n8n refuses to compare a column of numbers with a text, before anything is sent.
		const keyValue = expect.stringContaining('text') as string;
		const isText = { keyName: id, condition: 'neq', keyValue };
		expect(matchType).toBe('allConditions');
		expect(filters).toEqual({
			conditions: [
				{ keyName: 'id', condition: 'eq', keyValue: '={{ $json.id }}' },
				...same,
				isText,
			],
		});
	},
);

test.each([
	['email-results-as-they-complete', 'email', ''],
	['remind-applicants', 'reminder', '={{ $json.email }}'],
])(
	'%s claims a row only if nobody else has, emails only what it has claimed, and from nobody until it is set',
	(file, what, to) => {
		const workflow = readWorkflowFile(file);
		const { filters, columns } = findNode(workflow, 'Claim rows').parameters as {
			filters: { conditions: object[] };
			columns: { value: object };
		};
		expect(filters.conditions).toContainEqual({ keyName: `${what}Status`, condition: 'isEmpty' });
		expect(columns.value).toMatchObject({ [`${what}TriedAt`]: '={{ $now }}' });
		const claimed = behind(workflow, [findNode(workflow, 'Claim rows')]);
		const emails = claimed.filter(({ type }) => type.endsWith('.emailSend'));
		expect(emails.map(({ parameters: { fromEmail, toEmail } }) => [fromEmail, toEmail])).toEqual([
			['', to],
		]);
	},
);
