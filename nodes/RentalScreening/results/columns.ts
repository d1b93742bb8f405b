import { capitalised } from '../core/text';
import { formatAddress, type Applicant, type Flag } from './applicant';
import { defineColumns, average, toPercent, type Column, type Format, type Schemas } from './cells';
import type { Loose } from '../core/json';

// Every column of results is named here, once: rows, lists, report, schemas and docs are made of these tables.

const itself = <Source>(source: Source) => source;

export const FLAG_COLUMNS = defineColumns(itself<Flag>, {
	kind: 'text',
	text: 'text',
	details: 'text',
});

export const REVIEW_COLUMNS = defineColumns(itself<Loose<Schemas['LandlordReview']>>, {
	email: 'text',
	phone: 'text',
	wouldRentToThemAgain: 'number',
	paysRentOnTime: 'number',
	cleanliness: 'number',
	didNotDamageProperty: 'number',
	additionalDetails: 'text',
});

export const MONTH_COLUMNS = defineColumns(itself<Loose<Schemas['MonthlyDatum']>>, {
	month: 'text',
	income: 'number',
	spending: 'number',
	averageBalance: 'number',
});

type Rental = Loose<Schemas['Rental']>;

export const RENTAL_COLUMNS: Array<Column<Rental>> = [
	...defineColumns(itself<Rental>, { id: 'id' }),
	{ name: 'address', format: 'text', read: ({ address }) => formatAddress(address) },
	...defineColumns(itself<Rental>, {
		start: 'date',
		rentAmount: 'number',
		reasonForMoving: 'text',
		landlordName: 'text',
		landlordEmail: 'text',
		landlordPhone: 'text',
	}),
];

export const TRANSACTION_COLUMNS = defineColumns(itself<Loose<Schemas['RentTransaction']>>, {
	id: 'id',
	date: 'date',
	type: 'term',
	amount: 'number',
	isoCurrencyCode: 'text',
	description: 'text',
});

const defineColumn = (name: string, format: Format, read: (applicant: Applicant) => unknown) => {
	return { name, format, read };
};

const getUser = ({ user }: Applicant) => user;
const getScreening = ({ screening }: Applicant) => screening;

const USER_ID = defineColumn('userId', 'id', ({ userId }) => userId);

/** The columns in front of every row. */
export const WHO_COLUMNS = [
	USER_ID,
	...defineColumns(getUser, { firstName: 'text', lastName: 'text' }),
];

export const CONTACT_COLUMNS = defineColumns(getUser, {
	email: 'text',
	phoneNumber: 'text',
	dateOfBirth: 'date',
});

export const KEY_FIGURE_COLUMNS = [
	...defineColumns(getScreening, {
		serviceScore: 'number',
		creditScore: 'number',
		rent: 'number',
		monthlyIncome: 'number',
	}),
	defineColumn('rentToIncomePercent', 'number', ({ screening }) =>
		toPercent(screening.rent, screening.monthlyIncome),
	),
	...defineColumns(getScreening, {
		monthlyDebt: 'number',
		totalDebt: 'number',
		debtLimit: 'number',
	}),
];

export const EMPLOYMENT_COLUMNS = [
	defineColumn('employer', 'text', ({ employer }) => employer.name),
	defineColumn('employerAddress', 'text', ({ employer }) => formatAddress(employer.address)),
	...defineColumns(({ employment }: Applicant) => employment, {
		jobTitle: 'text',
		employmentStatus: 'term',
		employeeType: 'term',
		startDate: 'date',
		minimumMonthsOfEmployment: 'number',
		weeklyHours: 'number',
	}),
	...defineColumns(({ income }: Applicant) => income, {
		income: 'number',
		incomeType: 'term',
		annualIncome: 'number',
		hourlyIncome: 'number',
		netHourlyRate: 'number',
		payCycle: 'term',
	}),
];

const CURRENT_ADDRESS = defineColumn('currentAddress', 'text', ({ user }) =>
	formatAddress(user.currentAddress),
);

const SCREENING_COLUMNS = [
	...defineColumns(getScreening, { updatedAt: 'date' }),
	defineColumn('screeningId', 'id', ({ screening }) => screening.id),
	...defineColumns(getScreening, { checkType: 'term' }),
];

/** What a report begins with, below the name. */
export const HEAD_COLUMNS = [...CONTACT_COLUMNS, CURRENT_ADDRESS, ...SCREENING_COLUMNS, USER_ID];

/** The columns of a spreadsheet row, in their order. */
export const ROW_COLUMNS: ReadonlyArray<Column<Applicant>> = [
	...WHO_COLUMNS,
	...CONTACT_COLUMNS,
	defineColumn('checkComplete', 'boolean', ({ isComplete }) => isComplete),
	...KEY_FIGURE_COLUMNS,
	...EMPLOYMENT_COLUMNS,
	CURRENT_ADDRESS,
	defineColumn('greenFlagCount', 'number', ({ greenFlags }) => greenFlags?.length),
	defineColumn('greenFlags', 'text', ({ greenFlags }) => joinFlags(greenFlags)),
	defineColumn('redFlagCount', 'number', ({ redFlags }) => redFlags?.length),
	defineColumn('redFlags', 'text', ({ redFlags }) => joinFlags(redFlags)),
	defineColumn('landlordReviewCount', 'number', ({ reviews }) => reviews?.length),
	...defineAverages(REVIEW_COLUMNS, 'average', ({ reviews }) => reviews ?? []),
	defineColumn('lastRentPaymentDate', 'date', ({ lastPayment }) => lastPayment.date),
	defineColumn('lastRentPaymentAmount', 'number', ({ lastPayment }) => lastPayment.amount),
	defineColumn('lastRentPaymentCurrency', 'text', ({ lastPayment }) => lastPayment.isoCurrencyCode),
	defineColumn('lastRentPaymentDescription', 'text', ({ lastPayment }) => lastPayment.description),
	...defineAverages(MONTH_COLUMNS, 'averageMonthly', ({ months }) => months),
	...SCREENING_COLUMNS,
];

function joinFlags(flags: readonly Flag[] | null): string | undefined {
	return flags?.map(({ text }) => text).join('; ');
}

/** The mean of each figure of a list. */
function defineAverages<Element>(
	columns: ReadonlyArray<Column<Element>>,
	prefix: string,
	elementsOf: (applicant: Applicant) => readonly Element[],
) {
	const figures = columns.filter(({ format }) => format === 'number');
	return figures.map(({ name, read }) =>
		defineColumn(prefix + capitalised(name.replace(/^average/, '')), 'number', (applicant) =>
			average(elementsOf(applicant).map(read)),
		),
	);
}
