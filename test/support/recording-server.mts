import { startHttpStub, type HttpStub, type StubRequest } from './http-stub.mts';

/**
 * Plain servers for the tests of a suite, each on an origin of its own: they note what they are asked
 * and answer everything with `answer` (JSON).
 */
export function useRecordingServers() {
	const running: HttpStub[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (server) => await server.close()));
	});
	return async (answer: object = {}) => {
		/** Everything that came, in order of arrival. */
		const requests: StubRequest[] = [];
		const server = await startHttpStub((request) => {
			requests.push(request);
			return { body: answer };
		});
		running.push(server);
		return { origin: server.origin, requests };
	};
}
