// Writes the output schemas that n8n shows as fields before anything ran. Run: npm run task -- schemas
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { deriveSchemas, SCHEMA_FOLDER } from './derive.mts';

rmSync(SCHEMA_FOLDER, { recursive: true, force: true });
for (const [name, schema] of Object.entries(deriveSchemas())) {
	const file = join(SCHEMA_FOLDER, `${name}.json`);
	const style = await resolveConfig(file);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, await format(JSON.stringify(schema), { ...style, filepath: file }));
	console.log(file);
}
