import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine that keeps the messages sent to it. */
export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;

/**
 * Starts a mail server without encryption on a free port of 127.0.0.1. It needs no login, and refuses every one.
 * A message is accepted once `deliver` has finished.
 */
export async function startSmtpSink(
	deliver: (message: ParsedMail) => Promise<void> = () => Promise.resolve(),
) {
	const messages: ParsedMail[] = [];
	let isHanging = false;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: (_login, _session, done) => done(new Error('Wrong user name or password')),
		// Without an answer here, a client is never greeted.
		onConnect: (_session, done) => {
			if (!isHanging) done();
		},
		onRcptTo: ({ address }, _session, done) =>
			done(sink.refuse(address) ? new Error('No such box') : null),
		onData: (stream, _session, done) => {
			const take = async () => {
				const message = await simpleParser(stream);
				await deliver(message);
				messages.push(message);
			};
			take().then(() => done(), done);
		},
	});
	// Tests kill clients in the middle of a message.
	server.on('error', () => undefined);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.server.address() as AddressInfo;
	const insecure = { secure: false, disableStartTls: true };
	const sink = {
		/** The data of n8n's SMTP credential for it. */
		credential: { user: '', password: '', host: '127.0.0.1', port, hostName: '', ...insecure },
		/** Every accepted message, parsed, in order of arrival. */
		messages,
		/** Whether to refuse a recipient; tests replace it. */
		refuse: (() => false) as (recipient: string) => boolean,
		/** From now on, whether clients that connect are never greeted. */
		hang: (hangs: boolean) => (isHanging = hangs),
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
	return sink;
}

/** Starts a mail server that writes each message into `folder` as a file for the browser, named by time and subject. */
export async function startMailbox(
	folder: string,
	onMail: (subject: string, file: string) => void,
): Promise<SmtpSink> {
	return await startSmtpSink(async ({ subject = 'No subject', html, text = '' }) => {
		await mkdir(folder, { recursive: true });
		const time = new Date().toISOString().replace('T', ' ').replace(/:/g, '.').slice(0, 19);
		const words = subject.replace(/[^\p{L}\p{N} .,-]/gu, '').slice(0, 100);
		const file = join(folder, `${time} ${words}.${html === false ? 'txt' : 'html'}`);
		await writeFile(file, html === false ? text : html);
		onMail(subject, file);
	});
}
