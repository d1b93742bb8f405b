import type { HoldingService } from './service.mts';
import { REPLIES } from './service.mts';
import { MOST, World, type Nature, type Step } from './world.mts';

/** A world that ends badly, as short as it was found to be. */
export interface BadEnd {
	readonly bad: string;
	readonly nature: Nature;
	readonly story: readonly string[];
}

const PLAIN: Nature = {
	...{ kind: 'sheet', isDue: false, hasTwins: false },
	...{ sendsAgain: false, retries: false, maxConcurrency: 1, processes: 1 },
};

/** How many steps are drawn; then what was begun comes to its end. */
const LENGTH = 60;

/** Deterministic, so that a world can be played again by its seed. */
function createRandom(seed: number): () => number {
	let state = seed * 7919 + 1;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
		return (Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0) / 2 ** 32;
	};
}

/** Plays a random world, which leaves half of the incidents out so that the others meet. */
export async function playSeed(seed: number, service: HoldingService): Promise<BadEnd | undefined> {
	const random = createRandom(seed);
	const kind = random() < 0.5 ? 'sheet' : 'table';
	const isDue = random() < 0.25;
	const nature: Nature = {
		...{ kind, isDue },
		processes: kind === 'table' && !isDue && random() < 0.5 ? 2 : 1,
		hasTwins: random() < 0.2,
		sendsAgain: random() < 0.2,
		retries: random() < 0.2,
		maxConcurrency: random() < 0.5 ? 1 : 5,
	};
	const incidents = [...Object.keys(MOST), ...Object.keys(REPLIES).map((name) => `answer ${name}`)];
	const leftOut = new Set(incidents.filter(() => random() < 0.5));
	const pace = 0.6 + random() * 0.38;
	const executions = 2 + Math.floor(random() * 3);
	let steps = LENGTH;
	return await play(nature, service, (possible) => {
		if ((steps -= 1) < 0) return undefined;
		const mayStart = ({ name }: Step) => !/^r\d reads$/.test(name) || Number(name[1]) <= executions;
		const all = possible.filter((step) => mayStart(step) && !leftOut.has(step.incident ?? ''));
		const own = all.filter(({ incident = 'answer' }) => incident.startsWith('answer'));
		const from = own.length > 0 && random() < pace ? own : all;
		return from[Math.floor(random() * from.length)];
	});
}

/** Plays the steps that `choose` draws. Returns how the world ended, if badly. */
export async function play(
	nature: Nature,
	service: HoldingService,
	choose: (possible: Step[]) => Step | undefined,
): Promise<BadEnd | undefined> {
	const world = new World(nature, service);
	while (world.bad === undefined) {
		const step = choose(world.listSteps());
		if (step === undefined) break;
		await world.do(step);
	}
	const story = [...world.story];
	await world.finish();
	await world.close();
	return world.bad === undefined ? undefined : { bad: world.bad, nature, story };
}

/** A plain world, after the steps of `story`, which must be possible; 'r1 claims' is all that goes before the answers. */
export async function playStory(
	nature: Partial<Nature>,
	service: HoldingService,
	story: string,
): Promise<World> {
	const world = new World({ ...PLAIN, ...nature }, service);
	const claim = '$1 reads · $1 checks · $1 marks · $1 reads back · $1 sends';
	for (const name of story.replace(/(r\d) claims/g, claim).split(' · ')) {
		const possible = world.listSteps();
		const step = possible.find((one) => one.name === name);
		if (step !== undefined) await world.do(step);
		else throw new Error(`Not '${name}', but ${possible.map((one) => one.name).join(' | ')}`);
	}
	return world;
}

/** Leaves out steps, and what is special about the world, as long as it ends as badly. */
export async function shrink(end: BadEnd, service: HoldingService): Promise<BadEnd> {
	let shortest = end;
	const retry = async (nature: Nature, story: readonly string[]) => {
		const left = [...story];
		const again = await play(nature, service, (possible) => {
			for (;;) {
				const name = left.shift();
				if (name === undefined) return undefined;
				const step = possible.find((one) => one.name === name);
				if (step !== undefined) return step;
			}
		});
		const isSame = again !== undefined && isAlike(again, end);
		if (isSame && again.story.length <= shortest.story.length) shortest = again;
		return isSame;
	};
	for (const plain of [
		'retries',
		'sendsAgain',
		'maxConcurrency',
		'hasTwins',
		'processes',
	] as const) {
		await retry({ ...shortest.nature, [plain]: PLAIN[plain] }, shortest.story);
	}
	for (let size = Math.ceil(shortest.story.length / 2); size >= 1; size = Math.floor(size / 2)) {
		for (let at = 0; at < shortest.story.length;) {
			const { nature, story } = shortest;
			if (!(await retry(nature, [...story.slice(0, at), ...story.slice(at + size)]))) at += size;
		}
	}
	return shortest;
}

const isAlike = (one: BadEnd, other: BadEnd) =>
	one.bad.replace(/\d+/g, '') === other.bad.replace(/\d+/g, '');

/** What went wrong, whoever it happened to, and what of this kind came before it. */
export function toKind({ bad, nature, story }: BadEnd): string {
	const text = bad.replace(/\b(Ada|Ben)\b/g, 'somebody').replace(/\d+/g, 'n');
	const before = [
		...new Set(story.join().match(/copy|add|edit|clear|correct|sort|property/g)),
	].sort();
	return [nature.isDue, nature.hasTwins, text, ...before].join();
}

/** The world in one line. */
export function tell({ bad, nature, story }: BadEnd, seed: number): string {
	const settings = Object.entries(nature).filter(([, value]) => value !== false);
	const given = settings.map(([name, value]) => (value === true ? name : `${name} ${value}`));
	return `${bad} (seed ${seed}; ${given.join(', ')}): ${story.join(' · ')}`;
}
