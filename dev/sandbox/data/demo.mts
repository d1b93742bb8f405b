import type { Schemas } from '../types.mts';

/** The one account of the sandbox. Its password occurs nowhere else, so that tests can search for it. */
export const demoAccount = {
	username: 'landlord@sandbox.example',
	password: 'Quokka-Lantern-42',
} as const;

/** The property and the flow that every sandbox starts with, and their IDs. */
export const demoPropertyId = 'bd6c6a1e-5d1f-4f0b-8a1c-3c0f5b9e7a52';
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

export const demoFlowId = '41f6a8d3-90c2-4c57-b7de-6a2b8e1d0f94';
export const demoFlow: Schemas['Flow'] = {
	name: 'Identity, income and landlords',
	steps: [
		{ id: 'step-identity' },
		{ id: 'step-income' },
		{ id: 'step-landlord-reviews', options: { skippable: true } },
	],
};
