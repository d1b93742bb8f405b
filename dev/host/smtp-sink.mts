import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine that keeps what it is given. */
export interface SmtpSink {
	/** The data of n8n's SMTP credential for it. */
	readonly credential: Readonly<Record<string, string | number | boolean>>;
	/** Every message taken, parsed, in order of arrival. */
	readonly messages: ParsedMail[];
	/** Whether to refuse a recipient; default: none. */
	refuse: (recipient: string) => boolean;
	close(): Promise<void>;
}

/**
 * Starts a mail server without encryption or sign-in on a free port of 127.0.0.1. A message counts as
 * taken, for its sender too, once `deliver` is done with it.
 */
export async function startSmtpSink(
	deliver: (message: ParsedMail) => Promise<void> = () => Promise.resolve(),
): Promise<SmtpSink> {
	const messages: ParsedMail[] = [];
	const take = async (message: ParsedMail) => {
		await deliver(message);
		messages.push(message);
	};
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		onRcptTo: ({ address }, _session, done) =>
			done(sink.refuse(address) ? new Error('No such box') : null),
		onData: (stream, _session, done) => {
			simpleParser(stream)
				.then(take)
				.then(
					() => done(),
					(error: unknown) => done(error as Error),
				);
		},
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.server.address() as AddressInfo;
	const sink: SmtpSink = {
		credential: {
			user: '',
			password: '',
			host: '127.0.0.1',
			port,
			secure: false,
			disableStartTls: true,
			hostName: '',
		},
		messages,
		refuse: () => false,
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
	return sink;
}
