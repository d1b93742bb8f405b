import { createHash } from 'node:crypto';

/** Change it and every applicant, identifier and figure of the sandbox changes. */
const seed = 'rental-screening-sandbox-1';

/** A source of numbers that is the same for the same name. */
export interface Random {
	/** A whole number between both, both included. */
	whole(from: number, to: number): number;
	/** An amount of money between both, in full cents. */
	money(from: number, to: number): number;
}

/** A random source of its own for everything that bears this name. */
export function randomFor(name: string): Random {
	const next = mulberry32(createHash('sha256').update(`${seed}|${name}`).digest().readUInt32BE());
	const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
	return {
		whole,
		money: (from, to) => whole(from * 100, to * 100) / 100,
	};
}

/** An amount in full cents. */
export function cents(amount: number): number {
	return Math.round(amount * 100) / 100;
}

/** An identifier that looks like a UUID and is the same for the same parts. */
export function identifier(...parts: readonly unknown[]): string {
	const hex = createHash('sha256')
		.update(JSON.stringify([seed, ...parts]))
		.digest('hex');
	return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5');
}

/** The small, well-known generator; enough for made-up data, not for secrets. */
function mulberry32(state: number): () => number {
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
