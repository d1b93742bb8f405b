import { isProxyMissing } from '../../../nodes/RentalScreening/service/requestError.ts';

const refused = { syscall: 'connect', code: 'ECONNREFUSED' };

test.each<[string, object, boolean]>([
	['waits for a proxy', { protocol: 'https:', socket: null }, true],
	['has a connection of its own', { protocol: 'https:', socket: {} }, false],
	['has one to a proxy that reads it', { protocol: 'http:', socket: null }, false],
])(
	'where a connection is refused and the request %s, the proxy is missing: %p',
	(_, request, isMissing) => {
		expect(isProxyMissing([{ request }, refused] as never)).toBe(isMissing);
		expect(isProxyMissing([{ request }] as never)).toBe(false);
	},
);
