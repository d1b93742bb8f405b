import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { Clock } from './clock.mts';
import type { OperationId, RecordedRequest } from './types.mts';

/** Keeps everything that was asked, in order of arrival. */
export class Recorder {
	requests: RecordedRequest[] = [];

	constructor(private readonly clock: Clock) {}

	/** Notes a request whose headers have arrived. */
	arrived(request: IncomingMessage, operation: OperationId | 'unknown'): RecordedRequest {
		const record: RecordedRequest = {
			operation,
			method: request.method ?? '',
			url: request.url ?? '',
			headers: flat(request.headers),
			rawBody: '',
			body: undefined,
			status: null,
			violations: [],
			startedAt: this.clock.now(),
			endedAt: null,
		};
		this.requests.push(record);
		return record;
	}

	/** Notes how a request ended; done before the caller can know, so that tests never race it. */
	ended(record: RecordedRequest, status: RecordedRequest['status']): void {
		record.status = status;
		record.endedAt = this.clock.now();
	}

	/** Forgets all requests. */
	reset(): void {
		this.requests = [];
	}
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
	);
}

/** Counts the requests in flight and limits them. */
export class InFlight {
	most = 0;

	private current = 0;

	constructor(private readonly limit: number) {}

	/** Takes a place and returns the function that frees it; undefined when all are taken. */
	enter(): (() => void) | undefined {
		if (this.current >= this.limit) return undefined;
		this.current += 1;
		this.most = Math.max(this.most, this.current);
		let inside = true;
		return () => {
			if (inside) this.current -= 1;
			inside = false;
		};
	}

	/** Forgets the highest number so far; requests at work keep their place. */
	reset(): void {
		this.most = this.current;
	}
}

/** The email in a request's body and the userId in its path. */
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
