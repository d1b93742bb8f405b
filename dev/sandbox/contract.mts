import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Router, type Request, type Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { parse } from 'yaml';

import type { OperationId } from './types.mts';

/** Where the description of the service lies. */
export const contractFile = fileURLToPath(
	new URL('../../openapi/rental-screening.yaml', import.meta.url),
);

/** The part of the description that says which operation stands where. */
interface ContractPaths {
	paths: Record<string, Record<string, { operationId: OperationId }>>;
}

interface Place {
	method: string;
	path: RegExp;
	operation: OperationId;
}

/** Holds requests against the description of the service. */
export interface Contract {
	/** The operation at this method and path, `unknown` where there is none. */
	operationAt(method: string, url: string): OperationId | 'unknown';
	/** What the description does not allow about a request whose `body` is parsed. */
	violationsOf(request: Request, response: Response): Promise<string[]>;
}

let loaded: Contract | undefined;

/** The description, ready to check requests. It takes a while to read and is the same for everyone. */
export function theContract(): Contract {
	loaded ??= loadContract();
	return loaded;
}

function loadContract(): Contract {
	const places = placesIn(parse(readFileSync(contractFile, 'utf8')) as ContractPaths);
	const validator = Router().use(
		middleware({
			apiSpec: contractFile,
			validateRequests: { allErrors: true },
			validateSecurity: false,
			fileUploader: false,
		}),
	);
	return {
		operationAt: (method, url) => {
			const [path = ''] = url.split('?');
			const place = places.find((each) => each.method === method && each.path.test(path));
			return place?.operation ?? 'unknown';
		},
		violationsOf: (request, response) =>
			new Promise((resolve, reject) => {
				validator(request, response, (thrown?: unknown) => {
					const violations = thrown === undefined ? [] : violationsIn(thrown);
					if (violations) resolve(violations);
					else reject(thrown);
				});
			}),
	};
}

function placesIn({ paths }: ContractPaths): Place[] {
	return Object.entries(paths).flatMap(([template, methods]) =>
		Object.entries(methods).map(([method, { operationId }]) => ({
			method: method.toUpperCase(),
			path: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
			operation: operationId,
		})),
	);
}

/** One sentence per finding of the validator; undefined for anything that is not its refusal. */
function violationsIn(thrown: unknown): string[] | undefined {
	if (!(thrown instanceof Error && 'status' in thrown && Number(thrown.status) < 500)) {
		return undefined;
	}
	const findings = 'errors' in thrown && Array.isArray(thrown.errors) ? thrown.errors : [];
	const sentences = findings.map(({ path, message }) => `${path} ${message}`);
	return sentences.length > 0 ? sentences : [thrown.message];
}
