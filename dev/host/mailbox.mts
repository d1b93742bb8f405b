import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';
import { startSmtpSink, type SmtpSink } from './smtp-sink.mts';

/**
 * Starts a mail server whose mail goes nowhere: each message becomes a file in `folder`, to be opened
 * in a browser. `told` hears of each.
 */
export async function startMailbox(
	folder: string,
	told: (subject: string, file: string) => void,
): Promise<SmtpSink> {
	return await startSmtpSink(async (message) => {
		const { subject = 'Without a subject' } = message;
		await mkdir(folder, { recursive: true });
		const file = join(folder, fileNameOf(subject, message));
		await writeFile(file, message.html === false ? (message.text ?? '') : message.html);
		told(subject, file);
	});
}

/** By this name the messages stand in the order of their time. */
function fileNameOf(subject: string, { date = new Date(), html }: ParsedMail): string {
	const moment = date.toISOString().replace('T', ' ').replace(/:/g, '.').slice(0, 19);
	const words = subject.replace(/[^\p{L}\p{N} .,-]/gu, '').slice(0, 100);
	return `${moment} ${words}.${html === false ? 'txt' : 'html'}`;
}
