/** Runs in a page: every text in it with its contrast to what is behind it. */
export const CONTRASTS = `(() => {
	const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
	const isSeen = (colour) => (channels(colour)[3] ?? 1) > 0;
	const luminance = (colour) => {
		const [red, green, blue] = channels(colour).map((channel) => {
			const share = channel / 255;
			return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const contrast = (one, other) => {
		const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
		return (light + 0.05) / (dark + 0.05);
	};
	const behind = (element) => {
		for (let at = element; at; at = at.parentElement) {
			const { backgroundColor } = getComputedStyle(at);
			if (isSeen(backgroundColor)) return backgroundColor;
		}
		return 'rgb(255, 255, 255)';
	};
	const texts = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const { parentElement, textContent } = walker.currentNode;
		if (textContent.trim() === '' || parentElement.closest('style')) continue;
		const { color } = getComputedStyle(parentElement);
		texts.push({ text: textContent.trim(), contrast: contrast(color, behind(parentElement)) });
	}
	return texts;
})()`;
