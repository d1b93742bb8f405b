import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { compiledNode, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** The parameters that the engine gives to a run of a node with these stored. */
async function parametersAtRunTime(stored: INodeParameters): Promise<IDataObject> {
	const sandbox = await newSandbox();
	const seen: INodeParameters[] = [];
	const { description } = compiledNode();
	const spy: INodeType = {
		description,
		async execute() {
			seen.push(this.getNode().parameters);
			return [this.getInputData()];
		},
	};
	await runOn(sandbox, { parameters: stored, inPlace: spy });
	return seen[0]!;
}

const send = {
	resource: 'screening',
	operation: 'send',
	propertyId: 'any',
	email: 'nathan@example.com',
	phone: '+14165550100',
};

test.each<[INodeParameters, boolean]>([
	[{ mappingMode: 'autoMapInputData' }, true],
	[{ mappingMode: 'autoMapInputData', updateRows: false }, false],
	[{}, false],
	[{ mappingMode: 'defineBelow' }, false],
	[{ updateRows: true }, true],
])('the engine completes %j: Update Rows is %s', async (stored, expected) => {
	expect(await parametersAtRunTime({ ...send, ...stored })).toMatchObject({ updateRows: expected });
});
