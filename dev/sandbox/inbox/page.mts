import { readFileSync } from 'node:fs';

import { html, Markup, NOTHING } from '../../../nodes/RentalScreening/results/report/markup.ts';
import type { Sandbox } from '../index.mts';
import type { Letter } from './routes.mts';

/** How many cards a page shows; the newest ones. */
const MOST_CARDS = 200;

const style = new Markup(readFileSync(new URL('page.css', import.meta.url), 'utf8'));

/** The applicants' inbox: a whole page without anything from elsewhere. It works without its script too. */
export function inboxPage(letters: Letter[], sandbox: Sandbox): string {
	const older = letters.length - MOST_CARDS;
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<noscript><meta http-equiv="refresh" content="5" /></noscript>
				<title>Applicants' inbox</title>
				<link rel="icon" href="data:," />
				<script src="/inbox/refresh.js" defer></script>
				<style>
					${style}
				</style>
			</head>
			<body>
				<main>
					<header>
						<h1>Applicants' inbox</h1>
						<p class="soft">
							The screening links that the sandbox delivered. Complete one, and its results are
							ready to be fetched.
						</p>
						${letters.length > 0 ? summary(letters) : NOTHING}
					</header>
					${letters.slice(0, MOST_CARDS).map(card)}
					${older > 0 ? html`<p class="soft">${older} older links are not shown.</p>` : NOTHING}
					${credential(sandbox, letters.length === 0)}
				</main>
			</body>
		</html> `.source;
}

function summary(letters: Letter[]): Markup {
	const waiting = letters.filter(({ complete }) => !complete).length;
	return html`<div class="bar">
		<strong>${letters.length} sent, ${letters.length - waiting} completed</strong>
		${
			waiting > 1
				? html`<form method="post" action="/inbox/complete">
						<button class="plain" id="complete-all">Complete all ${waiting}</button>
					</form>`
				: NOTHING
		}
	</div>`;
}

function card(letter: Letter): Markup {
	const { userId, name, email, phone, about, message, steps, sentAt, complete } = letter;
	const items = steps.map((step) => html`<li>${step}</li>`);
	const sent = sentAt.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
	return html`<article class="card" id="${userId}" tabindex="-1">
		<div class="top">
			<div>
				<h2>${name || email}</h2>
				<p class="to soft">${name ? `${email} · ${phone}` : phone}</p>
			</div>
			${
				complete
					? html`<span class="status done">Completed</span>`
					: html`<span class="status waiting">Waiting</span>`
			}
		</div>
		<blockquote>
			${message}${
				steps.length > 0
					? html`<ol>
							${items}
						</ol>`
					: NOTHING
			}
		</blockquote>
		<div class="bar">
			<p class="facts soft">
				${about}<br /><time datetime="${sentAt.toISOString()}">Sent ${sent}</time>${
					complete ? NOTHING : onItsOwn(letter)
				}<br />userId <code>${userId}</code>
			</p>
			${complete ? NOTHING : completeButton(letter)}
		</div>
	</article> `;
}

function onItsOwn({ completesAt }: Letter): Markup {
	if (!completesAt) return NOTHING;
	return html`, completes on its own at ${completesAt.toLocaleTimeString('en')}`;
}

function completeButton({ userId, name, email }: Letter): Markup {
	return html`<form method="post" action="/inbox/complete/${encodeURIComponent(userId)}">
		<button id="complete-${userId}" aria-label="Complete screening of ${name || email}">
			Complete screening
		</button>
	</form>`;
}

/** What one needs to send a screening from n8n. */
function credential(sandbox: Sandbox, isEmpty: boolean): Markup {
	const { baseUrl, username, password, propertyId, flowId } = sandbox;
	const values = Object.entries({
		'Base URL': baseUrl,
		Username: username,
		Password: password,
		'Property ID': propertyId,
		'Flow ID': flowId,
	}).map(
		([label, value]) =>
			html`<dt>${label}</dt>
				<dd><code>${value}</code></dd>`,
	);
	const title = isEmpty
		? html`<h2>No link was sent yet</h2>
				<p>
					Send a screening in n8n with a Rental Screening credential that has these values. The link
					then appears here, and you can play the applicant.
				</p>`
		: html`<h2>This sandbox</h2>`;
	return html`<section class="card">
		${title}
		<dl>${values}</dl>
	</section>`;
}
