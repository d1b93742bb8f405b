import { bypassProxyForLoopback } from '../../../dev/host/proxy.mts';

const environment = { ...process.env };

afterEach(() => {
	process.env = { ...environment };
});

test.each([
	[{}, '127.0.0.1,localhost,::1'],
	[{ NO_PROXY: 'intranet.example' }, 'intranet.example,127.0.0.1,localhost,::1'],
	[{ no_proxy: 'a.example', NO_PROXY: 'b.example' }, 'a.example,127.0.0.1,localhost,::1'],
	[{ NO_PROXY: '*' }, '*'],
])('with %j in the shell, no proxy is used for %s', (given, expected) => {
	process.env = { ...given };
	bypassProxyForLoopback();
	expect(process.env).toEqual({ no_proxy: expected, NO_PROXY: expected });
});
