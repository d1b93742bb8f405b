import { capitalised } from '../core/text';
import { addressLine, type Applicant, type Flag } from './applicant';
import { fieldsOf, mean, percent, type Column, type Format, type Schemas } from './cells';
import type { Loose } from '../core/json';

// Every column of results is named here, once: rows, lists, report, schemas and docs are made of these tables.

const itself = <Source>(source: Source) => source;

export const FLAG_COLUMNS = fieldsOf(itself<Flag>, {
	kind: 'text',
	text: 'text',
	details: 'text',
});

export const REVIEW_COLUMNS = fieldsOf(itself<Loose<Schemas['LandlordReview']>>, {
	email: 'text',
	phone: 'text',
	wouldRentToThemAgain: 'number',
	paysRentOnTime: 'number',
	cleanliness: 'number',
	didNotDamageProperty: 'number',
	additionalDetails: 'text',
});

export const MONTH_COLUMNS = fieldsOf(itself<Loose<Schemas['MonthlyDatum']>>, {
	month: 'text',
	income: 'number',
	spending: 'number',
	averageBalance: 'number',
});

type Rental = Loose<Schemas['Rental']>;

export const RENTAL_COLUMNS: Array<Column<Rental>> = [
	...fieldsOf(itself<Rental>, { id: 'id' }),
	{ name: 'address', format: 'text', read: ({ address }) => addressLine(address) },
	...fieldsOf(itself<Rental>, {
		start: 'date',
		rentAmount: 'number',
		reasonForMoving: 'text',
		landlordName: 'text',
		landlordEmail: 'text',
		landlordPhone: 'text',
	}),
];

export const TRANSACTION_COLUMNS = fieldsOf(itself<Loose<Schemas['RentTransaction']>>, {
	id: 'id',
	date: 'date',
	type: 'term',
	amount: 'number',
	isoCurrencyCode: 'text',
	description: 'text',
});

const column = (name: string, format: Format, read: (applicant: Applicant) => unknown) => {
	return { name, format, read };
};

const userOf = ({ user }: Applicant) => user;
const screeningOf = ({ screening }: Applicant) => screening;

const USER_ID = column('userId', 'id', ({ userId }) => userId);

/** The columns in front of every row. */
export const WHO_COLUMNS = [USER_ID, ...fieldsOf(userOf, { firstName: 'text', lastName: 'text' })];

export const CONTACT_COLUMNS = fieldsOf(userOf, {
	email: 'text',
	phoneNumber: 'text',
	dateOfBirth: 'date',
});

export const KEY_FIGURE_COLUMNS = [
	...fieldsOf(screeningOf, {
		serviceScore: 'number',
		creditScore: 'number',
		rent: 'number',
		monthlyIncome: 'number',
	}),
	column('rentToIncomePercent', 'number', ({ screening }) =>
		percent(screening.rent, screening.monthlyIncome),
	),
	...fieldsOf(screeningOf, { monthlyDebt: 'number', totalDebt: 'number', debtLimit: 'number' }),
];

export const EMPLOYMENT_COLUMNS = [
	column('employer', 'text', ({ employer }) => employer.name),
	column('employerAddress', 'text', ({ employer }) => addressLine(employer.address)),
	...fieldsOf(({ employment }: Applicant) => employment, {
		jobTitle: 'text',
		employmentStatus: 'term',
		employeeType: 'term',
		startDate: 'date',
		minimumMonthsOfEmployment: 'number',
		weeklyHours: 'number',
	}),
	...fieldsOf(({ income }: Applicant) => income, {
		income: 'number',
		incomeType: 'term',
		annualIncome: 'number',
		hourlyIncome: 'number',
		netHourlyRate: 'number',
		payCycle: 'term',
	}),
];

const CURRENT_ADDRESS = column('currentAddress', 'text', ({ user }) =>
	addressLine(user.currentAddress),
);

const SCREENING_COLUMNS = [
	...fieldsOf(screeningOf, { updatedAt: 'date' }),
	column('screeningId', 'id', ({ screening }) => screening.id),
	...fieldsOf(screeningOf, { checkType: 'term' }),
];

/** What a report begins with, below the name. */
export const HEAD_COLUMNS = [...CONTACT_COLUMNS, CURRENT_ADDRESS, ...SCREENING_COLUMNS, USER_ID];

/** The columns of a spreadsheet row, in their order. */
export const ROW_COLUMNS: ReadonlyArray<Column<Applicant>> = [
	...WHO_COLUMNS,
	...CONTACT_COLUMNS,
	column('checkComplete', 'boolean', ({ isComplete }) => isComplete),
	...KEY_FIGURE_COLUMNS,
	...EMPLOYMENT_COLUMNS,
	CURRENT_ADDRESS,
	column('greenFlagCount', 'number', ({ greenFlags }) => greenFlags?.length),
	column('greenFlags', 'text', ({ greenFlags }) => joinedText(greenFlags)),
	column('redFlagCount', 'number', ({ redFlags }) => redFlags?.length),
	column('redFlags', 'text', ({ redFlags }) => joinedText(redFlags)),
	column('landlordReviewCount', 'number', ({ reviews }) => reviews?.length),
	...averagesOf(REVIEW_COLUMNS, 'average', ({ reviews }) => reviews ?? []),
	column('lastRentPaymentDate', 'date', ({ lastPayment }) => lastPayment.date),
	column('lastRentPaymentAmount', 'number', ({ lastPayment }) => lastPayment.amount),
	column('lastRentPaymentCurrency', 'text', ({ lastPayment }) => lastPayment.isoCurrencyCode),
	column('lastRentPaymentDescription', 'text', ({ lastPayment }) => lastPayment.description),
	...averagesOf(MONTH_COLUMNS, 'averageMonthly', ({ months }) => months),
	...SCREENING_COLUMNS,
];

function joinedText(flags: readonly Flag[] | null): string | undefined {
	return flags?.map(({ text }) => text).join('; ');
}

/** The mean of each figure of a list. */
function averagesOf<Element>(
	columns: ReadonlyArray<Column<Element>>,
	prefix: string,
	elementsOf: (applicant: Applicant) => readonly Element[],
) {
	const figures = columns.filter(({ format }) => format === 'number');
	return figures.map(({ name, read }) =>
		column(prefix + capitalised(name.replace(/^average/, '')), 'number', (applicant) =>
			mean(elementsOf(applicant).map(read)),
		),
	);
}
