import type { Mode } from '../request/options';
import { isWithin } from './mark';
import type { Row } from './row';

/** What happens to a row. 'send' refuses one that is not valid; after 'mark' come the outcomes that are known already. */
export type Step = 'skip' | 'send' | 'mark' | 'outcome' | 'done' | 'changed' | 'stopped';

const isInProgress = ({ status }: Row) => status === 'inProgress';
const isBlankOrSettled = ({ status, request }: Row) =>
	['done', 'maybe', 'other'].includes(status) || request.isBlankRow === true;

/**
 * What happens to a row: the first line that fits. Results are Due Rows without a mark. A row whose step is 'send' and
 * that is not valid or has an ID is refused instead.
 */
// prettier-ignore
const TABLE: ReadonlyArray<readonly [(row: Row) => boolean, due: Step, check: Step, checked: Step]> = [
	//                                                                     due        check   checked
	[(row) => row.standsBack,                                              'skip',    'skip', 'skip'],
	[(row) => !isInProgress(row) && isBlankOrSettled(row),                 'skip',    'skip', 'skip'],
	[(row) => row.status === 'empty' && row.hasId,                         'send',    'mark', 'skip'],
	[(row) => !isInProgress(row) && row.hasId,                             'skip',    'skip', 'skip'],
	[(row) => row.isStillRefused,                                                      'skip',    'skip', 'skip'],
	[(row) => !isInProgress(row),                                          'send',    'mark', 'skip'],
	// In progress.
	[(row) => row.isUnchanged && row.record.state === 'over',              'outcome', 'mark', 'outcome'],
	[(row) => row.isUnchanged && row.record.state === 'open',              'send',    'mark', 'send'],
	[(row) => row.hasId && row.known === undefined,                        'done',    'mark', 'skip'],
	[(row) => row.hasId,                                                   'done',    'mark', 'done'],
	[({ known }) => known !== undefined && known.state !== 'taken',        'changed', 'mark', 'changed'],
	[({ mark }) => isWithin(mark, 'lock'),                                 'skip',    'skip', 'skip'],
	[() => true,                                                           'stopped', 'mark', 'skip'],
];

/** What happens to a row now: it changes while other runs are at work. */
export function decide(row: Row, mode: Mode): Step {
	const [, due, check, checked] = TABLE.find(([fits]) => fits(row))!;
	return { due, check, checked }[mode];
}
