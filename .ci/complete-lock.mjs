// Adds to package-lock.json the optional packages of other platforms that npm left out, because the
// registry it was made with did not have them: without them `npm ci` refuses the lock file. They have no
// checksum until an `npm install` on such a platform adds it. Prints what it added.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const OS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const CPU = { 'arm-': 'arm', armv7: 'arm' };

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const { packages } = lock;
for (const [path, { optionalDependencies = {}, ...dependent }] of Object.entries(packages)) {
	for (const [name, version] of Object.entries(optionalDependencies)) {
		if (isLocked(name, path)) continue;
		if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${name} ${version} is no exact version`);
		packages[`node_modules/${name}`] = {
			version,
			// In npm's order, so that `npm install` leaves the file as it is.
			cpu: readCpu(name),
			...(dependent.dev ? { dev: true } : {}),
			optional: true,
			os: [readOs(name)],
		};
		console.log(`${name} ${version}`);
	}
}
const [root, ...rest] = Object.entries(packages);
rest.sort(([one], [other]) => one.localeCompare(other, 'en'));
lock.packages = Object.fromEntries([root, ...rest]);
writeFileSync(FILE, `${JSON.stringify(lock, null, '\t')}\n`);

/** Whether a package at `path` finds `name` in a `node_modules` of its own or above it. */
function isLocked(name, path) {
	for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
		if (`${at}${at && '/'}node_modules/${name}` in packages) return true;
		if (at === '') return false;
	}
}

/** By the package's name, such as '@swc/core-linux-arm-gnueabihf'. */
function readOs(name) {
	return OS.find((one) => name.includes(`-${one}-`));
}

function readCpu(name) {
	const [, rest = ''] = name.split(`-${readOs(name)}-`);
	const cpu = Object.keys(CPU).find((one) => rest.startsWith(one));
	return [cpu ? CPU[cpu] : rest.split('-')[0]];
}
