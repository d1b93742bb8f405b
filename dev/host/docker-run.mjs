// Runs `docker` with the arguments given, in a process that ends with the one that started it, and then
// ends the container too: docker passes the signal on.
import { spawn } from 'node:child_process';
import console from 'node:console';
import process from 'node:process';

const docker = spawn('docker', process.argv.slice(2), { stdio: 'inherit' });
docker.once('error', ({ message }) => {
	console.error(message);
	process.exit(1);
});
docker.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => docker.kill('SIGTERM'));
process.once('exit', () => docker.kill('SIGTERM'));
