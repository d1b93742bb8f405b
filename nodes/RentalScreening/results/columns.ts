import type { Loose } from '../core/json';
import { capitalize } from '../core/text';
import { formatAddress, type Applicant, type Flag } from './applicant';
import {
	defineColumns,
	computeAverage,
	toPercent,
	type ResultColumn,
	type Format,
	type Schemas,
} from './cells';

// The only place that names the columns of results. Rows, lists, report, schemas and docs derive from these tables.

function defineColumn<Source = Applicant>(
	name: string,
	format: Format,
	read: (source: Source) => unknown,
): ResultColumn<Source> {
	return { name, format, read };
}

const getSelf = <Source>(source: Source) => source;

export const FLAG_COLUMNS = defineColumns(getSelf<Flag>, {
	kind: 'text',
	text: 'text',
	details: 'text',
});

export const REVIEW_COLUMNS = defineColumns(getSelf<Loose<Schemas['LandlordReview']>>, {
	email: 'text',
	phone: 'text',
	wouldRentToThemAgain: 'number',
	paysRentOnTime: 'number',
	cleanliness: 'number',
	didNotDamageProperty: 'number',
	additionalDetails: 'text',
});

export const MONTH_COLUMNS = defineColumns(getSelf<Loose<Schemas['MonthlyDatum']>>, {
	month: 'text',
	income: 'amount',
	spending: 'amount',
	averageBalance: 'amount',
});

const getRental = getSelf<Loose<Schemas['Rental']>>;

export const RENTAL_COLUMNS = [
	...defineColumns(getRental, { id: 'id' }),
	defineColumn('address', 'text', ({ address }: Loose<Schemas['Rental']>) =>
		formatAddress(address),
	),
	...defineColumns(getRental, {
		start: 'date',
		rentAmount: 'amount',
		reasonForMoving: 'text',
		landlordName: 'text',
		landlordEmail: 'text',
		landlordPhone: 'text',
	}),
];

export const TRANSACTION_COLUMNS = defineColumns(getSelf<Loose<Schemas['RentTransaction']>>, {
	id: 'id',
	date: 'date',
	type: 'term',
	amount: 'amount',
	isoCurrencyCode: 'currency',
	description: 'text',
});

const getUser = ({ user }: Applicant) => user;
const getScreening = ({ screening }: Applicant) => screening;

const USER_ID = defineColumn('userId', 'id', ({ userId }) => userId);

/** Whose results they are: the first columns of every row. */
export const IDENTITY_COLUMNS = [
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
		rent: 'amount',
		monthlyIncome: 'amount',
	}),
	defineColumn('rentToIncomePercent', 'number', ({ screening }) =>
		toPercent(screening.rent, screening.monthlyIncome),
	),
	...defineColumns(getScreening, {
		monthlyDebt: 'amount',
		totalDebt: 'amount',
		debtLimit: 'amount',
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
		income: 'amount',
		incomeType: 'term',
		annualIncome: 'amount',
		hourlyIncome: 'amount',
		netHourlyRate: 'amount',
		payCycle: 'term',
	}),
];

const CURRENT_ADDRESS = defineColumn('currentAddress', 'text', ({ user }) =>
	formatAddress(user.currentAddress),
);

const UPDATED_AT = defineColumn('updatedAt', 'date', ({ screening }) => screening.updatedAt);

const SCREENING_ID = defineColumn('screeningId', 'id', ({ screening }) => screening.id);

const CHECK_TYPE = defineColumn('checkType', 'term', ({ screening }) => screening.checkType);

/** What a report begins with. */
export const REPORT_HEAD_COLUMNS = [...CONTACT_COLUMNS, CURRENT_ADDRESS, UPDATED_AT];

/** What support asks for, at the end of a report. */
export const REFERENCE_COLUMNS = [SCREENING_ID, CHECK_TYPE, USER_ID];

/** The columns of a spreadsheet row, in their order. */
export const ROW_COLUMNS: ReadonlyArray<ResultColumn<Applicant>> = [
	...IDENTITY_COLUMNS,
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
	defineColumn('lastRentPaymentAmount', 'amount', ({ lastPayment }) => lastPayment.amount),
	defineColumn('lastRentPaymentCurrency', 'text', ({ lastPayment }) => lastPayment.isoCurrencyCode),
	defineColumn('lastRentPaymentDescription', 'text', ({ lastPayment }) => lastPayment.description),
	...defineAverages(MONTH_COLUMNS, 'averageMonthly', ({ months }) => months),
	UPDATED_AT,
	SCREENING_ID,
	CHECK_TYPE,
];

function joinFlags(flags: readonly Flag[] | null): string | undefined {
	return flags?.map(({ text }) => text).join('; ');
}

/** A column with the average of each figure of a list: `averageMonthlyIncome`, and `averageMonthlyBalance` of `averageBalance`. */
function defineAverages<Element>(
	columns: ReadonlyArray<ResultColumn<Element>>,
	prefix: string,
	getElements: (applicant: Applicant) => readonly Element[],
) {
	const figures = columns.filter(({ format }) => format === 'number' || format === 'amount');
	return figures.map(({ name, format, read }) => {
		const averageName = prefix + capitalize(name.replace(/^average/, ''));
		return defineColumn(averageName, format, (applicant: Applicant) =>
			computeAverage(getElements(applicant).map(read)),
		);
	});
}
