/** This machine's own addresses, which a proxy cannot reach. */
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** Keeps requests to this machine away from the proxy of the shell, in this process and in those that it starts. */
export function bypassProxyForLoopback(): void {
	// axios reads the name in lower case first.
	const given = process.env['no_proxy'] || process.env['NO_PROXY'] || '';
	// With '*' no request takes the proxy, but only where nothing else is in the list.
	const value = given === '*' ? given : [given, ...LOOPBACK].filter(Boolean).join(',');
	process.env['no_proxy'] = value;
	process.env['NO_PROXY'] = value;
}
