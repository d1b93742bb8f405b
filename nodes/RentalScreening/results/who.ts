import type { Applicant } from './applicant';
import { columnsFrom } from './columns';

const column = columnsFrom<Applicant>();

/** The columns in front of every row: whose row it is. */
export const WHO_COLUMNS = [
	column('userId', 'identifier', ({ userId }) => userId),
	column('firstName', 'text', ({ user }) => user.firstName),
	column('lastName', 'text', ({ user }) => user.lastName),
] as const;
