import type { Applicant } from '../../applicant';
import { flagsOfKind, type Flag } from '../../flags';
import { clippedLine } from '../format';
import { andMore, LENGTH, MOST } from '../limits';
import type { Block } from '../model';
import { isComplete } from '../person';

/** The green and the red flags, in the service's words. */
export function flags(applicant: Applicant): Block[] {
	const { greenFlags, redFlags } = applicant.screening;
	const lists = [
		{ title: 'Green flags', list: flagsOfKind('green', greenFlags) },
		{ title: 'Red flags', list: flagsOfKind('red', redFlags) },
	];
	// Empty lists say something only once the service has finished looking.
	if (!isComplete(applicant) && lists.every(({ list }) => !list?.length)) return [];
	return lists.flatMap(({ title, list }) => (list ? blocksOf(title, list) : []));
}

function blocksOf(title: string, list: Flag[]): Block[] {
	const items = list.slice(0, MOST.flags).map(({ text }) => clippedLine(text, LENGTH.flag) ?? '');
	return [
		{ kind: 'list', title: `${title} (${list.length})`, items },
		...andMore(list, MOST.flags),
	];
}
