import { answer, startWireService } from '../../support/wire-service.mts';

/** What must never stand in a row; every refusal quotes them. */
export const SECRETS = { password: 'Hunter-2-Secret', token: 'k9x-token', ssn: '123-45-6789' };

/** How a request may end: its status, whether a link was sent, and whether the answer breaks off. */
export const REPLIES = {
	yes: { status: 200, isAccepted: true, isCut: false },
	'yes, but cut': { status: 200, isAccepted: true, isCut: true },
	cut: { status: 200, isAccepted: false, isCut: true },
	'500, but accepted': { status: 500, isAccepted: true, isCut: false },
	'500': { status: 500, isAccepted: false, isCut: false },
	'422': { status: 422, isAccepted: false, isCut: false },
	'429': { status: 429, isAccepted: false, isCut: false, retryAfter: '1' },
	'429 for long': { status: 429, isAccepted: false, isCut: false, retryAfter: '400' },
};
export type Reply = (typeof REPLIES)[keyof typeof REPLIES] & { readonly retryAfter?: string };

/** A screening that waits for its answer. */
export interface Held {
	readonly body: Readonly<Record<'email' | 'phone' | 'propertyId', string>>;
	reply(reply: Reply, userId: string): void;
}

export type HoldingService = Awaited<ReturnType<typeof startHoldingService>>;

/** The screening service at the wire: logs everybody in, and holds each screening until it is told how to answer. */
async function startHoldingService() {
	const held = new Set<Held>();
	const service = {
		/** In order of arrival; those of a cancelled execution are gone. */
		held,
		/** Told of each one that arrives. */
		onHeld: undefined as ((held: Held) => void) | undefined,
		/** Grows with all that happens here. */
		events: 0,
	};
	const { baseUrl, close } = await startWireService({
		replyTo(request, kind) {
			service.events += 1;
			if (kind === 'login') return { body: JSON.stringify({ accessToken: SECRETS.token }) };
			const onRequest = ({ tcp }: { tcp: NodeJS.WritableStream }) => {
				const one: Held = {
					body: JSON.parse(request.slice(request.indexOf('\r\n\r\n'))) as Held['body'],
					reply({ status, isCut, retryAfter }, userId) {
						held.delete(one);
						const no = { message: `No: ${Object.values(SECRETS).join(' ')}` };
						const body = status === 200 ? { userId, message: `SSN ${SECRETS.ssn}` } : no;
						const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
						const text = answer(status, JSON.stringify(body), headers);
						tcp.end(isCut ? text.slice(0, -5) : text);
					},
				};
				held.add(one);
				tcp.on('close', () => (service.events += Number(held.delete(one)) + 1));
				service.onHeld?.(one);
			};
			return { body: '', onRequest };
		},
	});
	return Object.assign(service, { baseUrl, close });
}

/** Starts one for the tests of a file, in which time stands still until a world lets it pass. */
export function useHoldingService(): () => HoldingService {
	let service: HoldingService;
	beforeAll(async () => {
		jest.useFakeTimers({
			doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'],
		});
		service = await startHoldingService();
	});
	afterAll(async () => {
		await service.close();
		jest.useRealTimers();
	});
	return () => service;
}
