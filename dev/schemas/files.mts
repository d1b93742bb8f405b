import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

import type { Contract } from './derive.mts';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Where n8n looks for the output schemas of version 1 of the node. */
export const SCHEMA_FOLDER = resolve(ROOT, 'nodes/RentalScreening/__schema__/v1.0.0');

/** The OpenAPI description of the service. */
export function readContract(): Contract {
	return parse(readFileSync(resolve(ROOT, 'openapi/rental-screening.yaml'), 'utf8')) as Contract;
}
