import type { IDataObject } from 'n8n-workflow';

import { statusColumns, type Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import {
	sendScreening,
	sendScreeningWithFlow,
} from '../../../nodes/RentalScreening/operations/screening.ts';
import {
	isWithin,
	makeFingerprint,
	makeMark,
	readMark,
	readOwner,
} from '../../../nodes/RentalScreening/rows/mark.ts';
import { IN_PROGRESS, REFUSED } from '../../../nodes/RentalScreening/rows/outcomes.ts';
import { openSheet, readJson, REQUEST, useFixedTime } from '../../support/updated-sheet.mts';

// What stands in people's sheets is a format: a change of it is a change of theirs.

useFixedTime();

const MARK =
	'2026-11-24T11:30:00.000Z 6 9f8e7d6c5b4a 0123456789abcdef a1b2c3d4e5f6 d52d4d8c9b1cf9a4';

test('a mark is time, execution, process, check, row and fingerprint, with one blank between', () => {
	expect(readMark(MARK)).toEqual({
		text: MARK,
		madeAt: Date.UTC(2026, 10, 24, 11, 30),
		owner: '6 9f8e7d6c5b4a',
		checkId: '0123456789abcdef',
		fingerprint: 'd52d4d8c9b1cf9a4',
	});
	for (const broken of [`${MARK} `, ` ${MARK}`, MARK.replace(' 6', ''), 7, '', undefined]) {
		expect(readMark(broken)).toBeUndefined();
	}
	expect(makeMark('6 9f8e7d6c5b4a', '0123456789abcdef', 'd52d4d8c9b1cf9a4')).toMatch(
		/^2026-11-24T12:00:00\.000Z 6 9f8e7d6c5b4a 0123456789abcdef [0-9a-f]{12} d52d4d8c9b1cf9a4$/,
	);
});

test.each([
	[-20, true],
	[-21, false],
	[39, true],
	[40, false],
])('a mark made %p minutes ago may be sent: %p', (minutes, may) => {
	expect(isWithin(Date.now() - minutes * 60_000, 'lease')).toBe(may);
});

const ADA = { email: 'ada@example.com', phone: '+14165550101' };
const RENT = { lastName: 'Moss', rentPaid: '1500' };

test.each<[string, string, string, IDataObject, string?]>([
	['9908823c7d4be354', 'send', 'screening send', { propertyId: 'p-1', ...ADA }],
	['42f574d98821e8d9', 'stopped', 'screening send', { propertyId: 'p-1', ...ADA }],
	['65fef596d6aed2e4', 'done', 'screening send', ADA, 'usr-1'],
	['d5a8a48032263733', 'idOfUser', 'screening send', ADA, 'usr-1'],
	['8b1fd95f513ead7c', 'send', 'screening sendWithFlow', { flowId: 'f-1', ...ADA }],
	['d57e551273e94abb', 'send', 'property create', { name: '12 Elm Street' }],
	['b5669e86cf06a949', 'send', 'rentReport submit', RENT],
])(
	'%s is the fingerprint of a row that is to become %s by %s',
	(print, step, asked, body, ...[id]) => {
		expect(makeFingerprint(step, asked, { body, problems: [] }, id)).toBe(print);
	},
);

test('two rows never have one mark, nor two requests one fingerprint', () => {
	const { rows, items } = openSheet([{}, {}], { mode: 'check' });
	const marks = items.map((item) => readJson(rows.writeUnsent(item))!.screeningMark);
	expect(new Set(marks).size).toBe(2);
	const requests = [REQUEST, { ...REQUEST, pathValues: { a: '1' } }, { body: {}, problems: [] }];
	const fingerprints = ['send', 'done'].flatMap((purpose) =>
		requests.map((request) => makeFingerprint(purpose, 'screening send', request)),
	);
	expect(new Set(fingerprints).size).toBe(6);
});

const SCREENING = {
	statuses: ['sent', 'not sent', 'maybe sent'],
	columns: ['userId', 'screeningStatus', 'screeningNote', 'screeningMark', 'sentAt'],
};
const OPERATIONS: ReadonlyArray<{ operation: Operation; statuses: string[]; columns: string[] }> = [
	{ operation: sendScreening, ...SCREENING },
	{ operation: sendScreeningWithFlow, ...SCREENING },
	{
		operation: createProperty,
		statuses: ['created', 'not created', 'maybe created'],
		columns: ['propertyId', 'propertyStatus', 'propertyNote', 'propertyMark'],
	},
	{
		operation: submitRentReport,
		statuses: ['reported', 'not reported', 'maybe reported'],
		columns: ['reportId', 'reportStatus', 'reportNote', 'reportMark', 'reportedAt'],
	},
	{
		operation: getResults,
		statuses: ['complete', 'not fetched', 'not complete'],
		columns: ['resultStatus', 'resultNote'],
	},
];

test.each(OPERATIONS)(
	'$operation.label: the statuses are $statuses, in the columns $columns',
	({ operation: { rows }, statuses, columns }) => {
		expect([rows!.done, rows!.notDone, rows!.open]).toEqual(statuses);
		expect(statusColumns(rows!)).toEqual(columns);
	},
);

test('all operations share the statuses of rows in progress and refused', () => {
	expect([IN_PROGRESS, REFUSED]).toEqual(['in progress', 'refused']);
});

test('the owner of a mark is an execution of a process, also where n8n gives the execution no ID', () => {
	expect(readOwner({ getExecutionId: () => undefined } as never)).toMatch(/^none \S+$/);
});
