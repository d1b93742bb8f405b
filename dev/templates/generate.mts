// Writes what to submit to n8n's library of templates. Run: npm run task -- templates
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { workflowFiles } from '../host/home.mts';
import { PROJECT } from '../host/package.mts';
import { templateOf } from './template.mts';

const folder = join(PROJECT, 'out', 'templates');
mkdirSync(folder, { recursive: true });
for (const { file, workflow } of await workflowFiles()) {
	const name = basename(file, '.json');
	const template = templateOf(name, workflow);
	writeFileSync(join(folder, file), `${JSON.stringify(template.workflow, null, '\t')}\n`);
	writeFileSync(join(folder, `${name}.md`), template.description);
	console.log(join(folder, file));
}
