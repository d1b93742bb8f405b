// A test runner for Stryker that loads the tests once per process and then runs, for each mutant, those
// that reach it. Stryker's runner for jest loads n8n's engine again for every test file and every
// mutant, which takes days. Collects with jest's own `describe`, `test` and `expect`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	MutantRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

/**
 * MUTATION_TESTS: which test files run, part of a path or several with commas between them.
 * MUTANT_SECONDS: a mutant that the quickest tests have not killed by then counts as survived.
 */
const {
	MUTATION_TESTS = 'pure/request,pure/resources,pure/results,pure/run,pure/service,engine',
	MUTANT_SECONDS = '10',
} = process.env;
/** They take seconds each and repeat others with more rows, longer texts or slower faults: run if named. */
const LEFT_OUT = [
	'wire faults', // some of them fail outside jest's own environment
	'many-rows',
	'npm run demo',
	'nothing listens for its cancellation',
	'long-wait',
	'the size of a report',
	'of any shape',
];

const load = createRequire(join(process.cwd(), 'test', 'load.cjs'));
/** And what loads it by a path. */
const SHIPS = /^(nodes|credentials|dist|dev\/engine)\//;
const TEST_TIMEOUT_MS = 120_000;
/** A test that takes that much longer than usual has noticed the mutant. */
const HANGING_MS = 5_000;
const HANGING_TIMES = 5;
/** One process runs all tests without a mutant, and the others are to know how long each took. */
const USUAL_TIMES = 'usual-times.json';

class InProcessRunner {
	#tests;

	/** How long each test takes without a mutant, in milliseconds. */
	#usualMs;

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		setUp();
		if (MUTATION_TESTS.includes('engine')) load('n8n-core');
	}

	async dryRun() {
		const tests = await this.#run([...this.#collected().values()], { bail: false });
		const usualMs = Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
		writeFileSync(USUAL_TIMES, JSON.stringify(usualMs));
		const { mutantCoverage } = stryker();
		this.#addWhatTestsShare(mutantCoverage.perTest);
		return { status: DryRunStatus.Complete, tests, mutantCoverage };
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, disableBail, reloadEnvironment }) {
		stryker().activeMutant = activeMutant.id;
		if (reloadEnvironment) this.#forget();
		let all;
		try {
			all = this.#collected();
		} catch (thrown) {
			// In jest a file that cannot be loaded fails too.
			const killedBy = testFilter?.slice(0, 1) ?? [];
			return {
				status: MutantRunStatus.Killed,
				failureMessage: String(thrown),
				killedBy,
				nrOfTests: 0,
			};
		}
		const wanted = testFilter && new Set(testFilter);
		const chosen = [...all.values()].filter(({ id }) => wanted?.has(id) ?? true);
		stryker().hitCount = 0;
		stryker().hitLimit = hitLimit;
		this.#usualMs ??= JSON.parse(readFileSync(USUAL_TIMES, 'utf8'));
		const usual = ({ id }) => this.#usualMs[id];
		const tests = await this.#run(quickestFilesFirst(chosen, usual), {
			bail: !disableBail,
			limitOf: (test) => HANGING_MS + HANGING_TIMES * usual(test),
			allMs: Number(MUTANT_SECONDS) * 1000,
		});
		const { hitCount } = stryker();
		stryker().activeMutant = undefined;
		const failed = tests.find(({ status }) => status === TestStatus.Failed);
		if (failed && testFilter && !failed.failureMessage.startsWith(TOO_LATE))
			await this.#mustPass(failed.id);
		return (
			determineHitLimitReached(hitCount, hitLimit) ??
			toMutantRunResult({ status: DryRunStatus.Complete, tests }, disableBail)
		);
	}

	/** A test that also fails without a mutant says nothing: Stryker tries again in a new process. */
	async #mustPass(id) {
		const failureOf = async () => {
			const [{ failureMessage }] = await this.#run([this.#collected().get(id)], { bail: true });
			return failureMessage;
		};
		if ((await failureOf()) === undefined) return;
		// A cache may hold what the mutant made.
		this.#forget();
		const failureMessage = await failureOf();
		if (failureMessage !== undefined)
			throw new Error(`Fails without a mutant: ${id}: ${failureMessage}`);
	}

	/** What a block prepares is reached by each of its tests, not only by the first. */
	#addWhatTestsShare(perTest) {
		for (const { id, blocks } of this.#collected().values()) {
			for (const block of blocks) {
				perTest[id] = { ...perTest[idOfHooks(block)], ...perTest[id] };
			}
		}
		for (const id of Object.keys(perTest))
			if (!this.#collected().has(id)) Reflect.deleteProperty(perTest, id);
	}

	#collected() {
		this.#tests ??= collect();
		return this.#tests;
	}

	/** For a mutant that also acts while code is loaded: what ships and all that uses it is loaded again. */
	#forget() {
		const isOurs = ({ filename }) =>
			filename.startsWith(process.cwd()) && !filename.includes('node_modules');
		const ours = Object.values(load.cache).filter(isOurs);
		const stale = new Set(ours.filter(({ filename }) => SHIPS.test(relative('.', filename))));
		for (let before = -1; before !== stale.size;) {
			before = stale.size;
			for (const module of ours) {
				if (module.children.some((child) => stale.has(child))) stale.add(module);
			}
		}
		for (const { filename } of stale) Reflect.deleteProperty(load.cache, filename);
		// The tests themselves are collected again, those included that use only what stays.
		for (const file of testFiles()) Reflect.deleteProperty(load.cache, join(process.cwd(), file));
		load('jest-circus').resetState();
		this.#tests = undefined;
	}

	/** Runs tests in the given order, with the hooks of the blocks that are entered and left on the way. */
	async #run(tests, { bail, limitOf = () => TEST_TIMEOUT_MS, allMs = Infinity }) {
		const results = [];
		const until = performance.now() + allMs;
		let open = [];
		for (const test of tests) {
			if (performance.now() > until) break;
			const startedAt = performance.now();
			await leave(open.filter((block) => !test.blocks.includes(block)));
			const entered = test.blocks.filter((block) => !open.includes(block));
			open = test.blocks;
			const error = await errorOf(test, entered, limitOf(test));
			const timeSpentMs = performance.now() - startedAt;
			const outcome = error
				? { status: TestStatus.Failed, failureMessage: String(error?.message ?? error) }
				: { status: TestStatus.Success };
			const { id, fileName } = test;
			results.push({ id, name: id, fileName, timeSpentMs, ...outcome });
			if (error && bail) break;
		}
		await leave(open);
		return results;
	}
}

