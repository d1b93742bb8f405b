// The commands of package.json: `node dev/run.mjs <command> [options]`. Plain JavaScript with no import
// that may be missing, so that an old Node or a forgotten `npm install` gets a sentence with the fix.
import console from 'node:console';
import process from 'node:process';

const COMMANDS = {
	demo: './demo/run.mts',
	sandbox: './sandbox/cli.mts',
	setup: './host/install.mts',
	start: './host/start.mts',
};

const OLDEST_NODE = 20;

const [command, ...args] = process.argv.slice(2);
try {
	if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
		throw new Error(
			`Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE} or later (https://nodejs.org).`,
		);
	}
	await import('tsx').catch(() => {
		throw new Error('Run `npm install` first.');
	});
	const { main } = await import(COMMANDS[command]);
	await main(args);
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
