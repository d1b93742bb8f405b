// Writes what to submit to n8n's library of templates. Run: npm run templates
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { WorkflowJson } from '../host/client.mts';
import { PROJECT } from '../host/package.mts';
import { templateOf } from './template.mts';

const folder = join(PROJECT, 'out', 'templates');
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(join(PROJECT, 'workflows'))) {
	const file = basename(name, '.json');
	const source = readFileSync(join(PROJECT, 'workflows', name), 'utf8');
	const { workflow, description } = templateOf(file, JSON.parse(source) as WorkflowJson);
	writeFileSync(join(folder, name), `${JSON.stringify(workflow, null, '\t')}\n`);
	writeFileSync(join(folder, `${file}.md`), description);
	console.log(join(folder, name));
}
