import { startSmtpSink, type SmtpSink } from '../../dev/host/smtp-sink.mts';

/** A mail server for each test of a suite. */
export function useMailbox(): { readonly mail: SmtpSink } {
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
	};
}
