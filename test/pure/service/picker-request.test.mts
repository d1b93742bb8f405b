import type { IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { announceAccount } from '../../../nodes/RentalScreening/service/account.ts';
import { LoginFailure } from '../../../nodes/RentalScreening/service/loginFailure.ts';
import { requestForPicker } from '../../../nodes/RentalScreening/service/pickerRequest.ts';
import { refusedWith } from '../../support/service-stub.mts';

const credentials = {
	baseUrl: 'https://api.example.com',
	username: 'landlord',
	password: 'Hunter-2-Secret',
	accessToken: 'k9x-aa71-77fe',
};

/** What n8n's editor would get from a service that answers so, with the credential above. */
async function pick(answer: () => unknown, isAnnounced = true): Promise<unknown> {
	const asked: IHttpRequestOptions[] = [];
	const context = {
		helpers: {
			async httpRequestWithAuthentication(type: string, request: IHttpRequestOptions) {
				expect(type).toBe('rentalScreeningApi');
				asked.push(isAnnounced ? announceAccount(request, credentials) : request);
				return await Promise.resolve().then(answer);
			},
		},
	};
	const outcome = requestForPicker(context as unknown as ILoadOptionsFunctions, '/v1/list');
	await outcome.catch(() => {});
	expect(asked).toMatchObject([{ method: 'GET', url: '/v1/list', disableFollowRedirect: true }]);
	return await outcome;
}

test('gives what the service answers', async () => {
	expect(await pick(() => ({ steps: [] }))).toEqual({ steps: [] });
});

test('says what the service said, redacted', async () => {
	const answer = refusedWith(403, { message: 'No access with Hunter-2-Secret, k9x-aa71-77fe' });
	const thrown = await pick(answer).catch((it: unknown) => it);
	expect(thrown).toBeInstanceOf(UserError);
	expect((thrown as Error).message).toBe(
		'The service did not return the list (403): No access with [redacted], [redacted]',
	);
});

test('quotes nothing where the secrets are not known', async () => {
	const answer = refusedWith(403, { message: 'No access' });
	await expect(pick(answer, false)).rejects.toThrow(
		/^The service did not return the list \(403\)$/,
	);
});

test('says why there was no answer, or no login', async () => {
	await expect(pick(refusedWith(200))).rejects.toThrow(
		'Could not fetch the list: its answer was cut off or unreadable',
	);
	const failure = new LoginFailure('The service refused the login (401)', 'Check it.');
	const thrown = await pick(() => Promise.reject(failure)).catch((it: unknown) => it);
	expect(thrown).toMatchObject({
		message: 'The service refused the login (401)',
		description: 'Check it.',
	});
});
