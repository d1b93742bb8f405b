// Loaded into every server that we start, by `node --import`: ends it when the process whose id is in `?parent=`
// is gone, however that ended. Plain JavaScript: the server's Node may not read TypeScript.
import process from 'node:process';
import { setInterval } from 'node:timers';
import { URL } from 'node:url';

const parent = Number(new URL(import.meta.url).searchParams.get('parent'));
setInterval(() => {
	if (process.ppid !== parent) process.exit(1);
}, 1000).unref();
