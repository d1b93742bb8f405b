import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { N8nClient } from '../../dev/host/client.mts';
import { getDataTablesPath } from '../../dev/host/data-tables.mts';
import { startN8n, type StartedN8n } from '../../dev/host/n8n.mts';

/** An n8n that goes on running after the tests of a file. */
export type LastingN8n = Omit<StartedN8n, 'stop' | 'kill'>;

/** A running n8n as the next test file finds it, in a file in its user folder. */
type Written = Omit<LastingN8n, 'client' | 'log'> & Pick<N8nClient, 'cookie'>;

/**
 * An n8n that the test files of one jest worker share one after the other: to start it takes longer
 * than most of them. No workflow of an earlier file is published in it, and it has no data tables.
 */
export async function sharedN8n(): Promise<LastingN8n> {
	const userFolder = join(
		process.env['RENTAL_SCREENING_SHARED']!,
		`worker-${process.env['JEST_WORKER_ID']}`,
	);
	const file = join(userFolder, 'shared.json');
	const text = await readFile(file, 'utf8').catch(() => undefined);
	const written = text === undefined ? undefined : (JSON.parse(text) as Written);
	if (written && (await isUp(written))) {
		const client = new N8nClient(written.baseUrl);
		client.cookie = written.cookie;
		await tidyUp(client);
		const log = async () => await readFile(join(userFolder, 'n8n.log'), 'utf8');
		return { ...written, client, log };
	}
	await rm(userFolder, { recursive: true, force: true });
	const n8n = await startN8n({ userFolder, lasting: true });
	await writeFile(file, JSON.stringify({ ...n8n, cookie: n8n.client.cookie }));
	return n8n;
}

/** Leaves nothing of an earlier file that would run by itself or stand in the way of a name. */
async function tidyUp(client: N8nClient): Promise<void> {
	const active = encodeURIComponent(JSON.stringify({ active: true }));
	const workflows = await client.rest<Array<{ id: string }>>('GET', `/workflows?filter=${active}`);
	for (const { id } of workflows) await client.deactivate(id);
	const path = await getDataTablesPath(client);
	const { data } = await client.rest<{ data: Array<{ id: string }> }>('GET', `${path}?take=250`);
	for (const { id } of data) await client.rest('DELETE', `${path}/${id}`);
}

async function isUp({ baseUrl }: Written): Promise<boolean> {
	return await fetch(`${baseUrl}/healthz`).then(
		({ ok }) => ok,
		() => false,
	);
}
