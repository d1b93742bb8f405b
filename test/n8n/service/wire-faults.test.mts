import { type AddressInfo, createServer, type Socket } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { applicants, sendByColumns } from '../../support/applicants.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { sheetOutcome, sheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { screeningNode } from '../../support/n8n-workflows.mts';
import { WIRE_FAULTS, type WireFault } from '../../support/wire-faults.mts';
import { startWireService } from '../../support/wire-service.mts';

/** One of each phase; all of them meet n8n's engine in `engine/service/wire`. */
const LOST = [
	'cut while the request is read',
	'a reset instead of an answer',
	'no answer',
	'cut in the headers',
	'half a body',
	'gzip that is damaged',
	'503 with half a body',
];
const LOST_OVER_TLS = ['plain text in a secure connection', 'a plain alert in a secure connection'];
const HANDSHAKES = [
	'cut on connect',
	'cut after the hello',
	'reset after the hello',
	'plain HTTP instead of TLS',
	'cut after 300 bytes of the handshake',
];

/** Never met: on a busy machine a request may take seconds until the service has read it. */
const TIME_OUT_MS = 60_000;

/** Met by the stalls, after the service has read the request. */
const STALL_TIME_OUT_MS = 5_000;

const TLS_VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;

const faultsOf = (names: string[], over: 'http' | 'tls') =>
	names.map((name) => {
		const fault = WIRE_FAULTS.find((one) => one.name === name && (one.over ?? over) === over);
		if (fault === undefined) throw new Error(`No fault '${name}'.`);
		return fault;
	});

const overTls = (names: string[]) =>
	TLS_VERSIONS.flatMap((tls) =>
		faultsOf(names, 'tls').map((fault) => ({ ...fault, tls, way: tls })),
	);

describe('a POST over a connection with faults, in n8n', () => {
	const host = useN8n();

	/** The system gives out a port again: what was sent there is then not known for this account. */
	let accounts = 0;

	/** Sends one applicant with a token that is there already, retried by n8n if the node lets it. */
	async function sendTo(
		baseUrl: string,
		timeout: number,
	): Promise<ReturnType<typeof sheetOutcome>> {
		const username = `landlord-${(accounts += 1)}`;
		const account = { baseUrl, username, password: 'Hunter-2-Secret' };
		const data = { ...account, accessToken: 'stored-token-7' };
		const credential = await host.client.createCredential('rentalScreeningApi', 'Wire', data);
		// The service's certificate is self-signed.
		const requestOptions = { timeout, allowUnauthorizedCerts: true };
		const node = screeningNode('Send', { ...sendByColumns, requestOptions }, credential, {
			onError: 'continueErrorOutput',
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		});
		const execution = await host.run(sheetWorkflow(applicants(1), node));
		expect(execution.status).toBe('success');
		return sheetOutcome(execution, 'Send');
	}

	async function meet(fault: WireFault, tls?: (typeof TLS_VERSIONS)[number]) {
		const service = await startWireService(fault, { kind: 'POST', tls });
		try {
			const timeout = fault.stalls === true ? STALL_TIME_OUT_MS : TIME_OUT_MS;
			return { ...(await sendTo(service.baseUrl, timeout)), service };
		} finally {
			await service.close();
		}
	}

	test.each([
		...faultsOf(LOST, 'http').map((fault) => ({ ...fault, tls: undefined, way: 'HTTP' })),
		...overTls(LOST_OVER_TLS),
	])('$name ($way): it is not repeated, and may have been accepted', async (fault) => {
		const { good, bad, service } = await meet(fault, fault.tls);

		expect(service.read.POST).toBe(fault.onFirstBytes === undefined ? 1 : 0);
		expect(service.connectionsAfterTrouble()).toBe(0);
		expect(good).toEqual([]);
		expect(bad).toMatchObject([{ error: { mayHaveBeenAccepted: true } }]);
		expect(messageOf(bad)).toMatch(/ may have been accepted \[item 0\]$/);
	});

	test.each(overTls(HANDSHAKES))('$name ($way): it goes out, once', async (fault) => {
		const { good, bad, service } = await meet(fault, fault.tls);

		expect(bad).toEqual([]);
		expect(good).toMatchObject([{ userId: 'user-1' }]);
		expect(service.read.POST).toBe(1);
	});

	test('no handshake ever succeeds: nothing was sent', async () => {
		const open = new Set<Socket>();
		const server = createServer((tcp) => {
			open.add(tcp.on('error', () => {}).once('data', () => tcp.end()));
		});
		await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
		try {
			const { port } = server.address() as AddressInfo;
			const { good, bad } = await sendTo(`https://127.0.0.1:${port}`, TIME_OUT_MS);

			expect(good).toEqual([]);
			expect(bad).toHaveLength(1);
			expect(bad[0]!['error']).not.toHaveProperty('mayHaveBeenAccepted');
			expect(messageOf(bad)).toMatch(/^The service could not be reached: /);
		} finally {
			for (const socket of open) socket.destroy();
			await new Promise((closed) => server.close(closed));
		}
	});
});

function messageOf([item]: readonly IDataObject[]): string {
	return String((item?.['error'] as IDataObject | undefined)?.['message']);
}
