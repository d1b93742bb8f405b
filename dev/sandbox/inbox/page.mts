import { readFileSync } from 'node:fs';

import { html, Markup } from '../../../nodes/RentalScreening/results/page.ts';
import { steps } from '../data/steps.mts';
import type { Sandbox } from '../index.mts';
import type { Store } from '../store.mts';
import type { StoredScreening } from '../types.mts';
import type { InboxParts } from './routes.mts';

/** How many cards a page shows; the newest ones. */
const MOST_CARDS = 200;

/** No HTML, for what is not always shown. */
const NOTHING = html``;

const style = new Markup(readFileSync(new URL('page.css', import.meta.url), 'utf8'));

/** The applicants' inbox: a whole page without anything from elsewhere. It works without its script too. */
export function inboxPage({ sandbox, store, completeAfter }: InboxParts): string {
	const newest = store.screenings().reverse();
	const older = newest.length - MOST_CARDS;
	const cards = newest
		.slice(0, MOST_CARDS)
		.map((screening) => card(screening, store, completeAfter.seconds));
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
						${newest.length > 0 ? summary(newest) : NOTHING}
					</header>
					${cards}
					${older > 0 ? html`<p class="soft">${older} older links are not shown.</p>` : NOTHING}
					${credential(sandbox, newest.length === 0)}
				</main>
			</body>
		</html> `.source;
}

function summary(screenings: StoredScreening[]): Markup {
	const waiting = screenings.filter(({ complete }) => !complete).length;
	return html`<div class="bar">
		<strong>${screenings.length} sent, ${screenings.length - waiting} completed</strong>
		${
			waiting > 1
				? html`<form method="post" action="/inbox/complete">
						<button class="plain" id="complete-all">Complete all ${waiting}</button>
					</form>`
				: NOTHING
		}
	</div>`;
}

/** A link as its applicant sees it. */
function card(screening: StoredScreening, store: Store, completeAfterSeconds?: number): Markup {
	const { userId, email, phone, body, complete } = screening;
	const name = [body.firstName, body.lastName].filter(Boolean).join(' ');
	const sentAt = new Date(screening.sentAt);
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
		<blockquote>${message(screening, store)}</blockquote>
		<div class="bar">
			<p class="facts soft">
				${about(screening, store)}<br /><time datetime="${sentAt.toISOString()}">Sent ${sent}</time
				>${complete ? NOTHING : onItsOwn(sentAt, completeAfterSeconds)}<br />userId
				<code>${userId}</code>
			</p>
			${complete ? NOTHING : completeButton(userId, name || email)}
		</div>
	</article> `;
}

function about({ propertyId = '', flowId = '' }: StoredScreening, store: Store): string {
	const property = store.property(propertyId);
	return property ? `Property: ${property.name}` : `Flow: ${store.flow(flowId)?.name ?? flowId}`;
}

function message(screening: StoredScreening, store: Store): Markup {
	const { propertyId = '', flowId = '', body } = screening;
	const greeting = body.firstName === undefined ? 'Hello' : `Hello ${body.firstName}`;
	const property = store.property(propertyId);
	if (property) {
		return html`${greeting}, please complete your rental screening for ${property.name}.`;
	}
	const items = (store.flow(flowId)?.steps ?? []).map(({ id, options }) => {
		const name = steps.find((step) => step.id === id)?.name ?? id;
		return html`<li>${options?.skippable ? `${name} (may be skipped)` : name}</li>`;
	});
	return html`${greeting}, your landlord asks you to go through these screening steps.
		<ol>
			${items}
		</ol>`;
}

function onItsOwn(sentAt: Date, seconds: number | undefined): Markup {
	if (seconds === undefined) return NOTHING;
	const completesAt = new Date(sentAt.getTime() + seconds * 1000);
	return html`, completes on its own at ${completesAt.toLocaleTimeString('en')}`;
}

function completeButton(userId: string, name: string): Markup {
	return html`<form method="post" action="/inbox/complete/${encodeURIComponent(userId)}">
		<button id="complete-${userId}" aria-label="Complete screening of ${name}">
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
