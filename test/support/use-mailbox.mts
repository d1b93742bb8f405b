import type { N8nClient, SavedCredential } from '../../dev/host/client.mts';
import { startSmtpSink, type SmtpSink } from '../../dev/host/smtp-sink.mts';

/** A mail server for each test of a suite. */
export function useMailbox() {
	let mail: SmtpSink;
	beforeEach(async () => {
		mail = await startSmtpSink();
	});
	afterEach(async () => {
		await mail.close();
	});
	return {
		get mail() {
			return mail;
		},
		/** Makes a credential for it in that n8n. */
		async createCredential(client: N8nClient): Promise<SavedCredential> {
			return await client.createCredential('smtp', 'Mail', mail.credential);
		},
	};
}
