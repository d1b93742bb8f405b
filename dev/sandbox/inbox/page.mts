import type { Letter } from './routes.mts';

/** How many cards a page shows; the newest ones. */
const mostCards = 200;

/** Seconds after which the page looks for new links. */
const refreshAfter = 5;

/** What one needs to send a screening from n8n. */
export interface SandboxAccount {
	baseUrl: string;
	username: string;
	password: string;
	propertyId: string;
	flowId: string;
}

/** The applicants' inbox: a whole page without scripts and without anything from elsewhere. */
export function inboxPage(letters: Letter[], account: SandboxAccount): string {
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
					${letters.length > 0 ? letters.slice(0, mostCards).map(card) : empty(account)}
					${letters.length > mostCards ? older(letters.length - mostCards) : html``}
					${letters.length > 0 ? accountCard(account) : html``}
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

function empty(account: SandboxAccount): Html {
	return html`<section class="card">
		<h2>No link was sent yet</h2>
		<p>
			Send a screening in n8n with a Rental Screening credential that has these values. The link
			then appears here, and you can play the applicant.
		</p>
		${values(account)}
	</section>`;
}

function accountCard(account: SandboxAccount): Html {
	return html`<section class="card">
		<h2>This sandbox</h2>
		${values(account)}
	</section>`;
}

function values({ baseUrl, username, password, propertyId, flowId }: SandboxAccount): Html {
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

/** Markup that is safe to put into a page as it is. */
export class Html {
	constructor(readonly markup: string) {}
}

/** A template of markup: whatever is put in is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
	return new Html(parts.reduce((whole, part, index) => whole + markupOf(values[index - 1]) + part));
}

function markupOf(value: string | Html | Html[] | undefined): string {
	if (value instanceof Html) return value.markup;
	if (Array.isArray(value)) return value.map(({ markup }) => markup).join('');
	return escaped(value ?? '');
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** The look of the inbox: one column of cards, light or dark as the reader has it. */
const style = `
:root {
	color-scheme: light dark;
	--page: #f3f5f8; --card: #fff; --line: #dfe4ec; --text: #1c2430; --soft: #5b6675;
	--accent: #1f6f5c; --on-accent: #fff; --waiting: #8a5a00; --waiting-page: #fff3d6;
	--done: #14614f; --done-page: #ddf3ea;
}
@media (prefers-color-scheme: dark) {
	:root {
		--page: #12161c; --card: #1b212a; --line: #2e3743; --text: #e8ecf2; --soft: #9daab9;
		--accent: #4cc3a1; --on-accent: #07261d; --waiting: #ffcf73; --waiting-page: #3a2e12;
		--done: #7fe0c2; --done-page: #12352b;
	}
}
* { box-sizing: border-box; }
body {
	margin: 0; background: var(--page); color: var(--text);
	font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
header { margin-bottom: 1.5rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0; font-size: 1.1rem; overflow-wrap: anywhere; }
p { margin: .25rem 0 0; }
.soft { color: var(--soft); }
.bar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; justify-content: space-between; margin-top: 1rem; }
.card {
	background: var(--card); border: 1px solid var(--line); border-radius: 14px;
	padding: 1.1rem 1.25rem; margin-top: 1rem; box-shadow: 0 1px 2px rgb(0 0 0 / 5%);
}
.card { scroll-margin-top: 12rem; }
.card:target { border-color: var(--accent); }
.top { display: flex; gap: 1rem; justify-content: space-between; align-items: flex-start; }
.top > div { min-width: 0; }
.status { border-radius: 99px; padding: .1rem .7rem; font-size: .85rem; font-weight: 600; white-space: nowrap; }
.waiting { color: var(--waiting); background: var(--waiting-page); }
.done { color: var(--done); background: var(--done-page); }
.to, .facts { font-size: .9rem; overflow-wrap: anywhere; }
.facts { flex: 1 1 20rem; }
blockquote { margin: .9rem 0; padding: .1rem 0 .1rem .9rem; border-left: 3px solid var(--line); overflow-wrap: anywhere; text-wrap: pretty; }
ol { margin: .5rem 0 0; padding-left: 1.4rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .9rem 0 0; font-size: .95rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
form { margin: 0; }
button {
	font: inherit; font-weight: 600; border: 0; border-radius: 10px; padding: .55rem 1.1rem;
	color: var(--on-accent); background: var(--accent); cursor: pointer;
}
button:hover { filter: brightness(1.08); }
button:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
.plain { color: var(--accent); background: none; border: 1px solid var(--accent); }
@media (max-width: 30rem) {
	main { padding-top: 1.25rem; }
	.top { flex-wrap: wrap; gap: .5rem; }
	.facts { flex-basis: 100%; }
	.card form, .card button { width: 100%; }
	dl { grid-template-columns: 1fr; gap: 0; }
	dd + dt { margin-top: .5rem; }
}
`;
