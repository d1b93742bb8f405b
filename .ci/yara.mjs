// Scans the packed package with GuardDog's rules for threats in JavaScript, as n8n's scanner is to do:
//   GUARDDOG_RULES=<folder> node .ci/yara.mjs <tarball>
// The folder is guarddog/analyzer/sourcecode of https://github.com/DataDog/guarddog; `yara` is Debian's package.
// If one of the two is missing, it reports that and scans nothing. A hit of a `threat-` rule fails.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [tarball] = process.argv.slice(2);
const { GUARDDOG_RULES: rules } = process.env;
const hasYara = spawnSync('yara', ['--version']).status === 0;

if (rules && hasYara) scan();
else
	console.log(`SKIPPED: ${hasYara ? 'GUARDDOG_RULES names no folder' : 'there is no yara here'}.`);

function scan() {
	const folder = mkdtempSync(path.join(tmpdir(), 'yara-'));
	try {
		execFileSync('tar', ['-xzf', tarball, '-C', folder]);
		const files = readdirSync(folder, { recursive: true }).filter((file) =>
			/\.js$|package\.json$/.test(file),
		);
		const threats = readdirSync(rules).filter((name) => /^threat-.*\.yar$/.test(name));
		const hits = threats.flatMap((name) => {
			const rule = path.join(rules, name);
			const [, include = ''] = /path_include = "(.*)"/.exec(readFileSync(rule, 'utf8')) ?? [];
			const kinds = include.split(',').map((pattern) => path.extname(pattern) || pattern);
			return files
				.filter((file) => kinds.includes(path.extname(file)))
				.flatMap((file) => findHits(rule, path.join(folder, file)));
		});
		console.log(`${threats.length} rules, ${files.length} files, ${hits.length} hits`);
		for (const hit of hits) console.log(`✗ ${hit}`);
		if (hits.length > 0 || threats.length === 0 || files.length === 0) process.exitCode = 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The hit of a rule in a file, if any: the rule's name and the strings that it found. */
function findHits(rule, file) {
	const said = execFileSync('yara', ['--print-strings', '--no-warnings', rule, file], {
		encoding: 'utf8',
	});
	return said === '' ? [] : [said.trim()];
}
