/** The look of the inbox: one column of cards, light or dark as the reader has it. */
export const style = `
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
