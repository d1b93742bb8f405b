import { dropSeparators } from './blanks';

/**
 * A column's name without what people write differently: upper and lower case, blanks (invisible ones and
 * the byte order mark of a CSV file included), `_`, `-` and `.`. "E-mail", "e_mail" and "email" are one.
 */
export function normaliseColumnName(name: string): string {
	return dropSeparators(name, '_.').toLowerCase();
}
