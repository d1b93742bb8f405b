import type { IncomingMessage } from 'node:http';

import { html, Markup } from '../../nodes/RentalScreening/results/html.ts';
import type { Sandbox } from './index.mts';
import type { Answer } from './service.mts';

/** Only the newest links are shown. */
const MAX_LINKS = 200;

const STYLE = new Markup(`
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 56rem; margin: 2rem auto; }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; }
td { padding: 0.5rem; vertical-align: top; border-bottom: 1px solid gray; }
button { font: inherit; }
`);

const HEADERS = {
	'cache-control': 'no-store',
	'content-security-policy':
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'",
};

/** Answers a request to the applicants' inbox; undefined for any other request. */
export function answerInbox(
	{ method, url = '' }: IncomingMessage,
	sandbox: Sandbox,
): Answer | undefined {
	if (method === 'GET' && url === '/') {
		return { status: 200, headers: HEADERS, text: renderPage(sandbox) };
	}
	const [, userId] = /^\/inbox\/complete\/([^/]+)$/.exec(url) ?? [];
	if (method !== 'POST' || userId === undefined) return undefined;
	sandbox.complete(userId);
	return { status: 303, headers: { location: '/' }, text: '' };
}

/** The page. It needs no other file and reloads every five seconds. */
function renderPage(sandbox: Sandbox): string {
	const links = sandbox.screenings.reverse();
	const completed = links.filter(({ complete }) => complete).length;
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta http-equiv="refresh" content="5" />
				<title>Applicants' inbox</title>
				<link rel="icon" href="data:," />
				<style>
					${STYLE}
				</style>
			</head>
			<body>
				<main>
					<h1>Applicants' inbox</h1>
					<p>The screening links that the sandbox delivered, the newest first.</p>
					<p><strong>${links.length} sent, ${completed} completed</strong></p>
					<table>
						${links.slice(0, MAX_LINKS).map((link) => renderRow(link, sandbox))}
					</table>
				</main>
			</body>
		</html> `.source;
}

/** A link as its applicant sees it. */
function renderRow(screening: Sandbox['screenings'][number], { records }: Sandbox): Markup {
	const { userId, email, phone, firstName, lastName, sentAt, complete } = screening;
	const name = [firstName, lastName].filter(Boolean).join(' ') || email;
	const subject =
		'flowId' in screening
			? records.flows.get(screening.flowId)
			: records.properties.get(screening.propertyId);
	const button = html`<form method="post" action="/inbox/complete/${userId}">
		<button aria-label="Complete screening of ${name}">Complete screening</button>
	</form>`;
	return html`<tr>
		<td><strong>${name}</strong><br />${email}<br />${phone}</td>
		<td>
			${subject?.name ?? ''}<br />Sent ${new Date(sentAt).toLocaleString('en')}<br />${userId}
		</td>
		<td>${complete ? 'Completed' : button}</td>
	</tr>`;
}
