// `npm run sheets -- --google <key file> --document <id>`: the scenarios of "Screen applicants in a Google sheet" on a real
// Google account. Each makes a tab of its own in the document and deletes it at the end; the screenings go to
// the sandbox. The authors have not run it.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { google, document } = parseArgs({
	options: { google: { type: 'string' }, document: { type: 'string' } },
}).values;

if (google === undefined || document === undefined) {
	console.error(
		'npm run sheets -- --google <key file> --document <id>\n' +
			"The key file (JSON) of a Google service account, and the ID in the address of a document that is shared with the account's email as an editor.",
	);
	process.exitCode = 1;
} else {
	const jest = ['jest', '--config', 'test/jest.config.mjs', '--selectProjects', 'n8n'];
	const { status } = spawnSync(
		'npx',
		[...jest, '--testPathPatterns', 'screen-applicants-in-a-google-sheet'],
		{
			stdio: 'inherit',
			env: {
				...process.env,
				RENTAL_SCREENING_GOOGLE_KEY: resolve(google),
				RENTAL_SCREENING_GOOGLE_DOCUMENT: document,
			},
		},
	);
	process.exitCode = status ?? 1;
}
