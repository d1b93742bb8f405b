// jest's environment for Node, in a worker that ends at once: what Node still does after its 'exit' event, with a
// gigabyte and n8n's native parts in the process, takes longer on a busy machine than jest waits for it.
import process from 'node:process';
import { TestEnvironment } from 'jest-environment-node';

const isWorker = process.send !== undefined;
if (isWorker) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));

export default TestEnvironment;
