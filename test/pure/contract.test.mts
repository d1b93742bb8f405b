import type { INodePropertyOptions, INodePropertyRouting } from 'n8n-workflow';

import type { Sandbox } from '../../dev/sandbox/index.mts';
import { readRequests } from '../../nodes/RentalScreening/request/check.ts';
import { createFlow } from '../../nodes/RentalScreening/operations/flow.ts';
import type { Field } from '../../nodes/RentalScreening/core/field.ts';
import { toTitle } from '../../nodes/RentalScreening/core/text.ts';
import { listContractOperations, type ContractField } from '../support/contract.mts';
import { mappedOperations, nodeOperations, type NodeOperation } from '../support/operations.mts';
import {
	description,
	listOffered,
	listOfferedOperations,
	findOperationEntry,
	panel,
	findParameters,
} from '../support/panel.mts';
import { createItem } from '../support/item-inputs.mts';

const contract = new Map(listContractOperations().map((operation) => [operation.id, operation]));

const fieldPath = ({ name, collection }: Field) =>
	collection === 'address' ? `address.${name}` : name;

const everyField = mappedOperations.flatMap((operation) =>
	operation.fields.map((field) => ({ ...operation, field, path: fieldPath(field) })),
);

function readRoute(operation: NodeOperation) {
	return (findOperationEntry(operation) as INodePropertyOptions).routing?.request;
}

/** Everything called `routing` in the description, however deep. */
function routings(value: unknown): INodePropertyRouting[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]) =>
		name === 'routing' ? [member as INodePropertyRouting] : routings(member),
	);
}

const essence = ({ path, type, required, enum: allowed }: ContractField) => ({
	path,
	type,
	required,
	enum: allowed,
});
const byPath = (one: { path: string }, other: { path: string }) =>
	one.path.localeCompare(other.path);

/** Every scalar of a body: `address.city`. */
function listPaths(body: object): string[] {
	return Object.entries(body).flatMap(([name, value]) =>
		typeof value === 'object' && value !== null
			? listPaths(value).map((path) => `${name}.${path}`)
			: name,
	);
}

test('the tests cover every operation of the contract and of the node', () => {
	expect(nodeOperations.map(({ id }) => id).sort()).toEqual(
		[...contract.keys()].filter((id) => id !== 'login').sort(),
	);
	expect(listOfferedOperations().sort()).toEqual(
		nodeOperations.map(({ resource, operation }) => `${resource}: ${operation}`).sort(),
	);
});

test.each(nodeOperations)(
	'$resource: $operation asks with the method and path of $id',
	(operation) => {
		const { method, path: url } = contract.get(operation.id)!;
		expect(readRoute(operation)).toEqual({ method, url });
	},
);

test('nothing else in the description makes or changes a request', () => {
	const routes = [...contract.values()].map(({ method, path }) => `${method} ${path}`);
	// That of 'Resource' refuses what is no operation: it has no request.
	const [ofResource, ...all] = routings(description.properties);
	expect(Object.keys(ofResource!).sort()).toEqual(['operations', 'output', 'send']);
	expect(ofResource!.output).toEqual({});
	expect(all).toHaveLength(nodeOperations.length);
	for (const { request, send } of all) {
		expect(Object.keys(request!).sort()).toEqual(['method', 'url']);
		expect(routes).toContain(`${request!.method} ${String(request!.url)}`);
		expect(send).toEqual({ paginate: true });
	}
	expect(Object.keys(description.requestDefaults!).sort()).toEqual([
		'disableFollowRedirect',
		'headers',
	]);
});

test.each(mappedOperations)(
	'$resource: $operation sends the fields of $id, no more and no less',
	(operation) => {
		const ownFields = operation.fields.map((field) => ({
			path: fieldPath(field),
			type: field.type ?? 'string',
			required: field.required === true,
			// A list that takes other constants too is no closed list of the contract.
			enum:
				field.constantPrefix === undefined
					? field.oneOf?.map(({ value }) => value).sort()
					: undefined,
		}));
		const listed = contract
			.get(operation.id)!
			.fields.map(essence)
			.map((field) => ({ ...field, enum: field.enum?.slice().sort() }));
		expect(ownFields.sort(byPath)).toEqual(listed.sort(byPath));
	},
);

test.each(mappedOperations)(
	"$resource: $operation with 'everything' of the tests has every field",
	({ fields, everything }) => {
		const { body = {} } = everything({ propertyId: 'p-1', flowId: 'f-1' } as Sandbox);
		expect(listPaths(body).sort()).toEqual(fields.map(fieldPath).sort());
	},
);

test.each(everyField)('$resource: $operation checks $path as its name says', ({ field }) => {
	const [kind = ''] = /email|phone|date/.exec(field.name.toLowerCase()) ?? [];
	expect(/email|phone|date/.exec(field.shape ?? '')?.[0] ?? '').toBe(kind);
});

