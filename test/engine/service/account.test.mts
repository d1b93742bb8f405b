import { type ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	DeclarativeRestApiSettings,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';

import { RentalScreeningApi } from '../../../credentials/RentalScreeningApi.credentials.ts';
import { StoredCredential } from '../../../dev/engine/stored-credential.mts';
import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { ON_ACCOUNT, type RequestAccount } from '../../../nodes/RentalScreening/service/account.ts';
import { runNode } from '../../support/engine.mts';
import { httpRequestNode } from '../../support/http-request-node.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** From the sources, as the symbol is not exported from the compiled package. */
function credentialFor(
	{ baseUrl, username, password }: Pick<Sandbox, 'baseUrl' | 'username' | 'password'>,
	accessToken = '',
): StoredCredential {
	const data = { baseUrl, username, password, accessToken };
	return new StoredCredential(new RentalScreeningApi(), data);
}

/** A declarative node that asks for the steps as ours does, and hears of the account. */
function nodeThatHears(onAccount: (account: RequestAccount) => void): INodeType {
	async function pagination(
		this: IExecutePaginationFunctions,
		request: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const options = { ...request.options, [ON_ACCOUNT]: onAccount };
		return await this.makeRoutingRequest({ ...request, options });
	}
	const node: INodeType = {
		description: {
			...httpRequestNode.description,
			requestOperations: { pagination },
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: {
						request: { url: '/v1/flows/steps/list', headers: { Accept: 'application/json' } },
						send: { paginate: true },
					},
				},
			],
		},
	};
	node.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(
			this as ExecuteContext,
			node,
		).runNode()) as INodeExecutionData[][];
	};
	return node;
}

describe('ON_ACCOUNT, through n8n', () => {
	test('is called once, also when a 401 makes n8n log in again, and learns the new token', async () => {
		const sandbox = await newSandbox();
		const accounts: RequestAccount[] = [];

		const { error } = await runNode({
			credential: credentialFor(sandbox, 'expired'),
			parameters: {},
			inPlace: nodeThatHears((account) => accounts.push(account)),
		});

		expect(error).toBeUndefined();
		expect(sandbox.requestsOf('listSteps').map(({ status }) => status)).toEqual([401, 200]);
		expect(accounts).toHaveLength(1);
		expect(accounts[0]!.secrets).toEqual([sandbox.password, 'expired', sandbox.tokensIssued[0]]);
	});

	test('what it throws keeps the request from being sent', async () => {
		const sandbox = await newSandbox();

		const { error } = await runNode({
			credential: credentialFor(sandbox),
			parameters: {},
			inPlace: nodeThatHears(() => {
				throw new Error('Sent already');
			}),
		});

		expect(error?.message).toContain('Sent already');
		expect(sandbox.requestsOf('listSteps')).toEqual([]);
	});
});
