import type { SandboxOptions } from '../../../../dev/sandbox/index.mts';
import type { SavedCredential } from '../../../../dev/host/client.mts';
import type { StartOptions } from '../../../../dev/host/n8n.mts';
import { useN8n, type N8nHost } from '../../n8n-host.mts';
import { startNetwork, type Network } from '../network.mts';
import { startGoogle, type Google } from './google.mts';

/** A real n8n to which Google is a stand-in. */
export interface GoogleHost {
	readonly host: N8nHost;
	readonly google: Google;
	/** What starts another n8n in this network. */
	options(more?: StartOptions): StartOptions;
	/** The credential of the service account with which the document is shared. */
	readonly account: SavedCredential;
}

/** Starts n8n and Google before the tests of the surrounding `describe` and stops them after them. */
export function useGoogle(sandboxOptions: SandboxOptions = {}): GoogleHost {
	let google: Google;
	let network: Network;
	let account: SavedCredential;

	const options = (more: StartOptions = {}): StartOptions => ({
		version: '2.41.1',
		env: network.env,
		...more,
	});

	const host = useN8n(async () => {
		google = await startGoogle();
		network = await startNetwork(google.hosts);
		return options();
	}, sandboxOptions);

	beforeAll(async () => {
		const { client } = host;
		account = await client.createCredential('googleApi', 'Google account', google.credential);
	});

	beforeEach(() => {
		google.meanwhile = undefined;
	});

	afterAll(async () => {
		await google?.stop();
		await network?.stop();
	});

	return {
		host,
		get google() {
			return google;
		},
		get account() {
			return account;
		},
		options,
	};
}
