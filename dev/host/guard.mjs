// Loaded into every server that we start, by `node --import`. Plain JavaScript: the server's Node may not
// read TypeScript. Options in the query of its address:
//   parent=<process id>  ends the server when that process is gone, however it ended
//   local                refuses requests whose Host header names another machine (DNS rebinding)
import { Server } from 'node:http';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { URL } from 'node:url';

const options = new URL(import.meta.url).searchParams;

const parent = Number(options.get('parent'));
if (parent) {
	setInterval(() => {
		if (process.ppid !== parent) process.exit(1);
	}, 1000).unref();
}

if (options.has('local')) {
	const { emit } = Server.prototype;
	Server.prototype.emit = function (event, request, ...rest) {
		const isRequest = ['request', 'upgrade', 'checkContinue', 'checkExpectation'].includes(event);
		if (!isRequest || isThisMachine(request.headers.host)) {
			return emit.call(this, event, request, ...rest);
		}
		request.socket.end(
			'HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
		);
		return true;
	};
}

function isThisMachine(host = '') {
	return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}
