import axios, { type AxiosInstance } from 'axios';

import type { Sandbox } from '../../dev/sandbox/index.mts';

/** Logs in. What is returned sends requests as the service document wants them, and takes any answer. */
export async function logIn({ baseUrl, username, password }: Sandbox): Promise<AxiosInstance> {
	const client = axios.create({
		baseURL: baseUrl,
		headers: { Accept: 'application/json' },
		maxRedirects: 0,
		validateStatus: () => true,
	});
	const login = { username, password };
	const { data } = await client.post<{ accessToken: string }>('/v1/auth/login', login);
	client.defaults.headers.common['Authorization'] = data.accessToken;
	return client;
}

/** Headers without the token. */
export const WITHOUT_TOKEN = { Authorization: null };

/** The body of a version 2 send that the sandbox accepts. */
export const createSend = ({ flowId }: Sandbox, email = 'ana.silva@example.com') => ({
	...{ flowId, email },
	...{ phone: '+14165550100', firstName: 'Ana' },
});
