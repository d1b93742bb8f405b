// Loaded into every server that we start (`?parent=<process id>`): ends it when the process that
// started it is gone, however that went (Ctrl-C in a test run, a kill), so that no n8n is left behind.
// Plain JavaScript, as the server's Node may not read TypeScript.
import process from 'node:process';
import { setInterval } from 'node:timers';
import { URL } from 'node:url';

const parent = Number(new URL(import.meta.url).searchParams.get('parent'));
setInterval(() => {
	if (process.ppid !== parent) process.exit(1);
}, 1000).unref();
