import { Html, html } from './html.mts';
import type { Letter } from './letter.mts';
import { style } from './style.mts';

/** How many cards a page shows; the newest ones. */
const mostCards = 200;

/** Seconds after which the page looks for new links. */
const refreshAfter = 5;

/** What one needs to send a screening from n8n. */
export interface FirstSteps {
	baseUrl: string;
	username: string;
	password: string;
	propertyId: string;
	flowId: string;
}

/** The applicants' inbox: a whole page without scripts and without anything from elsewhere. */
export function inboxPage(letters: Letter[], firstSteps: FirstSteps): string {
	const page = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta http-equiv="refresh" content="${String(refreshAfter)}" />
				<title>Applicants' inbox</title>
				<link rel="icon" href="data:," />
				<style>
					${new Html(style)}
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
						${letters.length > 0 ? summary(letters) : html``}
					</header>
					${letters.length > 0 ? letters.slice(0, mostCards).map(card) : empty(firstSteps)}
					${letters.length > mostCards ? older(letters.length - mostCards) : html``}
					${letters.length > 0 ? account(firstSteps) : html``}
				</main>
			</body>
		</html> `;
	return page.markup;
}

function summary(letters: Letter[]): Html {
	const waiting = letters.filter(({ complete }) => !complete).length;
	return html`<div class="bar">
		<strong>${String(letters.length)} sent, ${String(letters.length - waiting)} completed</strong>
		${waiting > 1 ? completeAll(waiting) : html``}
	</div>`;
}

function completeAll(waiting: number): Html {
	return html`<form method="post" action="/inbox/complete">
		<button class="plain">Complete all ${String(waiting)}</button>
	</form>`;
}

function card(letter: Letter): Html {
	const { userId, name, email, phone, about, message, steps, complete } = letter;
	return html`<article class="card" id="${userId}">
		<div class="top">
			<div>
				<h2>${name === '' ? email : name}</h2>
				<p class="to soft">${name === '' ? phone : `${email} · ${phone}`}</p>
			</div>
			${complete ? html`<span class="status done">Completed</span>` : html`<span class="status waiting">Waiting</span>`}
		</div>
		<blockquote>${message}${steps.length > 0 ? stepList(steps) : html``}</blockquote>
		<div class="bar">
			<p class="facts soft">
				${about}<br /><time datetime="${letter.sentAt.toISOString()}"
					>Sent ${moment(letter.sentAt)}</time
				>${complete ? html`` : onItsOwn(letter)}<br />userId <code>${userId}</code>
			</p>
			${complete ? html`` : completeOne(letter)}
		</div>
	</article> `;
}

function stepList(steps: string[]): Html {
	return html`<ol>
		${steps.map((step) => html`<li>${step}</li>`)}
	</ol>`;
}

function onItsOwn({ completesAt }: Letter): Html {
	return completesAt === undefined
		? html``
		: html`, completes on its own at ${completesAt.toLocaleTimeString('en')}`;
}

function completeOne({ userId, name, email }: Letter): Html {
	return html`<form method="post" action="/inbox/complete/${encodeURIComponent(userId)}">
		<button aria-label="Complete screening of ${name === '' ? email : name}">
			Complete screening
		</button>
	</form>`;
}

function older(count: number): Html {
	return html`<p class="soft">${String(count)} older links are not shown.</p>`;
}

function empty(firstSteps: FirstSteps): Html {
	return html`<section class="card">
		<h2>No link was sent yet</h2>
		<p>
			Send a screening in n8n with a Rental Screening credential that has these values. The link
			then appears here, and you can play the applicant.
		</p>
		${values(firstSteps)}
	</section>`;
}

function account(firstSteps: FirstSteps): Html {
	return html`<section class="card">
		<h2>This sandbox</h2>
		${values(firstSteps)}
	</section>`;
}

function values({ baseUrl, username, password, propertyId, flowId }: FirstSteps): Html {
	return html`<dl>
		<dt>Base URL</dt>
		<dd><code>${baseUrl}</code></dd>
		<dt>Username</dt>
		<dd><code>${username}</code></dd>
		<dt>Password</dt>
		<dd><code>${password}</code></dd>
		<dt>Property ID</dt>
		<dd><code>${propertyId}</code></dd>
		<dt>Flow ID</dt>
		<dd><code>${flowId}</code></dd>
	</dl>`;
}

function moment(date: Date): string {
	return date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
