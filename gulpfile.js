const { dest, parallel, src } = require('gulp');

/** The node's codex file (search words, categories, links), which the compiler leaves behind. */
function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** The icons, light and dark. */
function icons() {
	return src('nodes/**/*.svg', { encoding: false }).pipe(dest('dist/nodes'));
}

/** The output schemas, which the editor shows in the next node before anything has run. */
function schemas() {
	return src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));
}

exports['build:assets'] = parallel(codex, icons, schemas);
