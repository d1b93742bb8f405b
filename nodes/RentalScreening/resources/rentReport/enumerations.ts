/** The values that the service allows for `accountStatus`, with the names that people read. */
export const ACCOUNT_STATUSES = [
	{ name: '120 Days Past Due', value: 'ACCOUNT_STATUS_120_DAYS_PAST_DUE' },
	{ name: '150 Days Past Due', value: 'ACCOUNT_STATUS_150_DAYS_PAST_DUE' },
	{ name: '180 Days Past Due', value: 'ACCOUNT_STATUS_180_DAYS_PAST_DUE' },
	{ name: '30 Days Past Due', value: 'ACCOUNT_STATUS_30_DAYS_PAST_DUE' },
	{ name: '60 Days Past Due', value: 'ACCOUNT_STATUS_60_DAYS_PAST_DUE' },
	{ name: '90 Days Past Due', value: 'ACCOUNT_STATUS_90_DAYS_PAST_DUE' },
	{ name: 'In Good Standing', value: 'ACCOUNT_STATUS_IN_GOOD_STANDING' },
	{ name: 'Unspecified', value: 'ACCOUNT_STATUS_UNSPECIFIED' },
];

/** The values that the service allows for `ecoaCode`, with the names that people read. */
export const ECOA_CODES = [
	{ name: 'Individual', value: 'ECOA_CODE_INDIVIDUAL' },
	{ name: 'Joint', value: 'ECOA_CODE_JOINT' },
	{ name: 'Unspecified', value: 'ECOA_CODE_UNSPECIFIED' },
];
