import type { INodePropertyOptions, INodePropertyRouting } from 'n8n-workflow';

import type { Field } from '../../nodes/RentalScreening/core/field.ts';
import { listContractOperations } from '../support/contract.mts';
import { mappedOperations, nodeOperations } from '../support/operations.mts';
import { description, findOperationEntry, listOffered, panel } from '../support/panel.mts';

// The node does what the contract in openapi/ has, no more and no less.

const contract = new Map(listContractOperations().map((operation) => [operation.id, operation]));
const toPath = ({ name, collection }: Field) =>
	collection === 'address' ? `address.${name}` : name;
const everyField = mappedOperations.flatMap((operation) =>
	operation.fields.map((field) => ({ ...operation, field, path: toPath(field) })),
);

/** Everything called `routing` in the description, however deep. */
function listRoutings(value: unknown): INodePropertyRouting[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]) =>
		name === 'routing' ? [member as INodePropertyRouting] : listRoutings(member),
	);
}

test('the node offers each operation of the contract, but for the login', () => {
	const ids = nodeOperations.map(({ id }) => id as string);
	expect([...ids, 'login'].sort()).toEqual([...contract.keys()].sort());
});

test('nothing but the operations makes or changes a request', () => {
	const routings = listRoutings(description.properties);
	expect(routings.filter(({ request }) => request)).toHaveLength(nodeOperations.length);
	for (const { request = {} } of routings)
		expect(['', 'method,url']).toContain(Object.keys(request).sort().join());
	const defaults = Object.keys(description.requestDefaults!).sort();
	expect(defaults).toEqual(['disableFollowRedirect', 'headers']);
});

test.each(nodeOperations)(
	'$resource: $operation asks as $id, and requires the members that it promises',
	(place) => {
		const { method, path: url, requiredMembers } = contract.get(place.id)!;
		const { routing } = findOperationEntry(place) as INodePropertyOptions;
		expect(routing?.request).toEqual({ method, url });
		const promised = Object.keys(requiredMembers);
		expect(Object.keys(place.code.requiredMembers)).toEqual(promised);
		expect(place.code.identifier).toBe(method === 'POST' ? promised[0] : undefined);
		for (const [, name] of url.matchAll(/\{(\w+)\}/g))
			expect(panel(place)).toContainEqual(expect.objectContaining({ name, required: true }));
	},
);

const byPath = (one: { path: string }, other: { path: string }) =>
	one.path.localeCompare(other.path);

test.each(mappedOperations)(
	'$resource: $operation sends the fields of $id, no more and no less',
	({ id, fields }) => {
		const own = fields.map((field) => {
			const { type = 'string', required = false, oneOf, constantPrefix } = field;
			const isClosed = constantPrefix === undefined;
			const values = isClosed ? oneOf?.map(({ value }) => value).sort() : undefined;
			return { path: toPath(field), type: type as string, required, values };
		});
		const listed = contract.get(id)!.fields.map(({ path, type, required, enum: values }) => {
			return { path, type, required, values: values?.slice().sort() };
		});
		expect(own.sort(byPath)).toEqual(listed.sort(byPath));
	},
);

test.each(everyField)(
	'$resource: $operation shows $path once, as the contract has it',
	({ field, path, ...place }) => {
		const { name, label, type, collection } = field;
		const shown = collection === undefined ? panel(place) : listOffered(place, collection);
		const [parameter, ...others] = shown.filter((each) => each.name === name);
		expect(others).toEqual([]);
		const listed = contract.get(place.id)!.fields.find((each) => each.path === path)!;
		const values = listed.enum ?? listed.examples;
		const isNumber = type !== undefined;
		expect(parameter).toMatchObject({
			displayName: label,
			type: values !== undefined ? 'options' : isNumber ? 'number' : 'string',
			default: listed.default ?? values?.[0] ?? (isNumber ? 0 : ''),
		});
		const offered = parameter!.options?.map((option) => (option as { value: string }).value);
		expect(offered?.sort()).toEqual(values?.slice().sort());
	},
);

test.each(nodeOperations)(
	'$resource: $operation shows no field that the service does not know',
	(place) => {
		const toNames = (some: ReadonlyArray<{ name: string }>) => some.map(({ name }) => name).sort();
		const fields = place.fields.map(({ name, collection }) => collection ?? name);
		const known = ['resource', 'operation', 'options', ...place.controls, ...fields];
		expect(toNames(panel(place))).toEqual([...new Set(known)].sort());
		for (const collection of ['address', 'additionalFields']) {
			const own = place.fields.filter((field) => field.collection === collection);
			expect(toNames(listOffered(place, collection))).toEqual(toNames(own));
		}
	},
);
