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
