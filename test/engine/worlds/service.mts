import { answer, startWireService, type Wire } from '../../support/wire-service.mts';

/** What must never stand in a row; every refusal quotes them. */
export const SECRETS = { password: 'Hunter-2-Secret', token: 'k9x-token', ssn: '123-45-6789' };

/** A screening that was asked for, as its body says. */
export interface Ask {
	readonly email: string;
	readonly phone: string;
	readonly propertyId: string;
}

interface Reply {
	readonly status: number;
	readonly isAccepted?: boolean;
	/** The connection ends in the middle of the answer. */
	readonly isCut?: boolean;
	/** In seconds. */
	readonly retryAfter?: string;
}

/** How a request may end. */
export const REPLIES: Readonly<Record<string, Reply>> = {
	yes: { status: 200, isAccepted: true },
	'yes, but cut': { status: 200, isAccepted: true, isCut: true },
	cut: { status: 200, isCut: true },
	'500, but accepted': { status: 500, isAccepted: true },
	'500': { status: 500 },
	'422': { status: 422 },
	'429': { status: 429, retryAfter: '1' },
	'429 for long': { status: 429, retryAfter: '400' },
};

/** A request that waits for its answer. */
export interface Held {
	readonly who: string;
	readonly ask: Ask;
	reply(reply: Reply, userId: string): void;
	/** Its execution was cancelled. */
	isGone: boolean;
}

export const toEmail = (who: string) => `${who.toLowerCase()}@example.com`;

export type HoldingService = Awaited<ReturnType<typeof startHoldingService>>;

/** The screening service at the wire: logs everybody in, and holds each screening until it is told how to answer. */
async function startHoldingService() {
	const state = {
		/** In order of arrival. */
		held: [] as Held[],
		/** Told of each one that arrives. */
		onAsk: (_: Ask) => {},
		/** Grows with all that happens here. */
		events: 0,
	};
	const hold = (ask: Ask, { tcp }: Wire) => {
		const [name = ''] = ask.email.split('@');
		const held: Held = {
			who: name.charAt(0).toUpperCase() + name.slice(1),
			...{ ask, isGone: false },
			reply({ status, isCut = false, retryAfter }, userId) {
				state.held = state.held.filter((one) => one !== held);
				const no = { message: `No: ${Object.values(SECRETS).join(' ')}` };
				const body = status === 200 ? { userId, message: `SSN ${SECRETS.ssn}` } : no;
				const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
				const text = answer(status, JSON.stringify(body), headers);
				tcp.end(isCut ? text.slice(0, -5) : text);
			},
		};
		tcp.on('close', () => {
			state.events += 1;
			held.isGone = true;
		});
		state.held.push(held);
		state.onAsk(ask);
	};
	const { baseUrl, close } = await startWireService({
		replyTo(request, kind) {
			state.events += 1;
			if (kind === 'login') return { body: JSON.stringify({ accessToken: SECRETS.token }) };
			const ask = JSON.parse(request.slice(request.indexOf('\r\n\r\n'))) as Ask;
			return { body: '', onRequest: (wire) => hold(ask, wire) };
		},
	});
	return { state, baseUrl, close };
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
