import type { Records, Schemas } from '../types.mts';

/** The one account of the sandbox. Its password occurs nowhere else, so that tests can search for it. */
export const demoAccount = {
	username: 'landlord@sandbox.example',
	password: 'Quokka-Lantern-42',
} as const;

/** Whose screening is completed only by the button in the inbox. All others are complete as soon as results are fetched. */
export const waitingEmail = 'waiting@example.com';

/** The property and the flow that every sandbox starts with, and their IDs. */
export const demoPropertyId = '299c63aa-8b37-886b-a83e-dc82f2b55ef9';
export const demoProperty: Schemas['Property'] = {
	name: '12 Maple Street, Unit 4',
	rent: 2100,
	address: {
		street: '12 Maple Street',
		city: 'Toronto',
		provinceState: 'ON',
		country: 'CA',
		postalCode: 'M4C 1B5',
		fullAddress: '12 Maple Street, Unit 4, Toronto, ON M4C 1B5, Canada',
	},
};

export const demoFlowId = '21a80d70-aeee-89a8-ad49-e6a902b8833a';
const demoFlow: Schemas['Flow'] = {
	name: 'Identity, income and landlords',
	steps: [
		{ id: 'step-identity' },
		{ id: 'step-income' },
		{ id: 'step-landlord-reviews', options: { skippable: true } },
	],
};

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

/** What a sandbox has stored when it starts afresh. */
export const demoRecords: Records = {
	properties: new Map([[demoPropertyId, demoProperty]]),
	flows: new Map([[demoFlowId, demoFlow]]),
	sent: new Map(),
	added: new Map(),
};
