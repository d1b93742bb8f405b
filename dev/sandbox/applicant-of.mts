import type { RecordedRequest } from './types.mts';

/** The names by which a request speaks of an applicant: the e-mail in its body, the userId in its path. */
export function applicantOf(request: RecordedRequest): string[] {
	return [emailIn(request.body), userIdIn(request)].filter((name) => name !== undefined);
}

/** The userId in the path of a fetch of results, decoded; undefined where there is none to decode. */
export function userIdIn(request: RecordedRequest): string | undefined {
	if (request.operation !== 'getScreeningData') return undefined;
	const [path = ''] = request.url.split('?');
	try {
		return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
	} catch {
		return undefined;
	}
}

function emailIn(body: unknown): string | undefined {
	if (typeof body !== 'object' || body === null || !('email' in body)) return undefined;
	return typeof body.email === 'string' ? body.email : undefined;
}
