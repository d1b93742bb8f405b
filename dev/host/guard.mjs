// Loaded into every server that we start, by `node --import`. Plain JavaScript: the server's Node may not
// read TypeScript. Refuses requests whose Host header names another machine (DNS rebinding), and ends the
// server when the process whose id is in `?parent=` of its address is gone, however it ended.
import { Server } from 'node:http';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { URL } from 'node:url';

const parent = Number(new URL(import.meta.url).searchParams.get('parent'));
if (parent) {
	setInterval(() => {
		if (process.ppid !== parent) process.exit(1);
	}, 1000).unref();
}

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

function isThisMachine(host = '') {
	return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}