test('flow: create sends the fields of createFlow, no more and no less', () => {
	const step = [{ id: 'step-income', skippable: true }];
	const item = createItem({ flowName: 'Any', specifySteps: 'fields', steps: { step } });
	const steps = [{ id: 'step-income', options: { skippable: true } }];
	expect(readRequests(createFlow, [item])[0]!).toMatchObject({
		body: { flow: { name: 'Any', steps } },
		problems: [],
	});
	expect(contract.get('createFlow')!.fields.map(essence)).toMatchObject([
		{ path: 'flow.name', type: 'string', required: true },
		{ path: 'flow.steps[].id', type: 'string', required: true },
		{ path: 'flow.steps[].options.skippable', type: 'boolean', required: false },
	]);
});

test('operations whose fields are not listed have none in the contract', () => {
	const others = nodeOperations.filter(({ id, fields }) => !fields.length && id !== 'createFlow');
	for (const { id } of others) expect(contract.get(id)!.fields).toEqual([]);
});

const placeholders = nodeOperations.flatMap((operation) =>
	[...contract.get(operation.id)!.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
		...operation,
		name,
	})),
);

test.each(placeholders)('$resource: $operation requires $name', ({ name, ...operation }) => {
	expect(panel(operation)).toContainEqual(expect.objectContaining({ name, required: true }));
});

test.each(placeholders)(
	'$resource: $operation takes $name from its parameter, and none that changes the path',
	({ name, code, everything }) => {
		const sandbox = { propertyId: 'p-1', flowId: 'f-1', addApplicant: () => 'u-1' };
		const { parameters } = everything(sandbox as unknown as Sandbox);
		const prepare = (value: string) => {
			const item = createItem({ ...parameters, [name]: value });
			return readRequests(code, [item])[0]!;
		};
		expect(prepare(' an-id ')).toMatchObject({ pathValues: { [name]: 'an-id' }, problems: [] });
		for (const value of ['', '.', '..', '\uD800']) {
			expect(prepare(value).problems).toMatchObject([{ label: toTitle(name) }]);
		}
	},
);

test.each(everyField)(
	'$resource: $operation shows $path once, as the contract has it',
	({ field, path, ...operation }) => {
		const [parameter, ...others] = findParameters(operation, field);
		expect(others).toEqual([]);
		expect(parameter).toMatchObject({ name: field.name });
		const listed = contract.get(operation.id)!.fields.find((each) => each.path === path)!;
		const choices = listed.enum ?? listed.examples;
		const isNumber = field.type !== undefined;
		expect(parameter!.type).toBe(
			choices !== undefined ? 'options' : isNumber ? 'number' : 'string',
		);
		expect(parameter!.default).toBe(listed.default ?? choices?.[0] ?? (isNumber ? 0 : ''));
		expect(parameter!.displayName).toBe(field.label);
		const offered = parameter!.options?.map((option) => (option as { value: string }).value);
		expect(offered?.sort()).toEqual(choices?.slice().sort());
	},
);

test.each(everyField)(
	'$resource: $operation shows $path with Map Automatically only if it is shared by the run',
	({ field, ...operation }) => {
		const visible = findParameters(operation, field, { mappingMode: 'autoMapInputData' });
		expect(visible.length > 0).toBe(field.isSetting === true);
	},
);

test.each(nodeOperations)(
	'$resource: $operation shows no field that the service does not know',
	(operation) => {
		const visible = panel(operation).map(({ name }) => name);
		const fields = operation.fields.map(({ name, collection }) => collection ?? name);
		expect(visible.sort()).toEqual(
			[...new Set(['resource', 'operation', 'options', ...operation.controls, ...fields])].sort(),
		);
	},
);

test.each(mappedOperations)(
	'$resource: $operation has no part of a collection that the service does not know',
	(operation) => {
		for (const offered of ['address', 'additionalFields']) {
			const parts = listOffered(operation, offered).map(({ name }) => name);
			const fields = operation.fields.filter(({ collection }) => collection === offered);
			expect(parts.sort()).toEqual(fields.map(({ name }) => name).sort());
		}
	},
);

const KINDS = { string: 'text', object: 'object', array: 'list' } as Record<string, string>;

test.each(nodeOperations)(
	'$resource: $operation requires of an answer the members that $id promises',
	({ id, code }) => {
		const promised = Object.entries(contract.get(id)!.requiredMembers);
		expect(promised.length).toBeGreaterThan(0);
		expect(code.requiredMembers).toEqual(
			Object.fromEntries(promised.map(([name, type]) => [name, KINDS[type]])),
		);
	},
);

test('the identifier of a POST is the first member that the contract promises', () => {
	for (const { id, code } of nodeOperations) {
		const { method, requiredMembers } = contract.get(id)!;
		expect(code.identifier).toBe(method === 'POST' ? Object.keys(requiredMembers)[0] : undefined);
	}
});
