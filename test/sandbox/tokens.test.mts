import { send, useClient } from './support/client.mts';

const start = useClient();
const LOGIN = '/v1/auth/login';

test.each([
	['landlord@sandbox.example', 'wrong'],
	['LANDLORD@sandbox.example', 'Quokka-Lantern-42'],
])('a login as %s / %s gets a 401 without a violation', async (username, password) => {
	const { sandbox } = await start();
	const { status, json } = await send(sandbox, 'POST', LOGIN, { body: { username, password } });

	expect([status, json]).toEqual([401, { message: 'Invalid credentials' }]);
	expect(sandbox.requests.at(-1)?.violations).toEqual([]);
	expect(sandbox.tokensIssued).toHaveLength(1);
});

test('a token that was never issued or is revoked gets a 401 without a violation', async () => {
	const { sandbox, token, listSteps } = await start();
	const madeUp = await send(sandbox, 'GET', '/v1/flows/steps/list', { token: 'made-up' });
	sandbox.revokeTokens();

	expect([madeUp.status, (await listSteps()).status]).toEqual([401, 401]);
	expect(sandbox.listRequests('listSteps').flatMap(({ violations }) => violations)).toEqual([]);
	expect(sandbox.tokensIssued).toEqual([token]);
});