const TOO_LATE = 'Too late';

function stryker() {
	return (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
}

/** What jest gives a test file: the transform, the globals, fake timers. */
function setUp() {
	const { transformSync } = load('@swc/core');
	const compiled = new Map();
	const compile = (module, filename) => {
		if (!compiled.has(filename)) {
			const { code } = transformSync(readFileSync(filename, 'utf8'), {
				filename,
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
				sourceMaps: false,
				swcrc: false,
			});
			compiled.set(filename, code);
		}
		module._compile(compiled.get(filename), filename);
	};
	load.extensions['.mts'] = compile;
	load.extensions['.ts'] = compile;
	const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = load('jest-circus');
	const { jestExpect: expect } = load('@jest/expect');
	const { ModuleMocker } = load('jest-mock');
	const mocker = new ModuleMocker(globalThis);
	const { ModernFakeTimers } = load('@jest/fake-timers');
	const timers = new ModernFakeTimers({
		config: { fakeTimers: {}, rootDir: process.cwd() },
		global: globalThis,
	});
	const ofTimers = Object.fromEntries(
		Object.getOwnPropertyNames(ModernFakeTimers.prototype)
			.filter((name) => name !== 'constructor')
			.map((name) => [name, (...args) => timers[name](...args)]),
	);
	Object.assign(globalThis, {
		describe,
		it,
		test,
		beforeAll,
		beforeEach,
		afterAll,
		afterEach,
		expect,
		jest: {
			...ofTimers,
			fn: mocker.fn.bind(mocker),
			spyOn: mocker.spyOn.bind(mocker),
			restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
		},
	});
	load(join(process.cwd(), 'test/support/quiet-n8n.mts'));
	load(join(process.cwd(), 'test/support/property-tests.mts'));
	// What a mutant leaves behind must not end the process that tries the next one.
	process.on('unhandledRejection', () => {});
	process.on('uncaughtException', () => {});
}

/** All tests, by their ids, with the describe blocks that hold their hooks. */
function collect() {
	const { describe, getState } = load('jest-circus');
	for (const file of testFiles()) describe(file, () => void load(join(process.cwd(), file)));
	const found = new Map();
	visit(getState().rootDescribeBlock, []);
	return found;

	function visit(block, blocks) {
		for (const child of block.children) {
			if (child.type === 'describeBlock') visit(child, [...blocks, child]);
			else add(child, blocks);
		}
	}

	function add({ fn, name, mode }, blocks) {
		const path = [...blocks.map((block) => block.name), name].join(' ');
		if (mode === 'skip' || isLeftOut(path)) return;
		let id = path;
		for (let count = 2; found.has(id); count += 1) id = `${path} (${count})`;
		const fileName = join(process.cwd(), blocks[0].name);
		found.set(id, { id, fn, fileName, blocks });
	}
}

function isLeftOut(path) {
	return LEFT_OUT.some((part) => path.includes(part) && !MUTATION_TESTS.includes(part));
}

function testFiles() {
	const parts = MUTATION_TESTS.split(',');
	return readdirSync('test', { recursive: true })
		.map((name) => `test/${name}`)
		.filter((name) => name.endsWith('.test.mts') && parts.some((part) => name.includes(part)))
		.sort();
}

/** What the hooks of a block reach is noted under this name at first. */
function idOfHooks({ name, parent }) {
	return parent ? `${idOfHooks(parent)} > ${name}` : 'hooks of';
}

function hooksOf({ hooks }, type) {
	return hooks.filter((hook) => hook.type === type);
}

/** Tests of one block stay together, as its hooks hold for all of them. */
function quickestFilesFirst(tests, usual) {
	const took = new Map();
	for (const test of tests) {
		took.set(test.fileName, (took.get(test.fileName) ?? 0) + usual(test));
	}
	return tests.toSorted((one, other) => took.get(one.fileName) - took.get(other.fileName));
}

/** Ends blocks, the inner ones first; behind a file, what its tests left is undone. */
async function leave(blocks) {
	stryker().currentTestId = undefined;
	for (const block of blocks.toReversed()) {
		for (const { fn } of hooksOf(block, 'afterAll')) await inTime(fn, HANGING_MS).catch(() => {});
		if (block.parent?.parent !== undefined) continue;
		globalThis.jest.useRealTimers();
		globalThis.jest.restoreAllMocks();
	}
}

/** Runs a test with its hooks and those of the blocks that it is the first of; what it throws. */
async function errorOf({ id, fn, blocks }, entered, limitMs) {
	let error;
	const attempt = async (step) => {
		try {
			await inTime(step, limitMs);
		} catch (thrown) {
			error ??= thrown ?? new Error('Threw nothing');
		}
	};
	for (const block of entered) {
		stryker().currentTestId = idOfHooks(block);
		for (const hook of hooksOf(block, 'beforeAll')) await attempt(hook.fn);
	}
	stryker().currentTestId = id;
	for (const block of blocks) {
		for (const hook of hooksOf(block, 'beforeEach')) await attempt(hook.fn);
	}
	if (!error) await attempt(fn);
	for (const block of blocks.toReversed()) {
		for (const hook of hooksOf(block, 'afterEach').toReversed()) await attempt(hook.fn);
	}
	return error;
}

/** A test may hang: then it fails, here as in jest. */
async function inTime(fn, limitMs) {
	let timer;
	const tooLate = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(TOO_LATE)), limitMs);
	});
	try {
		await Promise.race([fn(), tooLate]);
	} finally {
		clearTimeout(timer);
	}
}

function inProcessRunner() {
	return new InProcessRunner();
}
inProcessRunner.inject = [];

export const strykerPlugins = [
	declareFactoryPlugin(PluginKind.TestRunner, 'in-process', inProcessRunner),
];
