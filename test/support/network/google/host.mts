import type { SavedCredential } from '../../../../dev/host/client.mts';
import type { StartOptions } from '../../../../dev/host/n8n.mts';
import type { SandboxOptions } from '../../../../dev/sandbox/index.mts';
import { useN8n, type N8nHost } from '../../n8n-host.mts';
import { startNetwork, type Network } from '../network.mts';
import { onAccount, openAccount } from './account.mts';
import { startGoogle, type Google } from './google.mts';
import type { GoogleDocument } from './tab.mts';

/** A real n8n to which Google is a stand-in, or is Google with `npm run sheets`. */
export interface GoogleHost {
	readonly host: N8nHost;
	readonly document: GoogleDocument;
	/** n8n's credential for the document. */
	readonly account: SavedCredential;
	/** The stand-in; throws on a real account. */
	readonly google: Google;
	/** What starts another n8n that reaches the same Google. */
	options(more?: StartOptions): StartOptions;
}

/** A test that needs the stand-in, as it lets something happen at a request. */
export const testOnStandIn = onAccount ? test.skip : test;

/** Starts n8n and Google before the tests of the surrounding `describe` and stops them after them. */
export function useGoogle(sandboxOptions: SandboxOptions = {}): GoogleHost {
	let google: Google | undefined;
	let document: GoogleDocument;
	let network: Network | undefined;
	let account: SavedCredential;

	const options = (more: StartOptions = {}): StartOptions => ({
		env: network?.env ?? {},
		...more,
	});

	const host = useN8n(async () => {
		if (onAccount) document = await openAccount();
		else {
			document = google = await startGoogle();
			network = await startNetwork(google.hosts);
		}
		return options();
	}, sandboxOptions);

	beforeAll(async () => {
		const { credential } = document;
		account = await host.client.createCredential('googleApi', 'Google account', credential);
	});

	beforeEach(() => {
		if (google) google.meanwhile = undefined;
	});

	afterAll(async () => {
		await document?.stop();
		await network?.stop();
	});

	return {
		host,
		options,
		get document() {
			return document;
		},
		get account() {
			return account;
		},
		get google() {
			if (!google) throw new Error('There is no stand-in on a real account.');
			return google;
		},
	};
}
