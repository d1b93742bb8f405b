import type { IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { searchSteps } from '../../../nodes/RentalScreening/resources/flowSteps.ts';
import {
	NoAccess,
	ON_ACCOUNT,
	type RequestWithAccount,
} from '../../../nodes/RentalScreening/service/account.ts';
import { refusedWith } from '../../support/service-stub.mts';

const secrets = ['Hunter-2-Secret', 'k9x-aa71-77fe'];

/** What n8n's editor would get from a service that answers so, with these secrets. */
async function pick(answer: () => unknown): Promise<unknown> {
	const asked: IHttpRequestOptions[] = [];
	const context = {
		helpers: {
			async httpRequestWithAuthentication(type: string, request: RequestWithAccount) {
				expect(type).toBe('rentalScreeningApi');
				asked.push(request);
				request[ON_ACCOUNT]?.({ key: 'k', secrets });
				return await Promise.resolve().then(answer);
			},
		},
	};
	const outcome = searchSteps.call(context as unknown as ILoadOptionsFunctions);
	await outcome.catch(() => {});
	expect(asked).toMatchObject([
		{ method: 'GET', url: '/v1/flows/steps/list', disableFollowRedirect: true },
	]);
	return await outcome;
}

test('says what the service said, redacted', async () => {
	const answer = refusedWith(403, { message: 'No access with Hunter-2-Secret, k9x-aa71-77fe' });
	const thrown = await pick(answer).catch((it: unknown) => it);
	expect(thrown).toBeInstanceOf(UserError);
	expect((thrown as Error).message).toBe(
		'Could not fetch the list (403): No access with [redacted], [redacted]',
	);
});

test('says why there was no answer, or no login', async () => {
	await expect(pick(refusedWith(200))).rejects.toThrow(
		'Could not fetch the list: its answer was cut off or unreadable',
	);
	const failure = new NoAccess('The service refused the login (401)', 'Check it.');
	const thrown = await pick(() => Promise.reject(failure)).catch((it: unknown) => it);
	expect(thrown).toMatchObject({
		message: 'The service refused the login (401)',
		description: 'Check it.',
	});
});
