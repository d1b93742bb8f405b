import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import {
	createMarkedRow,
	MINUTE_MS,
	NOW,
	openSheet,
	readJson,
	useFixedTime,
} from '../../support/updated-sheet.mts';

// A mark sends once. Each `openSheet` is a node of its own behind the same check.

useFixedTime();

const NO_ACCESS = new Failure('noAccess', 'The service refused the login', 'Check it.');

/** A node with Checked Rows that has this row. */
function openMarked(row: ReturnType<typeof createMarkedRow>) {
	const { rows, item, isDue } = openSheet([row], { mode: 'checked' });
	return {
		isDue,
		markedRow: rows.getMarkedRow(item)!,
		/** The status of the row where it fails so. */
		failWith: (failure: Failure) => readJson(rows.writeFailure(item, failure))!.screeningStatus,
		writeUnsent: () => readJson(rows.writeUnsent(item)),
	};
}

test('a marked row that this node was about to send, or no node, is not sent where the login fails', () => {
	const node = openMarked(createMarkedRow({}, 'first'));
	expect(node.failWith(NO_ACCESS)).toBe('not sent');
	node.markedRow.recordSending('a');
	expect(node.failWith(NO_ACCESS)).toBe('not sent');
});

/** A row that another node was about to send under its mark, by the request 'a'. */
function createSentRow(mark: string) {
	const row = createMarkedRow({}, mark);
	openMarked(row).markedRow.recordSending('a');
	return row;
}

test('a row that another node was about to send is maybe sent where the login fails, until this node sends it', () => {
	const node = openMarked(createSentRow('login'));
	expect(node.failWith(NO_ACCESS)).toBe('maybe sent');
	node.markedRow.recordSending('a');
	expect(node.failWith(NO_ACCESS)).toBe('not sent');
});

test('a row that another node was about to send is maybe sent where its mark has expired', () => {
	const row = createSentRow('late');
	jest.setSystemTime(NOW + 41 * MINUTE_MS);
	const node = openMarked(row);
	expect(node.isDue).toEqual([false]);
	expect(node.writeUnsent()).toMatchObject({ screeningStatus: 'maybe sent' });
});

test('of a row that is due again, the mark says nothing of the request that Due Rows sends', () => {
	const row = { ...createSentRow('again'), screeningStatus: 'not sent' };
	const { rows, item } = openSheet([row]);
	const written = readJson(rows.writeFailure(item, NO_ACCESS));
	expect(written).toMatchObject({ screeningStatus: 'not sent' });
});

test('a mark sends the request that it was first used for, and no other', () => {
	const node = openMarked(createSentRow('used'));
	expect(node.markedRow.findObjection('a')).toBeUndefined();
	const objection = node.markedRow.findObjection('b')!;
	expect(objection).toMatchObject({ kind: 'maybe', message: expect.stringContaining('another') });
	expect(node.failWith(objection)).toBe('maybe sent');
});

test('a node repeats the request of its own mark, whatever the login, for 40 minutes', () => {
	const { markedRow } = openMarked(createMarkedRow({}, 'repeated'));
	markedRow.recordSending('a');
	expect(['a', 'b'].map((key) => markedRow.findObjection(key))).toEqual([undefined, undefined]);
	jest.setSystemTime(NOW + 40 * MINUTE_MS);
	expect(markedRow.findObjection('a')).toMatchObject({
		...{ kind: 'invalid', hint: '' },
		message: expect.stringContaining('within 40 minutes'),
	});
});
