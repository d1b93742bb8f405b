// Shows every five seconds what has changed. The keyboard stays where it was: at the same button, or at
// its card if the button is gone.
setInterval(async () => {
	const answer = await fetch('/').catch(() => undefined);
	if (!answer?.ok) return;
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
	const [shown, current] = [document, page].map((each) => each.querySelector('main'));
	if (shown.isEqualNode(current)) return;
	const focused = document.activeElement;
	const ids = [focused.id, focused.closest('article')?.id];
	shown.replaceWith(current);
	ids
		.map((id) => id && document.getElementById(id))
		.find(Boolean)
		?.focus({ preventScroll: true });
}, 5_000);
