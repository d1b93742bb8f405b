import colours from 'picocolors';

import type { Sandbox } from '../types.mts';

/** What the command line prints once the sandbox runs: where it is, who may enter, what to do next. */
export function announcement(sandbox: Sandbox, completeAfterSeconds: number): string {
	const { baseUrl, username, password, propertyId, flowId } = sandbox;
	const rows = [
		['Base URL', baseUrl],
		['Username', username],
		['Password', password],
		['Applicants’ inbox', `${baseUrl}/`],
		['A property to use', propertyId],
		['A flow to use', flowId],
	] as const;
	const width = Math.max(...rows.map(([label]) => label.length));
	return [
		colours.bold('The rental screening sandbox is running.'),
		'',
		...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${colours.cyan(value)}`),
		'',
		'What to do next',
		'  1. In n8n, create a Rental Screening API credential with the three values above.',
		'  2. Send a screening: the link arrives in the inbox.',
		`  3. Complete it there, or wait ${completeAfterSeconds} seconds, and fetch the results.`,
		'',
		'Ctrl-C stops it.',
	].join('\n');
}
