import type { SavedCredential } from '../../../../dev/host/client.mts';
import type { StartOptions } from '../../../../dev/host/n8n.mts';
import type { SandboxOptions } from '../../../../dev/sandbox/index.mts';
import { useN8n, type N8nHost } from '../../n8n-host.mts';
import { startNetwork, type Network } from '../network.mts';
import { startGoogle, type Google } from './google.mts';

/** A real n8n to which Google is a stand-in. */
export interface GoogleHost {
	readonly host: N8nHost;
	readonly document: Google;
	/** n8n's credential for the document. */
	readonly account: SavedCredential;
	readonly google: Google;
	/** What starts another n8n that reaches the same Google. */
	options(more?: StartOptions): StartOptions;
}

/** A test that lets something happen at a request. */
export const testOnStandIn = test;

/** Starts n8n and Google before the tests of the surrounding `describe` and stops them after them. */
export function useGoogle(sandboxOptions: SandboxOptions = {}): GoogleHost {
	let google: Google;
	let network: Network | undefined;
	let account: SavedCredential;

	const options = (more: StartOptions = {}): StartOptions => ({
		env: network?.env ?? {},
		...more,
	});

	const host = useN8n(async () => {
		google = await startGoogle();
		network = await startNetwork(google.hosts);
		return options();
	}, sandboxOptions);

	beforeAll(async () => {
		const { credential } = google;
		account = await host.client.createCredential('googleApi', 'Google account', credential);
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
		options,
		get document() {
			return google;
		},
		get account() {
			return account;
		},
		get google() {
			return google;
		},
	};
}
