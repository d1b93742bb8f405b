import { whenNpmIsGone } from '../../dev/host/npm.mts';
import { startServer } from '../../dev/host/server-process.mts';

// Starts a server that would run for ever, prints its process id and stays: to be killed by a test.
const [node = '', folder = ''] = process.argv.slice(2);
const args = ['--eval', 'setInterval(() => undefined, 1000)'];
const command = { node, args, cwd: folder, env: process.env, logFile: `${folder}/log` };
whenNpmIsGone(() => process.exit());
void startServer(command).then(({ pid }) => {
	console.log(pid);
	setInterval(() => undefined, 1000);
});
