import type { Field } from '../core/field';
import type { Operation } from '../core/operation';
import { formatList, toOneLine } from '../core/text';
import type { Fit } from './columnNames';
import { FULL_NAME, isNamePart, withFullName } from './names';

/** Why these fields have no column, as a sentence. */
interface Question {
	readonly fields: readonly Field[];
	readonly text: string;
}

/** What is asked of some columns, and those of which nothing is asked. */
interface Asked {
	readonly questions: readonly Question[];
	readonly certain: readonly Fit[];
}

/** The roles of whom an operation is about. A column with the first one is never asked for. */
const PERSONS = { applicant: ['applicant'], tenant: ['tenant', 'renter', 'resident'] };

/** These columns without those of settled fields: of these by their names, where a whole name settles its parts too. */
export function leaveOut(fits: readonly Fit[], settled: readonly string[]): Fit[] {
	return fits.filter(({ field }) => !isSettled(field, settled));
}

function isSettled(field: Field, settled: readonly string[]): boolean {
	if (settled.includes(field.name)) return true;
	if (isNamePart(field)) return settled.includes(FULL_NAME.name);
	return field === FULL_NAME && (settled.includes('firstName') || settled.includes('lastName'));
}

/** Asks where several columns fit one field, or one has the whole name and another a part of it. */
export function askWhich(fits: readonly Fit[]): Asked {
	const hasFullName = fits.some(({ field }) => field === FULL_NAME);
	const namesByField = new Map<Field, string[]>();
	for (const { name, field } of fits) {
		const asked = hasFullName && isNamePart(field) ? FULL_NAME : field;
		namesByField.set(asked, [...(namesByField.get(asked) ?? []), name]);
	}
	const doubled = [...namesByField].filter(([, names]) => names.length > 1);
	const questions = doubled.map(([field, names]) => {
		return { fields: [field], text: `Which column is '${field.label}': ${quote(names, 'or')}?` };
	});
	return { questions, certain: leaveOut(fits, listFields(questions)) };
}

/** Asks where a column may be somebody else's: it has one of two roles, or it is a detail beside columns of strangers. */
export function askWhose(
	fits: readonly Fit[],
	allFits: readonly Fit[],
	strangers: readonly string[],
	person: Operation['person'] = 'applicant',
): Asked {
	const persons = PERSONS[person];
	const findRivals = ({ field, role }: Fit): readonly string[] => {
		if (role === persons[0]) return [];
		const others = role === '' ? [] : allFits.filter((fit) => fit.role !== '' && fit.role !== role);
		if (others.length > 0) return others.map(({ name }) => name);
		const isDetail = field === FULL_NAME || (field.isPersonal && field.shape !== 'personName');
		return isDetail && !persons.includes(role) ? strangers : [];
	};
	const doubts = fits
		.map((fit) => ({ ...fit, rivals: findRivals(fit) }))
		.filter(({ rivals }) => rivals.length > 0);
	if (doubts.length === 0) return { questions: [], certain: fits };
	const columns = doubts.map(({ name }) => name);
	const rivals = [...new Set(doubts.flatMap((doubt) => doubt.rivals))].slice(0, 3);
	const whose = `Whose ${columns.length === 1 ? 'is' : 'are'} ${quote(columns, 'and')}?`;
	const text = `${whose} The sheet also has ${quote(rivals, 'and')}.`;
	const questions = [{ fields: doubts.map(({ field }) => field), text }];
	return { questions, certain: leaveOut(fits, listFields(questions)) };
}

/** Asks for the columns of which the sheet has none. */
export function askMissing(
	needs: ReadonlyArray<readonly Field[]>,
	settled: readonly string[],
): Question[] {
	const missing = needs.filter((members) => {
		return !withFullName(members).some((field) => isSettled(field, settled));
	});
	if (missing.length === 0) return [];
	const labels = missing.map((members) => withFullName(members).map(({ label }) => label));
	const what = labels.map((some) => formatList(some, 'or')).join(', none for ');
	const fields = missing.map((members) => (members.some(isNamePart) ? FULL_NAME : members[0]!));
	return [{ fields, text: `There is no column for ${what}.` }];
}

/** The names of the fields that are asked for. */
export function listFields(questions: readonly Question[]): string[] {
	return questions.flatMap(({ fields }) => fields.map(({ name }) => name));
}

/** The questions, followed by what to do. */
export function formatQuestions(questions: readonly Question[]): string[] {
	if (questions.length === 0) return [];
	const labels = new Set(questions.flatMap(({ fields }) => fields).map(({ label }) => label));
	const columns = labels.size === 1 ? 'column' : 'columns';
	const advice = `Drag the right ${columns} into ${formatList([...labels], 'and')} under 'Columns'.`;
	return [...questions.map(({ text }) => text), advice];
}

/** Names of columns for a message, each on one line. */
export function quote(columns: readonly string[], conjunction: 'and' | 'or'): string {
	return formatList(
		columns.map((name) => toOneLine(name, 100)),
		conjunction,
	);
}
