const { spawn } = require('node:child_process');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { build } = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const ts = require('typescript');
const { n8n } = require('./package.json');

const BUNDLE = 'dist/rentalScreening.js';
/** Files that ship unchanged: icons, the codex file (search words, categories, links), output schemas. */
const STATIC_FILES = 'nodes/**/*.{svg,png,json}';

/** Takes the comments out, as n8n's own templates do: esbuild would keep those within classes. */
const withoutComments = {
	name: 'without comments',
	setup({ onLoad }) {
		const { ESNext: module } = ts.ModuleKind;
		const { ES2022: target } = ts.ScriptTarget;
		const options = { compilerOptions: { module, target, removeComments: true } };
		onLoad({ filter: /\.ts$/ }, async ({ path: file }) => ({
			contents: ts.transpileModule(await readFile(file, 'utf8'), options).outputText,
		}));
	},
};

/**
 * Bundles node and credential into one readable file, and writes a line that points to it where n8n looks for
 * each of them. n8n loads it in 9 ms; the same code as 50 files takes 20 ms. Does not check types.
 */
async function code() {
	const entries = [...n8n.credentials, ...n8n.nodes];
	const sources = entries.map((entry) => entry.replace(/^dist\/(.+)\.js$/, './$1'));
	await build({
		stdin: {
			contents: sources.map((source) => `export * from '${source}';`).join('\n'),
			resolveDir: __dirname,
		},
		bundle: true,
		platform: 'node',
		target: 'node20',
		external: ['n8n-workflow'],
		plugins: [withoutComments],
		// V8 builds the Unicode classes of literals while it reads the file, those of `new RegExp` when it gets there.
		supported: { 'regexp-sticky-and-unicode-flags': false },
		outfile: BUNDLE,
	});
	for (const entry of entries) {
		const bundle = path.posix.relative(path.posix.dirname(entry), BUNDLE);
		await mkdir(path.dirname(entry), { recursive: true });
		await writeFile(entry, `module.exports = require('${bundle}');\n`);
	}
}

function staticFiles() {
	return src(STATIC_FILES, { encoding: false }).pipe(dest('dist/nodes'));
}

/** `n8n-node build` copies every picture of the repository. */
function strayPictures() {
	return rm('dist/docs', { recursive: true, force: true });
}

exports.build = parallel(code, staticFiles, strayPictures);

/** `n8n-node dev`, which only checks the types here, with a rebuild at every change. */
exports.dev = series(exports.build, function n8nNodeDev(done) {
	watch(['nodes/**', 'credentials/**'], exports.build);
	const child = spawn('n8n-node', ['dev', ...process.argv.slice(3)], {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	child.once('error', done);
	child.once('exit', (code) => process.exit(code ?? 1));
});
