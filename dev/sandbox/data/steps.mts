import type { Schemas } from '../types.mts';

/** Every step that a flow of the sandbox may have. */
export const steps: readonly Schemas['Step'][] = [
	{ id: 'step-identity', name: 'Identity verification' },
	{ id: 'step-personal-details', name: 'Personal details' },
	{ id: 'step-employment', name: 'Employment' },
	{ id: 'step-income', name: 'Income and bank connection' },
	{ id: 'step-credit-report', name: 'Credit report' },
	{ id: 'step-rental-history', name: 'Rental history' },
	{ id: 'step-landlord-reviews', name: 'Landlord reviews' },
	{ id: 'step-documents', name: 'Documents' },
];
