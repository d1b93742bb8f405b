import { announcement } from './cli/announcement.mts';
import { help, readOptions, type CliOptions } from './cli/options.mts';
import { startOnFreePort } from './cli/port.mts';

async function start(options: CliOptions): Promise<void> {
	const sandbox = await startOnFreePort(options, (taken, next) => {
		console.log(`Port ${taken} is taken, trying ${next}.`);
	});
	console.log(announcement(sandbox, options.completeAfter.seconds));

	const stop = () => {
		console.log('\nThe sandbox has stopped.');
		void sandbox.close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

const read = readOptions(process.argv.slice(2));

if (read.kind === 'help') {
	console.log(help);
} else if (read.kind === 'refused') {
	console.error(`${read.reason}\n\n${help}`);
	process.exitCode = 2;
} else {
	start(read.options).catch((thrown: unknown) => {
		console.error(`The sandbox cannot start: ${String(thrown)}`);
		process.exitCode = 1;
	});
}
